/// The distribution of values from 0 to 1, to a thousandth, in constant memory.
package struct Distribution: Sendable {
  package private(set) var count = 0
  package private(set) var sum = 0.0
  private var buckets = [Int](repeating: 0, count: 1001)
  package init() {}

  /// Counts a value, clamped to 0 to 1; ignores numbers that are none.
  package mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    let inside = min(max(value, 0), 1)
    count += 1
    sum += inside
    buckets[Int((inside * 1000).rounded())] += 1
  }

  package mutating func add(_ other: Distribution) {
    count += other.count
    sum += other.sum
    for index in buckets.indices { buckets[index] += other.buckets[index] }
  }

  /// The value that this share of all, from 0 to 1, does not exceed; nil without values.
  package func quantile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((min(max(share, 0), 1) * Double(count)).rounded(.up)))
    var seen = 0
    for (index, bucket) in buckets.enumerated() {
      seen += bucket
      if seen >= wanted { return Double(index) / 1000 }
    }
    return 1
  }
}
