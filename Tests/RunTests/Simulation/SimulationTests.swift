import Foundation
import TestSupport
import Testing

/// Whole runs by a seed, each with faults of every kind; one that fails is shrunk to the kinds that it takes.
@Suite struct SimulationTests {
  /// Steps of the scheduler in all.
  private static let steps = ProcessInfo.processInfo.environment["HANSCAN_STEPS"].flatMap { Int($0) } ?? 20_000
  private static let seed = ProcessInfo.processInfo.environment["HANSCAN_SEED"].flatMap { UInt64($0) }

  @Test func `whatever workers, disks, users and signals do, each page gets its one state`() {
    var seed = Self.seed ?? 0
    var steps = 0
    repeat {
      let all = Set(SimulatedFault.allCases)
      let world = SimulatedWorld(seed: seed, faults: all)
      steps += world.steps
      if !world.complaints.isEmpty {
        let needed = Self.shrunk(seed, all)
        let left = SimulatedWorld(seed: seed, faults: needed).complaints
        Issue.record("HANSCAN_SEED=\(seed) with \(needed.map { "\($0)" }.sorted()): \(left.prefix(4))")
        return
      }
      seed += 1
    } while steps < Self.steps && Self.seed == nil
  }

  /// The kinds of faults that a seed's failure takes.
  private static func shrunk(_ seed: UInt64, _ faults: Set<SimulatedFault>) -> Set<SimulatedFault> {
    var faults = faults
    for fault in SimulatedFault.allCases {
      let fewer = faults.subtracting([fault])
      if !SimulatedWorld(seed: seed, faults: fewer).complaints.isEmpty { faults = fewer }
    }
    return faults
  }
}
