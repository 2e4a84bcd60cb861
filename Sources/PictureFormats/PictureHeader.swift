/// Pixels of a picture as its header declares them, before any orientation is applied.
package struct PictureSize: Equatable, Sendable {
  package var width: UInt64
  package var height: UInt64
  /// Whether a decoder holds all of its coefficients at once, so that scaling down saves nothing: JPEG of several scans.
  package var isWhole = false
}

/// What a picture says of itself before anything is decoded.
package struct PictureHeader: Equatable, Sendable {
  package var size: PictureSize
  /// EXIF's orientation, 1 to 8; 1 also where there is none, or a broken one.
  package var orientation = 1
  /// What shows that bytes are missing, told without decoding; nil where nothing does.
  package var missing: String?
  /// Warnings that libjpeg will give about this header and that leave the pixels right.
  package var harmlessWarnings = 0
  /// What is unusual about it, so that a decoder which gives up may be right; nil for what any scanner writes.
  package var rarity: String?
  /// Bytes that its pixels take, packed with a loss; nil where nothing was lost, or nobody can tell.
  package var lossyBytes: UInt64?
  /// Where the pixels begin; only a PNM says so.
  package var pixels: UInt64?
  /// The bytes of the file that are the picture; nil if all are.
  package var content: Range<UInt64>?
  /// Whether one level of a gray PNG is transparent.
  package var hasTransparentGray = false

  init(_ size: PictureSize) {
    self.size = size
  }
}

/// The pages of a file in order, as far as its headers lead.
package struct PictureList: Equatable, Sendable {
  package struct Page: Equatable, Sendable {
    /// Where the page's directory lies in a TIFF, the picture's block in a GIF; 0 for the first page of all others.
    package var offset: UInt64
    /// The page's size, or what is wrong with this page alone.
    package var content: Result<PictureSize, HeaderFault>
  }

  package var pages: [Page] = []
  /// Pages that repeat another one in small, which are not among them.
  package var thumbnails = 0
  /// What ended the list before its end.
  package var fault: HeaderFault?
  /// Whether the limit ended it.
  package var isCut = false
}

extension PictureList {
  /// The pages that were found until a fault ended the list, or without one.
  init(_ find: (inout PictureList) throws(HeaderFault) -> Void) {
    self.init()
    do throws(HeaderFault) { try find(&self) } catch { fault = error }
  }
}
