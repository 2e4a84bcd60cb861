import Understanding

/// Lines of a list that belong together: purchases with their cancellations, and instalments of one purchase.
struct LineGroups {
  private(set) var cancelled: [CancelledPair] = []
  /// Every line in one group; only instalments are groups of several lines.
  private(set) var units: [[Int]] = []

  /// A purchase is cancelled within three months: later ones are claims, not cancellations.
  private static let cancellationDays = 0...92

  init(_ lines: [StatementLine]) {
    let shops = lines.map { $0.businessNumber ?? $0.shop?.folded ?? "" }
    findCancelled(lines, shops)
    findInstalments(lines, shops)
  }

  /// Earlier purchases of the same amount that are looked at for each cancellation.
  private static let mostPurchases = 300

  private mutating func findCancelled(_ lines: [StatementLine], _ shops: [String]) {
    var used: Set<Int> = []
    // All cancellations by number go first: none of them may lose its purchase to a similar one.
    for isByNumber in [true, false] {
      let keys = isByNumber ? lines.map(\.approvalNumber) : shops.map { $0.isEmpty ? nil : $0 }
      func key(_ index: Int) -> [String]? { keys[index].map { [lines[index].amount.magnitude.text(places: 4), $0] } }
      let free = lines.indices.filter { !used.contains($0) && keys[$0] != nil }
      var purchases = Dictionary(grouping: free.filter { !lines[$0].amount.isNegative }) { key($0) }
        .mapValues { $0.sorted { (lines[$0].day, $0) < (lines[$1].day, $1) } }
      for cancellation in free where lines[cancellation].amount.isNegative {
        let key = key(cancellation)
        let earlier = (purchases[key] ?? []).reversed().drop { lines[$0].day > lines[cancellation].day }
        let found = earlier.prefix(Self.mostPurchases).first { purchase in
          Self.cancellationDays.contains(lines[cancellation].day - lines[purchase].day)
            && (isByNumber || Self.mayCancel(lines[cancellation], lines[purchase]))
        }
        guard let found else { continue }
        purchases[key]?.removeAll { $0 == found }
        used.formUnion([cancellation, found])
        cancelled.append(CancelledPair(purchase: found, cancellation: cancellation))
      }
    }
  }

  private static func mayCancel(_ line: StatementLine, _ purchase: StatementLine) -> Bool {
    (line.cardDigits == nil || purchase.cardDigits == nil || line.cardDigits == purchase.cardDigits)
      && (line.day != purchase.day || (purchase.minute ?? 0) <= (line.minute ?? 1440))
  }

  private mutating func findInstalments(_ lines: [StatementLine], _ shops: [String]) {
    let alone = Set(cancelled.flatMap { [$0.purchase, $0.cancellation] })
    var groups: [[String?]: Int] = [:]
    for (index, line) in lines.enumerated() {
      let months = line.installmentMonths ?? 1
      let key = [line.approvalNumber, shops[index], line.cardDigits, "\(months)"]
      if line.approvalNumber != nil, !alone.contains(index) {
        // Two lines of one round are two purchases, or one purchase in two lists.
        if let group = groups[key], units[group].count < months,
          units[group].allSatisfy({ Self.isOtherRound(line, lines[$0]) })
        {
          units[group].append(index)
          continue
        }
        groups[key] = units.count
      }
      units.append([index])
    }
  }

  private static func isOtherRound(_ line: StatementLine, _ other: StatementLine) -> Bool {
    if let round = line.installmentRound, let its = other.installmentRound { return round != its }
    return other.day != line.day || other.postingDay != line.postingDay
  }
}
