import PageModel
import Support

/// The job that reads an input in shards under Slurm, and joins them: a script that submits itself.
///
/// Slurm starts a task again whose node is gone, or that asks for it. A task that is started again goes on from the
/// store of its shard, so that nothing is read twice that had been read and kept.
struct SlurmJob {
  let inputs: [ScanPath]
  let shards: ScanPath
  let joined: ScanPath
  let count: Int
  let nodes: Int
  let cores: Int
  /// Further options of `run`, ready for a shell.
  let options: String

  /// The path as one word of a shell.
  static func quoted(_ path: ScanPath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self)
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x2B...0x39).contains(byte) || byte == 0x5F
      }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The job: its own settings, and then the common part.
  var text: String {
    Template(PackageResources.job_sh).text([
      "inputs": .string(inputs.map(Self.quoted).joined(separator: " ")), "shards": .string(Self.quoted(shards)),
      "joined": .string(Self.quoted(joined)), "count": .integer(count), "nodes": .integer(nodes),
      "cores": .integer(cores), "options": .string(options),
    ])
  }
}
