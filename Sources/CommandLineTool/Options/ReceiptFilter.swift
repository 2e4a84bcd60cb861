import Bookkeeping
import Foundation
import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// A choice of receipts by their fields; `list` and `receipts` share it.
struct ReceiptFilter: OptionGroup {
  @Option("unproven") private var isUnproven: Bool
  @Option("from", value: "DATE", .days) private var first: BookPeriod?
  @Option("to", value: "DATE", .days) private var last: BookPeriod?
  @Option("total", value: "AMOUNT[..AMOUNT]", amounts) private var total: ClosedRange<Amount>?
  @Option("total-above", value: "AMOUNT", amount) private var totalAbove: Amount?
  @Option("total-below", value: "AMOUNT", amount) private var totalBelow: Amount?
  @Option("merchant", value: "WORD", .text("a part of a shop's name") { !$0.isEmpty }) private var merchant: String?

  @Option("payment", value: "KIND", .word) private var payment: PaymentKind?

  /// In any notation that a correction may have: `41,000`, `₩41000`.
  private static var amount: ValueFormat<Amount> { ValueFormat("an amount such as 50000 or 12.50", amount(in:)) }

  private static var amounts: ValueFormat<ClosedRange<Amount>> {
    ValueFormat("an amount such as 50000 or 12.50, or the lower and the higher of a range (50000..80000)") { text in
      let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map { amount(in: "\($0)") }
      guard let least = ends[0], let most = ends[ends.count - 1], least <= most else { return nil }
      return least...most
    }
  }

  private static func amount(in text: String) -> Amount? {
    FieldName.total.value(of: text).flatMap { Amount(decimal: $0) }
  }

  private var from: String? { first?.from }
  private var to: String? { last?.to }

  func check() throws(RunFailure) {
    if let from, let to, from > to { throw .usage("--from \(from) is after --to \(to): no receipt is of such a day") }
    if let totalAbove, let totalBelow, totalAbove >= totalBelow {
      throw .usage("no total is above --total-above and below --total-below")
    }
  }

  /// The same as the store can tell without what was derived: pages that it leaves out are not wanted, others may not be.
  var condition: ReceiptCondition {
    var condition = ReceiptCondition()
    (condition.from, condition.to) = (from, to)
    condition.least = ([total?.lowerBound, totalAbove].compactMap { $0 }.max()).map { $0.text(places: 4) }
    condition.most = ([total?.upperBound, totalBelow].compactMap { $0 }.min()).map { $0.text(places: 4) }
    condition.shop = merchant?.lowercased().precomposedStringWithCanonicalMapping
    condition.isUnproven = isUnproven
    return condition
  }

  /// Whether one of a page's receipts is wanted, or all pages are.
  ///
  /// The store's rows tell it, so that nothing of what was derived is decoded.
  func takesAny(on page: PageID, in store: ResultStore) throws(StoreError) -> Bool {
    let takesAll =
      !isUnproven && from == nil && to == nil && total == nil && totalAbove == nil && totalBelow == nil
      && merchant == nil && payment == nil
    if takesAll { return true }
    // The rows hold no payment.
    if payment != nil {
      return try store.derived(of: page).value(of: ReceiptsStage.self)?.contains(where: takes) ?? false
    }
    guard let (version, rows) = try store.receiptRows(of: page), ReceiptsStage.isReadable(version) else { return false }
    return rows.contains(where: takes)
  }

  func takes(_ receipt: Receipt) -> Bool {
    if let payment, receipt.fields[.payment]?.value != payment.rawValue { return false }
    return takes(ReceiptOutline(receipt, at: 0))
  }

  private func takes(_ receipt: ReceiptOutline) -> Bool {
    if isUnproven, receipt.isProven { return false }
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    if let from, receipt.date.map({ $0 < from }) ?? true { return false }
    if let to, receipt.date.map({ $0 > to }) ?? true { return false }
    let total = receipt.total.flatMap { Amount(stored: $0) }
    if let range = self.total, total.map({ !range.contains($0) }) ?? true { return false }
    if let totalAbove, total.map({ $0 <= totalAbove }) ?? true { return false }
    if let totalBelow, total.map({ $0 >= totalBelow }) ?? true { return false }
    return merchant.map { receipt.shop?.lowercased().contains($0.lowercased()) == true } ?? true
  }
}

private enum PaymentKind: String, CaseIterable {
  case card, cash, other
}

extension ValueFormat<BookPeriod> {
  /// The days from the first to the last of a day, a month or a year.
  static var days: Self {
    Self("a day, a month or a year such as 2026-03-01, 2026-03 or 2026") { text in
      guard text.allSatisfy({ $0.isNumber || "-./ 년월일".contains($0) }) else { return nil }
      let parts = text.split { !$0.isNumber }
      switch parts.count {
      case 1: return Int(parts[0]).flatMap { BookPeriod(year: $0) }
      case 2: return BookPeriod(month: text)
      default:
        return FieldName.date.value(of: text).flatMap { $0.isEmpty ? nil : BookPeriod(from: $0, to: $0) }
      }
    }
  }
}
