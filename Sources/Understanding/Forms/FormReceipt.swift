import PageModel

/// A form's fields, items and checks as a receipt.
struct FormReceipt {
  private let reader: FormReader
  private(set) var fields: [FieldName: Field] = [:]
  private(set) var checks: [Check] = []
  private var isDocument: Bool { reader.isDocument }
  private var proof: Proof { isDocument ? .document : .read }

  init(_ reader: FormReader) {
    self.reader = reader
    for (name, values) in reader.values where !FormReader.sums.contains(name) {
      if let value = Self.best(values) { fields[name] = value.field(proof) }
    }
    for name in [FieldName.businessNumber, .buyerNumber] {
      guard let values = reader.values[name], let first = values.first else { continue }
      let value = values.first { BusinessNumber.isSound($0.value.unicodeScalars.filter(\.isDigit).string) } ?? first
      let isSound = BusinessNumber.isSound(value.value.unicodeScalars.filter(\.isDigit).string)
      checks.append(.digit(of: value.value, "business-number-check-digit", isSound))
      fields[name] = value.field(isDocument ? .document : !isSound ? .conflict : value.isSure ? .proven : .read)
    }
    addSums()
    addItems()
  }

  /// The value that is there most often, of those the one that was read best: a sheet may hold two copies.
  private static func best(_ values: [FormValue]) -> FormValue? {
    let first = values.filter { $0.rank == values.first?.rank }
    let times = Dictionary(grouping: first, by: \.value).mapValues(\.count)
    return first.max { one, other in
      (times[one.value] ?? 0, one.cell.confidence) < (times[other.value] ?? 0, other.cell.confidence)
    }
  }

  /// The most values of a sum that are tried together.
  private static let mostTried = 8

  /// Takes the total, supply and tax that agree with each other; else the first ones.
  private mutating func addSums() {
    func tried(_ name: FieldName) -> [FormValue] { Array((reader.values[name] ?? []).prefix(Self.mostTried)) }
    let (totals, supplies, taxes) = (tried(.total), tried(.supply), tried(.tax))
    let pairs = supplies.flatMap { supply in taxes.map { (supply, $0) } }
    for (supply, tax) in pairs {
      // In any empty list zero and zero make zero.
      guard let sum = Amount.sum([supply.amount, tax.amount].compactMap { $0 }), !sum.isZero,
        let total = totals.first(where: { $0.amount == sum })
      else { continue }
      checks.append(.parts("supply \(supply.value), tax \(tax.value)", make: total.value, true))
      addTenth(supply, tax)
      return set(total, supply, tax, .proven)
    }
    if !isDocument, let (total, known, name, amount) = remainder(totals, supplies, taxes) {
      var computed = known
      (computed.value, computed.cell.text) = (amount.text(places: 0), "")
      let (supply, tax) = name == .tax ? (known, computed) : (computed, known)
      addTenth(supply, tax)
      set(total, supply, tax, .read)
      fields[name] = computed.field(.computed)
      fields[name]?.label = nil
      return
    }
    // Boxes of digits may be read in several ways, of which a tenth tells the right one.
    let tenth = pairs.first { supply, tax in
      guard let amount = supply.amount, let part = tax.amount, !part.isZero else { return false }
      return Totals.isTax(part, of: amount, .whole)
    }
    let (supply, tax) = tenth.map { ($0, $1) } ?? (supplies.first, taxes.first)
    if let supply, let tax {
      addTenth(supply, tax)
      let isTenth = checks.last?.holds == true
      if totals.isEmpty, let sum = Amount.sum([supply.amount, tax.amount].compactMap { $0 }) {
        var total = supply
        (total.value, total.cell.text) = (sum.text(places: 0), "")
        return set(isTenth ? total : nil, supply, tax, isTenth ? .read : .conflict, total: .computed)
      }
    }
    // Of a form the total may be the cell of the supply.
    if let supply, let total = totals.first, isDocument || tax != nil,
      total.amount != (isDocument ? Amount.sum([supply.amount, tax?.amount].compactMap { $0 }) : supply.amount)
    {
      checks.append(.parts("supply \(supply.value), tax \(tax?.value ?? "0")", make: total.value, false))
      return set(total, supply, tax, .conflict)
    }
    let isOdd = checks.last.map { $0.name == "tax-is-a-tenth" && !$0.holds } ?? false
    set(totals.first ?? (tax == nil ? supply : nil), supply, tax, isOdd ? .conflict : .read, total: isOdd ? .read : nil)
  }

  /// A total with the supply or the tax that fits it, and the other one, which was misread, or is not there.
  private func remainder(
    _ totals: [FormValue], _ supplies: [FormValue], _ taxes: [FormValue]
  ) -> (total: FormValue, known: FormValue, name: FieldName, amount: Amount)? {
    for total in totals {
      guard let sum = total.amount else { continue }
      for (known, name) in supplies.map({ ($0, FieldName.tax) }) + taxes.map({ ($0, .supply) }) {
        guard let amount = known.amount, !amount.isZero, let other = Amount.sum([sum, -amount]) else { continue }
        let (supply, tax) = name == .tax ? (amount, other) : (other, amount)
        if !tax.isZero, Totals.isTax(tax, of: supply, .whole) { return (total, known, name, other) }
      }
    }
    return nil
  }

