import Foundation
import PageModel
import TestSupport

@testable import Understanding

/// Pages with a receipt each, drawn from a seed, whose texts are as hostile as a scan's name or a person's note can be.
struct DrawnReceipts {
  /// The fields that the book shows as texts.
  static let texts: [FieldName] = [
    .merchant, .businessNumber, .cardName, .cardNumber, .approvalNumber, .account, .memo,
  ]

  private static let pieces = [
    "가", "견본상회", "한\u{11AB}", "\u{1112}\u{1161}\u{11AB}", "é", "e\u{301}", "\u{301}", "\u{20DD}", "ß", "İ", "ﬁ",
    "\u{202E}", "\u{202C}", "\u{2066}", "\u{200F}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{2028}",
    "\u{3000}",
    "\"", "\"\"", "'", "’", "`", ",", ",\u{301}", "\"\u{301}", ";", ":", "|", "\t", "\n", " ", "\u{A0}", "\\", "\\n",
    "=", "+", "-", "@", "＝", "=1+1", "%s", "#REF!", "TRUE", "0", "007", "1e5", "12.50", "2026-01-05", "₩", "€",
    "&", "&amp;", "<b>", "]]>", "{}", "[", "/", "..", "_x0041_", "_x000D_", "👩‍👩‍👧", "🇰🇷", "☕️", "\u{10FFFD}", "\u{1F3FB}",
  ]
  private static let currencies = [("KRW", 0), ("JPY", 0), ("USD", 2), ("EUR", 2), ("CHF", 2)]

  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func pages(_ count: Int) throws -> [PageRecord] { try (1...count).map { try page($0) } }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func text() -> String {
    let text = (0...number(0...7)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    // A text of white space alone is none.
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? text + "x" : text
  }

  /// An amount in the smallest units of a currency, as fields have it.
  private func amount(_ units: Int, _ places: Int) -> String {
    guard places > 0 else { return String(units) }
    let digits = String(abs(units))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(units < 0 ? "-" : "")\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  private mutating func page(_ index: Int) throws -> PageRecord {
    let box = Box(x: 0, y: 0, width: 100, height: 100)
    let (currency, places) = Self.currencies.randomElement(using: &random) ?? ("KRW", 0)
    let most = number(1...11)
    let units = number(-Int(pow(10, Double(most)))...Int(pow(10, Double(most))))
    var values: [FieldName: String] = [
      .currency: currency, .total: amount(units, places),
      .date: String(format: "%04d-%02d-%02d", number(1901...2098), number(1...12), number(1...28)),
      .time: String(format: "%02d:%02d", number(0...23), number(0...59))
        + (number(0...1) == 0 ? "" : String(format: ":%02d", number(1...59))),
    ]
    for field in Self.texts where number(0...3) > 0 { values[field] = text() }
    let fields = values.mapValues { value in
      Field(value: value, text: value, label: nil, lines: [0], box: box, confidence: 1, proof: .read)
    }
    let items = (0..<number(0...3)).map { _ in
      Item(name: text(), unitPrice: nil, quantity: String(number(1...99)), amount: amount(units, places), lines: [0])
    }
    let receipt = Receipt(box: box, lines: [0], fields: fields, items: items, checks: [])
    let word = Word(text: text(), box: box, confidence: 1)
    let reading = RecognisedPage(
      width: 100, height: 100, confidence: 1, lines: [Line(box: box, confidence: 1, words: [word])])
    var page = Pages.record(
      .recognised(reading), path: ScanPath("\(index) " + text().replacing("/", with: "_") + "/a.png"))
    page.content = ContentDigest(hex: String(repeating: "0", count: 60) + String(10_000 + index).suffix(4))
    let json = String(decoding: try JSONEncoder().encode([receipt]), as: UTF8.self)
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: json)
    return page
  }
}
