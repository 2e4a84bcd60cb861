/// The shop's business number among all ten-digit numbers of a receipt.
struct BusinessNumberField: Sendable {
  struct Candidate: Sendable {
    /// Ten.
    var digits: String
    var spot: Finding.Spot
    var label: String?
    /// Written in groups of three, two and five.
    var isGrouped: Bool
    var score: Double

    var isSound: Bool { BusinessNumber.isSound(digits) }

    /// A value that stands where the number does.
    func finding(_ value: String, _ ledger: Ledger, reliability: Double) -> Finding {
      Finding(
        value, row: spot.row, range: spot.range, label: label, text: ledger.rows[spot.row].text(spot.range),
        reliability: reliability)
    }
  }

  private(set) var chosen: Candidate?
  /// Whether another sound number of the receipt could be meant as well.
  private(set) var isRivalled = false

  init(_ ledger: Ledger, lexicon: Lexicon) {
    guard ledger.style == .whole else { return }
    var candidates: [Candidate] = []
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      for found in Self.numbers(in: scalars) {
        let label = ledger.label(row, before: found.range.lowerBound)
        let isSound = BusinessNumber.isSound(found.digits)
        let isLabelled = label?.role == .businessNumber
        guard isLabelled || isSound || found.isGrouped else { continue }
        // Ten digits alone are sound by chance once in ten.
        if !found.isGrouped, !isLabelled, label.map({ $0.role != .merchant }) ?? false { continue }
        var score = (isLabelled ? 2.0 : 0) + (isSound ? 2 : 0) + (found.isGrouped ? 0.5 : 0)
        score -= Double(row) / Double(max(ledger.rows.count, 1))
        // The number of a company which only handles the payment or the items.
        let rows = (row > 0 ? ledger.rows[row - 1].scalars : []) + [" "] + scalars
        if ReceiptWord.agent.isFound(in: rows.filter(\.isLetter).map(\.folded)) { score -= 2 }
        if !found.isGrouped, !isLabelled { score -= 1.5 }
        candidates.append(
          Candidate(
            digits: found.digits, spot: .init(row: row, range: found.range), label: isLabelled ? label?.label : nil,
            isGrouped: found.isGrouped, score: score))
      }
    }
    chosen = candidates.max { ($0.score, $1.spot.row) < ($1.score, $0.spot.row) }
    let (digits, score) = (chosen?.digits, chosen?.score ?? 0)
    isRivalled = candidates.contains { $0.digits != digits && $0.isSound && $0.score > score - 0.6 }
  }

  /// Runs of ten digits, whole or in groups of three, two and five.
  static func numbers(in scalars: [Unicode.Scalar]) -> [(digits: String, range: Range<Int>, isGrouped: Bool)] {
    scan(scalars) { place in
      guard scalars[place].isDigit, place == 0 || !scalars[place - 1].isDigit else { return nil }
      let (groups, end) = groups(in: scalars, from: place, of: \.isDigit, most: 10) { sign, groups in
        separator(scalars, sign).flatMap { next in
          // A space alone parts the groups only where they end.
          !scalars[sign].isSpace || next > sign + 1 || groups == [3] || groups == [3, 2] ? next : nil
        }
      }
      let digits = scalars[place..<end].filter(\.isDigit)
      let isGrouped = groups == [3, 2, 5] && scalars[place..<end].contains { !$0.isDigit && !$0.isSpace }
      if digits.count == 10, groups == [3, 2, 5] || groups == [10] {
        return (end, (digits.string, place..<end, isGrouped))
      }
      return groups.count > 3 && groups.starts(with: [3, 2, 5]) ? nil : (end, nil)
    }
  }

  private static func separator(_ scalars: [Unicode.Scalar], _ place: Int) -> Int? {
    guard let sign = scalars[place...].firstIndex(where: { !$0.isSpace }) else { return nil }
    // A hyphen that was not seen.
    if scalars[sign].isDigit, sign == place + 1 { return sign }
    guard "-~·.".unicodeScalars.contains(scalars[sign]) else { return nil }
    let next = scalars[(sign + 1)...].firstIndex { !$0.isSpace }
    return next.flatMap { scalars[$0].isDigit ? $0 : nil }
  }
}
