import FoundationEssentials
package import PageModel
import Support
package import Workers

/// A pool of workers that read pages, inspect them, or decode their pictures.
package typealias PagePool = WorkerPool<WorkerReply>

/// The supervisor's half of the conversation with workers: frames in, values out.
package enum PageConversation {
  /// - Parameter kind: The request of the jobs.
  package static func conversation(
    settings: ReaderSettings, requiresSandbox: Bool, answering kind: WorkerReply.Kind = .page
  ) throws -> WorkerConversation<WorkerReply> {
    WorkerConversation(
      greeting: try encode(WorkerRequest.configure(settings, requiresSandbox: requiresSandbox)),
      judgeGreeting: { answer in
        guard let reply = try? decode(answer) else { return .garbled("an answer to the greeting that is no JSON") }
        switch reply.type {
        case .ready: return .ready(reply)
        case .unfit: return .unfit(reply.problem?.message ?? "no reason was given")
        case .page, .inspection, .picture, .view: return .garbled("a page before the first job")
        }
      },
      decode: { job, answer throws(GarbledAnswer) in
        guard let reply = try? decode(answer) else { throw GarbledAnswer("an answer that is no JSON of this protocol") }
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

  package static func encode(_ request: WorkerRequest) throws -> [UInt8] {
    Array(try JSONEncoder().encode(request))
  }

  package static func decode(_ answer: [UInt8]) throws -> WorkerReply {
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(answer))
    guard reply.version == workerProtocolVersion else { throw WorkerVersionError() }
    return reply
  }

  private struct WorkerVersionError: Error {}
}

extension WorkerReply {
  fileprivate var results: [Kind] {
    (reading == nil ? [] : [.page]) + (inspection == nil ? [] : [.inspection])
      + (picture == nil ? [] : [type == .view ? .view : .picture])
  }
}