  private mutating func addTenth(_ supply: FormValue, _ tax: FormValue) {
    guard let amount = supply.amount, let part = tax.amount, !part.isZero else { return }
    checks.append(.tenth(of: amount, is: part))
  }

  private mutating func set(
    _ total: FormValue?, _ supply: FormValue?, _ tax: FormValue?, _ proof: Proof, total own: Proof? = nil
  ) {
    for (name, value) in [(FieldName.total, total), (.supply, supply), (.tax, tax)] {
      guard let value else { continue }
      let proof = name == .total ? own ?? proof : proof
      fields[name] = value.field(isDocument && proof != .conflict ? .document : proof)
    }
    addWords()
  }

  private mutating func addWords() {
    guard !isDocument, let words = reader.words, let amount = words.amount else { return }
    guard let total = fields[.total] else {
      fields[.total] = words.field(proof)
      return
    }
    let holds = [.total, .supply].contains { (fields[$0]?.value).flatMap { Amount(decimal: $0) } == amount }
    checks.add(
      "words-agree-with-total", holds,
      holds
        ? "\(words.value) is written in words, too."
        : "\(words.value) is written in words, but \(total.value) in digits.")
    // A cell does not prove itself.
    if total.value == words.value {
      if total.box != words.cell.box { prove(.total) }
    } else if !holds {
      fields[.total]?.proof = .conflict
    }
  }

  private mutating func prove(_ name: FieldName) {
    guard !isDocument, let field = fields[name], field.proof == .read || field.proof == .computed else { return }
    fields[name]?.proof = .proven
    fields[name]?.confidence = max(field.confidence, 0.99)
  }

  /// Items that are their price times their quantity, and that make the supply or the total.
  private mutating func addItems() {
    checks.addPrices(reader.items.map { ($0.item.name, $0.isProduct) })
    let amounts = reader.items.compactMap(\.amount)
    guard !amounts.isEmpty, amounts.count == reader.items.count, let sum = Amount.sum(amounts) else { return }
    let taxes = Amount.sum([sum] + reader.items.compactMap(\.tax))
    let stated = [FieldName.supply, .total].compactMap { name in
      fields[name].flatMap { Amount(decimal: $0.value) }.map { (name, $0) }
    }
    guard !stated.isEmpty else { return }
    let held = stated.filter { $0.1 == sum || $0.0 == .total && $0.1 == taxes }
    let total = (held.first ?? stated[stated.count - 1]).1.text(places: 0)
    checks.append(.sum(sum.text(places: 0), of: amounts.count, is: total, holds: !held.isEmpty))
    for (name, _) in held { prove(name) }
  }

  /// The receipt of the whole page; `guess` gives what no label of the form names.
  ///
  /// A guess is doubtful if the label of its field has text of its own that could not be read.
  func receipt(on page: RecognisedPage, besides guess: Receipt?) -> Receipt {
    func guessed(_ name: FieldName) -> Field? {
      var field = guess?.fields[name]
      if reader.unread.contains(name), field?.proof.isCertain == false { field?.confidence /= 2 }
      return field
    }
    let lines = page.lines.indices.filter { page.lines[$0].kind == .text }
    var fields = self.fields
    let isTitled = reader.form.kind != .unknown
    for name in isTitled ? Self.kept : FieldName.allCases where fields[name] == nil {
      fields[name] = guessed(name)
    }
    let hasSum = FormReader.sums.contains { fields[$0] != nil }
    if !hasSum { for name in FormReader.sums { fields[name] = guessed(name) } }
    let isList =
      reader.items.isEmpty && guess?.checks.contains { $0.name == "items-sum-to-total" && $0.holds } == true
      && guess?.items.contains { !reader.listed.isDisjoint(with: $0.lines) } != true
    if fields[.currency] == nil, var currency = fields[.total] {
      (currency.value, currency.text, currency.label) = ("KRW", "", nil)
      (currency.proof, currency.confidence) = isDocument ? (.document, 1) : (.read, currency.confidence)
      fields[.currency] = currency
    }
    var receipt = Receipt(
      box: ReceiptBlocks.box(page, lines), lines: lines, fields: fields,
      items: isList ? guess?.items ?? [] : reader.items.map(\.item),
      checks: checks
        + (hasSum ? [] : guess?.checks.filter { check in !checks.contains { $0.name == check.name } } ?? []))
    if isTitled { receipt.form = reader.form.kind.rawValue }
    receipt.markRefund()
    return receipt
  }

  /// Fields by the form of their values, which need no label.
  private static let kept: [FieldName] = [.date, .time, .payment, .currency, .cardName, .cardNumber, .installment]
}
