import PageModel
package import Workers

extension PageProblem {
  /// The problem of a page that a worker was lost over.
  package init(_ loss: WorkerLoss, memory: UInt64) {
    let code: Code
    var advice = ""
    switch loss.cause {
    case .crashed: code = .crashed
    case .exited: code = .exited
    case .stalled: code = .stalled
    case .timedOut:
      code = .timedOut
      advice = "; --page-timeout allows more"
    case .outOfMemory:
      code = .outOfMemory
      // If the kernel kills for lack of system memory, ask for less instead of allowing more.
      advice =
        loss.cause == .killedFromOutside
        ? "; fewer --jobs need less memory at a time" : "; --page-memory allows more than \(memory >> 20) MiB"
    case .garbled: code = .garbled
    case .flooded(let what):
      code = .flooded
      if !what.contains("messages") { advice = "; --page-answer allows more" }
    case .notHanded, .notStarted: code = .engine
    }
    self.init(code, "\(loss)\(advice)")
  }

  /// Whether another attempt could succeed: faulty bytes stay faulty.
  package var isWorthAnotherAttempt: Bool { killedWorker || code == .engine }

  package var killedWorker: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .stalled, .outOfMemory, .garbled, .flooded: true
    default: false
    }
  }
}
