import Cluster
import PageModel
import RunSupport
import Support
import Workers

/// `hanscan merge`: joins the shards of an input into one store.
struct MergeCommand: Command {
  static let name = "merge"

  @Option("out", "o", value: "DIR", .path) var output: ScanPath?
  @Option("base", value: "DIR", .path) var base: ScanPath?
  @Option("quiet", "q") var isQuiet: Bool
  @Operands(1 ... .max, "say which shards are to be joined") var folders: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let output = try $output.required("say where the store goes")
    let signals = try SignalWatch()
    let started = ContinuousClock.now
    let shards = try ShardSet(folders)
    let merge = ShardMerge(shards, into: output, base: base, signals: signals) { text in
      if !isQuiet { console.error("hanscan: \(text)\n", .information) }
    } warn: {
      console.error("hanscan: warning: \($0)\n", .warning)
    }
    let outcome = try merge.run()
    if outcome.unsettled > 0 {
      console.error(
        "hanscan: warning: \(counted(outcome.unsettled, "file")) left out that were still being written; run the "
          + "shards again\n", .warning)
    }
    if let signal = outcome.signal {
      console.error("hanscan: stopped; the same call goes on\n", .notice)
      return .signal(signal)
    }
    if !isQuiet {
      console.error(text(outcome, shards.members.count, output, started.duration(to: .now)), .information)
    }
    return .success
  }

  private func text(
    _ outcome: ShardMerge.Outcome, _ shards: Int, _ output: ScanPath, _ time: Duration
  ) -> Message {
    let pages = outcome.pages.values.reduce(0, +)
    let states = PageState.allCases.compactMap { state in outcome.pages[state].map { counted($0, as: state.rawValue) } }
    if outcome.isUnchanged {
      return "hanscan: \(output) was made of these \(counted(shards, "shard")) before: nothing to do\n"
    }
    let sums: Message = "hanscan: " + counted(shards, "shard") + ", " + counted(pages, "page") + ": "
    let joined: Message = "hanscan: joined in \(decimal(time.seconds, 1)) s: \(output)\n"
    return sums + states.joined(separator: ", ") + "\n" + joined
  }
}
