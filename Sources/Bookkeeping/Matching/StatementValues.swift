import Spreadsheets
import Understanding

/// A date as a cell has it, before the order of its parts and the year are known.
enum WrittenDate: Hashable {
  case full(BookDay, minute: Int?)
  /// Three numbers such as 26/03/14 or 03/14/2026.
  case short(Int, Int, Int, minute: Int?)
  /// A month and a day without a year.
  case monthDay(Int, Int, minute: Int?)

  /// Excel counts days from 1899-12-30; 25,569 of them came before 1970.
  private static let serialOfEpoch = 25_569.0
  /// Serial numbers of 1990 to 2099.
  private static let serials = 32_874.0..<73_051.0

  init?(_ cell: SheetCell) {
    switch cell.value {
    case .date(let text), .text(let text): self.init(text: text)
    case .number(let text):
      if let number = Double(text), Self.serials.contains(number) {
        let days = number.rounded(.down)
        let minute = Int(((number - days) * 1440).rounded())
        self = .full(BookDay(number: Int(days - Self.serialOfEpoch)), minute: days == number ? nil : min(minute, 1439))
      } else {
        self.init(text: text)
      }
    case .none, .boolean, .error: return nil
    }
  }

  init?(text: String) {
    let afternoon = text.contains("오후") || text.lowercased().contains("pm")
    let isMorning = text.contains("오전") || text.lowercased().contains("am")
    var runs: [(digits: String, separator: Character)] = []
    var separator: Character = " "
    for character in text {
      if let digit = character.wholeNumberValue, character.isNumber {
        if separator == "0" { runs[runs.count - 1].digits += "\(digit)" } else { runs.append(("\(digit)", separator)) }
        separator = "0"
      } else {
        guard ".-/년월일:시분초 ()월화수목금토일요T오전후'APMapm\u{A0}".contains(character) else { return nil }
        if separator == "0" || character != " " { separator = character }
      }
    }
    guard let first = runs.first, runs.allSatisfy({ $0.digits.utf8.count <= 14 }) else { return nil }
    let numbers = runs.compactMap { Int($0.digits) }
    let digits = first.digits.compactMap(\.wholeNumberValue)
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    var rest = runs.dropFirst()
    switch digits.count {
    case 8, 12, 14:
      let clock = digits.count > 8 ? Self.minute(number(8..<10), number(10..<12)) : nil
      guard let day = BookDay(year: number(0..<4), month: number(4..<6), day: number(6..<8)) else { return nil }
      self = .full(day, minute: clock ?? Self.minute(rest, afternoon, isMorning))
    case 6 where runs.count == 1: self = .short(number(0..<2), number(2..<4), number(4..<6), minute: nil)
    case 4:
      guard numbers.count >= 3, let day = BookDay(year: numbers[0], month: numbers[1], day: numbers[2]) else {
        return nil
      }
      self = .full(day, minute: Self.minute(rest.dropFirst(2), afternoon, isMorning))
    case 1, 2:
      guard numbers.count >= 2, !":시".contains(runs[1].separator) else { return nil }
      rest = rest.dropFirst()
      if numbers.count == 2 || ":시 일)".contains(runs[2].separator) {
        self = .monthDay(numbers[0], numbers[1], minute: Self.minute(rest, afternoon, isMorning))
      } else {
        self = .short(numbers[0], numbers[1], numbers[2], minute: Self.minute(rest.dropFirst(), afternoon, isMorning))
      }
    default: return nil
    }
  }

  /// Minutes since midnight of a cell that holds a time alone: `18:05`, `180533` or a fraction of a day.
  static func minute(of cell: SheetCell) -> Int? {
    if case .number(let text) = cell.value, let number = Double(text), (0..<1).contains(number), text.contains(".") {
      return min(Int((number * 1440).rounded()), 1439)
    }
    guard let text = cell.text else { return nil }
    let time = text.split(separator: "T").last.map(String.init) ?? text
    let runs = time.split { !$0.isNumber }.map { (digits: String($0), separator: Character(":")) }
    return minute(runs[...], time.contains("오후"), time.contains("오전"))
  }

