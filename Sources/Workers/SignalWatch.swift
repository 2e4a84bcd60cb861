import CPosix
import Glibc
package import Support

/// Requests to stop a run: the signals of its program, or its host's substitute.
package protocol SignalSource: AnyObject {
  /// Readable when `next` has a signal.
  var descriptor: CInt { get }

  /// The next signal; nil if there is none; never waits.
  func next() -> CInt?
}

/// Makes the signals that stop a program readable for `poll`.
///
/// Create it first in `main`: these signals would still kill a thread that already runs. Workers are unaffected: they
/// start with no signal blocked, and in groups of their own, so that Ctrl-C in a terminal doesn't reach them.
package final class SignalWatch: SignalSource {
  /// Readable when a signal has come; give it to `WorkerPool.wait`.
  package let descriptor: CInt
  /// The watched signals.
  ///
  /// A signal ignored at the start, as SIGHUP under nohup, stays ignored.
  package let signals: [CInt]

  /// Watches SIGINT, SIGTERM and SIGHUP.
  ///
  /// It ignores SIGPIPE, so that a write to a closed pipe fails instead of killing the program.
  package init() throws(SystemError) {
    signals = [SIGINT, SIGTERM, SIGHUP].filter { cposix_signal_is_ignored($0) == 0 }
    descriptor = cposix_signal_descriptor(self.signals, self.signals.count)
    guard descriptor >= 0 else { throw SystemError("signalfd", -descriptor) }
    _ = cposix_signal_ignore(SIGPIPE)
  }

  deinit {
    while next() != nil {}
    close(descriptor)
    _ = cposix_signal_unblock(signals, signals.count)
  }

  package func next() -> CInt? {
    let number = cposix_signal_next(descriptor)
    return number > 0 ? number : nil
  }
}
