import CPosix
import Glibc

/// The statuses with which a worker ends itself, part of the protocol.
public enum WorkerExit {
  /// The supervisor closed the worker's input: nothing is left to do.
  public static let finished: CInt = 0
  /// Memory ended, and the worker noticed; the number is that of ENOMEM.
  public static let outOfMemory: CInt = 12
  /// The supervisor sent what is no frame.
  public static let garbledInput: CInt = 65
  /// The worker could not be set up: a call of the system failed.
  public static let unusable: CInt = 71
}

/// How a process ended, as the kernel tells it.
package struct ProcessEnd: Sendable, Hashable {
  package var status: CInt?
  package var signal: CInt?
  package var peakResident: Int64

  package init(status: CInt? = nil, signal: CInt? = nil, peakResident: Int64 = 0) {
    self.status = status
    self.signal = signal
    self.peakResident = peakResident
  }

  /// The loss of a worker that ended so without having been told to.
  ///
  /// C libraries seldom say that memory ended: they abort, or use a null pointer. Where the last message names it,
  /// that is believed; a crash without such a message stays a crash.
  package func cause(lastWords: [String], cpuSeconds: UInt64) -> WorkerLoss.Cause {
    if let signal {
      switch signal {
      case SIGKILL:
        return .killedFromOutside
      case SIGXCPU where cpuSeconds > 0: return .timedOut(.seconds(Int64(clamping: cpuSeconds)))
      case SIGABRT, SIGILL, SIGTRAP:
        if let words = lastWords.last(where: Self.saysMemoryEnded) { return .outOfMemory(words) }
        return .crashed(signal: signal)
      default: return .crashed(signal: signal)
      }
    }
    guard let status else { return .exited(status: -1) }
    if status == WorkerExit.outOfMemory {
      return .outOfMemory(lastWords.last(where: Self.saysMemoryEnded) ?? "exit status \(status)")
    }
    return .exited(status: status)
  }

  private static func saysMemoryEnded(_ line: String) -> Bool {
    // The C++ library's, Swift's, the C library's, and everybody's.
    ["std::bad_alloc", "failed to allocate", "Cannot allocate memory", "ut of memory"].contains { line.contains($0) }
  }
}
