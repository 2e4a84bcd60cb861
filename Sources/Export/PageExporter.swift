public import PageModel

/// A format that pages are written in: its name, which pages get a file, and the bytes of each.
///
/// It sees what is stored of a page and what was derived from it, never the recognizer. Equal pages give equal bytes.
public protocol PageExporter: Sendable {
  /// As `--format` takes it and the store remembers it; never changed.
  var name: String { get }
  /// What it writes, in a few words for the help.
  var summary: String { get }
  /// The last part of a file's name, without the point.
  var fileExtension: String { get }
  /// The states of the pages that get a file.
  var states: Set<PageState> { get }
  /// Whether a duplicate's file is made from its original: it is then written when that one has its result.
  var copiesOriginal: Bool { get }
  /// Whether the file holds derived values, so that it is made again when they change.
  var holdsDerivedValues: Bool { get }

  /// The bytes of the file of a page in one of `states`; nil where there is none as long as its original has no result.
  ///
  /// - Parameter original: The page that a duplicate repeats; nil for other pages, and while it is not stored.
  func bytes(of page: PageRecord, original: PageRecord?) -> [UInt8]?

  /// The bytes of a page in a stream of pages, in every state, so that pages can be counted.
  func streamed(_ page: PageRecord, original: PageRecord?, isFirst: Bool) -> [UInt8]
}

extension PageExporter {
  /// The bytes of a page's file, or nil where the page gets none.
  public func file(_ page: PageRecord, original: PageRecord? = nil) -> [UInt8]? {
    states.contains(page.outcome.state) ? bytes(of: page, original: original) : nil
  }
}

/// All formats, in the order in which the help names them; the first is the one that a run writes unless told otherwise.
public enum PageExporters {
  public static let all: [any PageExporter] = [
    TextExporter(),
    JSONExporter(),
  ]

  /// The exporter of a name, or nil.
  public static func named(_ name: String) -> (any PageExporter)? {
    all.first { $0.name == name }
  }
}
