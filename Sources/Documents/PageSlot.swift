package import PageModel

/// One page of a document, by the headers.
package struct PageSlot: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case readable
    case failed(PageProblem)
    case unsupported(PageProblem)
  }

  package var index: Int
  /// The offset of the page's directory in a TIFF, or 0.
  package var byteOffset: UInt64 = 0
  /// Pixels as stored, before any EXIF orientation; 0 if unknown.
  package var width = 0
  package var height = 0
  package var state = State.readable
  /// The sheet of a page without pixels of its own, as that of a PDF; nil for pictures.
  package var sheet: PageSheet?
}

/// The size of a page to draw, as shown: within its crop box and rotated.
package struct PageSheet: Hashable, Sendable {
  /// In points, 72 to the inch.
  package var width: Double
  /// In points.
  package var height: Double
  /// Points of one unit of the page's own coordinates (UserUnit); 1 for nearly all.
  package var unit: Double

  package init(width: Double, height: Double, unit: Double = 1) {
    (self.width, self.height, self.unit) = (width, height, unit)
  }

  /// The same page with a unit of one point: poppler and qpdf know no other.
  package var inUnits: PageSheet { PageSheet(width: width / unit, height: height / unit) }

  /// A page of this size in units of `unit` points.
  package func scaled(by unit: Double) -> PageSheet {
    PageSheet(width: width * unit, height: height * unit, unit: unit)
  }
}

/// The limits of a document, checked before anything is decoded.
package struct DocumentLimits: Hashable, Sendable {
  /// Pages of one file, ten thousand by default; all further ones become one failed page.
  package var maximumPages = 10_000
  /// Bytes of one file, 512 MiB by default; a worker maps the whole file into its allowed memory.
  package var maximumBytes: Int64 = 512 << 20
  /// Pixels of one page; a JPEG is scaled down to them, any other picture refused.
  package var maximumPixels = 100_000_000
  package init() {}
}
