import Understanding

/// Matches the lines of downloaded lists with receipts, over a whole period at once.
package struct Matcher {
  private let table = BookTable.standard

  /// If so many lines have the same amount, it says less.
  private static let commonCount = 3

  package func match(_ lines: [StatementLine], with receipts: [PayableReceipt]) -> MatchResult {
    let groups = LineGroups(lines)
    let units = facts(of: groups, lines, receipts)
    let claims = receipts.map(MatchFacts.init)
    var result = MatchResult(cancelled: groups.cancelled)
    var usedUnits: Set<Int> = []
    var usedReceipts: Set<Int> = []
    for (chosen, evidence, isSure) in MatchingPeriod(units: units, claims: claims, table: table).decisions() {
      let pair = MatchedPair(lines: groups.units[chosen.line], receipts: [chosen.receipt], evidence: evidence)
      guard isSure else {
        result.undecided.append(pair)
        continue
      }
      usedUnits.insert(chosen.line)
      usedReceipts.formUnion(pair.receipts)
      if evidence.contains(.amountDiffers) { result.differentAmounts.append(pair) } else { result.pairs.append(pair) }
    }
    for areLines in [false, true] {
      let lines = units.indices.filter { !usedUnits.contains($0) }.map { ($0, units[$0]) }
      let unpaid = claims.indices.filter { !usedReceipts.contains($0) }.map { ($0, claims[$0]) }
      let combined = CombinedParts(table: table, areLines: areLines)
      for (whole, sum) in areLines ? combined.find(unpaid, lines) : combined.find(lines, unpaid) {
        let (own, paid) = areLines ? (sum.places, [whole]) : ([whole], sum.places)
        usedUnits.formUnion(own)
        usedReceipts.formUnion(paid)
        let lines = own.flatMap { groups.units[$0] }.sorted()
        result.pairs.append(MatchedPair(lines: lines, receipts: paid, evidence: sum.evidence))
      }
    }
    let needNone = Set(groups.cancelled.flatMap { [$0.purchase, $0.cancellation] })
    result.linesWithoutReceipt = units.indices.filter { !usedUnits.contains($0) }.flatMap { groups.units[$0] }
      .filter { !needNone.contains($0) }.sorted()
    result.receiptsWithoutLine = receipts.indices.filter { !usedReceipts.contains($0) }
    result.pairs.sort { ($0.lines[0], $0.receipts[0]) < ($1.lines[0], $1.receipts[0]) }
    findDoubles(lines, receipts, &result)
    return result
  }

  private func facts(
    of groups: LineGroups, _ lines: [StatementLine], _ receipts: [PayableReceipt]
  ) -> [MatchFacts] {
    let cancelled = Set(groups.cancelled.map(\.purchase))
    let counts = Dictionary(grouping: groups.units) { lines[$0[0]].amount.magnitude }
    let lags = DayLags(lines, receipts)
    return groups.units.map { unit in
      let first = lines[unit[0]]
      var facts = MatchFacts(lines: unit.map { lines[$0] }, isCancelled: unit.contains(where: cancelled.contains))
      facts.isCommon = counts[first.amount.magnitude]?.count ?? 0 >= Self.commonCount
      facts.usualLags = lags.usual[first.list] ?? []
      return facts
    }
  }

  private func findDoubles(_ lines: [StatementLine], _ receipts: [PayableReceipt], _ result: inout MatchResult) {
    func groups(_ keys: [[String]?]) -> [[Int]] {
      let groups = Dictionary(grouping: keys.indices.filter { keys[$0] != nil }) { keys[$0] }
      return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
    result.possibleDoubles = groups(
      receipts.map { receipt in
        guard let day = receipt.day, let number = receipt.businessNumber, let total = receipt.total else { return nil }
        return [day.iso, number, total.text(places: 2), receipt.taxType ?? "", "\(receipt.isRefund)"]
      })
    result.possibleDoubleLines = groups(
      lines.map { line in line.businessNumber.map { [line.day.iso, $0, line.amount.text(places: 2)] } })
  }
}
