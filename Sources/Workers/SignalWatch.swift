import CPosix
import Glibc
public import Support

/// What asks a run to stop: the signals of its program, or whatever its host makes of them.
public protocol SignalSource: AnyObject {
  /// Readable when `next` has something to give.
  var descriptor: CInt { get }

  /// The next signal that has come; nil when none has; never waits.
  func next() -> CInt?
}

/// Turns the signals that ask a program to stop into something that `poll` waits for.
///
/// To be made first in `main`: a thread that runs already would still be killed by them. Workers are not touched: they
/// start with no signal blocked, and in groups of their own, so that Ctrl-C in a terminal doesn't reach them.
public final class SignalWatch: SignalSource {
  /// Readable when a signal has come; give it to `WorkerPool.wait`.
  public let descriptor: CInt
  /// Those that are watched.
  ///
  /// What was ignored at the start, as SIGHUP under nohup, stays ignored.
  public let signals: [CInt]

  /// Watches SIGINT, SIGTERM and SIGHUP, and ignores SIGPIPE, so that a write to a closed pipe fails instead of killing the program.
  public convenience init() throws(SystemError) {
    try self.init([SIGINT, SIGTERM, SIGHUP])
  }

  package init(_ signals: [CInt]) throws(SystemError) {
    self.signals = signals.filter { cposix_signal_is_ignored($0) == 0 }
    descriptor = cposix_signal_descriptor(self.signals, self.signals.count)
    guard descriptor >= 0 else { throw SystemError("signalfd", -descriptor) }
    _ = cposix_signal_ignore(SIGPIPE)
  }

  deinit {
    while next() != nil {}
    close(descriptor)
    _ = cposix_signal_unblock(signals, signals.count)
  }

  /// The next signal that has come; nil when none has; never waits.
  public func next() -> CInt? {
    let number = cposix_signal_next(descriptor)
    return number > 0 ? number : nil
  }
}
