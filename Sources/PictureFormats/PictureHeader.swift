/// A picture's size in pixels by its header, before any orientation is applied.
package struct PictureSize: Equatable, Sendable {
  package var width: UInt64
  package var height: UInt64
  /// Whether a decoder holds all coefficients at once, so that scaling down saves nothing: JPEG of several scans.
  package var isWhole = false
}

/// The facts of a picture's header.
package struct PictureHeader: Equatable, Sendable {
  package var size: PictureSize
  /// EXIF's orientation, 1 to 8; 1 also for a missing or broken one.
  package var orientation = 1
  /// Evidence of missing bytes, found without decoding; nil for none.
  package var missing: String?
  /// The count of libjpeg's warnings about this header that leave the pixels right.
  package var harmlessWarnings = 0
  /// An unusual feature, so that a decoder which gives up may be right; nil for usual scans.
  package var rarity: String?
  /// Bytes of its lossy pixels; nil if they are lossless or unknown.
  package var lossyBytes: UInt64?
  /// The start of the pixels; only for a PNM.
  package var pixels: UInt64?
  /// The bytes of the file that are the picture; nil if all are.
  package var content: Range<UInt64>?
  package var hasTransparentGray = false
}

/// The pages of a file in order, as far as its headers lead.
package struct PictureList: Equatable, Sendable {
  package struct Page: Equatable, Sendable {
    /// The offset of the page's directory in a TIFF, of the picture's block in a GIF; 0 for the first page of others.
    package var offset: UInt64
    /// The page's size, or a fault of this page alone.
    package var content: Result<PictureSize, HeaderFault>
  }

  package var pages: [Page] = []
  /// The count of pages that are thumbnails of others, which are excluded.
  package var thumbnails = 0
  /// The fault that ended the list early.
  package var fault: HeaderFault?
  package var isCut = false

  /// Keeps the pages found before a fault.
  init(_ find: (inout PictureList) throws(HeaderFault) -> Void) {
    do throws(HeaderFault) { try find(&self) } catch { fault = error }
  }
}
