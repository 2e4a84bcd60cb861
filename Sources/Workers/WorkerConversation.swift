package import Support

/// The greeting of a worker, and the decoding of its frames.
///
/// The pool does not know the payloads; these closures do, and they run on the pool's thread. Each frame is decoded
/// once, and its answer belongs to its event.
package struct WorkerConversation<Answer: Sendable>: Sendable {
  /// The meaning of an answer to the greeting.
  package enum Greeting: Sendable {
    case ready(Answer)
    /// No worker of this kind can do this work, for a reason.
    case unfit(String)
    /// An invalid answer to the greeting, described.
    case garbled(String)
  }

  /// The first frame for each worker.
  package var greeting: [UInt8]
  package var judgeGreeting: @Sendable (_ frame: [UInt8]) -> Greeting
  /// Decodes the answer to the job of this number; throws the reason if the frame is no such answer.
  package var decode: @Sendable (_ job: UInt64, _ frame: [UInt8]) throws(GarbledAnswer) -> Answer

  package init(
    greeting: [UInt8], judgeGreeting: @escaping @Sendable (_ frame: [UInt8]) -> Greeting,
    decode: @escaping @Sendable (_ job: UInt64, _ frame: [UInt8]) throws(GarbledAnswer) -> Answer
  ) {
    self.greeting = greeting
    self.judgeGreeting = judgeGreeting
    self.decode = decode
  }
}

/// A frame that does not answer the job under way, described.
package typealias GarbledAnswer = TextFault

package enum WorkerEvent<Answer: Sendable>: Sendable {
  /// A job has finished, by its number; each submitted job that is not given back does so once.
  case finished(UInt64, Result<Answer, WorkerLoss>)
  /// A worker has started, with its answer to the greeting.
  case ready(Answer)
  /// All attempts to start a worker failed; the job that waited for it also finishes as `notStarted`.
  case startFailed(WorkerLoss)
  /// One of the caller's own descriptors can be read.
  case descriptorReady(CInt)
}

extension WorkerEvent: Equatable where Answer: Equatable {}

/// The pool's counts so far.
package struct WorkerStatistics: Sendable, Hashable {
  package internal(set) var started = 0
  /// Processes that exited unasked.
  package internal(set) var lost = 0
}
