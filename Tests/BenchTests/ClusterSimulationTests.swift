import Testing

@testable import Bench

/// What many machines would make of an input.
@Suite struct ClusterSimulationTests {
  private func simulation(_ change: (inout ClusterSimulation) -> Void = { _ in }) -> ClusterSimulation {
    var simulation = ClusterSimulation(pageSeconds: [1, 1, 1, 1])
    simulation.cores = 1
    simulation.shardSeconds = 0
    simulation.spread = 0
    simulation.hoursToFailure = .infinity
    change(&simulation)
    return simulation
  }

  @Test func `one node without losses works all the time`() {
    let result = simulation().run(pages: 1_000, nodes: 1, shardsForEach: 1, seed: 1)
    #expect(abs(result.reading - 1_000) < 1e-6)
    #expect(abs(result.efficiency - 1) < 1e-9)
    #expect(result.straggler == 1)
    #expect(result.failures == 0)
    // Joining is one machine's, and the others wait for it.
    #expect(abs(result.merging - 0.05) < 1e-9)
    #expect(result.efficiencyJoined < result.efficiency)
  }

  @Test func `more nodes take less time, and lose no more than shards of unequal size cost`() {
    var last = Double.infinity
    for nodes in [1, 10, 100, 1_000] {
      let result = simulation().run(pages: 10_000_000, nodes: nodes, shardsForEach: 8, seed: 7)
      #expect(result.shards == nodes * 8)
      #expect(result.reading < last / 9)
      #expect((0.95...1.0001).contains(result.efficiency), "\(nodes)")
      last = result.reading
    }
  }

  @Test func `nodes that are slower, fail, or need time for each shard cost what they must`() {
    let pages = 1_000_000
    let plain = simulation().run(pages: pages, nodes: 100, shardsForEach: 8, seed: 3)
    let slow = simulation { $0.spread = 0.2 }.run(pages: pages, nodes: 100, shardsForEach: 8, seed: 3)
    let failing = simulation { $0.hoursToFailure = 5 }.run(pages: pages, nodes: 100, shardsForEach: 8, seed: 3)
    let dear = simulation { $0.shardSeconds = 125 }.run(pages: pages, nodes: 100, shardsForEach: 8, seed: 3)
    #expect(slow.straggler > plain.straggler)
    #expect(slow.efficiency < plain.efficiency)
    #expect(failing.failures > 10)
    #expect(failing.efficiency < plain.efficiency)
    // 125 s on each 1,250 s.
    #expect(abs(dear.efficiency - plain.efficiency * 10 / 11) < 0.01)
    let again = simulation().run(pages: pages, nodes: 100, shardsForEach: 8, seed: 3)
    #expect(again.reading == plain.reading)
  }
}
