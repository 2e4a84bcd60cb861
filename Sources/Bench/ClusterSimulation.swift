/// What many machines would make of an input, from the times that pages took on this one.
///
/// The shards are started as the tasks of a job array: in their order, each on the node that is free first. Nodes differ
/// in speed, and fail; a shard whose node fails begins again, as its store was on that node's disk. What has to wait for
/// all of them, joining the stores, is done by one machine in the end.
struct ClusterSimulation: Sendable {
  /// Seconds of one core for pages, as measured.
  var pageSeconds: [Double]
  var cores = 2
  /// Seconds of a shard besides its pages: Slurm starts it, models are loaded, the store is copied.
  var shardSeconds = 10.0
  /// The standard deviation of the nodes' speed, as a share.
  var spread = 0.05
  /// Hours that a node works on average before it fails; and seconds until it is back.
  var hoursToFailure = 5_000.0
  var outage = 900.0
  /// Pages that are joined in a second.
  var mergeRate = 20_000.0

  struct Result: Sendable, Codable {
    var nodes: Int
    var shards: Int
    /// Seconds until all shards are whole.
    var reading: Double
    /// Seconds of joining them.
    var merging: Double
    /// What the pages needed, as a share of what the nodes could do until all shards were whole, and until all were
    /// joined.
    var efficiency: Double
    var efficiencyJoined: Double
    /// How much longer than the shard in the middle the slowest took.
    var straggler: Double
    var failures: Int
  }

  func run(pages: Int, nodes: Int, shardsForEach: Int, seed: UInt64) -> Result {
    var dice = Dice(state: seed)
    let mean = pageSeconds.reduce(0, +) / Double(max(1, pageSeconds.count))
    let squares = pageSeconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = squares / Double(max(1, pageSeconds.count - 1))
    let count = nodes * shardsForEach
    let speeds = (0..<nodes).map { _ in max(0.5, 1 + spread * dice.normal()) }
    var free = [Double](repeating: 0, count: nodes)
    var waiting = [Double]()
    let share = Double(pages) / Double(count)
    for _ in 0..<count {
      // The number of scans in a shard is binomial, their times add up to a sum of many.
      let number = max(0, share + (share * (1 - 1 / Double(count))).squareRoot() * dice.normal())
      waiting.append(max(0, number * mean + (number * variance).squareRoot() * dice.normal()))
    }
    let useful = waiting.reduce(0, +) / Double(cores)
    waiting.reverse()
    var times: [Double] = []
    var last = 0.0
    var failures = 0
    while let work = waiting.popLast() {
      guard let node = free.indices.min(by: { free[$0] < free[$1] }) else { break }
      let start = free[node]
      // At the end of a shard its cores wait for the one with the last page.
      let tail = mean * Double(cores - 1) / Double(cores)
      let seconds = shardSeconds + (work / Double(cores) + tail) / speeds[node]
      let failure = -hoursToFailure * 3_600 * dice.logarithm()
      if failure < seconds {
        failures += 1
        waiting.append(work)
        free[node] = start + failure + outage
        continue
      }
      times.append(seconds)
      last = max(last, start + seconds)
      free[node] = start + seconds
    }
    let merging = Double(pages) / mergeRate
    times.sort()
    let middle = times.isEmpty ? 1 : times[times.count / 2]
    let power = speeds.reduce(0, +)
    return Result(
      nodes: nodes, shards: count, reading: last, merging: merging, efficiency: useful / (power * last),
      efficiencyJoined: useful / (power * (last + merging)), straggler: (times.last ?? 1) / middle,
      failures: failures)
  }

  /// Numbers by chance that are the same each time: SplitMix64.
  private struct Dice {
    var state: UInt64

    mutating func share() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    }

    /// The natural logarithm of a share above 0.
    mutating func logarithm() -> Double { naturalLogarithm(1 - share()) }

    /// With mean 0 and deviation 1: the sum of twelve shares is close enough.
    mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + share() } }
  }
}
