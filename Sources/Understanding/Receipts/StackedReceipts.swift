import PageModel

/// Receipts that lie above one another on a page: each has a sum and days of its own, and names its shop again.
struct StackedReceipts {
  /// The facts of its receipt that a row states.
  private struct Fact {
    var days: [CalendarDate] = []
    var hasTotal = false
    /// Labels that a receipt has once: of a telephone, a business number, an approval.
    var marks: Set<LabelRole> = []
    /// Pixels of white above the row.
    var gap = 0.0

    var isReceipt: Bool { hasTotal && !days.isEmpty }

    func isLike(_ other: Fact) -> Bool {
      !days.isEmpty && !other.days.isEmpty || hasTotal && other.hasTotal || !marks.isDisjoint(with: other.marks)
    }

    mutating func add(_ other: Fact) {
      days = Array((days + other.days).prefix(1))
      hasTotal = hasTotal || other.hasTotal
      marks.formUnion(other.marks)
    }
  }

  private let rows: [PrintedRow]
  private var facts: [Fact] = []

  /// The least rows of a receipt: shop, day, sum and one more.
  private static let least = 4
  /// More receipts lie on no page.
  private static let most = 40
  private static let marks: Set<LabelRole> = [.phone, .businessNumber, .approval, .receiptNumber, .address, .merchant]

  private init(_ page: RecognisedPage, _ lines: [Int], lexicon: Lexicon) {
    rows = Rows.make(page, lines)
    guard rows.count >= 2 * Self.least else { return }
    let ledger = Ledger(rows, lexicon: lexicon)
    let totals = Set(ledger.entries(.paid, .total).map(\.row))
    var bottom: Double?
    for (index, row) in rows.enumerated() {
      var fact = Fact(hasTotal: totals.contains(index))
      let place = Rows.place(row.box, at: index, on: page)
      fact.gap = bottom.map { place.top - $0 } ?? 0
      bottom = place.bottom
      let roles = ledger.labels[index].map(\.role)
      fact.marks = Self.marks.intersection(roles)
      if Currency.hasAmericanNumber(row.scalars) { fact.marks.insert(.phone) }
      if !roles.contains(.otherDate), ledger.figures[index].last?.isClearlyMoney != true {
        fact.days = DateScanner(scalars: row.scalars, style: ledger.style).dates().filter { !$0.isCompact }.map(\.date)
      }
      facts.append(fact)
    }
  }

  /// The lines of each receipt; all as one if nothing parts them.
  static func split(_ page: RecognisedPage, _ lines: [Int], lexicon: Lexicon) -> [[Int]] {
    let stack = StackedReceipts(page, lines, lexicon: lexicon)
    var left = most
    let parts = stack.parts(of: stack.facts.indices, left: &left)
    return parts.count < 2 ? [lines] : parts.map { stack.rows[$0].flatMap(\.lines).sorted() }
  }

  /// - Parameter left: cuts that may still be made.
  private func parts(of range: Range<Int>, left: inout Int) -> [Range<Int>] {
    guard left > 0, let cut = cut(range) else { return [range] }
    left -= 1
    return parts(of: range.lowerBound..<cut, left: &left) + parts(of: cut..<range.upperBound, left: &left)
  }

  /// The row with which the next receipt of a range begins, nil if it holds one alone.
  private func cut(_ range: Range<Int>) -> Int? {
    guard range.count >= 2 * Self.least else { return nil }
    var last: [CalendarDate: Int] = [:]
    for row in range { for day in facts[row].days { last[day] = row } }
    var below = Fact()
    var belowAt: [Int: Fact] = [:]
    for row in range.reversed() {
      below.add(facts[row])
      belowAt[row] = below
    }
    var above = Fact()
    var open = range.lowerBound
    var cuts: [Int] = []
    for row in range.dropLast(Self.least) {
      if row - range.lowerBound >= Self.least, row > open, above.isReceipt, let below = belowAt[row], below.isReceipt,
        !above.marks.isDisjoint(with: below.marks)
      {
        cuts.append(row)
      }
      above.add(facts[row])
      // A day that is printed again below is of the same receipt.
      open = max(open, facts[row].days.compactMap { last[$0] }.max() ?? open)
    }
    guard let first = cuts.first, let end = cuts.last, let widest = cuts.max(by: { facts[$0].gap < facts[$1].gap })
    else { return nil }
    let gaps = range.dropFirst().map { facts[$0].gap }.sorted()
    if facts[widest].gap > 2 * max(gaps[gaps.count / 2], 1) { return widest }
    // Without a gap the heading is as long as that of the receipt above.
    let heading = range.first { facts[$0].isLike(facts[end]) } ?? end
    return max(first, end - heading + range.lowerBound)
  }
}
