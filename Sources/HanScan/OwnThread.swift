import Foundation
import Glibc
import Support
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
  private let pipe: WakePipe
  var descriptor: CInt { pipe.descriptor }

  init() throws(HanScanError) {
    do throws(SystemError) { pipe = try WakePipe() } catch { throw HanScanError(.unavailable, "\(error)") }
  }

  func stop() { pipe.wake() }

  func next() -> CInt? { pipe.take() ? SIGTERM : nil }
}
