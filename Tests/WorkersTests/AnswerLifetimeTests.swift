import Synchronization
import TestSupport
import Testing
import Workers

/// An answer that counts how many of its kind are in memory.
private final class CountedAnswer: Sendable {
  private let live: LiveCount

  init(_ live: LiveCount) {
    self.live = live
    live.add(1)
  }

  deinit { live.add(-1) }
}

private final class LiveCount: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add(_ change: Int) { count.withLock { $0 += change } }
}

@Suite struct `An answer in memory` {
  private func pool(_ live: LiveCount) -> WorkerPool<CountedAnswer> {
    WorkerPool(
      command: WorkerCommand(
        executable: BuiltProgram.fixtureWorker, arguments: WorkerConfinement().arguments),
      limits: WorkerLimits(count: 2, addressSpace: 0, killGrace: .milliseconds(300)),
      conversation: WorkerConversation(
        greeting: Array(Misbehaviour.answer("ready").words.utf8),
        judgeGreeting: { _ in .ready(CountedAnswer(live)) },
        decode: { _, _ in CountedAnswer(live) }))
  }

  private func submit(_ misbehaviour: Misbehaviour, as number: UInt64, to pool: WorkerPool<CountedAnswer>) {
    pool.submit(Job(id: number, payload: Array("\(number) \(misbehaviour.words)".utf8), deadline: .seconds(60)))
  }

  @Test func `lives as long as its event, and no longer than the caller keeps that`() {
    let live = LiveCount()
    let pool = pool(live)
    submit(.answer("word"), as: 1, to: pool)
    var answer: CountedAnswer?
    while answer == nil {
      for case .finished(1, .success(let told)) in pool.wait(timeout: .seconds(60)) { answer = told }
    }
    #expect(live.value == 1)
    withExtendedLifetime(answer) {}
    answer = nil
    #expect(live.value == 0)
  }

  @Test func `is released though its job was cancelled, or nobody looked at it`() {
    let live = LiveCount()
    let pool = pool(live)
    var number: UInt64 = 0
    for _ in 1...20 {
      for _ in 1...3 {
        number += 1
        submit(.answer("word"), as: number, to: pool)
      }
      _ = pool.wait(timeout: .seconds(60))
      _ = pool.cancelAll()
    }
    #expect(pool.statistics.started > 2)
    _ = pool.wait(timeout: .zero)
    #expect(live.value == 0)
  }
}
