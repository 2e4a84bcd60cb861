package import Understanding

/// The totals of a run's receipts.
package struct ReceiptTally: Sendable {
  /// Receipts on the pages that finished in the run.
  package private(set) var receipts = 0
  /// Those with a proven total.
  package private(set) var provenTotals = 0
  /// Those with a value that a check contradicts.
  package private(set) var conflicts = 0
  /// The sums of the totals, as decimal strings, by currency; empty for a receipt that names none.
  package var sums: [(currency: String, amount: String)] {
    amounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text(places: $0.value.isWhole ? 0 : 2)) }
  }

  private var amounts: [String: Amount] = [:]
  package init() {}

  package mutating func add(_ found: [Receipt]) {
    for receipt in found {
      receipts += 1
      if receipt.fields.values.contains(where: { $0.proof == .conflict }) { conflicts += 1 }
      guard let total = receipt.fields[.total] else { continue }
      if total.proof.isCertain { provenTotals += 1 }
      if let amount = Amount(decimal: total.value) { add(amount, in: receipt.fields[.currency]?.value ?? "") }
    }
  }

  package mutating func add(_ other: ReceiptTally) {
    receipts += other.receipts
    provenTotals += other.provenTotals
    conflicts += other.conflicts
    for (currency, amount) in other.amounts { add(amount, in: currency) }
  }

  private mutating func add(_ amount: Amount, in currency: String) {
    // A sum that would overflow keeps its value.
    if let sum = amounts[currency, default: .zero] + amount { amounts[currency] = sum }
  }
}
