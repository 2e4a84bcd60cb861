import PageModel

/// The checks of a receipt in words, and what they prove.
struct CheckList {
  private(set) var checks: [Check] = []
  private(set) var proofs: [FieldName: Proof] = [:]

  private let money: MoneyChecks

  init(_ money: MoneyChecks, dates: DateFields, business: BusinessNumberField, isMended: Bool) {
    self.money = money
    addSums()
    addItems()
    addDates(dates)
    if let number = business.chosen { addBusiness(number, business.isRivalled) }
    prove(isMended: isMended)
  }

  private func text(_ amount: Amount?) -> String { amount?.text(places: money.ledger.style.places) ?? "" }

  private mutating func addSums() {
    let totals = money.totals
    guard let total = totals.total else { return }
    let value = text(total.amount)
    if let holds = money.itemsHold {
      checks.append(.sum(text(money.items.sum), of: money.items.items.count, is: value, holds: holds))
    }
    if let holds = money.taxHolds, let supply = totals.supply, let tax = totals.tax {
      let parts = [
        ("supply", supply), ("tax", tax), ("free of tax", totals.taxFree), ("service", totals.service),
      ].compactMap { name, entry in entry.map { "\(name) \(text($0.amount))" } }
      checks.append(.parts(parts.joined(separator: ", "), make: value, holds))
      if money.ledger.style == .whole {
        checks.append(.tenth(of: supply.amount, is: tax.amount))
      }
    }
    if let holds = money.changeHolds, let received = totals.received, let change = totals.change {
      checks.add(
        "received-minus-change-is-total", holds,
        "\(text(received.amount)) received less \(text(change.amount)) change is "
          + "\(text(received.amount - change.amount)); the total is \(value).")
    }
    if !totals.split.isEmpty {
      let change = totals.change.map { " less \(text($0.amount.magnitude)) change" } ?? ""
      checks.add(
        "payments-make-total", true,
        totals.split.map { text($0.amount) }.joined(separator: " and ") + "\(change) are the total of \(value).")
    }
    if let reduction = totals.reduction {
      let steps = reduction.steps.map { "\(Self.nouns[$0.role] ?? "a fee") of \(text($0.amount.magnitude))" }
      checks.add(
        "sum-and-reductions-make-total", true,
        "\(text(reduction.sum.amount)) with \(steps.joined(separator: " and ")) is the total of \(value).")
    }
    if money.isPrintedTwice {
      checks.add("total-printed-twice", true, "\(value) stands behind more than one label of what was paid.")
    }
  }

  private static let nouns: [LabelRole: String] = [
    .discount: "a discount", .settled: "a share paid otherwise", .otherPayment: "a payment", .rounding: "a rounding",
    .tax: "a tax",
  ]

  private mutating func addItems() {
    checks.addPrices(money.items.items.map { ($0.name, $0.agrees) })
    for item in money.items.items {
      guard let code = item.code, let isSound = ArticleNumber.isSound(code) else { continue }
      checks.append(.digit(of: code, "article-number-check-digit", isSound))
      if checks.count > 200 { break }
    }
  }

  private mutating func addDates(_ dates: DateFields) {
    if let date = dates.date {
      if let weekday = dates.weekday {
        let holds = weekday == date.value.weekday
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        checks.add(
          "weekday-of-date", holds,
          "\(date.value.iso) is a \(names[date.value.weekday]); the receipt says \(names[weekday]).")
        if holds, date.value.weekdayIsUnique { proofs[.date] = .proven }
        if !holds { proofs[.date] = .conflict }
      }
      if dates.dateRepeats > 0 {
        checks.add("date-printed-twice", true, "\(date.value.iso) is printed \(dates.dateRepeats + 1) times.")
        if proofs[.date] == nil { proofs[.date] = .proven }
      }
    }
    if let time = dates.time, dates.timeRepeats > 0 {
      checks.add("time-printed-twice", true, "\(time.value.text) is printed \(dates.timeRepeats + 1) times.")
      proofs[.time] = .proven
    }
  }

