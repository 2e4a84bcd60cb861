import Export
import Glibc
import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan history`: how the pages of each run were, over time.
struct HistoryCommand: Command {
  static let name = "history"

  @Option("svg", value: "FILE", .path) var picture: ScanPath?
  @Option("json") var isJSON: Bool
  let store = StoreOptions()

  func run(console: Console) throws -> ExitStatus {
    if let picture { try checkThatNothingIsLost(at: picture) }
    let runs = try store.open().history(qualityVersion: QualityStage.version)
    let trends = QualityTrend.trends(of: runs)
    if let picture { try draw(HistoryChart.svg(runs, trends: trends), to: picture) }
    console.output(verbatim: isJSON ? json(runs, trends) : table(runs, trends))
    return .success
  }

  private func table(_ runs: [RunQuality], _ trends: [QualityTrend]) -> String {
    func cell(_ text: String, _ width: Int) -> String { text.padded(to: width, isRight: true) }
    var text = cell(said("run"), 5) + "  " + said("started (UTC)").padded(to: 20) + cell(said("pages"), 9)
    text += cell(said("quality"), 9) + cell(said("skew"), 9) + cell(said("confidence"), 12) + "\n"
    for run in runs {
      text += cell("\(run.run)", 5) + "  " + String(run.started.prefix(20)).padded(to: 20) + cell("\(run.pages)", 9)
      text += cell(run.score.map { decimal($0, 0) } ?? "-", 9)
      text += cell(run.skew.map { decimal($0, 1) + "°" } ?? "-", 9)
      text += cell(run.confidence.map { decimal($0 * 100, 1) + " %" } ?? "-", 12) + "\n"
    }
    if runs.isEmpty { return said("no run has read a page yet\n") }
    return text + trends.map { "\n" + wrap(said("\($0.sentence)"), indent: 0) + "\n" }.joined()
  }

  private func json(_ runs: [RunQuality], _ trends: [QualityTrend]) -> String {
    var lines: [JSONValue.Members] = runs.map { run in
      [
        "run": .integer(Int(run.run)), "started": .string(run.started), "pages": .integer(run.pages),
        "quality": run.score.map { .number($0) }, "skew": run.skew.map { .number($0) },
        "confidence": run.confidence.map { .number($0) },
      ]
    }
    lines += trends.map { trend in
      [
        "trend": .string(trend.kind.rawValue), "since": .integer(Int(trend.since.run)),
        "before": .number(trend.before), "after": .number(trend.after), "detail": .string(trend.sentence),
      ]
    }
    return lines.map { JSONValue.object($0).lineText + "\n" }.joined()
  }

  /// Refuses a file that is no SVG picture: the store itself, a scan, a device.
  private func checkThatNothingIsLost(at path: ScanPath) throws {
    do throws(SmallFileError) {
      let bytes = try path.withCString { path throws(SmallFileError) in
        try SmallFile.read(path, atMost: Self.largestPicture, onlyRegular: true)
      }
      if bytes.isEmpty || bytes.starts(with: Array("<svg".utf8)) { return }
    } catch .notOpened(let cause) {
      if cause.number == ENOENT { return }
    } catch {
      // It is no picture of ours.
    }
    throw RunFailure.usage("--svg \(path) is there and no SVG picture; it is not written over")
  }

  /// In bytes; a picture of a million runs.
  private static let largestPicture = 64 << 20

  /// Writes the picture whole or not at all, beside a file of the same name if there is one.
  private func draw(_ chart: String, to path: ScanPath) throws {
    guard let name = path.components.last else { throw RunFailure.usage("--svg needs a file's name") }
    let writer = try FileWriter(path.folder, creating: false)
    try writer.write(Array(chart.utf8), to: [name])
    try writer.sync()
  }
}
