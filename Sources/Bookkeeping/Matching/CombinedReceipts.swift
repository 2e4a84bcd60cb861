/// Finds lines that paid two to four receipts of one shop.
struct CombinedReceipts {
  let table: MatchingTable

  /// A receipt that could be a part of a line, or several that add up to it.
  struct Part {
    var receipts: [Int]
    var facts: MatchFacts
    var evidence: [MatchEvidence]
    var score: Double
  }

  /// Sums are tried among so many receipts at most: 781 of them.
  private static let mostReceipts = 12

  /// - Parameter lines: the lines that have no receipt.
  /// - Parameter claims: the receipts that have no line.
  func find(_ lines: [(Int, MatchFacts)], _ claims: [Claim]) -> [(unit: Int, sum: Part)] {
    let byDay = Dictionary(grouping: claims.filter { $0.facts.amount ?? 0 > 0 && $0.facts.currency == nil }) {
      $0.facts.day
    }
    var used: Set<Int> = []
    return lines.compactMap { unit, line in
      guard let amount = line.amount, let day = line.day else { return nil }
      let days = ([0] + line.usualLags).map { BookDay(number: day.number - $0) }
      let near = (days + [nil]).flatMap { byDay[$0] ?? [] }.filter { !used.contains($0.receipt) }
      let parts = near.compactMap { part(line, $0) }.sorted { ($1.score, $0.receipts[0]) < ($0.score, $1.receipts[0]) }
      let sums = subsets(of: Array(parts.prefix(Self.mostReceipts)), with: amount)
      // Two different sums would be a guess.
      guard let sum = sums.first, sums.count == 1, var worst = sum.min(by: { $0.score < $1.score }) else { return nil }
      worst.receipts = sum.flatMap(\.receipts)
      used.formUnion(worst.receipts)
      return (unit, worst)
    }
  }

  /// With the right sum, each receipt must have the score that a pair needs.
  private func part(_ line: MatchFacts, _ claim: Claim) -> Part? {
    let score = PairScore(table: table)
    var facts = claim.facts
    facts.amounts = []
    guard let evidence = score.evidence(line, facts).map({ $0 + [.amountSum] }) else { return nil }
    let part = Part(receipts: [claim.receipt], facts: claim.facts, evidence: evidence, score: score.score(evidence))
    return part.score > table.minimum ? part : nil
  }

  private func isSameShop(_ one: MatchFacts, _ other: MatchFacts) -> Bool {
    if !one.business.isEmpty, !other.business.isEmpty { return one.business == other.business }
    return one.shop.similarity(to: other.shop) ?? 1 >= 0.5
  }

  /// Every choice of two to four receipts of one shop that have the sum.
  private func subsets(of parts: [Part], with sum: Int64) -> [[Part]] {
    var found: [[Part]] = []
    func extend(_ chosen: [Part], _ missing: Int64, from start: Int) {
      if missing == 0, chosen.count >= 2 { found.append(chosen) }
      guard chosen.count < 4, missing > 0 else { return }
      for next in start..<parts.count where chosen.allSatisfy({ isSameShop($0.facts, parts[next].facts) }) {
        extend(chosen + [parts[next]], missing - (parts[next].facts.amount ?? 0), from: next + 1)
      }
    }
    extend([], sum, from: 0)
    return found
  }
}
