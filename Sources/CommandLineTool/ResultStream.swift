import Export
import PageModel
import Pipeline
import ResultStore

/// Writes pages to standard output in the order of the scan: text with form feeds between pages, or JSON Lines.
final class ResultStream: ResultSink {
  private let console: Console
  private let format: OutputFormat
  private var isFirst = true

  init(console: Console, format: OutputFormat) {
    self.console = console
    self.format = format
  }

  func documentEnded(_ path: ScanPath, in store: ResultStore) throws -> Bool {
    guard let document = try store.document(path) else { return true }
    for index in 0..<document.entry.pageCount {
      guard let page = try store.page(path, index) else { continue }
      if try !write(page.record, from: store) { return false }
    }
    return true
  }

  /// False when the reader has gone away.
  func write(_ record: PageRecord, from store: ResultStore) throws -> Bool {
    let bytes = format.streamed(record, isFirst: isFirst, original: try store.original(of: record))
    isFirst = false
    return console.output(bytes: bytes)
  }
}
