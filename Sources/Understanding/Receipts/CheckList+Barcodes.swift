import PageModel

extension CheckList {
  /// Shorter numbers than this stand in a bar code by chance.
  private static let leastDigits = 6

  /// What the receipt's bar codes repeat of it: they have check digits of their own, and no reader misreads both alike.
  ///
  /// A number that no bar code holds says nothing: few tills print the date or the approval number in one.
  mutating func add(
    _ barcodes: [Barcode], dates: DateFields, business: BusinessNumberField, card: CardFields
  ) {
    guard !barcodes.isEmpty else { return }
    if let date = dates.date, let code = Self.code(holding: date.value.compact, among: barcodes) {
      add("barcode-holds-date", true, "The bar code \(code) holds \(date.value.iso).")
      if proofs[.date] == nil { proofs[.date] = .proven }
    }
    if let number = card.approval.map({ Self.digits($0.value) }), let code = Self.code(holding: number, among: barcodes)
    {
      add("barcode-holds-approval-number", true, "The bar code \(code) holds the approval number \(number).")
      proofs[.approvalNumber] = .proven
    }
    if let number = business.chosen, number.isSound, let code = Self.code(holding: number.digits, among: barcodes) {
      let text = BusinessNumber.text(number.digits)
      add("barcode-holds-business-number", true, "The bar code \(code) holds the business number \(text).")
      proofs[.businessNumber] = .proven
    }
    addTotal(barcodes)
    addReceiptNumber(barcodes)
    for item in money.items.items.prefix(200) {
      guard let code = item.code, barcodes.contains(where: { $0.format == .ean13 && $0.text == code }) else { continue }
      add("barcode-holds-article-number", true, "A bar code holds the article number \(code).")
    }
  }

  /// An amount counts only where it stands alone: between other digits four of them are found by chance.
  private mutating func addTotal(_ barcodes: [Barcode]) {
    guard let total = money.totals.total?.amount, !total.isNegative else { return }
    let places = money.ledger.style.places
    let value = total.text(places: places)
    guard value.utf8.count >= 4 else { return }
    let code = barcodes.first { code in
      code.format == .qr
        && code.text.split { !("0"..."9").contains($0) && $0 != "." && $0 != "," }.contains {
          $0.filter { $0 != "," } == value
        }
    }
    guard let code else { return }
    add("barcode-holds-total", true, "The code \(Self.shown(code.text)) holds the total of \(value).")
    if proofs[.total] == nil { proofs[.total] = .proven }
  }

  /// The number that a receipt prints of itself proves nothing else, but tells that the bar code is its own.
  private mutating func addReceiptNumber(_ barcodes: [Barcode]) {
    let ledger = money.ledger
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where hit.role == .receiptNumber {
        let number = Self.digits(ledger.rows[row].scalars[Behind.range(ledger, row, hit)].string)
        guard let code = Self.code(holding: number, among: barcodes) else { continue }
        add("barcode-holds-receipt-number", true, "The bar code \(code) holds the number \(number) of the receipt.")
        return
      }
    }
  }

  /// What is shown of the first bar code that holds a number; nil where none does, and for short numbers.
  private static func code(holding number: String, among barcodes: [Barcode]) -> String? {
    guard number.utf8.count >= leastDigits else { return nil }
    return barcodes.first { contains(Array(number.unicodeScalars), in: Array(digits($0.text).unicodeScalars)) }
      .map { shown($0.text) }
  }

  private static func digits(_ text: String) -> String {
    String(text.filter { ("0"..."9").contains($0) })
  }

  /// Long codes are cut: the sentence is for a person.
  private static func shown(_ text: String) -> String {
    text.unicodeScalars.count <= 40 ? text : String(text.prefix(40)) + "..."
  }
}
