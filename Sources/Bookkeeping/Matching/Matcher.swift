import Understanding

/// Matches the lines of downloaded lists with receipts, over a whole period at once.
package struct Matcher {
  private let table = MatchingTable.standard

  /// Lines of other receipts with the same amount are so many that the amount alone says less.
  private static let commonCount = 3

  package init() {}

  package func match(_ lines: [StatementLine], with receipts: [PayableReceipt]) -> MatchResult {
    let groups = LineGroups(lines)
    let cancelled = Set(groups.cancelled.map(\.purchase))
    var claims: [Claim] = []
    for (place, receipt) in receipts.enumerated() {
      let payments = receipt.payments.count > 1 ? receipt.payments.map(Optional.some) : [receipt.payments.first]
      claims += payments.map { Claim(receipt: place, facts: MatchFacts(receipt, payment: $0)) }
    }
    var units = groups.units.map { unit in
      MatchFacts(lines: unit.map { lines[$0] }, isCancelled: unit.contains(where: cancelled.contains))
    }
    let counts = Dictionary(grouping: units.compactMap(\.amount)) { $0 }.mapValues(\.count)
    for unit in units.indices {
      units[unit].isCommon = units[unit].amount.flatMap { counts[$0] } ?? 0 >= Self.commonCount
    }
    let lags = DayLags(lines, receipts)
    for (unit, members) in groups.units.enumerated() {
      units[unit].usualLags = lags.usual[lines[members[0]].list] ?? []
    }
    let period = MatchingPeriod(units: units, claims: claims.map(\.facts), table: table)
    var result = MatchResult(cancelled: groups.cancelled)
    var usedUnits: Set<Int> = []
    var usedReceipts: Set<Int> = []
    for decided in period.decisions() {
      let evidence = period.evidence(decided.pair)
      let pair = MatchedPair(
        lines: groups.units[decided.pair.line], receipts: [claims[decided.pair.receipt].receipt], evidence: evidence,
        score: decided.pair.score)
      guard decided.isSure else {
        result.undecided.append(pair)
        continue
      }
      usedUnits.insert(decided.pair.line)
      usedReceipts.formUnion(pair.receipts)
      if evidence.contains(.amountDiffers) { result.differentAmounts.append(pair) } else { result.pairs.append(pair) }
    }
    let free = units.indices.filter { !usedUnits.contains($0) }
    let single = claims.filter { receipts[$0.receipt].payments.count < 2 && !usedReceipts.contains($0.receipt) }
    for found in CombinedReceipts(table: table).find(free.map { ($0, units[$0]) }, single) {
      usedUnits.insert(found.line)
      usedReceipts.formUnion(found.receipts)
      result.pairs.append(
        MatchedPair(
          lines: groups.units[found.line], receipts: found.receipts, evidence: found.evidence, score: found.score))
    }
    let needNone = Set(groups.cancelled.flatMap { [$0.purchase, $0.cancellation] })
    result.linesWithoutReceipt = units.indices.filter { !usedUnits.contains($0) }.flatMap { groups.units[$0] }
      .filter { !needNone.contains($0) }.sorted()
    result.receiptsWithoutLine = receipts.indices.filter { !usedReceipts.contains($0) }
    result.pairs.sort { ($0.lines[0], $0.receipts[0]) < ($1.lines[0], $1.receipts[0]) }
    findDoubles(lines, receipts, &result)
    return result
  }

  private struct DoubleKey: Hashable {
    let day: BookDay
    let business: String
    let amount: Amount
    let taxType: String?
  }

  private func findDoubles(_ lines: [StatementLine], _ receipts: [PayableReceipt], _ result: inout MatchResult) {
    func groups(_ keys: [DoubleKey?]) -> [[Int]] {
      var places: [DoubleKey: [Int]] = [:]
      for (place, key) in keys.enumerated() { if let key { places[key, default: []].append(place) } }
      return places.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
    result.possibleDoubles = groups(
      receipts.map { receipt in
        guard let day = receipt.day, let business = receipt.businessNumber, let total = receipt.total else {
          return nil
        }
        return DoubleKey(
          day: day, business: business, amount: receipt.isRefund ? -total.magnitude : total, taxType: receipt.taxType)
      })
    result.possibleDoubleLines = groups(
      lines.map { line in
        line.businessNumber.map { DoubleKey(day: line.day, business: $0, amount: line.amount, taxType: nil) }
      })
  }
}

/// A receipt, or one payment of a receipt that was paid in parts: what one line can pay.
struct Claim {
  var receipt: Int
  var facts: MatchFacts
}

/// The possible pairs of a period and the decisions on them.
struct MatchingPeriod {
  private let units: [MatchFacts]
  private let claims: [MatchFacts]
  private let score: PairScore
  private let table: MatchingTable
  private let pairs: [PossiblePair]
  private let pairsOfLine: [[Int]]
  private let pairsOfReceipt: [[Int]]

  struct Decision {
    var pair: PossiblePair
    /// False if another assignment is nearly as good.
    var isSure: Bool
  }

  /// The best candidates of a line; those behind them never decide anything, but would make lists of equal purchases slow.
  private static let mostCandidates = 300

  init(units: [MatchFacts], claims: [MatchFacts], table: MatchingTable) {
    (self.units, self.claims, self.table) = (units, claims, table)
    let score = PairScore(table: table)
    self.score = score
    var index = CandidateIndex(claims)
    var pairs: [PossiblePair] = []
    for (line, facts) in units.enumerated() {
      var own: [PossiblePair] = []
      for receipt in index.candidates(of: facts, number: line) {
        guard let evidence = score.evidence(facts, claims[receipt]) else { continue }
        let value = score.score(evidence)
        if value > table.minimum - table.margin { own.append(PossiblePair(line: line, receipt: receipt, score: value)) }
      }
      own.sort { ($1.score, $0.receipt) < ($0.score, $1.receipt) }
      pairs += own.prefix(Self.mostCandidates)
    }
    var byLine = [[Int]](repeating: [], count: units.count)
    var byReceipt = [[Int]](repeating: [], count: claims.count)
    for (index, pair) in pairs.enumerated() {
      byLine[pair.line].append(index)
      byReceipt[pair.receipt].append(index)
    }
    (self.pairs, pairsOfLine, pairsOfReceipt) = (pairs, byLine, byReceipt)
  }

  func evidence(_ pair: PossiblePair) -> [MatchEvidence] {
    score.evidence(units[pair.line], claims[pair.receipt]) ?? []
  }

  func decisions() -> [Decision] {
    let assignment = PairAssignment(lines: units.count, receipts: claims.count, pairs: pairs, minimum: table.minimum)
    let chosen = assignment.pairOfLine.compactMap { $0 }
    return inOrderOfTime(chosen).map { pair in
      let best = bestAlternative(to: pair, in: assignment)
      return Decision(pair: pairs[pair], isSure: pairs[pair].score - best >= table.margin)
    }
  }

  /// Gives equal purchases their receipts in the order of time, where nothing else told them apart.
  private func inOrderOfTime(_ chosen: [Int]) -> [Int] {
    var answer = chosen
    let groups = Dictionary(grouping: chosen.indices) { units[pairs[chosen[$0]].line].twinKey }
    for places in groups.values where places.count > 1 {
      let lines = places.map { pairs[chosen[$0]].line }.sorted {
        (units[$0].minute ?? 0, $0) < (units[$1].minute ?? 0, $1)
      }
      let receipts = places.map { pairs[chosen[$0]].receipt }
        .sorted { (claims[$0].minute ?? 0, $0) < (claims[$1].minute ?? 0, $1) }
      let exchanged = zip(lines, receipts).compactMap { line, receipt in
        pairsOfLine[line].first { pairs[$0].receipt == receipt }
      }
      let before = places.reduce(0) { $0 + pairs[chosen[$1]].score }
      // Approval numbers and times tell equal purchases apart, so an exchange must not lower the sum.
      guard exchanged.count == places.count, exchanged.reduce(0, { $0 + pairs[$1].score }) >= before - 1e-9 else {
        continue
      }
      for (place, pair) in zip(places, exchanged) { answer[place] = pair }
    }
    return answer
  }

  /// The best sum of scores of an assignment without the pair, less that of the pairs which it shares with this one.
  ///
  /// Considered are the other receipts of the line, the other lines of the receipt, and exchanges with one other pair.
  /// Twins do not count: it does not matter which of two equal purchases has which of two equal receipts.
  private func bestAlternative(to pair: Int, in assignment: PairAssignment) -> Double {
    let (line, receipt) = (pairs[pair].line, pairs[pair].receipt)
    var best = -Double.infinity
    for other in pairsOfLine[line] where pairs[other].receipt != receipt {
      let theirs = pairs[other].receipt
      guard claims[theirs].twinKey != claims[receipt].twinKey else { continue }
      guard let owner = assignment.pairOfReceipt[theirs] else {
        best = max(best, pairs[other].score)
        continue
      }
      // Both lines change their receipts.
      if let back = pairsOfReceipt[receipt].first(where: { pairs[$0].line == pairs[owner].line }),
        units[pairs[owner].line].twinKey != units[line].twinKey
      {
        best = max(best, pairs[other].score + pairs[back].score - pairs[owner].score)
      }
    }
    for other in pairsOfReceipt[receipt] where pairs[other].line != line {
      let theirs = pairs[other].line
      guard assignment.pairOfLine[theirs] == nil, units[theirs].twinKey != units[line].twinKey else { continue }
      best = max(best, pairs[other].score)
    }
    return best
  }
}
