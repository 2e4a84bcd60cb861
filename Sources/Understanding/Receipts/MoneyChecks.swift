/// The sums of a receipt with the checks between them.
struct MoneyChecks: Sendable {
  let ledger: Ledger
  let items: ItemList
  let totals: Totals

  /// Nil where there is nothing to check.
  private(set) var itemsHold: Bool?
  var taxHolds: Bool? { totals.taxHolds == false && ledger.style == .cents ? nil : totals.taxHolds }
  private(set) var changeHolds: Bool?
  private(set) var isPrintedTwice = false
  /// Items whose price times quantity is another than their amount.
  var oddItems: [ItemLine] { items.items.filter { $0.agrees == false } }
  /// Whether the parts of the total hold for the total itself, and not for a sum before it.
  var taxProvesTotal: Bool { taxHolds == true && totals.supply?.row != totals.total?.row }
  private(set) var itemsProveTotal = false
  /// Whether the items with a fee or a tax or both, and no printed sum between, are the total.
  private(set) var areItemsCharged = false
  /// Whether another amount bears the label of a total and nothing explains it.
  private(set) var isContested = false
  /// Whether it bears the label of what was paid, and what was taken for the total does not.
  private(set) var isOutpaid = false

  init(_ ledger: Ledger, lexicon: Lexicon, tagged: [TaggedItem]) {
    self.ledger = ledger
    items = ItemList(ledger, lexicon: lexicon, tagged: tagged)
    totals = Totals(ledger, itemSum: items.sum)
    guard let total = totals.total else { return }
    let value = total.amount
    checkItems(value)
    if let received = totals.received, let change = totals.change {
      let isOther = (received.row, received.figure.range) != (total.row, total.figure.range)
      changeHolds = Totals.leaves(received, value, change) && isOther
      // With another payment beside it, what was given back is of both.
      let isShared = ledger.entries(.card, .cash, .otherPayment).contains { entry in
        !entry.amount.isZero && entry.amount != value && entry.amount.magnitude != received.amount.magnitude
      }
      if changeHolds == true, isShared { changeHolds = nil }
      // Cash is rounded to five sen, which few receipts print.
      if changeHolds == false, ledger.style == .cents, let paid = received.amount - change.amount,
        let difference = (paid - value)?.magnitude, difference <= .hundredths(2)
      {
        changeHolds = nil
      }
    }
    // Of two payments of different kinds each may be a half.
    let payments: Set<LabelRole> = [.card, .cash, .otherPayment]
    let roles = (payments.contains(total.role) ? [total.role] : payments).union([.paid, .total, .price, .received])
    let rowsWithTotal = Set(ledger.entries.filter { roles.contains($0.role) && $0.amount == value }.map(\.row))
    isPrintedTwice = rowsWithTotal.count > 1 && !value.isZero
    let explained =
      [value, .zero, totals.supply?.amount, items.sumOfItems].compactMap { $0 } + totals.split.map(\.amount)
      + [totals.reduction?.sum.amount, totals.service.flatMap { value - $0.amount }].compactMap { $0 }
    let rivals = ledger.entries(.paid, .total).filter { !explained.contains($0.amount) }
    isContested = !rivals.isEmpty
    isOutpaid = totals.total?.role != .paid && rivals.contains { $0.role == .paid && $0.isPlain }
  }

  private mutating func checkItems(_ value: Amount) {
    guard !items.items.isEmpty, let sum = items.sum else { return }
    let before = totals.reduction?.sum.amount ?? value
    let sums = [sum, items.sumOfItems].compactMap { $0 }
    var wanted = [value, before] + [totals.supply?.amount].compactMap { $0 } + ledger.entries(.subtotal).map(\.amount)
    if ledger.style == .cents { wanted += ledger.entries(.total, .paid).map(\.amount) }
    if let service = totals.service?.amount, let rest = value - service { wanted.append(rest) }
    itemsHold = sums.contains { wanted.contains($0) }
    itemsProveTotal = sums.contains(value) || totals.reduction != nil && sums.contains(before)
    // `합계 65,510 30,000`: the sum of one of several columns says nothing against the total.
    let isOfColumn = ledger.rows.indices.contains { row in
      ledger.isSummary(row) && ledger.figures[row].count > 1
        && ledger.figures[row].contains { sums.contains($0.amount) }
    }
    if itemsHold == false, isOfColumn { itemsHold = nil }
    guard ledger.style == .whole, itemsHold == false else { return }
    // `배송비 3,000`, `할인 -1,000` between the items and the total, without a sum of the items. A reduction may be in
    // the items' amounts already: it explains another sum, but proves none.
    let charges = ledger.charges.filter { charge in sums.contains { $0 + charge.amount == value } }
    if !charges.isEmpty { itemsHold = nil }
    areItemsCharged = charges.contains { !$0.isReduced && !$0.amount.isZero }
    if areItemsCharged { itemsHold = true }
  }

