import Support

/// The sums of a receipt, chosen together: those that agree with each other count more than their labels alone.
struct Totals: Sendable {
  /// The amount finally paid.
  var total: Entry?
  var supply: Entry?
  var tax: Entry?
  var taxFree: Entry?
  var service: Entry?
  var discount: Entry?
  /// The sum before fees and reductions, where it is another than the total, with all that lies between.
  private(set) var reduction: Reduction?
  /// Payments that make the total together, each a part of it.
  private(set) var split: [Entry] = []
  var received: Entry?
  var change: Entry?
  /// Whether supply, tax and what is free of it make the total.
  var taxHolds: Bool?
  /// The total that follows from other amounts if it was not read (tendered less change, or a sum less its discount), and
  /// the amount that it was computed from.
  var computed: (amount: Amount, source: Entry)?

  /// Values tried for each role: receipts print few, garbage many.
  private static let most = 8

  init(_ ledger: Ledger, itemSum: Amount?) {
    let candidates = Self.candidates(ledger, itemSum)
    let tenders = ledger.entries(.card, .cash, .otherPayment, .received)
    let changes = ledger.entries(.change)
    var best: (score: Double, entry: Entry)?
    let shares = Self.shares(ledger)
    let lastTotal = ledger.entries(.paid, .total).filter(\.isPlain).map(\.row).max()
    for group in candidates {
      guard let first = group.max(by: { Self.weight($0) < Self.weight($1) }) else { continue }
      let value = first.amount
      var score = Self.weight(first) + 0.4 * Double(min(group.count, 4) - 1)
      // The last of several totals is after service, tax and rounding.
      if group.contains(where: { $0.row == lastTotal }) { score += 0.8 }
      if Self.parts(ledger, total: value) != nil { score += 2 }
      if tenders.contains(where: { $0.amount == value && $0.row != first.row }), !value.isZero { score += 1 }
      if changes.contains(where: { change in tenders.contains { Self.leaves($0, value, change) } }) { score += 1.5 }
      if Self.split(ledger, of: value, changes: changes) != nil { score += 1.5 }
      if Reduction(ledger, to: value, among: candidates) != nil { score += 1.5 }
      if let itemSum, itemSum == value { score += first.role == .card || first.role == .cash ? 3 : 0.7 }
      if Self.isSumWithCharges(ledger, value) { score += 1.5 }
      if value == shares { score += 2.5 }
      if value.isNegative || value.isZero { score -= 1.5 }
      // Of equal ones the later row is the final one.
      if best.map({ score >= $0.score }) ?? true { best = (score, first) }
    }
    total = best?.entry
    addTip(ledger)
    reckonShares(ledger, shares, tenders: tenders)
    if total == nil, computed == nil { findUnlabelled(ledger, tenders: tenders, changes: changes) }
    let summed = total.map { $0.role == .total || $0.role == .paid } == true ? nil : findSum(ledger)
    reckonReduced(ledger)
    restoreCents(ledger, tenders: tenders, changes: changes)
    // `TOTAL 1250`: cents that are small and high, or were cut off.
    if let figure = total?.figure, ledger.style == .cents, !figure.isClearlyMoney,
      ledger.notation.decimals > 0 || figure.digits.utf8.count > 3
    {
      total = nil
    }
    guard let value = total?.amount else {
      tax = ledger.entries(.tax).first
      supply = Self.supply(ledger, total: nil, tax: tax)
      taxFree = ledger.entries(.taxFree).first
      discount = discount ?? ledger.entries(.discount).first
      return
    }
    let found = Self.parts(ledger, total: value) ?? Self.parts(ledger, total: value, isUnnamed: true) ?? summed
    tax = found?.tax ?? ledger.entries(.tax).first { $0.amount.magnitude < value.magnitude || value.isZero }
    supply = found?.supply ?? Self.supply(ledger, total: value, tax: tax)
    taxFree = found?.taxFree ?? ledger.entries(.taxFree).first
    service = found?.service
    if tax != nil { taxHolds = found != nil ? true : supply != nil ? false : nil }
    reduction = Reduction(ledger, to: value, among: candidates)
    discount = reduction?.discount ?? Reduction.largest(ledger.entries(.discount))
    if let found = Self.split(ledger, of: value, changes: changes) { (split, change) = found }
    for entry in changes where received == nil {
      if let tender = tenders.first(where: { Self.leaves($0, value, entry) }) {
        (received, change) = (tender, entry)
      }
    }
    if received == nil, split.isEmpty, let change = changes.first, let tender = ledger.entries(.received, .cash).first {
      (received, self.change) = (tender, change)
    }
  }

