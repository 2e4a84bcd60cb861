import Understanding

/// By how many days a list usually dates purchases later than their receipts do, as lists of posting dates do.
struct DayLags {
  /// By the number of the list; without 0.
  private(set) var usual: [Int: Set<Int>] = [:]

  private static let days = 1...3
  /// Few pairs, or a small share of them, are mistakes and purchases around midnight.
  private static let leastCount = 5
  private static let leastShare = 0.1

  /// Compares lines and receipts whose amount no other line and no other receipt has.
  init(_ lines: [StatementLine], _ receipts: [PayableReceipt]) {
    let purchases = Dictionary(grouping: lines.filter { !$0.amount.isNegative }, by: \.amount)
    var counts: [Int: [Int: Int]] = [:]
    for (amount, equal) in Dictionary(grouping: receipts.filter { !$0.isRefund }, by: \.total) {
      guard let amount, equal.count == 1, let day = equal[0].day, let own = purchases[amount], own.count == 1 else {
        continue
      }
      let lag = own[0].day - day
      if abs(lag) <= Self.days.upperBound { counts[own[0].list, default: [:]][lag, default: 0] += 1 }
    }
    for (list, byLag) in counts {
      let all = byLag.values.reduce(0, +)
      let found = byLag.filter { Self.days.contains($0.key) && $0.value >= Self.leastCount }
      usual[list] = Set(found.filter { Double($0.value) >= Self.leastShare * Double(all) }.keys)
    }
  }
}
