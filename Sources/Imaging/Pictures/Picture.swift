package import CLeptonica
package import PageModel

/// One decoded picture, upright by its EXIF orientation, of 8 bit gray or 32 bit colour.
///
/// It is the only owner of its Leptonica picture and releases it. It is not `Sendable`: Leptonica counts references
/// without a lock, so a picture stays on the thread that decoded it.
package final class Picture {
  /// Valid as long as this object, for Leptonica functions that only read.
  package let pix: UnsafeMutablePointer<PIX>
  /// The width of the original as shown (by its EXIF orientation), before it was reduced while decoding.
  package let originalWidth: Int
  /// The height of the original, likewise.
  package let originalHeight: Int
  /// The bytes of a lossy original; nil if it is lossless or unknown.
  var lossyBytes: UInt64?
  package internal(set) var warnings: [PictureWarning] = []
  /// The boxes of its red seals, from top to bottom.
  package private(set) lazy var seals = foundSeals()
  /// Decodes it again at its full size; nil if it has that, or can't be larger.
  package var atFullSize: (() throws(PictureError) -> Picture)?

  /// Takes ownership of a picture; the caller must not release it.
  package init(owning pix: UnsafeMutablePointer<PIX>, originalWidth: Int? = nil, originalHeight: Int? = nil) {
    self.pix = pix
    self.originalWidth = originalWidth ?? Int(pixGetWidth(pix))
    self.originalHeight = originalHeight ?? Int(pixGetHeight(pix))
  }

  deinit {
    var released: UnsafeMutablePointer<PIX>? = pix
    pixDestroy(&released)
  }

  /// The same pixels for another owner, who releases them.
  package func counted() -> UnsafeMutablePointer<PIX>? { pixClone(pix) }

  package var width: Int { Int(pixGetWidth(pix)) }
  package var height: Int { Int(pixGetHeight(pix)) }
  /// Whether it has three channels of 8 bit; else it is gray.
  package var isColour: Bool { pixGetDepth(pix) == 32 }
  /// Original pixels for one pixel of this picture; more than 1 if it was reduced while decoding.
  package var originalScale: Double {
    width > 0 ? Double(originalWidth) / Double(width) : 1
  }
  /// The resolution that the file claims, in dots per inch; nil if it claims none.
  package var resolution: Int? {
    let resolution = Int(pixGetXRes(pix))
    return resolution > 0 ? resolution : nil
  }

  /// The same picture rotated clockwise by 90, 180 or 270 degrees, without resampling; nil without memory.
  func rotated(by degrees: Int) -> Picture? {
    guard let rotated = pixRotateOrth(pix, Int32(degrees / 90)) else { return nil }
    let isSideways = degrees % 180 != 0
    return Picture(
      owning: rotated, originalWidth: isSideways ? originalHeight : originalWidth,
      originalHeight: isSideways ? originalWidth : originalHeight)
  }

  package func mirrored() -> Picture? {
    pixFlipLR(nil, pix).map { Picture(owning: $0, originalWidth: originalWidth, originalHeight: originalHeight) }
  }
}
