/// An earlier sum of a receipt with what makes the total of it: discounts, fees, what others bear, roundings.
struct Reduction: Sendable {
  /// The sum before them.
  var sum: Entry
  /// The steps between, in the order of the rows.
  var steps: [Entry]

  /// The discounts among the steps as one.
  var discount: Entry? {
    Entry.sum(
      steps.filter { $0.role == .discount }.map { step in
        var part = step
        part.figure.amount = step.amount.magnitude
        return part
      })
  }

  /// Whether a fee or service is among the steps.
  var hasFee: Bool { steps.contains { $0.role == .service } }
  /// Whether nothing else is taken off between the sum and the total, but what one of the steps is the sum of.
  private(set) var isWhole = true

  /// Amounts printed between the sum and the total that are no step.
  private func others(_ ledger: Ledger, to total: Amount) -> [Entry] {
    let end = ledger.entries.first { $0.amount == total && $0.row > sum.row && ($0.role == .paid || $0.role == .total) }
    guard let end else { return [] }
    return ledger.entries(.discount, .settled, .otherPayment).filter { entry in
      entry.row > sum.row && entry.row < end.row && !entry.amount.isZero
        && !steps.contains { $0.amount.magnitude == entry.amount.magnitude }
    }
  }

  /// Steps of a receipt; garbage has more.
  private static let most = 8
}

extension Reduction {
  /// Nil where no printed sum becomes the total so.
  ///
  /// One discount or rounding is looked for wherever it is printed. Several steps count if they are all that is printed
  /// between the sum and the total.
  init?(_ ledger: Ledger, to total: Amount, among candidates: [[Entry]]) {
    let sums = Totals.unequal(candidates.flatMap { $0 } + ledger.entries(.subtotal)).filter { $0.amount != total }
    let single = Totals.unequal(ledger.entries(.discount)) + Totals.unequal(ledger.entries(.settled, .rounding))
    for sum in sums {
      if let difference = total - sum.amount, let step = single.first(where: { Self.effect(of: $0) == difference }) {
        self.init(sum: sum, steps: [step])
        let others = others(ledger, to: total).map(\.amount.magnitude)
        isWhole = others.isEmpty || Amount.sum(others) == step.amount.magnitude
        return
      }
    }
    let ends = ledger.entries.filter { $0.amount == total && ($0.role == .paid || $0.role == .total) }
    for sum in sums + Totals.unequal(ledger.entries(.price)).filter({ $0.amount != total }) {
      guard let end = ends.first(where: { $0.row > sum.row }), let steps = Self.steps(ledger, from: sum, to: end) else {
        continue
      }
      self.init(sum: sum, steps: steps)
      return
    }
    return nil
  }

  /// The amount that is added to a sum.
  private static func effect(of entry: Entry) -> Amount {
    [.discount, .settled, .otherPayment].contains(entry.role) ? -entry.amount.magnitude : entry.amount
  }

  /// All amounts between a sum and the total, where they make the one of the other, with the tax or without.
  private static func steps(_ ledger: Ledger, from sum: Entry, to total: Entry) -> [Entry]? {
    let between = ledger.entries.lazy.filter { $0.row > sum.row && $0.row < total.row && !$0.amount.isZero }
    let parts: [LabelRole] = [.supply, .taxFree, .subtotal, .count, .taxSummary, .card, .cash]
    let roles: [LabelRole] = [.discount, .settled, .otherPayment, .service, .rounding, .tax]
    // If another sum stands between, it already has the steps before it.
    guard between.allSatisfy({ parts.contains($0.role) || roles.contains($0.role) }) else { return nil }
    let named = Array(between.filter { roles.contains($0.role) })
    guard named.count <= most else { return nil }
    let unnamed = ledger.deductions.lazy.filter { $0.row > sum.row && $0.row < total.row }.prefix(most)
    let steps = (named + unnamed).sorted { $0.row < $1.row }
    // A voucher counts by itself, too; what else is one step is looked for anywhere.
    for steps in [named, named.filter { $0.role != .tax }, steps, steps.filter { $0.role != .tax }]
    where steps.count > 1 || steps.first?.role == .otherPayment || steps.first?.label.isEmpty == true {
      if Amount.sum([sum.amount] + steps.map(effect)) == total.amount { return steps }
    }
    return nil
  }

  /// Of several discounts the largest is their sum, or nearest to it.
  static func largest(_ discounts: [Entry]) -> Entry? {
    discounts.max { $0.amount.magnitude < $1.amount.magnitude }
  }
}
