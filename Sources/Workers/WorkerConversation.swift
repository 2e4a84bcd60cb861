/// What is said besides the jobs: how a worker is greeted, and how its frames become answers.
///
/// The pool knows nothing of the payloads; these closures do, and they run on the pool's thread. Each frame is decoded
/// once, and its answer belongs to the event that tells it.
public struct WorkerConversation<Answer: Sendable>: Sendable {
  /// What an answer to the greeting means.
  public enum Greeting: Sendable {
    case ready(Answer)
    /// The worker can't do this work, and no other one of its kind could: with the reason.
    case unfit(String)
    /// This is no answer to the greeting: with what it is.
    case garbled(String)
  }

  /// The first frame that each worker is sent.
  public var greeting: [UInt8]
  public var judgeGreeting: @Sendable (_ frame: [UInt8]) -> Greeting
  /// Decodes the answer to the job of this number; one to another number is garbled.
  public var decode: @Sendable (_ job: UInt64, _ frame: [UInt8]) throws(GarbledAnswer) -> Answer

  public init(
    greeting: [UInt8], judgeGreeting: @escaping @Sendable (_ frame: [UInt8]) -> Greeting,
    decode: @escaping @Sendable (_ job: UInt64, _ frame: [UInt8]) throws(GarbledAnswer) -> Answer
  ) {
    self.greeting = greeting
    self.judgeGreeting = judgeGreeting
    self.decode = decode
  }
}

/// A frame that is no answer to the job under way, with what it is.
public struct GarbledAnswer: Error, Sendable, Hashable {
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }
}

/// What a pool has to tell.
public enum WorkerEvent<Answer: Sendable>: Sendable {
  /// A job has finished, by its number.
  case finished(UInt64, JobResult<Answer>)
  /// A worker has started, and answered the greeting so.
  case ready(Answer)
  /// A worker couldn't be started, after all attempts; the job that it was for finishes as `notStarted` besides.
  case startFailed(WorkerLoss)
  /// One of the caller's own descriptors can be read.
  case descriptorReady(CInt)
}

extension WorkerEvent: Equatable where Answer: Equatable {}

/// What a pool has done so far.
public struct WorkerStatistics: Sendable, Hashable {
  /// Processes started.
  public internal(set) var started = 0
  /// Processes that exited in any way but when asked to.
  public internal(set) var lost = 0
  /// Bytes of memory that the largest exited worker held at its peak.
  public internal(set) var peakResident: Int64 = 0
}
