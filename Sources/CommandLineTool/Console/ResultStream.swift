import Export
import PageModel
import ResultStore
import Run
import StoreFiles

/// Writes pages to standard output in the order of the scan, as one stream: text with form feeds between pages, rows.
final class ResultStream: ResultSink {
  private let console: Console
  private let format: any Exporter
  /// Pages so far.
  private var count = 0
  private var isOpen = false
  /// That of the store, from the first page on.
  private var style: TableStyle?

  init(console: Console, format: any Exporter) {
    (self.console, self.format) = (console, format)
  }

  /// Whether a format can be written so.
  static func takes(_ format: any Exporter) -> Bool { format.streamStart(TableStyle()) != nil }

  func documentFinished(
    _ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience
  ) throws -> SinkAnswer {
    guard let document = try store.document(path) else { return .taken }
    for index in 0..<document.entry.pageCount {
      guard let page = try store.page(path, index) else { continue }
      let answer = try write(page.record, from: store, waiting: patience)
      if answer != .taken { return answer }
    }
    return .taken
  }

  func write(
    _ record: PageRecord, from store: ResultStore, waiting patience: SinkPatience = .always
  ) throws -> SinkAnswer {
    let style = try style ?? store.tableStyle()
    self.style = style
    var bytes = start(style)
    if let format = format as? any PageExporter {
      bytes += format.streamed(record, original: try store.original(of: record)?.record, position: count)
    } else if let format = format as? any CollectionExporter {
      bytes += format.streamed(record, style)
    }
    count += 1
    return console.output(bytes: bytes, waiting: patience)
  }

  /// Closes the stream; one without pages is opened for it.
  func finish() -> SinkAnswer {
    console.output(bytes: start(style ?? TableStyle()) + ((format as? any PageExporter)?.streamEnd ?? []))
  }

  /// The first bytes of the stream, once.
  private func start(_ style: TableStyle) -> [UInt8] {
    guard !isOpen else { return [] }
    isOpen = true
    return format.streamStart(style) ?? []
  }
}
