import Foundation
import Glibc
import Workers

/// Threads for work that waits: the tasks of the program keep theirs.
///
/// The kernel kills workers when the thread that started them exits, so a run has one thread from start to end.
enum OwnThread {
  /// Does the work on a thread of its own.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws(HanScanError) -> Result {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try work() }) }.start()
      }
    } catch {
      throw HanScanError(error)
    }
  }
}

/// A request of this program to stop a run, in place of a signal.
final class StopRequest: SignalSource, Sendable {
  let descriptor: CInt
  private let writing: CInt

  init() throws(HanScanError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw HanScanError(.unavailable, "too many files are open; raise the limit (ulimit -n)")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  func stop() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  func next() -> CInt? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? SIGTERM : nil
  }
}
