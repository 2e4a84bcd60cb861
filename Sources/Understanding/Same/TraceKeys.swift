extension ReceiptTrace {
  /// Long numbers and pairs of numbers that a receipt is found by, at most: those of the smallest digests.
  ///
  /// The same of them are chosen of two readings, as far as both have them.
  private static let mostNumbers = 6
  private static let mostPairs = 8

  /// The keys of a page: pages without a common key have different receipts.
  ///
  /// Dates, times and totals by twos, since any of the three may be misread; approval numbers; long numbers; and pairs of
  /// numbers that follow each other, which items and their prices are.
  package var keys: [Int64] {
    var keys: Set<Int64> = []
    for receipt in receipts {
      let marks = receipt.marks.mapValues(\.digits)
      for (one, other) in [(Kind.date, Kind.time), (.date, .total), (.time, .total)] {
        if let first = marks[one], let second = marks[other] {
          keys.insert(Self.key(one.rawValue + other.rawValue, first, second))
        }
      }
      if let approval = marks[.approval], approval.count >= 6 { keys.insert(Self.key("approval", approval)) }
      let numbers = receipt.numbers.map(\.digits)
      let long = numbers.filter { $0.count >= 7 && $0 != marks[.business] }
      keys.formUnion(Set(long.map { Self.key("long", $0) }).sorted().prefix(Self.mostNumbers))
      let pairs = zip(numbers, numbers.dropFirst()).filter { $0.count + $1.count >= 7 }
      keys.formUnion(Set(pairs.map { Self.key("pair", $0, $1) }).sorted().prefix(Self.mostPairs))
    }
    return keys.sorted()
  }

  /// FNV-1a, 64 bits: the same on every machine.
  private static func key(_ kind: String, _ parts: [UInt8]...) -> Int64 {
    let bytes = Array(kind.utf8) + parts.flatMap { [255] + $0 }
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
