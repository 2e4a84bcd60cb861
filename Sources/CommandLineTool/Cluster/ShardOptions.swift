import Cluster
import Ingest
import Run
import RunSupport
import PageModel

/// The options of `run` that make it read one part of its input, as one of many machines.
enum ShardOptions {
  static let options: [Option] = [
    Option(
      "shard", value: "I/N",
      "Read part I of N into a folder of its own below OUT, for 'hanscan merge'. slurm/N takes I from a Slurm array."),
    Option("scratch", value: "DIR", "With --shard: write the store on this machine's disk until the shard is whole."),
  ]

  /// Refuses what a shard has no use for; what a configuration file says of files is for other runs.
  static func check(_ given: Arguments) throws {
    guard given.has("shard") else {
      if given.has("scratch") { throw CommandFailure.usage("--scratch goes with --shard") }
      return
    }
    try given.refuse("shard", with: "stdout", because: "a shard is a store, and files are made from the joined one")
    try given.refuse("shard", with: "format", because: "files are made by 'hanscan export' when all shards are joined")
    try given.refuse("shard", with: "store", because: "the shard's folder is OUT/shard-I-of-N; see --scratch")
    if !given.has("out") { throw CommandFailure.usage("--shard needs --out, the directory that all shards lie in") }
  }

  /// Takes the shard that the arguments name, and points the settings of the run to it; nil where they name none.
  static func begin(_ arguments: Arguments, _ settings: inout RunSettings, console: Console) throws -> ShardRun? {
    guard let text = try arguments.text("shard") else { return nil }
    guard let output = try arguments.path("out") else { throw CommandFailure.usage("--shard needs --out") }
    let shard = try shard(text, environment: Program.environment)
    do {
      let run = try ShardRun(shard, output: output, scratch: arguments.path("scratch"), settings: &settings)
      for warning in run.warnings { console.error("hanscan: warning: \(warning)\n", .warning) }
      return run
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  /// `3/100`, or with Slurm's variables `slurm/100` and `slurm`.
  static func shard(_ text: String, environment: [String: String]) throws -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "slurm", parts.count <= 2 {
      return try slurm(parts.dropFirst().first.map(String.init), environment)
    }
    if parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), let shard = Shard(index, of: count) {
      return shard
    }
    throw CommandFailure.usage(
      "--shard takes I/N, I from 1 to N and N up to \(Shard.mostShards), or slurm/N, not '\(text)'")
  }

  private static func slurm(_ given: String?, _ environment: [String: String]) throws -> Shard {
    func number(_ name: String) throws -> Int {
      guard let text = environment["SLURM_ARRAY_TASK_\(name)"], let number = Int(text) else {
        throw CommandFailure.usage("--shard slurm is for the tasks of a job array: SLURM_ARRAY_TASK_\(name) is not set")
      }
      return number
    }
    let id = try number("ID")
    if let given {
      guard let count = Int(given), let shard = Shard(id, of: count) else {
        throw CommandFailure.usage("--shard slurm/\(given): task \(id) is no part of \(given); submit with --array=1-N")
      }
      return shard
    }
    // A part of an array that is submitted again has other bounds: without N it would be taken for another division.
    let (least, most, count) = (try number("MIN"), try number("MAX"), try number("COUNT"))
    guard least == 1, count == most, let shard = Shard(id, of: count) else {
      throw CommandFailure.usage(
        "--shard slurm needs an array from 1 to N without gaps, this one has \(count) tasks from \(least) to \(most); "
          + "say slurm/N to submit some of N again")
    }
    return shard
  }
}
