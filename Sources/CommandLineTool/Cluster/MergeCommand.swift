import Cluster
import PageModel
import RunSupport
import Support
import Workers

/// `hanscan merge`: joins the shards of an input into one store.
struct MergeCommand: Command {
  static let name = "merge"
  static let summary = "Join the stores of 'run --shard' into one, as one machine would have left it."
  static let usage = "SHARD... --out OUT [OPTION...]"
  static let discussion = """
    SHARD is the folder of a shard, or a directory that holds such. All shards of one division have to be there, each \
    once and whole, and read in the same way; what is missing or differs is named. Scans of the same bytes in several \
    shards become duplicates of the first, and the same receipts are found across shards. Files are made afterwards, by \
    'hanscan export'.

    A call that is killed or stopped is gone on with by the same call; one that has finished has nothing to do. Shards \
    that have changed since are joined anew, unless OUT holds corrections or other runs by then.

    Exit status: 0 all shards are joined, 64 shards that don't belong together, or OUT holds something else, 66 a shard is \
    missing or not whole, 73 OUT can't be written, 74 a shard is damaged, 75 another program holds OUT.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan merge shards --out texts", "Every shard below shards."),
    ("hanscan export --out texts --format text,json", "The files, then."),
  ]

  @Option("out", "o", value: "DIR", .path, "Where the joined store goes.") var output: ScanPath?
  @Option(
    "base", value: "DIR", .path, "The directory that the scans' names start from, where it is another one here.")
  var base: ScanPath?
  @Option("quiet", "q", "Print only problems.") var isQuiet: Bool
  @Operands(1 ... .max, "say which shards are to be joined") var folders: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let output = try $output.required("say where the store goes")
    let signals = try SignalWatch()
    let started = ContinuousClock.now
    let shards = try ShardSet(folders)
    let merge = ShardMerge(shards, into: output, base: base, signals: signals) { tell($0, console) }
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

  private func tell(_ event: ShardMerge.Event, _ console: Console) {
    if case .warning(let text) = event { return console.error("hanscan: warning: \(text)\n", .warning) }
    if isQuiet { return }
    let text: String? =
      switch event {
      case .verifying(let count): "comparing \(counted(count, "store")) with the manifests"
      case .joined(let pages, let all): "\(pages) of \(all) pages joined"
      case .comparing: "comparing receipts across shards"
      case .indexing: "making the index of words"
      default: nil
      }
    if let text { console.error("hanscan: \(text)\n", .information) }
  }

  private func text(
    _ outcome: ShardMerge.Outcome, _ shards: Int, _ output: ScanPath, _ time: Duration
  ) -> String {
    let pages = outcome.pages.values.reduce(0, +)
    let states = PageState.allCases.compactMap { state in outcome.pages[state].map { "\($0) \(state.rawValue)" } }
    if outcome.isUnchanged {
      return "hanscan: \(output) was made of these \(counted(shards, "shard")) before: nothing to do\n"
    }
    return "hanscan: \(counted(shards, "shard")), \(counted(pages, "page")): \(states.joined(separator: ", "))\n"
      + "hanscan: joined in \(decimal(time.seconds, 1)) s: \(output)\n"
  }
}
