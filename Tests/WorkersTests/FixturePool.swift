import Glibc
import Support
import TestSupport
import Workers

/// A pool of fixture workers, and what the tests ask of it.
final class FixturePool {
  let pool: WorkerPool<[UInt8]>
  private var number: UInt64 = 0

  init(
    greeting: Misbehaviour = .answer("ready"), executable: String = BuiltProgram.fixtureWorker,
    confinement: WorkerConfinement = WorkerConfinement(), environment: [String] = ProcessFacts.environment,
    limits: (inout WorkerLimits) -> Void = { _ in }
  ) {
    var allowed = WorkerLimits(count: 1, addressSpace: 0, killGrace: .milliseconds(300))
    limits(&allowed)
    pool = WorkerPool(
      command: WorkerCommand(
        executable: executable, arguments: confinement.arguments,
        environment: WorkerCommand.environment(from: environment)), limits: allowed,
      conversation: WorkerConversation(
        greeting: Array(greeting.words.utf8),
        judgeGreeting: { answer in
          switch String(decoding: answer, as: UTF8.self) {
          case "ready": .ready(answer)
          case "unfit": .unfit("no model")
          case let other: .garbled("the greeting \(other.prefix(20))")
          }
        },
        decode: { job, answer throws(GarbledAnswer) in
          let isIts = String(decoding: answer.prefix(40), as: UTF8.self).hasPrefix("\(job) ")
          guard isIts else { throw GarbledAnswer("an answer to another job") }
          return answer
        }))
  }

  @discardableResult
  func submit(
    _ misbehaviour: Misbehaviour, deadline: Duration = .seconds(60), fresh: Bool = false, descriptor: CInt? = nil
  ) -> UInt64 {
    number += 1
    pool.submit(
      Job(
        id: number, payload: Array("\(number) \(misbehaviour.words)".utf8), deadline: deadline,
        needsFreshWorker: fresh, descriptor: descriptor))
    return number
  }

  /// Waits for the ends of all jobs under way, with the events in between.
  func results(_ count: Int) -> [UInt64: Result<[UInt8], WorkerLoss>] {
    var results: [UInt64: Result<[UInt8], WorkerLoss>] = [:]
    while results.count < count {
      for case .finished(let id, let result) in pool.wait(timeout: .seconds(90)) { results[id] = result }
    }
    return results
  }

  /// One job to its end.
  func run(
    _ misbehaviour: Misbehaviour, deadline: Duration = .seconds(60), fresh: Bool = false, descriptor: CInt? = nil
  ) -> Result<[UInt8], WorkerLoss> {
    let id = submit(misbehaviour, deadline: deadline, fresh: fresh, descriptor: descriptor)
    return results(1)[id] ?? .failure(WorkerLoss(.notStarted("the test saw no end")))
  }

  /// The words of an answer, without the job's number; nil for a loss.
  func answer(_ misbehaviour: Misbehaviour, fresh: Bool = false, descriptor: CInt? = nil) -> String? {
    run(misbehaviour, fresh: fresh, descriptor: descriptor).words
  }
}

extension Result<[UInt8], WorkerLoss> {
  var words: String? {
    guard case .success(let bytes) = self else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).drop { $0 != " " }.dropFirst())
  }

  var loss: WorkerLoss? {
    guard case .failure(let loss) = self else { return nil }
    return loss
  }
}

/// True while a process of this number is there and no zombie, looking for at most five minutes whether it goes.
func outlives(_ pid: Int32) -> Bool {
  for _ in 0..<30_000 {
    if kill(pid, 0) != 0 || isZombie(pid) { return false }
    usleep(10_000)
  }
  return true
}

/// True when the process has ended and nobody has asked how.
func isZombie(_ pid: Int32) -> Bool {
  guard let file = fopen("/proc/\(pid)/stat", "r") else { return false }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 512)
  guard fgets(&line, CInt(line.count), file) != nil else { return false }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.contains(") Z ")
}
