import Cluster
import RunSupport
import PageModel
import Workers

/// `hanscan merge`: joins the shards of an input into one store.
enum MergeCommand: Command {
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
  static let options: [Option] = [
    Option("out", "o", value: "DIR", "Where the joined store goes."),
    Option("base", value: "DIR", "The directory that the scans' names start from, where it is another one here."),
    Option("quiet", "q", "Print only problems."),
  ]
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan merge shards --out texts", "Every shard below shards."),
    ("hanscan export --out texts --format text,json", "The files, then."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard let output = try arguments.path("out") else {
      throw CommandFailure.usage("say where the store goes: --out DIR")
    }
    guard !arguments.operands.isEmpty else { throw CommandFailure.usage("say which shards are to be joined") }
    let isQuiet = arguments.has("quiet")
    let signals: SignalWatch
    do { signals = try SignalWatch() } catch { throw CommandFailure(.inputOutput, "\(error)") }
    let started = ContinuousClock.now
    do {
      let shards = try ShardSet(arguments.operands)
      let merge = ShardMerge(shards, into: output, base: try arguments.path("base"), signals: signals) { event in
        switch event {
        case .warning(let text): console.error("hanscan: warning: \(text)\n", .warning)
        case .verifying(let count) where !isQuiet:
          console.error("hanscan: comparing \(counted(count, "store")) with the manifests\n", .information)
        case .joined(let pages, let all) where !isQuiet:
          console.error("hanscan: \(pages) of \(all) pages joined\n", .information)
        case .comparing where !isQuiet: console.error("hanscan: comparing receipts across shards\n", .information)
        case .indexing where !isQuiet: console.error("hanscan: making the index of words\n", .information)
        default: break
        }
      }
      let outcome = try merge.run()
      if outcome.unsettled > 0 {
        console.error(
          "hanscan: warning: \(counted(outcome.unsettled, "file")) left out that were still being written; run the "
            + "shards again\n", .warning)
      }
      if let signal = outcome.signal {
        console.error("hanscan: stopped; the same call goes on\n", .notice)
        return ExitStatus(rawValue: 128 + signal)
      }
      if !isQuiet {
        console.error(Self.text(outcome, shards.members.count, output, started.duration(to: .now)), .information)
      }
      return .success
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  private static func text(
    _ outcome: ShardMerge.Outcome, _ shards: Int, _ output: ScanPath, _ time: Duration
  ) -> String {
    let pages = outcome.pages.values.reduce(0, +)
    let states = PageState.allCases.compactMap { state in
      outcome.pages[state].map { "\($0) \(state.rawValue)" }
    }
    if outcome.isUnchanged {
      return "hanscan: \(output) was made of these \(counted(shards, "shard")) before: nothing to do\n"
    }
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return "hanscan: \(counted(shards, "shard")), \(counted(pages, "page")): \(states.joined(separator: ", "))\n"
      + "hanscan: joined in \(decimal(seconds, 1)) s: \(output)\n"
  }
}