  /// Whether a check that a single misread digit of the total would break holds, and more speaks for it than against it.
  var isTotalProven: Bool {
    let supporting = [
      taxProvesTotal, changeHolds == true, paymentsHold, itemsProveTotal || areItemsCharged,
      totals.reduction?.isWhole == true, isPrintedTwice,
    ].count { $0 }
    let contradicting = [itemsHold == false, taxHolds == false, changeHolds == false, isPaidOtherwise].count { $0 }
    guard let total = totals.total, supporting > contradicting else { return false }
    // The amount handed over is the amount paid, whatever other sums there are; where another has the label of what was
    // paid, one of the three may be misread.
    if changeHolds == true || paymentsHold, !isOutpaid { return true }
    // A sum before tax and service or a tip, or of the items of one tax rate, agrees with its parts as well.
    let isSubtotal = total.role == .subtotal || total.label.isEmpty
    let tips = ledger.entries(.service).filter { !$0.amount.isZero && $0.row > total.row }
    let isTipped = totals.service == nil && !tips.isEmpty
    // A dash before an amount may be no minus, if the amount is printed without it as well.
    let isOpen = total.amount.isNegative ? isContested : isTipped
    if taxProvesTotal, !isSubtotal, !isOutpaid, !isOpen { return true }
    // A reduction with the label of a total is negative, and may be printed twice.
    if changeHolds == false || isContested || isSubtotal || total.amount.isNegative { return false }
    if hasOpenDiscount { return false }
    if itemsProveTotal || areItemsCharged || totals.reduction?.isWhole == true { return true }
    // Blurred digits may be misread alike wherever they are printed, where a sum speaks against them.
    return isPrintedTwice && taxHolds != false && (itemsHold != false || ledger.style == .cents)
  }

  private var paymentsHold: Bool { !totals.split.isEmpty }

  /// Whether payments are printed, and neither one nor all of them are the total.
  private var isPaidOtherwise: Bool {
    let paid = ledger.entries(.card, .cash, .otherPayment, .received).filter { !$0.amount.isZero }
    return !paid.isEmpty && !paymentsHold && changeHolds != true
      && !paid.contains { $0.amount.magnitude == totals.total?.amount.magnitude }
  }

  /// A discount, a fee or a rounding that is not known to be in the total already.
  private var hasOpenDiscount: Bool {
    let isOpen =
      totals.reduction?.discount == nil
      && (totals.discount.map { discount in
        !discount.amount.isZero && !items.items.contains { $0.rows.contains(discount.row) }
          && !items.reductions.contains { $0.row == discount.row }
      } ?? false)
    let service = ledger.entries(.service).contains { !$0.amount.isZero }
    let isServiceUsed = totals.reduction?.hasFee ?? false
    return isOpen || service && totals.service == nil && !isServiceUsed && !areItemsCharged
  }

  /// The tax or the supply, where its label stands without a legible amount and the other two tell it.
  var illegible: (name: FieldName, amount: Amount, row: Int, label: LabelHit)? {
    guard ledger.style == .whole, let total = totals.total?.amount, totals.taxFree.map(\.amount.isZero) ?? true else {
      return nil
    }
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where !ledger.entries.contains(where: { $0.row == row }) {
        let isTax = hit.role == .tax
        guard isTax || hit.role == .supply, (isTax ? totals.tax : totals.supply) == nil,
          let known = (isTax ? totals.supply : totals.tax)?.amount, let other = total - known
        else { continue }
        let (supply, tax) = isTax ? (known, other) : (other, known)
        if !tax.isZero, Totals.isTax(tax, of: supply, .whole) { return (isTax ? .tax : .supply, other, row, hit) }
      }
    }
    return nil
  }

  /// Checks that fail, those of items one by one.
  var failures: Int {
    [itemsHold, taxHolds, changeHolds].count { $0 == false } + oddItems.count
  }
  var successes: Int {
    let isReduced = totals.total != nil && totals.reduction != nil
    return [itemsHold == true, taxHolds == true, changeHolds == true, isReduced, paymentsHold].count { $0 }
      + items.items.count { $0.agrees == true }
  }

  /// The numbers that failing checks are made of.
  var doubted: [(row: Int, figure: Figure)] {
    var doubted: [(row: Int, figure: Figure)] = []
    func add(_ entries: Entry?...) { doubted += entries.compactMap { $0 }.map { ($0.row, $0.figure) } }
    func add(_ figures: [Figure?], of item: ItemLine) {
      if let row = item.rows.last { doubted += figures.compactMap { $0 }.map { (row, $0) } }
    }
    if taxHolds == false { add(totals.supply, totals.tax, totals.taxFree, totals.total) }
    if changeHolds == false { add(totals.received, totals.change, totals.total) }
    if itemsHold == false {
      add(totals.total)
      for item in items.items { add([item.amount], of: item) }
    }
    for item in oddItems { add([item.unitPrice, item.quantity, item.amount], of: item) }
    return doubted
  }
}
