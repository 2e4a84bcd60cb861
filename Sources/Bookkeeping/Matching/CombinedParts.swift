import Understanding

/// Finds lines that paid two to four receipts of one shop, and receipts that two to four lines paid.
struct CombinedParts {
  let table: BookTable
  /// Whether the parts are lines, and the wholes receipts.
  let areLines: Bool

  /// A part of a whole, or several that add up to it.
  typealias Part = (places: [Int], facts: MatchFacts, evidence: [MatchEvidence], score: Double)

  /// Sums are tried among so many parts at most: 781 of them.
  private static let mostParts = 12

  /// - Parameters:
  ///   - wholes: Lines without a receipt, or receipts without a line, by their places.
  ///   - parts: The same of the other side.
  func find(_ wholes: [(Int, MatchFacts)], _ parts: [(Int, MatchFacts)]) -> [(whole: Int, sum: Part)] {
    let byDay = Dictionary(grouping: parts.filter { $0.1.amount ?? 0 > 0 && $0.1.currency == nil }) { $0.1.day }
    var used: Set<Int> = []
    return wholes.compactMap { place, whole in
      guard let amount = whole.amount, let day = whole.day, whole.currency == nil else { return nil }
      // Lists may date purchases up to three days later.
      let days = (areLines ? Array(-3...0) : [0] + whole.usualLags).map { CalendarDate(number: day.number - $0) }
      let near = (days + [nil]).flatMap { byDay[$0] ?? [] }.filter { !used.contains($0.0) }
      let parts = near.compactMap { part(of: whole, $0, $1) }
        .sorted { ($1.score, $0.places[0]) < ($0.score, $1.places[0]) }
      let sums = subsets(of: Array(parts.prefix(Self.mostParts)), with: amount)
      // Two different sums would be a guess.
      guard let sum = sums.first, sums.count == 1, var worst = sum.min(by: { $0.score < $1.score }) else { return nil }
      worst.places = sum.flatMap(\.places)
      used.formUnion(worst.places)
      return (place, worst)
    }
  }

  /// With the right sum, each part must have the score that a pair needs.
  private func part(of whole: MatchFacts, _ place: Int, _ facts: MatchFacts) -> Part? {
    let score = PairScore(table: table)
    var part = facts
    part.amounts = []
    let found = areLines ? score.evidence(part, whole) : score.evidence(whole, part)
    guard let evidence = found.map({ $0 + [.amountSum] }), score.score(evidence) > table.minimum else { return nil }
    return ([place], facts, evidence, score.score(evidence))
  }

  private func isSameShop(_ one: MatchFacts, _ other: MatchFacts) -> Bool {
    if !one.business.isEmpty, !other.business.isEmpty { return one.business == other.business }
    return one.shop.similarity(to: other.shop) ?? 1 >= 0.5
  }

  /// Every choice of two to four parts of one shop that have the sum.
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
