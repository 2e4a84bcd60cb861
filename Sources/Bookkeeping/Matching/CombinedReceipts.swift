/// Finds lines that paid two to four receipts of one shop.
struct CombinedReceipts {
  private let score: PairScore
  private let table: MatchingTable

  struct Found {
    var line: Int
    var receipts: [Int]
    var evidence: [MatchEvidence]
    var score: Double
  }

  /// Sums are tried among so many receipts at most: 781 of them.
  private static let mostReceipts = 12

  init(table: MatchingTable) {
    self.table = table
    score = PairScore(table: table)
  }

  /// - Parameter lines: the lines that have no receipt.
  /// - Parameter claims: the receipts that have no line.
  func find(_ lines: [(unit: Int, facts: MatchFacts)], _ claims: [Claim]) -> [Found] {
    let priced = claims.filter { $0.facts.amount != nil && $0.facts.currency == nil }
    let byDay = Dictionary(grouping: priced) { $0.facts.day }
    var used: Set<Int> = []
    var found: [Found] = []
    for (unit, line) in lines {
      guard let amount = line.amount, let day = line.day else { continue }
      let days = ([0] + line.usualLags).map { BookDay(number: day.number - $0) }
      let near = (days + [nil]).flatMap { byDay[$0] ?? [] }.filter { !used.contains($0.receipt) }
      let parts = near.compactMap { claim in part(line, claim, amount) }.sorted {
        ($1.score, $0.receipt) < ($0.score, $1.receipt)
      }
      let sums = Self.subsets(of: Array(parts.prefix(Self.mostReceipts)), with: amount)
      // Two different sums would be a guess.
      guard let sum = sums.first, sums.count == 1 else { continue }
      used.formUnion(sum.map(\.receipt))
      let worst = sum.min { $0.score < $1.score } ?? sum[0]
      found.append(
        Found(
          line: unit, receipts: sum.map(\.receipt), evidence: worst.evidence + [.amountSum], score: worst.score))
    }
    return found
  }

  private struct Part {
    var receipt: Int
    var amount: Int64
    var shop: ShopName
    var business: [UInt8]
    var evidence: [MatchEvidence]
    var score: Double

    func isSameShop(as other: Part) -> Bool {
      if !business.isEmpty, !other.business.isEmpty { return business == other.business }
      return shop.similarity(to: other.shop) ?? 1 >= 0.5
    }
  }

  /// A receipt that could be a part of a line: with the right sum it would have the score that a pair needs.
  private func part(_ line: MatchFacts, _ claim: Claim, _ amount: Int64) -> Part? {
    guard let own = claim.facts.amount, own > 0, own < amount,
      let evidence = score.evidenceBesidesAmount(line, claim.facts)
    else { return nil }
    let value = score.score(evidence) + table.weight(.amountSum)
    guard value > table.minimum else { return nil }
    return Part(
      receipt: claim.receipt, amount: own, shop: claim.facts.shop, business: claim.facts.business, evidence: evidence,
      score: value)
  }

  /// Every choice of two to four receipts of one shop that have the sum.
  private static func subsets(of parts: [Part], with sum: Int64) -> [[Part]] {
    var found: [[Part]] = []
    func extend(_ chosen: [Part], _ missing: Int64, from start: Int) {
      if missing == 0, chosen.count >= 2 { found.append(chosen) }
      guard chosen.count < 4, missing > 0 else { return }
      for next in start..<parts.count where chosen.allSatisfy({ $0.isSameShop(as: parts[next]) }) {
        extend(chosen + [parts[next]], missing - parts[next].amount, from: next + 1)
      }
    }
    extend([], sum, from: 0)
    return found
  }
}
