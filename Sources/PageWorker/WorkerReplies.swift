import Synchronization

/// The answers of workers as they were decoded to be judged, each for whoever is told of it next.
///
/// An inspection or a page with candidates is megabytes of JSON, which nobody should decode twice. An answer that nobody
/// takes, such as that of a cancelled job, stays until the run is over.
package final class WorkerReplies: Sendable {
  private let kept = Mutex<[UInt64: WorkerReply]>([:])

  package init() {}

  func keep(_ reply: WorkerReply, of job: UInt64) {
    kept.withLock { $0[job] = reply }
  }

  /// The answer to a job, once; its bytes are decoded only where it was not kept.
  package func take(_ job: UInt64, _ answer: [UInt8]) throws -> WorkerReply {
    try kept.withLock { $0.removeValue(forKey: job) } ?? PageConversation.decode(answer)
  }
}