  /// A tip below the total, and below that what both make: the tip was given when it was paid.
  private mutating func addTip(_ ledger: Ledger) {
    guard ledger.style == .cents, let before = total else { return }
    let sums = ledger.entries(.paid, .total, .received, .card).suffix(Self.most)
    let tips = ledger.entries(.service).suffix(Self.most).filter { $0.row > before.row && !$0.amount.isZero }
    let after = tips.lazy.compactMap { tip in
      sums.first { $0.row > tip.row && $0.amount == before.amount + tip.amount }
    }.first
    total = after ?? before
  }

  /// The amount before tax by its label alone; a subtotal that is the total holds the tax.
  private static func supply(_ ledger: Ledger, total: Amount?, tax: Entry?) -> Entry? {
    let supplies = ledger.entries(.supply)
    let named = supplies.first { entry in total.map { entry.amount <= $0 } ?? true } ?? supplies.first
    guard named == nil, ledger.style == .cents else { return named }
    // A discount may follow it, and a rounding may not be printed.
    let off = Reduction.largest(ledger.entries(.discount))?.amount.magnitude ?? .zero
    let most = total.flatMap { $0.magnitude + off }.flatMap { $0 + .hundredths(4) }
    return ledger.entries(.subtotal).first { entry in
      let sum = entry.amount + (tax?.amount ?? .zero)
      return entry.figure.isClearlyMoney && most.map { sum.map(\.magnitude) ?? entry.amount <= $0 } ?? true
    }
  }

  /// The share of the payer in several parts; nil if it is printed in one.
  private static func shares(_ ledger: Ledger) -> Amount? {
    let shares = ledger.entries(.share).filter { !$0.amount.isZero }
    return (2...most).contains(shares.count) ? Amount.sum(shares.map(\.amount)) : nil
  }

  /// Parts that the payer bears, where no label of a total stands before their sum: no sum before it was paid.
  private mutating func reckonShares(_ ledger: Ledger, _ shares: Amount?, tenders: [Entry]) {
    guard let shares, total?.amount != shares, let last = ledger.entries(.share).last else { return }
    total = tenders.first { $0.amount == shares }
    if total == nil { computed = (shares, last) }
  }

  /// Whether a tender less a value leaves the change; some tills print what was handed over with a minus.
  static func leaves(_ tender: Entry, _ value: Amount, _ change: Entry) -> Bool {
    tender.amount.magnitude - value == change.amount.magnitude
  }

  /// Payments of several kinds that make a value together, less what was given back; nil where they do not.
  private static func split(_ ledger: Ledger, of value: Amount, changes: [Entry]) -> (parts: [Entry], change: Entry?)? {
    let parts = ledger.entries(.card, .cash, .otherPayment).filter {
      !$0.amount.isZero && $0.amount.isNegative == value.isNegative && $0.amount != value
    }
    // A slip below a receipt prints its part once more.
    for group in [parts, unequal(parts)] where (2...most).contains(group.count) {
      guard let sum = Amount.sum(group.map(\.amount)) else { continue }
      if sum == value { return (group, nil) }
      if let change = changes.first(where: { sum - $0.amount.magnitude == value }) { return (group, change) }
    }
    return nil
  }

  /// If no label of a total was read, the tendered amount less the change is the total.
  private mutating func findUnlabelled(_ ledger: Ledger, tenders: [Entry], changes: [Entry]) {
    guard let change = changes.first(where: { !$0.amount.isZero && !$0.amount.isNegative }),
      let tender = tenders.last(where: { $0.row < change.row && $0.amount > change.amount }),
      let value = tender.amount - change.amount,
      // A voucher beside it paid a part.
      !ledger.entries(.otherPayment).contains(where: { !$0.amount.isZero && $0.amount != tender.amount })
    else { return }
    (received, self.change) = (tender, change)
    total =
      (max(0, tender.row - 8)..<tender.row).reversed().lazy.compactMap { row in
        ledger.figures[row].last { $0.amount == value && $0.isClearlyMoney }
          .map { Entry(role: .price, figure: $0, row: row) }
      }.first
    if total == nil { computed = (value, tender) }
  }

