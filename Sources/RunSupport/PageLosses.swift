import PageModel
package import Workers

extension PageProblem {
  /// What the loss of a worker over a page means for the page.
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
      // What the kernel kills for the whole system's sake is helped by asking less of that, not by allowing more.
      advice =
        loss.cause == .killedFromOutside
        ? "; fewer --jobs need less memory at a time" : "; --page-memory allows more than \(memory >> 20) MiB"
    case .garbled: code = .garbled
    case .flooded(let what):
      code = .flooded
      if !what.contains("messages") { advice = "; --page-answer allows more" }
    case .notStarted: code = .engine
    }
    self.init(code, "\(loss)\(advice)")
  }

  /// Whether another attempt could go otherwise: what is wrong with the bytes stays wrong.
  package var isWorthAnotherAttempt: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .stalled, .outOfMemory, .garbled, .flooded, .engine: true
    default: false
    }
  }

  /// Whether a worker was lost over it.
  package var killedWorker: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .stalled, .outOfMemory, .garbled, .flooded: true
    default: false
    }
  }
}
