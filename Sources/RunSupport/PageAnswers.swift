package import Documents
import PageModel
package import PageWorker
import Support
package import Workers

extension WorkerPool<WorkerReply> {
  /// Hands a page to a worker, which closes the descriptor of its picture.
  package func submit(
    _ request: PageRequest, as kind: WorkerRequest.Kind = .page, deadline: Duration, needsFreshWorker: Bool = false,
    descriptor: CInt
  ) throws {
    let payload = try PageConversation.encode(.page(request, as: kind))
    submit(
      Job(
        id: request.id, payload: payload, deadline: deadline, needsFreshWorker: needsFreshWorker,
        descriptor: descriptor))
  }
}

extension WorkerEvent<WorkerReply> {
  /// The answer to a job, or the problem of its page; nil for an event of no job.
  ///
  /// - Parameter value: The part of the reply that was asked for.
  /// - Throws: A failure if no worker can be started.
  package func answer<Value>(
    _ value: KeyPath<WorkerReply, Value?>, memory: UInt64
  ) throws(RunFailure) -> (job: UInt64, reply: Result<Value, DocumentError>)? {
    switch self {
    case .ready, .descriptorReady: return nil
    case .startFailed(let loss):
      throw RunFailure(.unavailable, "no worker can be started: \(loss); 'hanscan doctor' looks for the cause")
    case .finished(let job, .failure(let loss)):
      return (job, .failure(DocumentError(PageProblem(loss, memory: memory))))
    case .finished(let job, .success(let reply)):
      if let value = reply[keyPath: value], reply.problem == nil { return (job, .success(value)) }
      return (job, .failure(DocumentError(reply.problem ?? PageProblem(.garbled, "the worker answered nothing"))))
    }
  }
}
