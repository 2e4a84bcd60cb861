import Export
import PageModel
import Pipeline
import ResultStore

/// Writes pages to standard output in the order of the scan: text with form feeds between pages, or JSON Lines.
final class ResultStream: ResultSink {
  private let console: Console
  private let format: any PageExporter
  private var isFirst = true

  init(console: Console, format: any PageExporter) {
    self.console = console
    self.format = format
  }

  func documentFinished(
    _ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience
  ) throws -> SinkAnswer {
    guard let document = try store.document(path) else { return .taken }
    for index in 0..<document.entry.pageCount {
      guard let page = try store.page(path, index) else { continue }
      switch try write(page.record, from: store, waiting: patience) {
      case .written: break
      case .interrupted: return .interrupted
      case .failed(let reason): return .closed(reason)
      }
    }
    return .taken
  }

  func write(
    _ record: PageRecord, from store: ResultStore, waiting patience: SinkPatience = .always
  ) throws -> Console.Written {
    let bytes = format.streamed(record, original: try store.original(of: record), isFirst: isFirst)
    isFirst = false
    return console.output(bytes: bytes, waiting: patience)
  }
}
