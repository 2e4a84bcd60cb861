import Cluster
import Ingest
import PageModel
import Run
import RunSupport
import Support

/// The options of `run` that make it read one part of its input, as one of many machines.
struct ShardOptions: OptionGroup {
  @Option("shard", value: "I/N", .text) var shard: String?
  @Option("scratch", value: "DIR", .path) private var scratch: ScanPath?

  func check() throws(RunFailure) { try $scratch.needs($shard) }

  /// Takes the shard that was asked for, and points the settings of the run to it; nil if none was.
  func begin(output: ScanPath?, _ settings: inout RunSettings, console: Console) throws(RunFailure) -> ShardRun? {
    guard let shard, let output else { return nil }
    let part = try Self.shard(shard, environment: ProgramFacts.environment)
    let run = try ShardRun(part, output: output, scratch: scratch, settings: &settings)
    for warning in run.warnings { console.error("hanscan: warning: \(warning)\n", .warning) }
    return run
  }

  /// `3/100`, or with Slurm's variables `slurm/100` and `slurm`.
  static func shard(_ text: String, environment: [String: String]) throws(RunFailure) -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "slurm", parts.count <= 2 {
      return try slurm(parts.dropFirst().first.map(String.init), environment)
    }
    if parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), let shard = Shard(index, of: count) {
      return shard
    }
    throw .usage(
      "--shard takes I/N, I from 1 to N and N up to \(Shard.mostShards), or slurm/N, not '\(text)'")
  }

  private static func slurm(_ given: String?, _ environment: [String: String]) throws(RunFailure) -> Shard {
    func number(_ name: String) throws(RunFailure) -> Int {
      guard let text = environment["SLURM_ARRAY_TASK_\(name)"], let number = Int(text) else {
        throw .usage("--shard slurm is for the tasks of a job array: SLURM_ARRAY_TASK_\(name) is not set")
      }
      return number
    }
    let id = try number("ID")
    if let given {
      guard let count = Int(given), let shard = Shard(id, of: count) else {
        throw .usage("--shard slurm/\(given): task \(id) is no part of \(given); submit with --array=1-N")
      }
      return shard
    }
    // A part of an array that is submitted again has other bounds: without N it would count as another division.
    let (least, most, count) = (try number("MIN"), try number("MAX"), try number("COUNT"))
    guard least == 1, count == most, let shard = Shard(id, of: count) else {
      throw .usage(
        "--shard slurm needs an array from 1 to N without gaps, this one has \(count) tasks from \(least) to \(most); "
          + "say slurm/N to submit some of N again")
    }
    return shard
  }
}
