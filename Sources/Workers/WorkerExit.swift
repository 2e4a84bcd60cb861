import CPosix
import Glibc

/// The statuses with which a worker exits, part of the protocol.
public enum WorkerExit {
  /// The supervisor closed the worker's input: nothing is left to do.
  public static let finished: CInt = 0
  /// Memory ran out, and the worker noticed; the number is that of ENOMEM.
  public static let outOfMemory: CInt = 12
  /// The supervisor sent what is no frame.
  public static let garbledInput: CInt = 65
  /// The worker could not be set up: a call of the system failed.
  public static let unusable: CInt = 71
}

/// How a process exited, as the kernel tells it.
package struct ProcessExit: Sendable, Hashable {
  package var status: CInt?
  package var signal: CInt?
  package var peakResident: Int64 = 0

  /// The loss of a worker that exited so without having been told to.
  ///
  /// C libraries seldom say that memory ran out: they abort, or use a null pointer. Where the last message names it,
  /// that is believed; a crash without such a message stays a crash.
  package func cause(stderrTail: [String], cpuSeconds: UInt64) -> WorkerLoss.Cause {
    if let signal {
      switch signal {
      case SIGKILL:
        return .killedFromOutside
      case SIGXCPU where cpuSeconds > 0: return .timedOut(.seconds(Int64(clamping: cpuSeconds)))
      case SIGABRT, SIGILL, SIGTRAP:
        if let words = stderrTail.last(where: Self.saysMemoryRanOut) { return .outOfMemory(words) }
        return .crashed(signal: signal)
      default: return .crashed(signal: signal)
      }
    }
    guard let status else { return .exited(status: -1) }
    if status == WorkerExit.outOfMemory {
      return .outOfMemory(stderrTail.last(where: Self.saysMemoryRanOut) ?? "exit status \(status)")
    }
    return .exited(status: status)
  }

  private static func saysMemoryRanOut(_ line: String) -> Bool {
    // The C++ library's, Swift's, the C library's, and everybody's.
    ["std::bad_alloc", "failed to allocate", "Cannot allocate memory", "ut of memory"].contains { line.contains($0) }
  }
}
