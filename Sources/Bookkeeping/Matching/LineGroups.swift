import Understanding

/// Lines of a list that belong together: purchases with their cancellations, and instalments of one purchase.
struct LineGroups {
  private(set) var cancelled: [CancelledPair] = []
  /// Every line in one group; only instalments are groups of several lines.
  private(set) var units: [[Int]] = []

  /// A purchase is cancelled within three months: later ones are claims, not cancellations.
  private static let cancellationDays = 0...92

  init(_ lines: [StatementLine]) {
    let shops = lines.map { $0.businessNumber ?? $0.shop?.headingKey ?? "" }
    findCancelled(lines, shops)
    findInstalments(lines, shops)
  }

  private mutating func findCancelled(_ lines: [StatementLine], _ shops: [String]) {
    let purchases = Dictionary(grouping: lines.indices.filter { !lines[$0].amount.isNegative }) { lines[$0].amount }
    var used: Set<Int> = []
    // All cancellations by number go first: none of them may lose its purchase to a similar one.
    for isByNumber in [true, false] {
      for cancellation in lines.indices where lines[cancellation].amount.isNegative && !used.contains(cancellation) {
        let line = lines[cancellation]
        let found = (purchases[line.amount.magnitude] ?? []).filter { purchase in
          let other = lines[purchase]
          guard !used.contains(purchase), Self.cancellationDays.contains(line.day - other.day) else { return false }
          if isByNumber { return line.approvalNumber != nil && line.approvalNumber == other.approvalNumber }
          return !shops[cancellation].isEmpty && shops[cancellation] == shops[purchase]
            && (line.cardDigits == nil || other.cardDigits == nil || line.cardDigits == other.cardDigits)
            && (line.day != other.day || (other.minute ?? 0) <= (line.minute ?? 1440))
        }
        guard let purchase = found.max(by: { (lines[$0].day, $0) < (lines[$1].day, $1) }) else { continue }
        used.formUnion([cancellation, purchase])
        cancelled.append(CancelledPair(purchase: purchase, cancellation: cancellation))
      }
    }
  }

  private mutating func findInstalments(_ lines: [StatementLine], _ shops: [String]) {
    let alone = Set(cancelled.flatMap { [$0.purchase, $0.cancellation] })
    var groups: [[String?]: Int] = [:]
    for (index, line) in lines.enumerated() {
      let months = line.installmentMonths ?? 1
      let key = [line.approvalNumber, shops[index], line.cardDigits, "\(months)"]
      if months > 1, line.approvalNumber != nil, !alone.contains(index) {
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
