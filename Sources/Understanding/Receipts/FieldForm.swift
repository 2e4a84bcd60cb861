import Glibc

/// The forms that values of fields have, for those that people give.
extension FieldName {
  /// The value in the form that the name fixes; nil for what can't be brought into it.
  ///
  /// `41,000`, `₩41000` and `41000원` are the amount `41000`. An empty text stays empty: the receipt has no such field.
  ///
  /// - Parameter receipt: The receipt that gets the value; an amount has as many decimals as the others on it.
  package func value(of text: String, in receipt: Receipt? = nil) -> String? {
    // Without what can't be seen and turns the direction of writing, as in corrected lines.
    let seen = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
    let text = trimmed(Array(seen)[...]).string
    guard !text.isEmpty else { return "" }
    guard text.utf8.count <= 400, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    let digits = text.unicodeScalars.filter(\.isDigit).string
    switch self {
    case .total, .tax, .supply, .taxFree, .discount, .serviceCharge, .tip: return Self.amount(text, in: receipt)
    case .date: return Self.date(text, in: receipt)
    case .time:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
      guard (2...3).contains(parts.count) else { return nil }
      return ClockTime(hour: parts[0], minute: parts[1], second: parts.count == 3 ? parts[2] : nil)?.text
    case .businessNumber, .buyerNumber:
      guard text.unicodeScalars.allSatisfy({ $0.isDigit || $0 == "-" || $0 == " " }), BusinessNumber.isSound(digits)
      else { return nil }
      return BusinessNumber.text(digits)
    case .currency:
      let code = text.uppercased()
      return code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? code : nil
    case .payment:
      let kinds = [("card", "카드"), ("cash", "현금"), ("other", "기타")]
      return kinds.first { text.lowercased() == $0.0 || text.contains($0.1) }?.0
    default: return text
    }
  }

  /// An example of its values, for a message.
  package var example: String {
    switch self {
    case .total, .tax, .supply, .taxFree, .discount, .serviceCharge, .tip: "an amount such as 41000 or 12.50"
    case .date: "a day such as 2026-03-14"
    case .time: "a time such as 18:05"
    case .businessNumber, .buyerNumber:
      "a business number of ten digits with the right check digit, such as 123-45-67891"
    case .currency: "three letters such as KRW"
    case .payment: "card, cash or other"
    default: "a text of one line"
    }
  }

  /// A value as a receipt would print it; nil for a field that no check looks at.
  package func printed(_ value: String) -> String? {
    switch self {
    case .total, .tax, .supply, .taxFree, .discount, .serviceCharge, .tip:
      let parts = value.split(separator: ".", maxSplits: 1).map(String.init)
      guard let whole = parts.first else { return nil }
      var grouped = ""
      for (place, digit) in whole.reversed().enumerated() {
        if place > 0, place % 3 == 0, digit != "-" { grouped.append(",") }
        grouped.append(digit)
      }
      return String(grouped.reversed()) + (parts.count > 1 ? ".\(parts[1])" : "")
    case .date, .time, .businessNumber, .buyerNumber: return value
    default: return nil
    }
  }

  /// The fields that hold an amount.
  package static let amounts: Set<FieldName> = [.total, .tax, .supply, .taxFree, .discount, .serviceCharge, .tip]

  private static func amount(_ text: String, in receipt: Receipt?) -> String? {
    // Every comma has three digits behind it: `12,00` may be meant as 12,000, or as 12.00.
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "," }
    guard parts.dropFirst().allSatisfy({ part in part.prefix { $0.isDigit }.count == 3 }) else { return nil }
    let text = tenThousands(text) ?? text
    guard !isAmbiguous(text) else { return nil }
    var scalars = Array(text.unicodeScalars).filter { !$0.isSpace && $0 != "," }
    if let first = scalars.first, "₩￦$€£¥\\".unicodeScalars.contains(first) { scalars.removeFirst() }
    if scalars.last == "원" { scalars.removeLast() }
    return Amount(decimal: scalars.string).map { $0.text(places: $0.isWhole ? places(of: text, in: receipt) : 2) }
  }

  /// The digits of an amount that counts ten thousands: `5만원`, `3만 5천원`, `1만5,000원`; nil for `3만5`, which may be
  /// meant as 35,000.
  private static func tenThousands(_ text: String) -> String? {
    let plain = text.filter { $0 != " " && $0 != "," }
    guard let match = plain.wholeMatch(of: /(-?)([0-9]{1,9})만(?:([0-9])천|([0-9]{1,4}))?(원?)/),
      let count = Int(match.2),
      (match.4?.count ?? 4) == 4 || !match.5.isEmpty || text.drop(while: { $0 != "만" }).contains(",")
    else { return nil }
    let rest = (match.3.flatMap { Int($0) } ?? 0) * 1000 + (match.4.flatMap { Int($0) } ?? 0)
    return "\((match.1.isEmpty ? 1 : -1) * (count * 10_000 + rest))"
  }

  /// The decimals of a whole amount: those that were typed, that the receipt prints, or that its currency has.
  private static func places(of text: String, in receipt: Receipt?) -> Int {
    let fields = receipt?.fields ?? [:]
    let printed = fields.filter { amounts.contains($0.key) }.map(\.value.value)
    if ([text] + printed).contains(where: { $0.contains(".") }) { return 2 }
    return fields[.currency].map { Currency.places($0.value) } ?? 0
  }

  /// Whether a single point has three digits behind it, which may be thousands: `51.000` is 51,000 in much of Europe.
  private static func isAmbiguous(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "." }
    guard parts.count == 2, let last = parts.last, let first = parts.first else { return false }
    let thousands = first.reversed().prefix { $0.isDigit }
    return last.prefix { $0.isDigit }.count == 3 && (1...3).contains(thousands.count) && thousands.last != "0"
  }

  /// A day with its year, or with that of the receipt or the present one: `3/14`.
  private static func date(_ text: String, in receipt: Receipt?) -> String? {
    var parts = text.split(whereSeparator: { "-./ 년월일".contains($0) }).map { Int($0) ?? -1 }
    if parts.count == 2 {
      let day = receipt?.fields[.date]?.value ?? CalendarDate(number: Glibc.time(nil) / 86_400).iso
      parts.insert(Int(day.prefix(4)) ?? -1, at: 0)
    }
    if parts.count == 3, let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2]) { return date.iso }
    // `03/04/2025` is another day in the United States.
    let hits = [DateScanner.Order.dayFirst, .monthFirst].flatMap {
      DateScanner(scalars: Array(text.unicodeScalars), style: .whole, order: $0).dates()
    }
    guard hits.count == 2, hits[0].date == hits[1].date, hits[0].range.lowerBound == 0,
      hits[0].weekday.map({ $0 == hits[0].date.weekday }) ?? true
    else { return nil }
    return hits[0].date.iso
  }
}