  private static func minute(
    _ runs: ArraySlice<(digits: String, separator: Character)>, _ isAfternoon: Bool, _ isMorning: Bool
  ) -> Int? {
    guard let first = runs.first, let number = Int(first.digits) else { return nil }
    var (hour, minutes) = (number, runs.dropFirst().first.flatMap { Int($0.digits) } ?? -1)
    if runs.count == 1 {
      // Leading zeros are lost where the time was kept as a number.
      guard (3...6).contains(first.digits.utf8.count) else { return nil }
      (hour, minutes) =
        first.digits.utf8.count > 4 ? (number / 10_000, number / 100 % 100) : (number / 100, number % 100)
    }
    if isAfternoon, hour < 12 { hour += 12 }
    if isMorning, hour == 12 { hour = 0 }
    return minute(hour, minutes)
  }

  private static func minute(_ hour: Int, _ minute: Int) -> Int? {
    (0...23).contains(hour) && (0...59).contains(minute) ? hour * 60 + minute : nil
  }
}

/// An amount as a cell has it, with the currency that stands beside it.
struct WrittenAmount: Hashable {
  var amount: Amount
  var currency: String?

  private static let currencies: [(text: String, code: String)] = [
    ("US$", "USD"), ("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("円", "JPY"), ("元", "CNY"), ("₩", "KRW"), ("￦", "KRW"),
    ("원", "KRW"),
  ]

  init?(_ cell: SheetCell) {
    switch cell.value {
    case .number(let text):
      guard let amount = Amount(decimal: text) ?? Double(text).flatMap(Amount.init(stored:)) else { return nil }
      self.init(amount: amount)
    case .text(let text): self.init(text: text)
    case .none, .date, .boolean, .error: return nil
    }
  }

  init(amount: Amount, currency: String? = nil) { (self.amount, self.currency) = (amount, currency) }

  init?(text: String) {
    var text = text.filter { !$0.isWhitespace && $0 != "," && $0 != "，" && $0 != "+" }
    for (symbol, code) in Self.currencies where text.contains(symbol) {
      text = text.replacing(symbol, with: "")
      currency = currency ?? code
    }
    let letters = text.filter { $0.isASCII && $0.isLetter }
    if letters.utf8.count == 3, text.hasPrefix(letters) || text.hasSuffix(letters) {
      currency = letters.uppercased()
      text = text.replacing(letters, with: "")
    }
    var isNegative = false
    if text.hasPrefix("("), text.hasSuffix(")") {
      (isNegative, text) = (true, String(text.dropFirst().dropLast()))
    }
    let minus: Set<Character> = ["-", "△", "▲", "▵", "−", "–", "－"]
    if let first = text.first, minus.contains(first) {
      (isNegative, text) = (true, String(text.dropFirst()))
    } else if let last = text.last, minus.contains(last) {
      (isNegative, text) = (true, String(text.dropLast()))
    }
    guard !text.hasPrefix("-"), let amount = Amount(decimal: text) else { return nil }
    self.amount = isNegative ? -amount : amount
  }
}

extension SheetCell {
  /// The text of a cell without white space at its ends; nil if it is empty.
  var text: String? {
    let whole: String
    switch value {
    case .text(let text), .number(let text), .date(let text): whole = text
    case .none, .boolean, .error: return nil
    }
    let start = whole.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}

/// The digits of a business number, if the text holds ten of them and nothing else but dashes.
func businessDigits(_ text: String) -> String? {
  let digits = text.filter(\.isWholeNumber)
  let isClean = text.allSatisfy { $0.isWholeNumber || $0 == "-" || $0.isWhitespace }
  return digits.utf8.count == 10 && isClean ? digits : nil
}

/// The last digits of a card, at most four: of `1234-****-****-5678`, `본인5678` or a number; nil if they are masked.
func cardDigits(_ text: String) -> String? {
  let trimmed = text.drop { $0.isWhitespace }
  var digits: [Character] = []
  for character in trimmed.reversed() {
    if character.isWholeNumber, digits.count < 4 { digits.append(character) } else { break }
  }
  return digits.count >= 3 ? String(digits.reversed()) : nil
}

/// The months and the round of an instalment: `3`, `3개월`, `2/3`; nothing for `일시불` and 0.
func installmentParts(_ text: String) -> (months: Int?, round: Int?) {
  let numbers = text.split { !$0.isWholeNumber }.compactMap { Int($0) }
  if numbers.count == 2, numbers[0] <= numbers[1], (2...60).contains(numbers[1]) { return (numbers[1], numbers[0]) }
  guard numbers.count == 1, (2...60).contains(numbers[0]) else { return (nil, nil) }
  return (numbers[0], nil)
}
