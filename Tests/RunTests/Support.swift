import RunSupport
import Run
import Export
import Foundation
import PageModel
import ResultStore
import TestSupport
import Testing
import Workers

/// A batch run inside of the test, with workers that misbehave where a picture says so.
final class Bench {
  let scratch: ScratchFolder
  /// Called when a run says that reading begins.
  var whenReading: (() -> Void)?
  /// The address space of these workers: odd enough to know them by their command line.
  private let memory = (1 << 30) + UInt64.random(in: 1..<1 << 28)
  var store: ScanPath { ScanPath(scratch.path(of: "out/hanscan.sqlite")) }

  init(inMemory: Bool = false) throws {
    scratch = try ScratchFolder(inMemory: inMemory)
    try scratch.write("", to: "in/.keep")
  }

  /// A picture of one page; `order` is what the worker does with it (see `PageFixture`).
  func put(_ name: String, _ order: String = "") throws {
    try scratch.writePage(order, to: "in/" + name)
  }

  /// A TIFF of so many pages, with a line for each that is not to be read honestly.
  func putPages(_ count: Int, _ name: String, _ orders: [Int: String]) throws {
    try scratch.write(Self.pages(count, orders), to: "in/" + name)
  }

  /// The bytes of such a TIFF.
  static func pages(_ count: Int, _ orders: [Int: String]) -> [UInt8] {
    var file: [UInt8] = Array("II".utf8) + [42, 0, 0, 0, 0, 0]
    var link = 4
    for _ in 0..<count {
      let pixels = UInt32(file.count)
      file += [UInt8](repeating: 255, count: 16)
      withUnsafeBytes(of: UInt32(file.count).littleEndian) { file.replaceSubrange(link..<link + 4, with: $0) }
      let entries: [(UInt16, UInt32)] = [
        (256, 4), (257, 4), (258, 8), (259, 1), (262, 1), (273, pixels), (277, 1), (278, 4), (279, 16),
      ]
      file += bytes(UInt16(entries.count))
      for (tag, value) in entries {
        file += bytes(tag) + bytes(UInt16(4)) + bytes(UInt32(1)) + bytes(value)
      }
      link = file.count
      file += [0, 0, 0, 0]
    }
    for (index, order) in orders.sorted(by: { $0.key < $1.key }) { file += Array("\n# \(index) \(order)\n".utf8) }
    return file
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Runs to the end with the fixture worker and returns what was told.
  @discardableResult
  func run(
    signals: (any SignalSource)? = nil, sink: (any ResultSink)? = nil,
    _ change: (inout RunSettings) -> Void = { _ in }
  ) throws -> (summary: RunSummary, events: Recorder) {
    let settings = settings(change)
    let recorder = Recorder(whenReading: whenReading)
    return (try BatchRun(settings: settings, observer: recorder, sink: sink, signals: signals).run(), recorder)
  }

  /// The settings of a run of this bench.
  func settings(_ change: (inout RunSettings) -> Void) -> RunSettings {
    var settings = RunSettings(store: store, executable: BuiltProgram.fixtureWorker)
    settings.inputs = [ScanPath(scratch.path(of: "in"))]
    settings.output = (ScanPath(scratch.path(of: "out")), [TextExporter()])
    settings.settle = 0
    settings.workers = 2
    settings.reader.languages = ["eng"]
    settings.limits.timeout = 30
    settings.limits.memory = memory
    change(&settings)
    return settings
  }

  /// The text files of the output directory.
  func texts() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path(of: "out"))
    return files.filter { $0.hasSuffix(".txt") }.sorted()
  }

  /// Workers of this bench that live.
  func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      let words = Int(name) == nil ? nil : FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      return words.map { String(decoding: $0, as: UTF8.self).contains("=\(memory)") } ?? false
    }
  }

  func open() throws -> ResultStore { try ResultStore(store, mode: .readOnly) }

  /// How a page finished, by the store.
  func outcome(_ name: String, _ index: Int = 0) throws -> PageOutcome? {
    try open().page(ScanPath(name), index)?.record.outcome
  }

  /// The codes of a page's failed attempts.
  func codes(_ name: String, _ index: Int = 0) throws -> [PageProblem.Code] {
    guard case .failed(let attempts)? = try outcome(name, index) else { return [] }
    return attempts.map(\.problem.code)
  }
}

/// Remembers what a run told.
final class Recorder: RunObserver {
  private let whenReading: (() -> Void)?

  init(whenReading: (() -> Void)? = nil) {
    self.whenReading = whenReading
  }

  private(set) var retries: [Attempt] = []
  private(set) var warnings: [String] = []
  private(set) var workers: Int?
  private(set) var unsettled: [ScanPath] = []
  private(set) var last: (finished: Int, found: Int) = (0, 0)

  func run(_ event: RunEvent) {
    switch event {
    case .retry(_, _, let attempt): retries.append(attempt)
    case .warning(let text): warnings.append(text)
    case .reading(_, let count):
      workers = count
      whenReading?()
    case .progress(let finished, let found, _): last = (finished, found)
    case .unsettled(let path): unsettled.append(path)
    case .page: break
    }
  }
}

extension ScratchFolder {
  /// A folder with the real pdfinfo and qpdf, and with other programs that draw each page of a PDF as an empty picture.
  func putPDFTools() throws -> String {
    try write("", to: "tools/.keep")
    let drawing = BuiltProgram.path("hanscan-fixture-tool")
    for name in ["pdfinfo", "qpdf", "pdfimages", "pdftotext", "pdftoppm"] {
      let program = ["pdfinfo", "qpdf"].contains(name) ? "/usr/bin/\(name)" : drawing
      try FileManager.default.copyItem(atPath: program, toPath: path(of: "tools/\(name)"))
    }
    return path(of: "tools")
  }
}
