import RunSupport
import Support
import Workers

/// The running program itself.
enum Program {
  /// The cores that this process may use, respecting affinity and cgroup limits.
  static var availableCores: Int { max(1, ProcessorCount.available) }

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
