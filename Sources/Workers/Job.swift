/// One piece of work: a frame for a worker, which answers it with one frame.
public struct Job: Sendable, Hashable {
  /// The caller's number for it, by which its result is told; unique among the jobs under way.
  public let id: UInt64
  public let payload: [UInt8]
  /// From the moment the worker is sent the job.
  public let deadline: Duration
  /// True when the worker must not have done anything before: a job that may have been another's victim.
  public let needsFreshWorker: Bool
  /// An open descriptor that the worker is handed with the job; from submission on the pool closes this one.
  public let descriptor: CInt?

  public init(
    id: UInt64, payload: [UInt8], deadline: Duration, needsFreshWorker: Bool = false, descriptor: CInt? = nil
  ) {
    self.id = id
    self.payload = payload
    self.deadline = deadline
    self.needsFreshWorker = needsFreshWorker
    self.descriptor = descriptor
  }
}

/// How a job finished; each submitted job that is not given back finishes once.
public enum JobResult<Answer: Sendable>: Sendable {
  /// The worker's answer.
  case answered(Answer)
  /// The worker was lost over it.
  case lost(WorkerLoss)
}

extension JobResult: Equatable where Answer: Equatable {}

/// Why a worker is no more, though it had something to do.
public struct WorkerLoss: Error, Sendable, Hashable {
  public enum Cause: Sendable, Hashable {
    /// A signal that nobody here sent killed it.
    case crashed(signal: CInt)
    /// It exited by itself, without an answer.
    case exited(status: CInt)
    /// It was killed after so long.
    case timedOut(Duration)
    /// The same, and it had hardly used the processor in that time: it was stopped, or others kept it from working.
    case stalled(Duration)
    /// Memory ran out; the string says how that is known.
    case outOfMemory(String)
    /// It said something that is no answer.
    case garbled(String)
    /// It said more than is allowed; the string says where.
    case flooded(String)
    /// No worker could be started for the job, which nobody has looked at.
    case notStarted(String)

    /// A SIGKILL that nobody here sent.
    package static let killedFromOutside = Cause.outOfMemory(
      "SIGKILL from outside, most likely the kernel's, when the system's memory ran out")
  }

  public let cause: Cause
  /// The last lines that it wrote to standard error, the last one last; bounded.
  public let stderrTail: [String]

  public init(_ cause: Cause, stderrTail: [String] = []) {
    self.cause = cause
    self.stderrTail = stderrTail
  }
}

extension WorkerLoss: CustomStringConvertible {
  public var description: String {
    guard let last = stderrTail.last, !last.isEmpty else { return "\(cause)" }
    return "\(cause); its last message: \(last)"
  }
}

extension WorkerLoss.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .crashed(let signal): "the worker crashed (\(SignalName.of(signal)))"
    case .exited(let status): "the worker exited by itself with status \(status)"
    case .timedOut(let duration): "no answer within \(duration.briefly)"
    case .stalled(let duration): "no answer within \(duration.briefly), in which the worker could hardly work"
    case .outOfMemory(let evidence): "the worker ran out of memory (\(evidence))"
    case .garbled(let what): "the worker sent \(what)"
    case .flooded(let what): "the worker sent too much: \(what)"
    case .notStarted(let reason): "no worker could be started: \(reason)"
    }
  }
}

extension Duration {
  /// Seconds, as short as they can be written: `120 s`, `0.25 s`.
  package var briefly: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return "\(Double(milliseconds) / 1000) s"
  }
}

/// The names of the signals that kill processes.
package enum SignalName {
  package static func of(_ number: CInt) -> String {
    let names: [CInt: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
      9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
      31: "SIGSYS, a forbidden system call",
    ]
    return names[number] ?? "signal \(number)"
  }
}
