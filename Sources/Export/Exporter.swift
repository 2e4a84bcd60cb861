package import PageModel

/// A format that results are written in: its names, and what it makes a file of.
///
/// It is one of `PageExporter` (a file for each page), `DocumentExporter` (a file for each document) and
/// `CollectionExporter` (files for all pages of a store together). Equal pages give equal bytes.
package protocol Exporter: Sendable {
  /// As `--format` takes it and the store remembers it; never changed.
  var name: String { get }
  /// Its content in a few words, for the help.
  var summary: String { get }
  /// The last part of a file's name, without the point.
  var fileExtension: String { get }
  /// The first bytes of a stream of pages, such as a heading; nil if the format has no stream.
  func streamStart(_ style: TableStyle) -> [UInt8]?
}

extension Exporter {
  package func streamStart(_ style: TableStyle) -> [UInt8]? { nil }
}

/// A format with a file for each page; it sees what is stored of it and what was derived, never the recognizer.
package protocol PageExporter: Exporter {
  /// The states of the pages that get a file.
  var states: Set<PageState> { get }
  /// Whether the file holds derived values, so that it is made again when they change.
  var holdsDerivedValues: Bool { get }

  /// The bytes of the file of a page in one of `states`; nil where there is none as long as its original has no result.
  ///
  /// - Parameter original: The page that a duplicate repeats; nil for other pages, and while it is not stored.
  func bytes(of page: PageRecord, original: PageRecord?) -> [UInt8]?

  /// The bytes of a page in a stream of pages, in every state, so that pages can be counted.
  ///
  /// - Parameter position: The number of pages of the stream before it.
  func streamed(_ page: PageRecord, original: PageRecord?, position: Int) -> [UInt8]
  /// The last bytes of a stream of pages.
  var streamEnd: [UInt8] { get }
}

extension PageExporter {
  package func streamStart(_ style: TableStyle) -> [UInt8]? { [] }
  package var streamEnd: [UInt8] { [] }

  /// The bytes of a page's file, or nil where the page gets none.
  package func file(_ page: PageRecord, original: PageRecord? = nil) -> [UInt8]? {
    states.contains(page.outcome.state) ? bytes(of: page, original: original) : nil
  }
}

/// A format with files for all pages of a store together; they are made anew at the end of every run.
package protocol CollectionExporter: Exporter {
  /// The names of its files, which lie at the top of the output directory.
  var fileNames: [String] { get }
  /// Begins the files of a store below an output directory.
  func begin(in writer: FileWriter, style: TableStyle) throws(ExportError) -> any CollectionFiles

  /// The bytes of a page in a stream.
  func streamed(_ page: PageRecord, _ style: TableStyle) -> [UInt8]
}

extension CollectionExporter {
  package func streamed(_ page: PageRecord, _ style: TableStyle) -> [UInt8] { [] }
}

/// Files of a collection that are being written: page after page in natural order.
package protocol CollectionFiles: AnyObject {
  func add(_ page: PageRecord) throws(ExportError)
  /// The files are complete; the next `sync` of their writer gives them their names.
  func finish() throws(ExportError)
}
