import FoundationEssentials
package import PageModel
import Support
package import Workers

/// A pool of workers that read pages, inspect them, or decode their pictures.
package typealias PagePool = WorkerPool<WorkerReply>

/// The supervisor's half of the conversation with workers: frames in, values out.
package enum PageConversation {
  /// A worker of another version is unfit, because its messages may have another meaning.
  ///
  /// - Parameters:
  ///   - worker: The path of the worker's program.
  ///   - kind: The request of the jobs.
  package static func conversation(
    settings: ReaderSettings, requiresSandbox: Bool, worker: String = "it", answering kind: WorkerReply.Kind = .page
  ) throws -> WorkerConversation<WorkerReply> {
    WorkerConversation(
      greeting: try encode(WorkerRequest.configure(settings, requiresSandbox: requiresSandbox)),
      judgeGreeting: { answer in
        guard let reply = decode(answer) else { return .garbled("an answer to the greeting that is no JSON") }
        switch reply.type {
        case .page, .inspection, .picture, .view: return .garbled("a page before the first job")
        case _ where reply.program != ProgramFacts.version: return .unfit(complaint(worker, version: reply.program))
        case .ready: return .ready(reply)
        case .unfit: return .unfit(reply.problem?.message ?? "no reason was given")
        }
      },
      decode: { job, answer throws(GarbledAnswer) in
        guard let reply = decode(answer) else { throw GarbledAnswer("an answer that is no JSON of this protocol") }
        guard reply.type == kind, reply.id == job else {
          throw GarbledAnswer("an answer to something that was not asked")
        }
        let expected: [WorkerReply.Kind] = reply.problem == nil ? [kind] : []
        // A picture that cannot be packed again is no answer.
        let isNone = kind == .picture && reply.results.isEmpty
        guard isNone || reply.results == expected else { throw GarbledAnswer("an answer without a result of its kind") }
        guard reply.isPossible else { throw GarbledAnswer("an answer that no page can have") }
        return reply
      })
  }

  private static func complaint(_ worker: String, version: String?) -> String {
    let (own, needed) = (ProcessFacts.executable ?? "this program", ProgramFacts.version)
    let found = version ?? "earlier than \(needed)"
    return "\(worker) has version \(found), but \(own) needs workers of version \(needed); install the same for both"
  }

  package static func encode(_ request: WorkerRequest) throws -> [UInt8] {
    Array(try JSONEncoder().encode(request))
  }

  /// Nil for an answer that is no JSON of this protocol, or of another version.
  package static func decode(_ answer: [UInt8]) -> WorkerReply? {
    let reply = try? JSONDecoder().decode(WorkerReply.self, from: Data(answer))
    return reply?.version == workerProtocolVersion ? reply : nil
  }
}

extension WorkerReply {
  fileprivate var results: [Kind] {
    (reading == nil ? [] : [.page]) + (inspection == nil ? [] : [.inspection])
      + (picture == nil ? [] : [type == .view ? .view : .picture])
  }
}
