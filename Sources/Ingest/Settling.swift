import Documents
import Glibc

/// Judges whether a file is still being written, by its times.
///
/// Each write sets the change time (ctime) to the system's clock, and nobody can set it otherwise; so a file whose
/// change time lies within the window around now may be in work. The window extends into the future as far as into the
/// past, because a file server's clock may run ahead a little. A change time further ahead means that the clock was set
/// back since; such a file is taken, or it would wait until the clock has caught up. (The descriptor shows later
/// whether a file changes while it is read.) The modification time counts as well, because some file systems keep no
/// change time; one in the future was set by hand or by a camera and says nothing.
struct Settling: Sendable {
  let window: Duration

  init(_ duration: Duration) { window = max(duration, .zero) }

  /// Judges times in nanoseconds.
  func isSettled(modified: Int64, changed: Int64, now: Int64) -> Bool {
    if window == .zero { return true }
    let sinceChange = Duration.nanoseconds(now) - .nanoseconds(changed)
    if max(sinceChange, .zero - sinceChange) < window { return false }
    let sinceWrite = Duration.nanoseconds(now) - .nanoseconds(modified)
    return sinceWrite < .zero || sinceWrite >= window
  }

  /// Nanoseconds since 1970 by the clock that file systems use.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileStatus.nanoseconds(time)
  }
}