  /// Takes the largest amount for the total if no label of one was read and the two amounts before it make it.
  ///
  /// These are supply and tax if the second can be the tax of the first, and a tax has a label somewhere.
  private mutating func findSum(_ ledger: Ledger) -> Parts? {
    guard ledger.style == .cents else { return nil }
    let amounts = ledger.figures.indices.flatMap { row in
      ledger.figures[row].filter { $0.isShaped && !$0.isPercent && !$0.amount.isZero }
        .map { Entry(role: .total, figure: $0, row: row) }
    }
    guard let largest = amounts.map(\.amount).max(), largest != total?.amount,
      let place = amounts.firstIndex(where: { $0.amount == largest }), place > 2,
      amounts[place - 2].amount + amounts[place - 1].amount == largest
    else { return nil }
    total = amounts[place]
    let (supply, tax) = (amounts[place - 2], amounts[place - 1])
    let isNamed = ledger.labels.joined().contains { $0.role == .tax }
    return isNamed && Self.isTax(tax.amount, of: supply.amount, ledger.style) ? (supply, tax, nil, nil) : nil
  }

  /// If supply and tax make a sum less its discount, and no such amount was read, the sum is not the amount paid.
  private mutating func reckonReduced(_ ledger: Ledger) {
    guard let entry = total, entry.role == .total, ledger.style == .whole, ledger.entries(.paid).isEmpty,
      Self.parts(ledger, total: entry.amount) == nil
    else { return }
    for step in Self.unequal(ledger.entries(.discount)) where step.row > entry.row {
      guard !step.amount.isZero, let value = entry.amount - step.amount.magnitude, !value.isNegative,
        !value.isZero,
        !ledger.entries.contains(where: { $0.amount == value }), Self.parts(ledger, total: value) != nil
      else { continue }
      (discount, total, computed) = (step, nil, (value, step))
      reduction = Reduction(sum: entry, steps: [step])
      return
    }
  }

  /// `RM33.` with 100.00 handed over and 66.10 given back: cents that were not read follow from the change.
  private mutating func restoreCents(_ ledger: Ledger, tenders: [Entry], changes: [Entry]) {
    guard ledger.style == .cents, let entry = total, !entry.figure.isShaped, entry.amount.isWhole else { return }
    for tender in tenders {
      for change in changes {
        guard let value = tender.amount - change.amount, !value.isWhole,
          value.text(places: 2).hasPrefix(entry.amount.text(places: 0) + ".")
        else { continue }
        (total, computed, received, self.change) = (nil, (value, entry), tender, change)
        return
      }
    }
  }

  /// The amounts that may be the total, grouped by value, in the order in which the values appear.
  ///
  /// A payment that is the sum of the items may be it, whatever was read behind the label of the total.
  private static func candidates(_ ledger: Ledger, _ itemSum: Amount?) -> [[Entry]] {
    let (hasTender, hasNoChange) = (ledger.style == .whole, ledger.entries(.change).allSatisfy(\.amount.isZero))
    var roles: [LabelRole] = [.paid, .total]
    if ledger.entries(.paid, .total).isEmpty {
      roles = [.price, .card, .cash, .subtotal]
      // With change given back, the tender is more than was paid.
      if !hasNoChange { roles = [.price, .card, .subtotal] }
      // `Paid £6.50`: without change it is no more than was due.
      if ledger.style == .cents, ledger.entries(.change).isEmpty { roles.append(.received) }
    }
    // `Subtotal 16.00`, `Amount 17.36`: what is charged later is more.
    let charged = ledger.entries(.price, .card).last(where: \.figure.isClearlyMoney)
    let entries = ledger.entries.filter { entry in
      let isBefore = entry.role == .subtotal && charged.map { $0.row > entry.row && $0.amount > entry.amount } == true
      let isPaid = (entry.role == .card || entry.role == .cash) && entry.amount == itemSum && hasNoChange
      return isPaid || roles.contains(entry.role) && (hasTender || entry.isOfMoney && !isBefore)
        || hasTender && entry.role == .price
    }
    let groups = Dictionary(grouping: entries, by: \.amount)
    return entries.map(\.amount).distinct.prefix(20).compactMap { groups[$0] }
  }

