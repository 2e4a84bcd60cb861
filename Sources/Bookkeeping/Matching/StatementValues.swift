import Spreadsheets
import Understanding

/// A date as a cell has it; a month and a day without a year have none yet.
enum WrittenDate: Hashable {
  case full(CalendarDate, minute: Int?)
  case yearless(month: Int, day: Int, minute: Int?)

  /// Excel counts days from 1899-12-30; 25,569 of them came before 1970.
  private static let serialOfEpoch = 25_569
  /// Serial numbers of 1990 to 2099.
  private static let serials = 32_874.0..<73_051.0
  /// The characters between the numbers of a date and a time.
  private static let separators = Set(".-/년월일:시분초 ()화수목금토요T오전후'\u{A0}")

  init?(_ cell: SheetCell) {
    guard let text = cell.trimmedText else { return nil }
    guard case .number = cell.value, let number = Double(text), Self.serials.contains(number) else {
      self.init(text: text)
      return
    }
    let day = CalendarDate(number: Int(number) - Self.serialOfEpoch)
    self = .full(day, minute: text.contains(".") ? Self.minute(of: cell) : nil)
  }

  init?(text: String) {
    let runs = text.split { !$0.isWholeNumber }
    let numbers = runs.compactMap { Int($0) }
    guard let first = runs.first, numbers.count == runs.count,
      text.allSatisfy({ $0.isWholeNumber || Self.separators.contains($0) })
    else { return nil }
    // 20260314 and 20260314180533 have no separators; 260314 alone is short of a century.
    if [6, 8, 12, 14].contains(first.count), first.count > 6 || runs.count == 1 {
      let digits = (first.count == 6 ? "20" : "") + first
      guard let whole = Int(digits.prefix(8)) else { return nil }
      let day = CalendarDate(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
      let clock = digits.count > 8 ? [digits.dropFirst(8)] : runs.dropFirst()
      guard let day else { return nil }
      self = .full(day, minute: Self.minute(clock, in: text))
      return
    }
    guard runs.count >= 2, [1, 2, 4].contains(first.count) else { return nil }
    let between = text[first.endIndex..<runs[1].startIndex]
    let behind = runs.count > 2 ? text[runs[1].endIndex..<runs[2].startIndex] : " "
    // A time such as 18:05 is no date.
    guard !between.contains(":"), !between.contains("시") else { return nil }
    if first.count < 4, !behind.contains(where: { "./월-".contains($0) }) {
      self = .yearless(month: numbers[0], day: numbers[1], minute: Self.minute(runs.dropFirst(2), in: text))
    } else {
      let year = first.count < 4 ? 2000 + numbers[0] : numbers[0]
      // A single digit is no year: 3/12/26 has another order.
      guard runs.count > 2, first.count > 1, let day = CalendarDate(year: year, month: numbers[1], day: numbers[2])
      else { return nil }
      self = .full(day, minute: Self.minute(runs.dropFirst(3), in: text))
    }
  }

  /// Minutes since midnight of a cell that ends with a time: `18:05`, `180533` or a fraction of a day.
  static func minute(of cell: SheetCell) -> Int? {
    guard let text = cell.trimmedText else { return nil }
    if case .number = cell.value, text.contains("."), let number = Double(text), number >= 0 {
      return min(Int((number.truncatingRemainder(dividingBy: 1) * 1440).rounded()), 1439)
    }
    return minute((text.split(separator: "T").last ?? "").split { !$0.isWholeNumber }, in: text)
  }

  private static func minute(_ runs: some Collection<Substring>, in text: String) -> Int? {
    let numbers = runs.compactMap { Int($0) }
    guard let first = runs.first, numbers.count == runs.count else { return nil }
    var (hour, minute) = (numbers[0], numbers.count > 1 ? numbers[1] : -1)
    // Leading zeros are lost if the time was kept as a number.
    if runs.count == 1, (3...6).contains(first.count) {
      let short = first.count > 4 ? numbers[0] / 100 : numbers[0]
      (hour, minute) = (short / 100, short % 100)
    }
    if text.contains("오후"), hour < 12 { hour += 12 }
    if text.contains("오전"), hour == 12 { hour = 0 }
    return (0...23).contains(hour) && (0...59).contains(minute) ? hour * 60 + minute : nil
  }

  var minute: Int? {
    switch self {
    case .full(_, let minute), .yearless(_, _, let minute): minute
    }
  }
}

/// An amount as a cell has it, with the currency that stands beside it.
struct WrittenAmount: Hashable {
  var amount: Amount
  var currency: String?

  private static let currencies = [
    ("US$", "USD"), ("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("円", "JPY"), ("₩", "KRW"), ("￦", "KRW"), ("원", "KRW"),
  ]
  private static let minus = Set("-△▲▵−–－")

  init?(_ cell: SheetCell) {
    switch cell.value {
    case .number(let text):
      guard let amount = Amount(decimal: text) ?? Double(text).flatMap(Amount.init(stored:)) else { return nil }
      self.init(amount: amount)
    case .text(let text): self.init(text: text)
    case .none, .date, .boolean, .error: return nil
    }
  }

  private init(amount: Amount) { self.amount = amount }

  init?(text: String) {
    var text = text.filter { !$0.isWhitespace && !",，+".contains($0) }
    for (symbol, code) in Self.currencies where text.contains(symbol) {
      (text, currency) = (text.replacing(symbol, with: ""), currency ?? code)
    }
    let letters = text.filter { $0.isASCII && $0.isLetter }
    if letters.count == 3, text.hasPrefix(letters) || text.hasSuffix(letters) {
      (text, currency) = (text.replacing(letters, with: ""), letters.uppercased())
    }
    let isInParentheses = text.hasPrefix("(") && text.hasSuffix(")")
    let digits = isInParentheses ? text.dropFirst().dropLast() : text.drop { Self.minus.contains($0) }
    let plain = digits.last.map(Self.minus.contains) == true ? digits.dropLast() : digits
    guard text.count - plain.count <= (isInParentheses ? 2 : 1), plain.first?.isWholeNumber == true,
      let amount = Amount(decimal: String(plain))
    else { return nil }
    self.amount = plain.count < text.count ? -amount : amount
  }
}

extension SheetCell {
  /// The text of a cell without white space at its ends; nil if it is empty.
  var trimmedText: String? {
    switch value {
    case .text(let text), .number(let text), .date(let text):
      let text = text.trimmed
      return text.isEmpty ? nil : text
    case .none, .boolean, .error: return nil
    }
  }
}

/// The digits of a business number, if the text holds ten of them and nothing else but dashes.
func businessDigits(_ text: String) -> String? {
  let digits = text.filter { $0 != "-" && !$0.isWhitespace }
  return digits.count == 10 && digits.allSatisfy(\.isWholeNumber) ? digits : nil
}

/// The last digits of a card, at most four: of `1234-****-****-5678`, `본인5678` or a number; nil if they are masked.
func cardDigits(_ text: String) -> String? {
  let digits = text.reversed().prefix(while: \.isWholeNumber).prefix(4)
  return digits.count >= 3 ? String(digits.reversed()) : nil
}

/// The months and the round of an instalment: `3`, `3개월`, `2/3`; nothing for `일시불` and 0.
func installmentParts(_ text: String) -> (months: Int?, round: Int?) {
  let numbers = text.split { !$0.isWholeNumber }.compactMap { Int($0) }
  guard let months = numbers.last, (2...60).contains(months) else { return (nil, nil) }
  return (months, numbers.count == 2 ? numbers[0] : nil)
}
