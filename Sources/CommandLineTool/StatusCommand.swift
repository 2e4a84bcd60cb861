import Cluster
import Foundation
import PageModel
import ResultStore
import RunSupport
import Support

/// `hanscan status`: how far the shards of an input are, or a run.
struct StatusCommand: Command {
  static let name = "status"

  @Option("json") var isJSON: Bool
  @Operands(1 ... .max, "say what to look at: the directory of the shards, or the OUT of a run") var folders: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let store = folders[0].appending("hanscan.sqlite")
    if folders.count == 1, store.exists {
      try tell(of: ResultStore(store, mode: .readOnly), console)
      return .success
    }
    let status = try ShardStatus(folders)
    if isJSON {
      for row in status.rows { console.output(verbatim: json(row).lineText + "\n") }
    } else {
      console.output(verbatim: table(status))
    }
    return .success
  }

  // MARK: Shards

  private func table(_ status: ShardStatus) -> String {
    let titles: [Message] = ["shard", "state", "pages", "failed", "pages/s", "left", "host"]
    var lines = [titles.map(\.text)]
    for row in status.rows {
      let rate = row.rate.map { decimal($0, 2) } ?? ""
      let left = row.state == .whole ? "" : row.left.map { Self.duration($0).text } ?? ""
      let silence = row.silence.map { said(" for \(Self.duration($0))") } ?? ""
      let state = row.state.shown + silence + (row.isStraggler ? said(" (straggler)") : "")
      lines.append(["\(row.shard)", state, "\(row.pages)", "\(row.failed)", rate, left, row.host])
    }
    var text = lines.aligned(left: [1, 6]) + "\n"
    for row in status.rows {
      if let message = row.message { text += wrap(said("shard \(row.shard): \(message)"), indent: 0) + "\n" }
    }
    let states: [ShardStatus.State] = [.whole, .reading, .silent, .stopped, .failed, .waiting]
    let counts = states.filter { status.count($0) > 0 }.map { counted(status.count($0), as: $0.rawValue) }
    let rate: Message = status.rate.map { ", \(decimal($0, 2)) pages/s" } ?? ""
    let left: Message = status.left.map { $0 > 0 ? ", about \(Self.duration($0)) left" : "" } ?? ""
    let sums: Message = counted(status.pages, "page") + ", \(status.failed) failed" + rate + left + "\n"
    return text + said(counted(status.rows.count, "shard") + ": " + counts.joined(separator: ", ") + "; " + sums)
  }

  private func json(_ row: ShardStatus.Row) -> JSONValue {
    .object([
      "shard": .integer(row.shard), "state": .string(row.state.rawValue), "pages": .integer(row.pages),
      "failed": .integer(row.failed), "seconds": .number(row.seconds), "straggler": .boolean(row.isStraggler),
      "pagesPerSecond": row.rate.map { .number($0) }, "secondsLeft": row.left.map { .number($0) },
      "secondsSilent": row.silence.map { .number($0) }, "host": row.host.isEmpty ? nil : .string(row.host),
      "message": row.message.map { .string($0) },
    ])
  }

  static func duration(_ seconds: Double) -> Message {
    let whole = Int(min(max(0, seconds.rounded()), 1e9))
    if whole < 120 { return "\(whole) s" }
    if whole < 7_200 { return "\(whole / 60) min" }
    return whole < 172_800 ? "\(whole / 3_600) h" : "\(whole / 86_400) d"
  }

  // MARK: One run

  private func tell(of store: ResultStore, _ console: Console) throws {
    let (counts, last) = (try store.counts(), try store.lastRun())
    let all = counts.values.reduce(0, +)
    var mine = 0
    var seconds: Double?
    if let last, last.ended == nil {
      mine = try store.counts(PageFilter(run: last.id)).values.reduce(0, +)
      if let started = ISO8601DateFormatter().date(from: last.started) {
        seconds = max(0, Date().timeIntervalSince(started))
      }
    }
    let rate = mine > 0 ? seconds.flatMap { $0 > 0 ? Double(mine) / $0 : nil } : nil
    if isJSON {
      let object = JSONValue.object([
        "pages": .integer(all), "failed": .integer(counts[.failed] ?? 0), "reading": .boolean(seconds != nil),
        "pagesPerSecond": rate.map { .number($0) },
      ])
      console.output(verbatim: object.lineText + "\n")
      return
    }
    let states = PageState.allCases.compactMap { state in counts[state].map { counted($0, as: state.rawValue) } }
    console.output(counted(all, "page") + (states.isEmpty ? "\n" : ": " + states.joined(separator: ", ") + "\n"))
    guard let last else { return }
    if let ended = last.ended {
      console.output("the last run finished \(ended), with status \(last.exitStatus ?? 0)\n")
    } else {
      let speed: Message = rate.map { ", \(decimal($0, 2)) pages/s" } ?? ""
      console.output("a run since \(last.started), or one that was killed: \(counted(mine, "page"))" + speed + "\n")
    }
  }
}
