/// Finds the receipts that could belong to a line, by what they have in common with it.
struct CandidateIndex {
  private enum Key: Hashable {
    case approval([UInt8])
    /// An approval number without one of its characters: equal for two numbers that differ by one.
    case approvalWithout([UInt8])
    case amountDay(Int64, Int), amountUndated(Int64)
    case foreign(Int64)
    case businessDay([UInt8], Int), businessAmount([UInt8], Int64)
    case shopDay(UInt64, Int), shopAmount(UInt64, Int64)
  }

  private var places: [Key: [Int]] = [:]
  private var marks: [Int]

  /// A key with more receipts tells nothing, unless it is the amount and the day.
  private static let longest = 300
  /// Card companies take up to three days to post a purchase, and shops to send it.
  static let dayWindow = -3...3

  init(_ receipts: [MatchFacts]) {
    marks = [Int](repeating: -1, count: receipts.count)
    places.reserveCapacity(receipts.count * 16)
    for (place, receipt) in receipts.enumerated() {
      for key in Self.keys(receipt) { places[key, default: []].append(place) }
    }
  }

  private static func keys(_ receipt: MatchFacts) -> [Key] {
    var keys = approvalKeys(receipt)
    if let amount = receipt.amount {
      if receipt.currency != nil { keys.append(.foreign(amount)) }
      if let day = receipt.day { keys.append(.amountDay(amount, day.number)) } else { keys.append(.amountUndated(amount)) }
      if !receipt.business.isEmpty { keys.append(.businessAmount(receipt.business, amount)) }
      keys += receipt.shop.pairs.map { .shopAmount($0, amount) }
    }
    if let day = receipt.day?.number {
      if !receipt.business.isEmpty { keys.append(.businessDay(receipt.business, day)) }
      keys += receipt.shop.pairs.map { .shopDay($0, day) }
    }
    return keys
  }

  private static func approvalKeys(_ facts: MatchFacts) -> [Key] {
    guard !facts.approval.isEmpty else { return [] }
    let without = facts.approval.indices.map { place in
      Key.approvalWithout(Array(facts.approval[..<place] + facts.approval[(place + 1)...]))
    }
    // A number that lacks a character is equal to the other one without it.
    return [.approval(facts.approval), .approvalWithout(facts.approval)] + without
  }

  /// The places of the receipts that could belong to a line, each once.
  ///
  /// - Parameter line: the number of the line, which no earlier call had.
  mutating func candidates(of facts: MatchFacts, line: Int) -> [Int] {
    var found: [Int] = []
    func keysOfLine() -> [Key] {
      var keys = Self.approvalKeys(facts)
      let pairs = facts.shop.pairs
      for amount in facts.amounts {
        keys.append(.amountUndated(amount))
        if !facts.business.isEmpty { keys.append(.businessAmount(facts.business, amount)) }
        keys += pairs.map { .shopAmount($0, amount) }
        if let day = facts.day { keys += Self.dayWindow.map { .amountDay(amount, day.number + $0) } }
        if let day = facts.postingDay { keys.append(.amountDay(amount, day.number)) }
      }
      if let foreign = facts.foreign { keys.append(.foreign(foreign.amount)) }
      if let day = facts.day?.number {
        for day in (day - 1)...(day + 1) where !facts.business.isEmpty { keys.append(.businessDay(facts.business, day)) }
        keys += pairs.map { .shopDay($0, day) }
      }
      return keys
    }
    for key in keysOfLine() {
      guard let receipts = places[key] else { continue }
      if receipts.count > Self.longest {
        guard case .amountDay = key else { continue }
      }
      for receipt in receipts where marks[receipt] != line {
        marks[receipt] = line
        found.append(receipt)
      }
    }
    return found
  }
}