  private static func weight(_ entry: Entry) -> Double {
    let weight: Double =
      switch entry.role {
      case .paid: 3
      case .total: 2
      case .card, .cash: 1.2
      case .price: 0.8
      default: 0.5
      }
    return weight - 0.2 * Double(entry.distance) - (entry.isPlain ? 0 : 0.4)
  }

  /// Whether a value is an earlier sum with service or tax or both, give or take a rounding that may be misread.
  private static func isSumWithCharges(_ ledger: Ledger, _ value: Amount) -> Bool {
    guard ledger.style == .cents else { return false }
    let five = Amount.hundredths(5)
    let services = unequal(ledger.entries(.service)).map(\.amount)
    let taxes = unequal(ledger.entries(.tax)).map(\.amount)
    let both = services.flatMap { service in taxes.compactMap { service + $0 } }
    let charges = (services + both).filter { $0 > five }
    return unequal(ledger.entries(.total, .subtotal)).contains { sum in
      guard sum.amount < value, let difference = value - sum.amount else { return false }
      return charges.contains { charge in ((difference - charge)?.magnitude).map { $0 <= five } ?? false }
    }
  }

  typealias Parts = (supply: Entry, tax: Entry, taxFree: Entry?, service: Entry?)

  /// Supply and tax, with what is free of tax and the service where they are needed, that make a total.
  ///
  /// - Parameter isUnnamed: Whether the supply has no label, and stands in the row above the tax.
  static func parts(_ ledger: Ledger, total: Amount, isUnnamed: Bool = false) -> Parts? {
    var supplies = unequal(ledger.entries(.supply) + ledger.entries(.price, .subtotal))
    // In English a total may be one before tax; on a card slip `승인금액` may be.
    supplies += unequal(ledger.style == .cents ? ledger.entries(.total) : ledger.entries(.paid)).filter { entry in
      entry.amount != total && !supplies.contains { $0.amount == entry.amount }
    }
    if ledger.style == .cents, isUnnamed { supplies = ledger.entries(.tax).prefix(most).compactMap(ledger.unnamed) }
    let taxes = unequal(ledger.entries(.tax))
    let free: [Entry?] = unequal(ledger.entries(.taxFree))
    let services: [Entry?] = unequal(ledger.entries(.service))
    // A rounding that is printed is in the total.
    let rounding = ledger.entries(.rounding).first { !$0.amount.isZero }?.amount ?? .zero
    for supply in supplies {
      for tax in taxes {
        guard let bare = supply.amount + tax.amount, let base = bare + rounding,
          isTax(tax.amount, of: supply.amount, ledger.style)
        else { continue }
        for service in [nil] + services {
          guard let sum = base + (service?.amount ?? .zero) else { continue }
          for part in [nil] + free where sum + (part?.amount ?? .zero) == total {
            return (supply, tax, part ?? free.first ?? nil, service)
          }
        }
      }
    }
    return nil
  }

  /// Whether a tax can be that of a supply: a tenth in Korea, at most a tenth elsewhere; tills round each item.
  static func isTax(_ tax: Amount, of supply: Amount, _ style: MoneyStyle) -> Bool {
    if tax.isZero { return true }
    guard style == .whole, let difference = (tax - supply.tenth)?.magnitude else {
      return tax.magnitude < supply.magnitude
    }
    return difference <= 10 || difference <= 20 && supply.tenth.units / 100 > difference.units
  }

  /// The first entries of each amount, of at most `most` amounts.
  static func unequal(_ entries: [Entry]) -> [Entry] {
    var kept: [Entry] = []
    for entry in entries where kept.count < most && !kept.contains(where: { $0.amount == entry.amount }) {
      kept.append(entry)
    }
    return kept
  }
}
