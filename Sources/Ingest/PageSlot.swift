public import PageModel

/// One page of a document, as far as the headers tell.
public struct PageSlot: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case readable
    case failed(PageProblem)
    case unsupported(PageProblem)
  }

  /// From 0.
  public var index: Int
  /// Where the page's directory lies in a TIFF, or 0.
  public var byteOffset: UInt64
  /// Pixels as they are stored, before any EXIF orientation; 0 where they are not known.
  public var width: Int
  public var height: Int
  public var state: State

  public init(index: Int, byteOffset: UInt64 = 0, width: Int = 0, height: Int = 0, state: State = .readable) {
    self.index = index
    self.byteOffset = byteOffset
    self.width = width
    self.height = height
    self.state = state
  }
}

/// What a document may ask for, judged before anything is decoded.
public struct DocumentLimits: Hashable, Sendable {
  /// Pages of one file, ten thousand by default; what follows becomes one failed page.
  public var maximumPages = 10_000
  /// Bytes of one file, 512 MiB by default; a worker maps the whole file into the memory that it may use.
  public var maximumBytes: Int64 = 512 << 20
  /// Pixels of one page; a JPEG is scaled down to them, any other picture refused.
  public var maximumPixels = 100_000_000

  public init() {}
}
