import Documents
import FoundationEssentials
import Glibc
import PageModel
import Support

/// The progress of a shard, which its job writes atomically every few seconds.
package struct ShardProgress: Codable, Hashable, Sendable {
  package var shard: Int
  package var of: Int
  package var state = ShardStatus.State.reading
  package var message: String?
  /// Files that have finished in this job, those found so far, and whether that is all of them.
  package var finished = 0
  package var found = 0
  package var foundAll = false
  /// The finished files that were known and unchanged.
  package var unchanged = 0
  /// The pages that the store held when this job began, by state.
  package var earlier: [String: Int] = [:]
  /// Pages that finished in this job, by state; `read` counts those that a worker read.
  package var pages: [String: Int] = [:]
  package var read = 0
  package var seconds = 0.0
  package var host: String
  package var pid: Int
  static let name = "progress.json"
  private static let limit = 1 << 16

  init(shard: Int, of: Int) {
    (self.shard, self.of) = (shard, of)
    host = ProcessFacts.hostName
    pid = Int(getpid())
  }

  /// A job's last entry in a shard's folder, and its time by the file system's clock, in seconds since 1970.
  static func read(in folder: ScanPath) -> (progress: ShardProgress, time: Double)? {
    let path = folder.appending(name)
    guard let time = timeOfWriting(path),
      let bytes = try? path.withCString({ try SmallFile.read($0, atMost: limit, onlyRegular: true) }),
      let progress = try? JSONDecoder().decode(ShardProgress.self, from: Data(bytes)),
      ([progress.finished, progress.found, progress.unchanged, progress.read] + progress.pages.values
        + progress.earlier.values).allSatisfy((0..<1 << 48).contains),
      progress.seconds.isFinite, progress.seconds >= 0
    else { return nil }
    return (progress, Double(time) / 1e9)
  }

  /// Ignores errors: a folder that can't be written fails later, with a message.
  func write(in folder: ScanPath) {
    try? SmallFile.write(self, to: folder.appending(Self.name))
  }
}
