import Foundation
import PageModel
import ResultStore
import Understanding

/// Which receipts are wanted, by what they say; `list` and `receipts` share it.
struct ReceiptFilter {
  static let options: [Option] = [
    Option("unproven", "Only receipts whose total is not proven, not put right by a person, or not found."),
    Option("from", value: "DATE", "Only receipts of this day and later: 2026-03-01."),
    Option("to", value: "DATE", "Only receipts of this day and earlier."),
    Option("total", value: "AMOUNT[..AMOUNT]", "Only receipts of this total, or of one from the first to the last."),
    Option("total-above", value: "AMOUNT", "Only receipts of a higher total."),
    Option("total-below", value: "AMOUNT", "Only receipts of a lower total."),
    Option("merchant", value: "WORD", "Only receipts whose shop's name holds this."),
  ]

  private let isUnproven: Bool
  private let from: String?
  private let to: String?
  /// The least and the most that a total may be.
  private let total: (least: Amount, most: Amount)?
  private let totalAbove: Amount?
  private let totalBelow: Amount?
  private let merchant: String?

  init(_ arguments: Arguments) throws {
    isUnproven = arguments.has("unproven")
    from = try Self.day("from", arguments)
    to = try Self.day("to", arguments)
    if let from, let to, from > to {
      throw CommandFailure.usage("--from \(from) is after --to \(to): no receipt is of such a day")
    }
    merchant = try arguments.text("merchant")?.lowercased()
    if merchant?.isEmpty == true { throw CommandFailure.usage("--merchant takes a part of a shop's name") }
    total = try Self.range("total", arguments)
    totalAbove = try arguments.text("total-above").map { try Self.amount("total-above", $0) }
    totalBelow = try arguments.text("total-below").map { try Self.amount("total-below", $0) }
    if let totalAbove, let totalBelow, totalAbove >= totalBelow {
      throw CommandFailure.usage("no total is above --total-above and below --total-below")
    }
  }

  private static func day(_ name: String, _ arguments: Arguments) throws -> String? {
    guard let text = try arguments.text(name) else { return nil }
    guard let day = FieldName.date.value(of: text), !day.isEmpty else {
      throw CommandFailure.usage("--\(name) takes a day such as 2026-03-01, not '\(text)'")
    }
    return day
  }

  private static func range(_ name: String, _ arguments: Arguments) throws -> (least: Amount, most: Amount)? {
    guard let text = try arguments.text(name) else { return nil }
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let (least, most) = (try amount(name, String(ends[0])), try amount(name, String(ends[ends.count - 1])))
    guard least <= most else { throw CommandFailure.usage("--\(name) takes the lower amount first, not '\(text)'") }
    return (least, most)
  }

  /// In any notation that a correction may have: `41,000`, `₩41000`.
  private static func amount(_ name: String, _ text: String) throws -> Amount {
    guard let value = FieldName.total.value(of: text), let amount = Amount(decimal: value) else {
      throw CommandFailure.usage("--\(name) takes an amount such as 50000 or 12.50, not '\(text)'")
    }
    return amount
  }

  /// Whether every receipt is wanted, and every page that holds none, too.
  var takesAll: Bool {
    !isUnproven && from == nil && to == nil && total == nil && totalAbove == nil && totalBelow == nil && merchant == nil
  }

  /// The same as the store can tell without what was derived: pages that it leaves out are not wanted, others may not be.
  var condition: ReceiptCondition {
    var condition = ReceiptCondition()
    (condition.from, condition.to) = (from, to)
    condition.least = ([total?.least, totalAbove].compactMap { $0 }.max()).map { $0.text(places: 4) }
    condition.most = ([total?.most, totalBelow].compactMap { $0 }.min()).map { $0.text(places: 4) }
    condition.shop = merchant?.precomposedStringWithCanonicalMapping
    condition.isUnproven = isUnproven
    return condition
  }

  /// Whether one of a page's receipts is wanted, or all pages are.
  ///
  /// The store's rows tell it, so that nothing of what was derived is decoded.
  func takesAny(on page: PageID, in store: ResultStore) throws(StoreError) -> Bool {
    if takesAll { return true }
    guard let (version, rows) = try store.receiptRows(of: page), ReceiptsStage.isReadable(version) else { return false }
    return rows.contains {
      takes(shop: $0.shop, day: $0.date, total: $0.total.flatMap { Amount(stored: $0) }, isProven: $0.isProven)
    }
  }

  func takes(_ receipt: Receipt) -> Bool {
    let total = receipt.fields[.total]
    return takes(
      shop: receipt.fields[.merchant]?.value, day: receipt.fields[.date]?.value,
      total: total.flatMap { Amount(decimal: $0.value) }, isProven: total?.proof == .proven || total?.corrected == true)
  }

  private func takes(shop: String?, day: String?, total: Amount?, isProven: Bool) -> Bool {
    if isUnproven, isProven { return false }
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    if let from, day.map({ $0 < from }) ?? true { return false }
    if let to, day.map({ $0 > to }) ?? true { return false }
    if self.total != nil || totalAbove != nil || totalBelow != nil {
      guard let total else { return false }
      if let range = self.total, total < range.least || total > range.most { return false }
      if let totalAbove, total <= totalAbove { return false }
      if let totalBelow, total >= totalBelow { return false }
    }
    if let merchant, shop?.lowercased().contains(merchant) != true { return false }
    return true
  }
}
