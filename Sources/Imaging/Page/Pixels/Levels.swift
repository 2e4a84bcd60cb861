/// Counts of gray levels, 0 to 255.
struct Levels {
  private(set) var count = 0
  private var counts = [Int](repeating: 0, count: 256)

  init(_ levels: [UInt8] = []) {
    for level in levels { add(level) }
  }

  mutating func add(_ level: UInt8) {
    counts[Int(level)] &+= 1
    count += 1
  }

  /// The level at a place, from 0, if all values were sorted; 255 past the last one.
  func ranked(_ place: Int) -> Int {
    var rest = place
    for (level, count) in counts.enumerated() {
      if rest < count { return level }
      rest -= count
    }
    return 255
  }

  /// The lowest level that a share of the values does not exceed.
  func quantile(_ share: Double) -> Int {
    ranked(Int((share * Double(count)).rounded(.up)) - 1)
  }

  func count(in levels: ClosedRange<Int>) -> Int { counts[levels].reduce(0, +) }
}

extension Collection where Element: Comparable {
  /// Of two in the middle the greater one; nil without values.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}

/// The lowest value that a share of the weight does not exceed; nil without values.
func quantile(_ values: [(value: Double, weight: Double)], _ share: Double) -> Double? {
  let sorted = values.sorted { $0.value < $1.value }
  let total = sorted.reduce(0) { $0 + $1.weight }
  var sum = 0.0
  for entry in sorted {
    sum += entry.weight
    if sum >= share * total { return entry.value }
  }
  return sorted.last?.value
}
