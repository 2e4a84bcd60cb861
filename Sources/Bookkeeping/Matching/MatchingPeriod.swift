/// The possible pairs of a period and the decisions on them.
struct MatchingPeriod {
  private let units: [MatchFacts]
  private let claims: [MatchFacts]
  private let score: PairScore
  private let table: BookTable
  private var pairs: [PossiblePair] = []
  private var pairsOfLine: [[Int]]
  private var pairsOfReceipt: [[Int]]

  /// The candidates of a line behind its best ones never decide anything.
  private static let mostCandidates = 300

  init(units: [MatchFacts], claims: [MatchFacts], table: BookTable) {
    (self.units, self.claims, self.table, score) = (units, claims, table, PairScore(table: table))
    pairsOfLine = [[Int]](repeating: [], count: units.count)
    pairsOfReceipt = [[Int]](repeating: [], count: claims.count)
    var index = CandidateIndex(claims)
    for (line, facts) in units.enumerated() {
      let own = index.candidates(of: facts, number: line).compactMap { receipt -> PossiblePair? in
        guard let evidence = score.evidence(facts, claims[receipt]) else { return nil }
        let pair = (line: line, receipt: receipt, score: score.score(evidence))
        return pair.score > table.minimum - table.margin ? pair : nil
      }
      for pair in own.sorted(by: { ($1.score, $0.receipt) < ($0.score, $1.receipt) }).prefix(Self.mostCandidates) {
        pairsOfLine[line].append(pairs.count)
        pairsOfReceipt[pair.receipt].append(pairs.count)
        pairs.append(pair)
      }
    }
  }

  /// The chosen pairs with their evidence; one is unsure if another assignment is nearly as good.
  func decisions() -> [(pair: PossiblePair, evidence: [MatchEvidence], isSure: Bool)] {
    let assignment = PairAssignment(lines: units.count, receipts: claims.count, pairs: pairs, minimum: table.minimum)
    let chosen = inOrderOfTime(assignment.pairOfLine.compactMap { $0 })
    return chosen.sorted { (pairs[$0].line, pairs[$0].receipt) < (pairs[$1].line, pairs[$1].receipt) }.map { index in
      let pair = pairs[index]
      return (
        pair, score.evidence(units[pair.line], claims[pair.receipt]) ?? [],
        pair.score - bestAlternative(to: pair, in: assignment) >= table.margin
      )
    }
  }

  /// Gives equal purchases their receipts in the order of time, if nothing else tells them apart.
  private func inOrderOfTime(_ chosen: [Int]) -> [Int] {
    Dictionary(grouping: chosen) { units[pairs[$0].line].twinKey }.values.flatMap { group in
      let lines = group.map { pairs[$0].line }.sorted { (units[$0].minute ?? 0, $0) < (units[$1].minute ?? 0, $1) }
      let receipts = group.map { pairs[$0].receipt }
        .sorted { (claims[$0].minute ?? 0, $0) < (claims[$1].minute ?? 0, $1) }
      let exchanged = zip(lines, receipts).compactMap { pair(of: $0, $1) }
      func sum(_ pairs: [Int]) -> Double { pairs.reduce(0) { $0 + self.pairs[$1].score } }
      // Approval numbers and times tell equal purchases apart, so an exchange must not lower the sum.
      return exchanged.count == group.count && sum(exchanged) >= sum(group) - 1e-9 ? exchanged : group
    }
  }

  private func pair(of line: Int, _ receipt: Int) -> Int? { pairsOfLine[line].first { pairs[$0].receipt == receipt } }

  /// The best sum of scores of an assignment without the pair, less that of the pairs which it shares with this one.
  ///
  /// Considered are the other receipts of the line, the other lines of the receipt, and exchanges with one other pair.
  /// Twins do not count: it does not matter which of two equal purchases has which of two equal receipts.
  private func bestAlternative(to pair: PossiblePair, in assignment: PairAssignment) -> Double {
    let (line, receipt) = (units[pair.line].twinKey, claims[pair.receipt].twinKey)
    let ofLine = pairsOfLine[pair.line].map { pairs[$0] }.filter { claims[$0.receipt].twinKey != receipt }
    let exchanges = ofLine.compactMap { other -> Double? in
      guard let owner = assignment.pairOfReceipt[other.receipt].map({ pairs[$0] }) else { return other.score }
      guard let back = self.pair(of: owner.line, pair.receipt), units[owner.line].twinKey != line else { return nil }
      return other.score + pairs[back].score - owner.score
    }
    let ofReceipt = pairsOfReceipt[pair.receipt].map { pairs[$0] }.filter { other in
      assignment.pairOfLine[other.line] == nil && units[other.line].twinKey != line
    }
    return max(exchanges.max() ?? -.infinity, ofReceipt.map(\.score).max() ?? -.infinity)
  }
}
