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
    merchant = try arguments.text("merchant")?.lowercased()
    total = try Self.range("total", arguments)
    totalAbove = try arguments.text("total-above").map { try Self.amount("total-above", $0) }
    totalBelow = try arguments.text("total-below").map { try Self.amount("total-below", $0) }
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

  /// What a filter goes by, out of all that is known of a receipt: most of the time of a search in a large store went
  /// into decoding the rest.
  private struct Outline: Decodable {
    struct Field: Decodable {
      var value: String
      var proof: Proof
      var corrected: Bool?
    }

    struct Fields: Decodable {
      var merchant: Field?
      var date: Field?
      var total: Field?
    }

    var fields: Fields
  }

  /// Whether one of a page's receipts is wanted, or all pages are.
  ///
  /// - Parameter receipts: What the stage of receipts made of the page.
  func takesAny(of receipts: DerivedValues.Value?) -> Bool {
    if takesAll { return true }
    guard let value = receipts, ReceiptsStage.isReadable(value.version), let json = value.json,
      let receipts = try? JSONDecoder().decode([Outline].self, from: Data(json.utf8))
    else { return false }
    return receipts.contains { takes($0.fields.merchant, $0.fields.date, $0.fields.total) }
  }

  func takes(_ receipt: Receipt) -> Bool {
    let fields = [FieldName.merchant, .date, .total].map { name in
      receipt.fields[name].map { Outline.Field(value: $0.value, proof: $0.proof, corrected: $0.corrected) }
    }
    return takes(fields[0], fields[1], fields[2])
  }

  private func takes(_ shop: Outline.Field?, _ day: Outline.Field?, _ sum: Outline.Field?) -> Bool {
    if isUnproven, let sum, sum.proof == .proven || sum.corrected == true { return false }
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    if let from, day.map({ $0.value < from }) ?? true { return false }
    if let to, day.map({ $0.value > to }) ?? true { return false }
    if self.total != nil || totalAbove != nil || totalBelow != nil {
      guard let total = sum.flatMap({ Amount(decimal: $0.value) }) else { return false }
      if let range = self.total, total < range.least || total > range.most { return false }
      if let totalAbove, total <= totalAbove { return false }
      if let totalBelow, total >= totalBelow { return false }
    }
    if let merchant, shop?.value.lowercased().contains(merchant) != true { return false }
    return true
  }
}
