import Support
import Understanding

/// Finds the receipts that could belong to a line, by what they have in common with it.
struct CandidateIndex {
  private enum Kind: UInt64 { case approval = 1, amountDay, undatedAmount, foreignAmount, shopDay, shopAmount }

  /// A key and a receipt that has it, sorted by key.
  private let entries: [(key: UInt64, receipt: Int)]
  private var marks: [Int]

  /// A key with more receipts tells nothing of any of them, unless it is the amount and the day.
  private static let mostReceipts = 300
  /// Card companies take up to three days to post a purchase, and shops to send it.
  private static let dayWindow = -3...3

  init(_ receipts: [MatchFacts]) {
    marks = [Int](repeating: -1, count: receipts.count)
    let all = receipts.enumerated().flatMap { place, receipt in
      Self.keys(receipt, days: 0...0, isLine: false).map { (key: $0, receipt: place) }
    }
    entries = all.sorted { ($0.key, $0.receipt) < ($1.key, $1.receipt) }
  }

  /// Mixes a kind and two values to one number, as SplitMix64 does; keys of the amount and the day are odd.
  ///
  /// Different values that get the same number only lead to a candidate that is scored in vain.
  private static func key(_ kind: Kind, _ first: UInt64, _ second: Int64 = 0) -> UInt64 {
    var mixed = (first ^ kind.rawValue &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 29 ^ UInt64(bitPattern: second)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ mixed >> 31) & ~1 | (kind == .amountDay ? 1 : 0)
  }

  /// FNV-1a of a text without one of its characters.
  private static func digest(_ text: [UInt8], without place: Int = -1) -> UInt64 {
    text.indices.reduce(0xCBF2_9CE4_8422_2325) { $1 == place ? $0 : ($0 ^ UInt64(text[$1])) &* 0x100_0000_01B3 }
  }

  private static func keys(_ facts: MatchFacts, days: ClosedRange<Int>, isLine: Bool) -> [UInt64] {
    // Numbers that differ by one character are equal without it, or one is equal to the other without it.
    var keys = facts.approval.isEmpty ? [] : [key(.approval, digest(facts.approval))]
    keys += facts.approval.indices.map { key(.approval, digest(facts.approval, without: $0)) }
    let shops = facts.shop.pairs + (facts.business.isEmpty ? [] : [digest(facts.business)])
    for amount in facts.amounts {
      let bits = UInt64(bitPattern: amount)
      if isLine || facts.day == nil { keys.append(key(.undatedAmount, bits)) }
      if !isLine { keys.append(key(.foreignAmount, bits)) }
      keys += shops.map { key(.shopAmount, $0, amount) }
      if let day = facts.day?.number { keys += days.map { key(.amountDay, bits, Int64(day + $0)) } }
      if let day = facts.postingDay?.number { keys.append(key(.amountDay, bits, Int64(day))) }
    }
    if let foreign = facts.foreignAmount { keys.append(key(.foreignAmount, UInt64(bitPattern: foreign))) }
    guard let day = facts.day?.number else { return keys }
    for offset in days.clamped(to: -1...1) { keys += shops.map { key(.shopDay, $0, Int64(day + offset)) } }
    return keys
  }

  /// The places of the receipts that could belong to a line, each once.
  ///
  /// - Parameter number: the number of the line, which no earlier call had.
  mutating func candidates(of line: MatchFacts, number: Int) -> [Int] {
    var found: [Int] = []
    for key in Self.keys(line, days: Self.dayWindow, isLine: true) {
      let start = entries.partitioningIndex { $0.key >= key }
      let count = entries[start...].prefix { $0.key == key }.count
      guard count <= Self.mostReceipts || key & 1 == 1 else { continue }
      // Of very many equal receipts each line gets others to choose from.
      let offset = count > Self.mostReceipts ? number : 0
      for place in 0..<min(count, Self.mostReceipts) {
        let receipt = entries[start + (place + offset) % count].receipt
        guard marks[receipt] != number else { continue }
        marks[receipt] = number
        found.append(receipt)
      }
    }
    return found
  }
}
