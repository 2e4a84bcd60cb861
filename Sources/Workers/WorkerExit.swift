import CPosix
import Glibc

/// The exit statuses of a worker, part of the protocol.
package enum WorkerExit {
  /// The supervisor closed the worker's input.
  package static let finished: CInt = 0
  /// The worker noticed that memory ran out; the number is that of ENOMEM.
  package static let outOfMemory: CInt = 12
  /// The supervisor sent an invalid frame.
  package static let garbledInput: CInt = 65
  /// A system call failed while the worker was set up.
  package static let unusable: CInt = 71
}

/// The exit of a process, by the kernel.
package struct ProcessExit: Sendable, Hashable {
  package var status: CInt?
  package var signal: CInt?

  /// The loss of a worker that exited so unasked.
  ///
  /// C libraries seldom report that memory ran out: they abort, or use a null pointer. A last message about memory is
  /// believed; a crash without such a message stays a crash.
  package func cause(stderrTail: [String], cpuSeconds: UInt64) -> WorkerLoss.Cause {
    // The C++ library's, Swift's, the C library's, and a common one.
    let reports = ["std::bad_alloc", "failed to allocate", "Cannot allocate memory", "ut of memory"]
    let words = stderrTail.last { line in reports.contains { line.contains($0) } }
    switch signal {
    case SIGKILL?: return .killedFromOutside
    case SIGXCPU? where cpuSeconds > 0: return .timedOut(.seconds(Int64(clamping: cpuSeconds)))
    case SIGABRT?, SIGILL?, SIGTRAP?: if let words { return .outOfMemory(words) }
    default: break
    }
    if let signal { return .crashed(signal: signal) }
    if status == WorkerExit.outOfMemory { return .outOfMemory(words ?? "exit status \(WorkerExit.outOfMemory)") }
    return .exited(status: status ?? -1)
  }
}

extension ProcessExit {
  /// Nil while the process goes on.
  init?(reaping pid: Int32) {
    var end = cposix_end()
    guard cposix_reap(pid, &end) == 1 else { return nil }
    self.init(status: end.status >= 0 ? end.status : nil, signal: end.signal > 0 ? end.signal : nil)
  }
}
