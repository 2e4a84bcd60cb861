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
  /// Nanoseconds.
  let window: Int64

  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    window = overflow || carried ? (seconds < 0 ? 0 : .max) : max(sum, 0)
  }

  func isSettled(modified: Int64, changed: Int64, now: Int64) -> Bool {
    if window == 0 { return true }
    let sinceChange = Self.difference(now, changed)
    if sinceChange.magnitude < window.magnitude { return false }
    let sinceWrite = Self.difference(now, modified)
    return sinceWrite < 0 || sinceWrite >= window
  }

  /// Nanoseconds since 1970 by the clock that file systems use.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileStatus.nanoseconds(time)
  }

  private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    return overflow ? (right < 0 ? .max : .min) : difference
  }
}
