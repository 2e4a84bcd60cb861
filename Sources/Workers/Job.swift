/// One piece of work: a frame for a worker, which answers it with one frame.
package struct Job: Sendable, Hashable {
  /// The caller's number for it, which its result carries; unique among the jobs under way.
  package let id: UInt64
  package let payload: [UInt8]
  /// Counts from the moment at which the worker gets the job.
  package let deadline: Duration
  /// Whether it needs a worker without earlier jobs, because another job may have caused its loss.
  package let needsFreshWorker: Bool
  /// An open descriptor for the worker; the pool closes it once the job is submitted.
  package let descriptor: CInt?

  package init(
    id: UInt64, payload: [UInt8], deadline: Duration, needsFreshWorker: Bool = false, descriptor: CInt? = nil
  ) {
    (self.id, self.payload, self.deadline, self.needsFreshWorker) = (id, payload, deadline, needsFreshWorker)
    self.descriptor = descriptor
  }
}

/// The loss of a worker that had work to do.
package struct WorkerLoss: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Cause: Sendable, Hashable {
    /// A signal from outside killed it.
    case crashed(signal: CInt)
    /// It exited by itself, without an answer.
    case exited(status: CInt)
    /// The pool killed it after this time.
    case timedOut(Duration)
    /// The same, but it had hardly used the processor: it was stopped, or other processes slowed it down.
    case stalled(Duration)
    /// Memory ran out; the string gives the evidence.
    case outOfMemory(String)
    /// It sent an invalid answer.
    case garbled(String)
    /// It sent more than allowed; the string names the stream.
    case flooded(String)
    /// The job could not be handed to it, and stays untouched.
    case notHanded(String)
    /// No worker could be started for the job, which stays untouched.
    case notStarted(String)

    package static let killedFromOutside = Cause.outOfMemory(
      "SIGKILL from outside, most likely the kernel's, when the system's memory ran out")
  }

  package let cause: Cause
  /// The last lines that it wrote to standard error, the last one last; bounded.
  package let stderrTail: [String]

  package init(_ cause: Cause, stderrTail: [String] = []) {
    self.cause = cause
    self.stderrTail = stderrTail
  }

  package var description: String {
    guard let last = stderrTail.last, !last.isEmpty else { return "\(cause)" }
    return "\(cause); its last message: \(last)"
  }
}

extension WorkerLoss.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .crashed(let signal): "the worker crashed (\(SignalName.of(signal)))"
    case .exited(let status): "the worker exited by itself with status \(status)"
    case .timedOut(let duration): "no answer within \(duration.briefly)"
    case .stalled(let duration): "no answer within \(duration.briefly), in which the worker could hardly work"
    case .outOfMemory(let evidence): "the worker ran out of memory (\(evidence))"
    case .garbled(let what): "the worker sent \(what)"
    case .flooded(let what): "the worker sent too much: \(what)"
    case .notHanded(let reason): "the worker could not be given the page: \(reason)"
    case .notStarted(let reason): "no worker could be started: \(reason)"
    }
  }
}

extension Duration {
  /// Seconds in their shortest form: `120 s`, `0.25 s`.
  package var briefly: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }
}

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