  private mutating func addBusiness(_ number: BusinessNumberField.Candidate, _ isRivalled: Bool) {
    checks.append(.digit(of: BusinessNumber.text(number.digits), "business-number-check-digit", number.isSound))
    if !number.isSound {
      proofs[.businessNumber] = .conflict
    } else if number.isGrouped || number.label != nil, !isRivalled {
      proofs[.businessNumber] = .proven
    }
  }

  /// If an amount was mended, the sums hold because of it, and prove nothing.
  private mutating func prove(isMended: Bool) {
    let totals = money.totals
    if isMended {
      if money.isPrintedTwice, money.isTotalProven { proofs[.total] = .proven }
      return
    }
    if money.isTotalProven {
      proofs[.total] = .proven
    } else if totals.total != nil,
      money.changeHolds == false || money.taxHolds == false
        || money.itemsHold == false && money.ledger.style == .whole
    {
      proofs[.total] = .conflict
    }
    if money.taxHolds == true {
      proofs[.supply] = .proven
      proofs[.tax] = .proven
      // The tax-free amount is proven if the sum needs it.
      if let supply = totals.supply?.amount, let tax = totals.tax?.amount, let free = totals.taxFree?.amount,
        let two = supply + tax, !free.isZero, two + free == totals.total?.amount
      {
        proofs[.taxFree] = .proven
      }
    } else if money.taxHolds == false {
      proofs[.supply] = .conflict
      proofs[.tax] = .conflict
    }
    if let tax = totals.tax?.amount, totals.reduction?.steps.filter({ $0.role == .tax }).map(\.amount) == [tax] {
      proofs[.tax] = .proven
    }
    // A larger voucher may be meant as well.
    if totals.reduction?.isWhole == true, let discount = totals.reduction?.discount, !discount.amount.isZero,
      totals.reduction?.steps.contains(where: {
        $0.role == .otherPayment && $0.amount.magnitude > discount.amount.magnitude
      }) == false
    {
      proofs[.discount] = .proven
    }
  }

  // MARK: - Bar codes

  /// Shorter numbers than this are in a bar code by chance.
  private static let leastDigits = 6

  /// The values of a receipt that its bar codes repeat: they have check digits of their own, and no reader misreads both alike.
  ///
  /// A number that no bar code holds says nothing: few tills print the date or the approval number in one.
  mutating func add(
    _ barcodes: [Barcode], dates: DateFields, business: BusinessNumberField, card: CardFields
  ) {
    guard !barcodes.isEmpty else { return }
    if let date = dates.date, let code = Self.code(holding: date.value.compact, among: barcodes) {
      checks.add("barcode-holds-date", true, "The bar code \(code) holds \(date.value.iso).")
      if proofs[.date] == nil { proofs[.date] = .proven }
    }
    if let number = card.approval.map({ Self.digits($0.value) }), let code = Self.code(holding: number, among: barcodes)
    {
      checks.add("barcode-holds-approval-number", true, "The bar code \(code) holds the approval number \(number).")
      proofs[.approvalNumber] = .proven
    }
    if let number = business.chosen, number.isSound, let code = Self.code(holding: number.digits, among: barcodes) {
      let text = BusinessNumber.text(number.digits)
      checks.add("barcode-holds-business-number", true, "The bar code \(code) holds the business number \(text).")
      proofs[.businessNumber] = .proven
    }
    addTotal(barcodes)
    // The number that a receipt prints of itself proves nothing else, but tells that the bar code is its own.
    for (row, _, range) in money.ledger.contents(after: .receiptNumber) {
      let number = Self.digits(money.ledger.rows[row].scalars[range].string)
      guard let code = Self.code(holding: number, among: barcodes) else { continue }
      checks.add(
        "barcode-holds-receipt-number", true, "The bar code \(code) holds the number \(number) of the receipt.")
      break
    }
    for item in money.items.items.prefix(200) {
      guard let code = item.code, barcodes.contains(where: { $0.format == .ean13 && $0.text == code }) else { continue }
      checks.add("barcode-holds-article-number", true, "A bar code holds the article number \(code).")
    }
  }

