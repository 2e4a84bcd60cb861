import FoundationEssentials
import PageModel
import Workers

/// The supervisor's half of the conversation with workers: frames in, values out.
enum PageConversation {
  /// - Parameter inspects: Whether the jobs are `inspect` and not `page`.
  static func conversation(
    settings: ReaderSettings, requiresJail: Bool, inspects: Bool = false
  ) throws -> WorkerConversation {
    WorkerConversation(
      greeting: try encode(WorkerRequest.configure(settings, requiresJail: requiresJail)),
      judgeGreeting: { answer in
        guard let reply = try? decode(answer) else { return .garbled("an answer to the greeting that is no JSON") }
        switch reply.type {
        case .ready: return .ready
        case .unfit: return .unfit(reply.problem?.message ?? "no reason was given")
        case .page, .inspection: return .garbled("a page before the first job")
        }
      },
      judgeAnswer: { job, answer in
        guard let reply = try? decode(answer) else { return "an answer that is no JSON of this protocol" }
        let isAnswer = reply.type == (inspects ? .inspection : .page)
        guard isAnswer, reply.id == job else { return "an answer to something that was not asked" }
        let hasResult = inspects ? reply.inspection != nil : reply.reading != nil
        return hasResult == (reply.problem != nil) ? "an answer without a result" : nil
      })
  }

  static func encode(_ request: WorkerRequest) throws -> [UInt8] {
    Array(try JSONEncoder().encode(request))
  }

  static func decode(_ answer: [UInt8]) throws -> WorkerReply {
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(answer))
    guard reply.version == workerProtocolVersion else { throw WorkerVersionError() }
    return reply
  }

  private struct WorkerVersionError: Error {}
}

extension PageProblem {
  /// What the loss of a worker over a page means for the page.
  init(_ loss: WorkerLoss, memory: UInt64) {
    let code: Code
    var advice = ""
    switch loss.cause {
    case .crashed: code = .crashed
    case .exited: code = .exited
    case .timedOut:
      code = .timedOut
      advice = "; --page-timeout allows more"
    case .outOfMemory:
      code = .outOfMemory
      advice = "; --page-memory allows more than \(memory >> 20) MiB"
    case .garbled: code = .garbled
    case .flooded: code = .flooded
    case .notStarted: code = .engine
    }
    self.init(code, "\(loss)\(advice)")
  }

  /// Whether another attempt could end otherwise: what is wrong with the bytes stays wrong.
  var isWorthAnotherAttempt: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .outOfMemory, .garbled, .flooded, .engine: true
    default: false
    }
  }

  /// Whether a worker was lost over it.
  var killedWorker: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .outOfMemory, .garbled, .flooded: true
    default: false
    }
  }
}
