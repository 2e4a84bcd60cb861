/// What is said besides the jobs: how a worker is greeted, and how its frames are judged.
///
/// The pool knows nothing of the payloads; these closures do, and they run on the pool's thread.
public struct WorkerConversation: Sendable {
  /// What an answer to the greeting means.
  public enum Greeting: Sendable, Hashable {
    case ready
    /// The worker can't do this work, and no other one of its kind could: with the reason.
    case unfit(String)
    /// This is no answer to the greeting: with what it is.
    case garbled(String)
  }

  /// The first frame that each worker is sent.
  public var greeting: [UInt8]
  public var judgeGreeting: @Sendable ([UInt8]) -> Greeting
  /// What is wrong with an answer to the job of this number, nil when nothing is; one to another number is wrong.
  public var judgeAnswer: @Sendable (_ job: UInt64, _ answer: [UInt8]) -> String?

  public init(
    greeting: [UInt8], judgeGreeting: @escaping @Sendable ([UInt8]) -> Greeting,
    judgeAnswer: @escaping @Sendable (_ job: UInt64, _ answer: [UInt8]) -> String?
  ) {
    self.greeting = greeting
    self.judgeGreeting = judgeGreeting
    self.judgeAnswer = judgeAnswer
  }
}

/// What a pool has to tell.
public enum WorkerEvent: Sendable, Hashable {
  /// A job has finished, by its number.
  case finished(UInt64, JobResult)
  /// A worker has started, and answered the greeting so.
  case ready([UInt8])
  /// A worker couldn't be started, after all attempts; the job that it was for finishes as `notStarted` besides.
  case startFailed(WorkerLoss)
  /// One of the caller's own descriptors can be read.
  case descriptorReady(CInt)
}

/// What a pool has done so far.
public struct WorkerStatistics: Sendable, Hashable {
  /// Processes started.
  public internal(set) var started = 0
  /// Processes that exited in any way but when asked to.
  public internal(set) var lost = 0
  /// Bytes of memory that the largest exited worker held at its peak.
  public internal(set) var peakResident: Int64 = 0
}
