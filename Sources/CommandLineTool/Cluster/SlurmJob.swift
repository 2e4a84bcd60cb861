import PageModel
import Support

/// The job that reads an input in shards under Slurm, and joins them: a script that submits itself.
///
/// Slurm starts a task again whose node is gone, or that asks for it. A task that is started again goes on from the
/// store of its shard, so that nothing is read twice that had been read and kept.
enum SlurmJob {
  /// The path as one word of a shell.
  static func quoted(_ path: ScanPath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self)
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x2B...0x39).contains(byte) || byte == 0x5F
      }
    // A quotation mark with a combining mark behind it is one character, and would not be found among these.
    let quoted = text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return isPlain ? text : "'" + quoted + "'"
  }

  /// The job: its own settings, and then the common part.
  ///
  /// - Parameter options: Further options of `run`, ready for a shell.
  static func text(
    inputs: [ScanPath], shards: ScanPath, joined: ScanPath, count: Int, nodes: Int, cores: Int, options: String
  ) -> String {
    Template(PackageResources.job_sh).text([
      "inputs": .string(inputs.map(quoted).joined(separator: " ")), "shards": .string(quoted(shards)),
      "joined": .string(quoted(joined)), "count": .integer(count), "nodes": .integer(nodes),
      "cores": .integer(cores), "options": .string(options),
    ])
  }
}