  /// An amount counts only if it stands alone: between other digits four of them are found by chance.
  private mutating func addTotal(_ barcodes: [Barcode]) {
    guard let total = money.totals.total?.amount, !total.isNegative else { return }
    let value = text(total)
    guard value.utf8.count >= 4 else { return }
    let code = barcodes.first { code in
      code.format == .qr
        && code.text.split { !("0"..."9").contains($0) && $0 != "." && $0 != "," }.contains {
          $0.filter { $0 != "," } == value
        }
    }
    guard let code else { return }
    checks.add("barcode-holds-total", true, "The code \(Self.shown(code.text)) holds the total of \(value).")
    if proofs[.total] == nil { proofs[.total] = .proven }
  }

  /// The shown part of the first bar code that holds a number; nil if none does, and for short numbers.
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

extension [Check] {
  mutating func add(_ name: String, _ holds: Bool, _ detail: String) {
    append(Check(name: name, holds: holds, detail: detail))
  }

  /// - Parameter items: The names of the items, and whether their price times their quantity is their amount.
  mutating func addPrices(_ items: [(name: String, agrees: Bool?)]) {
    let priced = items.filter { $0.agrees != nil }
    guard !priced.isEmpty else { return }
    let odd = priced.filter { $0.agrees == false }.prefix(3).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let all = priced.count == 1 ? "the item that prints them" : "all \(priced.count) items that print them"
    add(
      "price-times-quantity-is-amount", odd.isEmpty,
      "Price times quantity is " + (odd.isEmpty ? "the amount of \(all)." : "not the amount of \(odd)."))
  }
}

/// Checks that receipts and forms share.
extension Check {
  static func digit(of number: String, _ name: String, _ holds: Bool) -> Check {
    Check(name: name, holds: holds, detail: "The check digit of \(number) is \(holds ? "right" : "wrong").")
  }

  static func sum(_ sum: String, of count: Int, is total: String, holds: Bool) -> Check {
    let items = count == 1 ? "The only item makes" : "The \(count) items make"
    let detail = holds ? "which the receipt sums up." : "but the receipt says \(total)."
    return Check(name: "items-sum-to-total", holds: holds, detail: "\(items) \(sum), \(detail)")
  }

  static let partsName = "supply-plus-tax-is-total"

  static func parts(_ list: String, make total: String, _ holds: Bool) -> Check {
    let sum = holds ? "\(list): together the sum of \(total)." : "\(list): together not the total of \(total)."
    return Check(name: partsName, holds: holds, detail: sum)
  }

  /// Of Korean amounts, which have no decimals.
  static func tenth(of supply: Amount, is tax: Amount) -> Check {
    let (whole, part, tenth) = (supply.text(places: 0), tax.text(places: 0), supply.tenth.text(places: 0))
    return Check(
      name: "tax-is-a-tenth", holds: Totals.isTax(tax, of: supply, .whole),
      detail: "A tenth of \(whole) is \(tenth); the tax is \(part).")
  }
}

/// Numbers of articles and books under bar codes.
enum ArticleNumber {
  /// Whether the last digit is the check digit of the twelve before it (weights 1 and 3).
  ///
  /// - Returns: nil if the code has not the form of an EAN-13 or ISBN-13: thirteen digits that begin as those do.
  static func isSound(_ code: String) -> Bool? {
    let digits = code.unicodeScalars.compactMap { $0.digit.map(Int.init) }
    guard digits.count == 13, code.utf8.count == 13, digits[0] > 0 else { return nil }
    return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
  }
}
