import PageModel

/// Understands receipts: from the lines of a stored page to what its receipts say, without the picture.
///
/// The same page and lexicon give the same receipts. `Fields.md` lists the fields, their labels and their checks.
package struct ReceiptReader: Sendable {
  let lexicon: Lexicon
  let tagger: TaggerModel

  package init(lexicon: Lexicon = .standard, tagger: TaggerModel = .standard) {
    self.lexicon = lexicon
    self.tagger = tagger
  }

  /// The receipt of some lines of a page; nil if they are nothing like one.
  func receipt(_ page: RecognisedPage, _ lines: [Int], _ barcodes: [Barcode]) -> Receipt? {
    let printed = Rows.make(page, lines)
    guard !printed.isEmpty else { return nil }
    let (sound, numberChange) = Mending.mendNumber(in: printed, on: page)
    let read = Ledger(sound, lexicon: lexicon)
    let tagging = Tagging(read, on: page, lexicon: lexicon, model: tagger)
    let (money, changes) = Mending(page: page, lexicon: lexicon).mend(read, tagged: TaggedItem.all(tagging, read))
    let ledger = money.ledger
    let rows = ledger.rows
    let dates = DateFields(ledger, lexicon: lexicon)
    let business = BusinessNumberField(ledger, lexicon: lexicon)
    let tagged = TaggedFields(tagging, read, lexicon: lexicon, model: tagger)
    let card = CardFields(ledger, tagged: tagged, lexicon: lexicon)
    guard isReceipt(money, dates, business, card) else { return nil }

    var list = CheckList(money, dates: dates, business: business, isMended: !changes.isEmpty)
    list.add(barcodes, dates: dates, business: business, card: card)
    var fields = FieldMaker(rows: rows, changes: changes + [numberChange].compactMap { $0 }, proofs: list.proofs)
    let currency = Currency.find(ledger, totals: money.totals)
    let places = currency.map { Currency.places($0.value) } ?? ledger.notation.decimals
    fields.add(totals: money, places: places)
    fields.add(.date, dates.date?.finding)
    fields.add(.time, dates.time?.finding)
    if let number = business.chosen {
      let text = BusinessNumber.text(number.digits)
      fields.add(.businessNumber, number.finding(text, ledger, reliability: number.isSound ? 0.98 : 0.6))
    }
    let cardNumber = card.number ?? tagged.finding(.cardNumber, ledger)
    fields.add(.cardNumber, cardNumber)
    fields.add(.cardName, card.name)
    fields.add(.approvalNumber, card.approval)
    fields.add(.installment, card.installment)
    fields.add(.phone, tagged.finding(.phone, ledger) ?? PhoneNumbers.labelled(ledger))
    fields.add(.payment, Payment.find(ledger, totals: money.totals, cardNumber: cardNumber, lexicon: lexicon))
    fields.add(.currency, currency)
    addNames(&fields, ledger, tagged, business)
    var receipt = Receipt(
      box: ReceiptBlocks.box(page, lines), lines: lines, fields: fields.fields,
      items: items(money, rows, places: places), checks: list.checks)
    receipt.markRefund()
    return receipt
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
    _ fields: inout FieldMaker, _ ledger: Ledger, _ tagged: TaggedFields, _ business: BusinessNumberField
  ) {
    fields.add(
      .merchant, tagged.finding(.merchant, ledger).map { KnownNames.withBrands($0, ledger, lexicon) })
    fields.add(.representative, tagged.finding(.representative, ledger))
    fields.add(.address, tagged.finding(.address, ledger))
    guard let number = business.chosen, number.isSound else { return }
    if let name = lexicon.knownShops[number.digits] {
      if fields.fields[.merchant] == nil { fields.add(.merchant, number.finding(name, ledger, reliability: 0.7)) }
      fields.know(name)
    }
    // A number that the user's list knows names the shop, whatever was read of its name.
    if let name = lexicon.shops[number.digits] {
      fields.add(.merchant, number.finding(name, ledger, reliability: 0.99))
    }
  }

  private func items(_ money: MoneyChecks, _ rows: [PrintedRow], places: Int) -> [Item] {
    money.items.items.map { item in
      Item(
        name: item.name.isEmpty ? item.code ?? "" : item.name,
        unitPrice: item.unitPrice?.amount.text(places: places), quantity: item.quantity?.amount.text(places: 0),
        amount: item.amount?.amount.text(places: places),
        lines: Array(Set(item.rows.flatMap { rows[$0].lines })).sorted())
    }
  }
}
