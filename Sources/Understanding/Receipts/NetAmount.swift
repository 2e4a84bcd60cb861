/// The net amount that is in a row of its own beside a tax: `VAT @ 20% 4.00` and `Net 20.00`.
///
/// `Nett` is what is to be paid on other receipts. It is the supply where tax and net amount make a sum that is printed
/// besides: then all three are in three rows, and a digit that was misread in one of them is found.
enum NetAmount {
  /// Gives the net amount the role of the supply, if there is such a row.
  static func name(in entries: inout [Entry], rows: [PrintedRow], figures: [[Figure]]) {
    let sums = entries.filter { [.total, .paid, .card, .cash, .received].contains($0.role) }
    for row in rows.indices where isNet(rows[row]) {
      let amounts = figures[row].filter { $0.isShaped && !$0.isPercent }
      guard amounts.count == 1, let figure = amounts.first, !figure.amount.isNegative, !figure.amount.isZero else {
        continue
      }
      let isSum = entries.contains { tax in
        guard tax.role == .tax, tax.row != row, !tax.amount.isZero, tax.amount < figure.amount,
          let sum = figure.amount + tax.amount
        else { return false }
        return sums.contains { $0.amount == sum && $0.row != row && $0.row != tax.row }
      }
      guard isSum else { continue }
      entries.removeAll { $0.row == row }
      entries.append(Entry(role: .supply, label: "net", figure: figure, row: row))
    }
  }

  private static func isNet(_ row: PrintedRow) -> Bool {
    row.scalars.words.first.map(ReceiptWord.netName.contains) == true
      && row.scalars.words.dropFirst().allSatisfy(ReceiptWord.netOther.contains)
  }
}
