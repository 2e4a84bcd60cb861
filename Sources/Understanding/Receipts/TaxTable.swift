/// The table of a till that says for each rate of tax what was net, what was tax and, mostly, what was both.
///
/// ```
/// VAT Rate     Net   VAT  Gross
/// A 20.00%   12.83  2.57  15.40
/// Z  0.00%    1.50  0.00   1.50
/// ```
struct TaxTable: Sendable {
  /// From the heading to the last row.
  let rows: Range<Int>
  /// Supply, tax and tax-free amount of the table; none if a row does not add up.
  private(set) var entries: [Entry] = []

  private typealias Line = (row: Int, net: Figure, tax: Figure)

  /// Rates that a till knows.
  private static let most = 8

  /// Nil if no heading of such a table has rows of amounts below.
  init?(_ rows: [PrintedRow], _ figures: [[Figure]]) {
    guard let heading = rows.indices.first(where: { Self.isHeading(rows[$0], figures[$0]) }) else { return nil }
    let hasGross = rows[heading].scalars.words.contains(where: ReceiptWord.grossColumn.contains)
    var lines: [Line] = []
    var isSound = true
    var end = heading + 1
    while end < rows.count, lines.count < Self.most {
      let amounts = figures[end].filter { $0.isShaped && !$0.isPercent }.suffix(hasGross ? 3 : 2)
      // The rate may have decimals and no sign of its own.
      guard amounts.count == (hasGross ? 3 : 2), !rows[end].scalars.contains("£") || hasGross else { break }
      let isSum = rows[end].scalars.words.contains { $0.hasPrefix("total") }
      if let line = Self.line(end, Array(amounts)) {
        // The row of sums says nothing new.
        if !isSum { lines.append(line) }
      } else {
        isSound = false
      }
      end += 1
      if isSum { break }
    }
    guard end > heading + 1 else { return nil }
    self.rows = heading..<end
    guard isSound else { return }
    let taxed = lines.filter { !$0.tax.amount.isZero }
    let untaxed = lines.filter { $0.tax.amount.isZero }
    entries = [
      taxed.map { Entry(role: .supply, label: "net", figure: $0.net, row: $0.row) },
      taxed.map { Entry(role: .tax, label: "vat", figure: $0.tax, row: $0.row) },
      untaxed.map { Entry(role: .taxFree, label: "net", figure: $0.net, row: $0.row) },
    ].compactMap(Entry.sum)
  }

  private static func isHeading(_ row: PrintedRow, _ figures: [Figure]) -> Bool {
    let words = row.scalars.words
    let columns: [ReceiptWord] = [.taxColumn, .netColumn, .grossColumn]
    // `GST Rate Amount GST`: the heading of a list has other words, too.
    let isOfRates = words.allSatisfy { word in
      ["rate", "code", "amount", "amt", "summary"].contains(word) || columns.contains { $0.contains(word) }
    }
    let hasNet = words.contains(where: ReceiptWord.netColumn.contains)
    return (2...8).contains(words.count) && !figures.contains { $0.isShaped } && (hasNet || isOfRates)
      && words.dropFirst(hasNet ? 0 : 1).contains(where: ReceiptWord.taxColumn.contains)
  }

  /// The net amount and the tax of a row, in the order in which they stand; with a gross amount these two make it.
  private static func line(_ row: Int, _ amounts: [Figure]) -> Line? {
    guard amounts.allSatisfy({ !$0.amount.isNegative }) else { return nil }
    var parts = amounts
    if parts.count == 3 {
      guard let gross = parts.indices.max(by: { parts[$0].amount < parts[$1].amount }) else { return nil }
      // A row without tax has the gross amount twice.
      let sum = parts.remove(at: gross)
      guard parts[0].amount + parts[1].amount == sum.amount else { return nil }
    }
    guard parts[0].amount != parts[1].amount else { return nil }
    let (net, tax) = parts[0].amount > parts[1].amount ? (parts[0], parts[1]) : (parts[1], parts[0])
    return (row, net, tax)
  }
}
