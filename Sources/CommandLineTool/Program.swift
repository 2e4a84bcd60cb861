import Glibc
import PageModel
import RunSupport
import Support
import Workers

/// The running program itself.
enum Program {
  /// The cores that this process may use, respecting affinity and cgroup limits.
  static var availableCores: Int { max(1, ProcessorCount.available) }

  static var environment: [String: String] { ProgramFacts.environment }

  /// The executable's own path, which workers are started from.
  static func path() throws(RunFailure) -> String {
    guard let path = ProcessFacts.executable else {
      throw RunFailure(
        .unavailable,
        "/proc is not mounted, and no worker can be started without it; mount it (mount -t proc proc /proc)")
    }
    return path
  }
}

/// A store for one run that keeps nothing: `--stdout` without `--out` and `--store`.
final class ScratchStore {
  let path: ScanPath
  private let directory: String

  /// Nil where the options name a store.
  init?(neededBy options: RunOptions) throws(RunFailure) {
    guard options.isStream, options.output == nil, options.store == nil else { return nil }
    do throws(SystemError) { directory = try TemporaryFolder.make() } catch {
      throw RunFailure(.cannotCreate, "\(error)")
    }
    path = ScanPath(directory).appending("hanscan.sqlite")
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)\(suffix)") }
    rmdir(directory)
  }
}
