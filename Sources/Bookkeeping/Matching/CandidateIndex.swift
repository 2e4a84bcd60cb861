/// Finds the receipts that could belong to a line, by what they have in common with it.
struct CandidateIndex {
  /// What a line and a receipt can have in common.
  private enum Kind: UInt64 {
    /// An approval number, whole or without one of its characters: numbers that differ by one have such a key in common.
    case approval = 1
    case amountDay, undatedAmount, foreignAmount, businessDay, businessAmount, shopDay, shopAmount
  }

  private struct Entry {
    var key: UInt64
    var receipt: Int
  }

  /// Sorted by key.
  private let entries: [Entry]
  private var marks: [Int]

  /// A key with more receipts tells nothing, unless it is the amount and the day.
  private static let mostReceipts = 300
  /// Card companies take up to three days to post a purchase, and shops to send it.
  static let dayWindow = -3...3

  init(_ receipts: [MatchFacts]) {
    marks = [Int](repeating: -1, count: receipts.count)
    var entries: [Entry] = []
    entries.reserveCapacity(receipts.count * 20)
    for (place, receipt) in receipts.enumerated() {
      Self.visitKeys(of: receipt) { key, _ in entries.append(Entry(key: key, receipt: place)) }
    }
    entries.sort { ($0.key, $0.receipt) < ($1.key, $1.receipt) }
    self.entries = entries
  }

  /// One number for a kind and two values, mixed as SplitMix64 does; different values that get the same number only
  /// lead to a candidate that is scored in vain.
  private static func key(_ kind: Kind, _ first: UInt64, _ second: Int64 = 0) -> UInt64 {
    var mixed = (first ^ kind.rawValue &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 29 ^ UInt64(bitPattern: second)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// FNV-1a of a text without one of its characters.
  private static func digest(_ text: [UInt8], without place: Int? = nil) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in text.indices where index != place { digest = (digest ^ UInt64(text[index])) &* 0x100_0000_01B3 }
    return digest
  }

  private static func visitApprovalKeys(_ facts: MatchFacts, _ visit: (UInt64, Bool) -> Void) {
    guard !facts.approval.isEmpty else { return }
    visit(key(.approval, digest(facts.approval)), false)
    for place in facts.approval.indices { visit(key(.approval, digest(facts.approval, without: place)), false) }
  }

  private static func visitKeys(of receipt: MatchFacts, _ visit: (UInt64, Bool) -> Void) {
    visitApprovalKeys(receipt, visit)
    let business = receipt.business.isEmpty ? nil : digest(receipt.business)
    if let amount = receipt.amount {
      let bits = UInt64(bitPattern: amount)
      if receipt.currency != nil { visit(key(.foreignAmount, bits), false) }
      if let day = receipt.day {
        visit(key(.amountDay, bits, Int64(day.number)), true)
      } else {
        visit(key(.undatedAmount, bits), false)
      }
      if let business { visit(key(.businessAmount, business, amount), false) }
      for pair in receipt.shop.pairs { visit(key(.shopAmount, pair, amount), false) }
    }
    guard let day = receipt.day.map({ Int64($0.number) }) else { return }
    if let business { visit(key(.businessDay, business, day), false) }
    for pair in receipt.shop.pairs { visit(key(.shopDay, pair, day), false) }
  }

  private static func visitKeys(ofLine line: MatchFacts, _ visit: (UInt64, Bool) -> Void) {
    visitApprovalKeys(line, visit)
    let business = line.business.isEmpty ? nil : digest(line.business)
    for amount in line.amounts {
      let bits = UInt64(bitPattern: amount)
      visit(key(.undatedAmount, bits), false)
      if let business { visit(key(.businessAmount, business, amount), false) }
      for pair in line.shop.pairs { visit(key(.shopAmount, pair, amount), false) }
      if let day = line.day {
        for offset in dayWindow { visit(key(.amountDay, bits, Int64(day.number + offset)), true) }
      }
      if let day = line.postingDay { visit(key(.amountDay, bits, Int64(day.number)), true) }
    }
    if let foreign = line.foreign { visit(key(.foreignAmount, UInt64(bitPattern: foreign.amount)), false) }
    guard let day = line.day.map({ Int64($0.number) }) else { return }
    for pair in line.shop.pairs { visit(key(.shopDay, pair, day), false) }
    guard let business else { return }
    for day in (day - 1)...(day + 1) { visit(key(.businessDay, business, day), false) }
  }

  /// The places of the receipts that could belong to a line, each once.
  ///
  /// - Parameter number: the number of the line, which no earlier call had.
  mutating func candidates(of line: MatchFacts, number: Int) -> [Int] {
    var found: [Int] = []
    Self.visitKeys(ofLine: line) { key, isDecisive in
      let start = firstEntry(key)
      var end = start
      while end < entries.count, entries[end].key == key { end += 1 }
      let count = end - start
      guard isDecisive || count <= Self.mostReceipts else { return }
      // Of very many equal receipts each line gets others to choose from.
      for offset in 0..<min(count, Self.mostReceipts) {
        let receipt = entries[start + (count > Self.mostReceipts ? (number + offset) % count : offset)].receipt
        guard marks[receipt] != number else { continue }
        marks[receipt] = number
        found.append(receipt)
      }
    }
    return found
  }

  private func firstEntry(_ key: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
