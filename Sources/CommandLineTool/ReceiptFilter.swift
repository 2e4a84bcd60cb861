import Understanding

/// Which receipts are wanted, by what they say; `list` and `receipts` share it.
struct ReceiptFilter {
  static let options: [Option] = [
    Option("unproven", "Only receipts whose total is not proven, not put right by a person, or not found."),
    Option("from", value: "DATE", "Only receipts of this day and later: 2026-03-01."),
    Option("to", value: "DATE", "Only receipts of this day and earlier."),
    Option("total-above", value: "AMOUNT", "Only receipts of a higher total."),
    Option("total-below", value: "AMOUNT", "Only receipts of a lower total."),
    Option("merchant", value: "WORD", "Only receipts whose shop's name holds this."),
  ]

  private let isUnproven: Bool
  private let from: String?
  private let to: String?
  private let totalAbove: Amount?
  private let totalBelow: Amount?
  private let merchant: String?

  init(_ arguments: Arguments) throws {
    isUnproven = arguments.has("unproven")
    from = try Self.day("from", arguments)
    to = try Self.day("to", arguments)
    merchant = try arguments.text("merchant")?.lowercased()
    totalAbove = try Self.amount("total-above", arguments)
    totalBelow = try Self.amount("total-below", arguments)
  }

  private static func day(_ name: String, _ arguments: Arguments) throws -> String? {
    guard let text = try arguments.text(name) else { return nil }
    guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else {
      throw CommandFailure.usage("--\(name) takes a day such as 2026-03-01, not '\(text)'")
    }
    return text
  }

  private static func amount(_ name: String, _ arguments: Arguments) throws -> Amount? {
    guard let text = try arguments.text(name) else { return nil }
    guard let amount = Amount(decimal: text) else {
      throw CommandFailure.usage("--\(name) takes an amount such as 50000 or 12.50, not '\(text)'")
    }
    return amount
  }

  /// Whether every receipt is wanted, and every page that holds none, too.
  var takesAll: Bool {
    !isUnproven && from == nil && to == nil && totalAbove == nil && totalBelow == nil && merchant == nil
  }

  func takes(_ receipt: Receipt) -> Bool {
    if isUnproven, let total = receipt.fields[.total], total.proof == .proven || total.corrected == true {
      return false
    }
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    let date = receipt.fields[.date]?.value
    if let from, date.map({ $0 < from }) ?? true { return false }
    if let to, date.map({ $0 > to }) ?? true { return false }
    if totalAbove != nil || totalBelow != nil {
      guard let total = receipt.fields[.total].flatMap({ Amount(decimal: $0.value) }) else { return false }
      if let totalAbove, total <= totalAbove { return false }
      if let totalBelow, total >= totalBelow { return false }
    }
    if let merchant, receipt.fields[.merchant]?.value.lowercased().contains(merchant) != true { return false }
    return true
  }
}
