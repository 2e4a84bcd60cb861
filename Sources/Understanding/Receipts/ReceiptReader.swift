package import PageModel

/// Understands receipts: from the lines of a stored page to what its receipts say, without the picture.
///
/// The same page and lexicon give the same receipts. `Fields.md` lists the fields, their labels and their checks.
package struct ReceiptReader: Sendable {
  /// To be raised with every change that gives other receipts for the same page.
  package static let version = 10

  private let lexicon: Lexicon

  package init(lexicon: Lexicon = .standard) {
    self.lexicon = lexicon
  }

  /// The receipts of a page, in reading order; none where it holds nothing like a receipt.
  package func receipts(on page: RecognisedPage) -> [Receipt] {
    let blocks = ReceiptBlocks.split(page, lexicon: lexicon)
    let codes = ReceiptBlocks.barcodes(of: page, on: blocks)
    return zip(blocks, codes).compactMap { receipt(page, $0, $1) }
  }

  private func receipt(_ page: RecognisedPage, _ lines: [Int], _ barcodes: [Barcode]) -> Receipt? {
    let printed = Rows.make(page, lines)
    guard !printed.isEmpty else { return nil }
    var numbers = NumberMending(page, lexicon: lexicon)
    let sound = numbers.mend(printed)
    let (money, changes) = Mending(page, lexicon: lexicon).mend(sound)
    let ledger = money.ledger
    let rows = ledger.rows
    let dates = DateFields(ledger, lexicon: lexicon)
    let business = BusinessNumberField(ledger, lexicon: lexicon)
    let card = CardFields(ledger, lexicon: lexicon)
    guard isReceipt(money, dates, business, card) else { return nil }

    var list = CheckList(money, dates: dates, business: business, isMended: !changes.isEmpty)
    list.add(barcodes, dates: dates, business: business, card: card)
    var fields = FieldMaker(rows: rows, changes: changes + numbers.changes, proofs: list.proofs)
    let currency = Currency.find(ledger, totals: money.totals)
    // On a Korean slip of a payment abroad the amounts have cents.
    let places = currency.map { max(ledger.style.places, Currency.places($0.value)) } ?? ledger.style.places
    fields.add(totals: money, places: places)
    fields.add(.date, dates.date?.finding)
    fields.add(.time, dates.time?.finding)
    if let number = business.chosen {
      fields.add(
        .businessNumber,
        Finding(
          BusinessNumber.text(number.digits), row: number.spot.row, range: number.spot.range, label: number.label,
          text: rows[number.spot.row].text(number.spot.range), reliability: number.isSound ? 0.98 : 0.6))
    }
    fields.add(.cardNumber, card.number)
    fields.add(.cardName, card.name)
    fields.add(.approvalNumber, card.approval)
    fields.add(.installment, card.installment)
    fields.add(.phone, PhoneField.find(ledger, lexicon: lexicon))
    fields.add(.payment, Payment.find(ledger, totals: money.totals, card: card, lexicon: lexicon))
    fields.add(.currency, currency)
    addNames(&fields, ledger, money, business)
    return Receipt(
      box: lines.dropFirst().reduce(page.lines[lines[0]].box) { $0.union(page.lines[$1].box) },
      lines: lines, fields: fields.fields, items: items(money, rows), checks: list.checks)
  }

  /// Whether there is a sum, or else two other things that payments have.
  ///
  /// A date and a time are one: they stand in the margin of many a document, too.
  private func isReceipt(
    _ money: MoneyChecks, _ dates: DateFields, _ business: BusinessNumberField, _ card: CardFields
  ) -> Bool {
    if money.totals.total != nil || money.totals.computed != nil { return true }
    let evidence = [
      dates.date != nil || dates.time != nil, business.chosen != nil, card.approval != nil, card.number != nil,
      money.items.items.count > 1 || money.ledger.hasPrices,
    ]
    return evidence.count { $0 } >= 2
  }

  private func addNames(
    _ fields: inout FieldMaker, _ ledger: Ledger, _ money: MoneyChecks, _ business: BusinessNumberField
  ) {
    let end =
      money.items.heading ?? money.items.start ?? ledger.rows.indices.first { ledger.isSummary($0) }
      ?? ledger.rows.count
    if ledger.style == .cents {
      let heading = EnglishHeading(ledger, lexicon: lexicon)
      fields.add(.merchant, heading.merchant)
      fields.add(.address, heading.address)
    } else {
      let spot = business.chosen?.spot
      fields.add(.merchant, Merchant.find(ledger, lexicon: lexicon, business: spot, end: end))
      fields.add(.representative, Persons.representative(ledger, lexicon: lexicon, business: spot))
      fields.add(.address, Address.find(ledger, lexicon: lexicon, end: end))
    }
    // A number that the user's list knows names the shop, whatever was read of its name.
    if let number = business.chosen, number.isSound, let name = lexicon.shops[number.digits] {
      fields.add(
        .merchant,
        Finding(
          name, row: number.spot.row, range: number.spot.range, label: number.label,
          text: ledger.rows[number.spot.row].text(number.spot.range), reliability: 0.99))
    }
  }

  private func items(_ money: MoneyChecks, _ rows: [PrintedRow]) -> [Item] {
    let places = money.ledger.style.places
    return money.items.items.map { item in
      Item(
        name: item.name.isEmpty ? item.code ?? "" : item.name,
        unitPrice: item.unitPrice?.amount.text(places: places), quantity: item.quantity?.amount.text(places: 0),
        amount: item.amount?.amount.text(places: places),
        lines: Array(Set(item.rows.flatMap { rows[$0].lines })).sorted())
    }
  }
}
