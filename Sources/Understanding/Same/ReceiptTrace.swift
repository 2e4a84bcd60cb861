import Foundation
package import PageModel

/// A trace that distinguishes the receipts of a page from all others, in a few hundred bytes: their numbers, and the
/// fields that vary.
///
/// It is kept with the page, so that receipts are compared without their pages.
package struct ReceiptTrace: Hashable, Sendable {
  /// A run of digits as it is printed, without what parts them: `20260314`, `1230`, `41000`.
  struct Number: Hashable, Sendable {
    var digits: [UInt8]
    /// Whether the reader is not sure of it.
    var isDoubtful: Bool
  }

  /// One receipt of the page.
  struct Entry: Hashable, Sendable {
    /// In reading order.
    var numbers: [Number]
    /// Values that differ from receipt to receipt.
    var marks: [Kind: Number]
  }

  /// The values compared by name; the store keeps the raw values.
  enum Kind: String, CaseIterable, Sendable {
    case date, time, total
    case approval = "approval number"
    case business = "business number"
  }

  var receipts: [Entry]

  /// A word that the reader is less sure of may hold a misread digit.
  private static let doubtfulBelow = 0.85
  /// Numbers kept of a receipt: tills print few, and alignment takes the product of two.
  private static let mostNumbers = 240
  fileprivate static let longestNumber = 24

  /// The receipts of a recognised page; nil if it holds none.
  package init?(_ page: PageRecord) {
    guard case .recognised(let reading) = page.outcome,
      let found = page.derived.ownReceipts, !found.isEmpty
    else { return nil }
    receipts = found.prefix(40).map { receipt in
      Entry(numbers: Self.numbers(of: receipt, on: reading), marks: Self.marks(of: receipt))
    }
  }

  private static func numbers(of receipt: Receipt, on page: RecognisedPage) -> [Number] {
    let words = receipt.lines.filter(page.lines.indices.contains).lazy.flatMap { page.lines[$0].words }
    let numbers = words.flatMap { word in
      runs(word.text).map { Number(digits: $0, isDoubtful: word.confidence < doubtfulBelow) }
    }
    return Array(numbers.prefix(mostNumbers))
  }

  /// The numbers of a word, two digits and longer; separators between digits do not part them.
  static func runs(_ text: String) -> [[UInt8]] {
    let scalars = text.unicodeScalars.prefix(PrintedRow.longest).compactMap(\.plain)
    func isDigit(_ place: Int) -> Bool { scalars.indices.contains(place) && scalars[place].isDigit }
    let runs = scalars.indices.split { place in
      let isBetween = isDigit(place - 1) && isDigit(place + 1)
      return !isDigit(place) && !(isBetween && ".,:/-".unicodeScalars.contains(scalars[place]))
    }
    return runs.map { $0.compactMap { scalars[$0].digit } }.filter { $0.count >= 2 }
      .map { Array($0.prefix(longestNumber)) }
  }

  private static func marks(of receipt: Receipt) -> [Kind: Number] {
    let fields: [(Kind, FieldName)] = [
      (.date, .date), (.time, .time), (.total, .total), (.approval, .approvalNumber), (.business, .businessNumber),
    ]
    var marks: [Kind: Number] = [:]
    for (kind, name) in fields {
      guard let field = receipt.fields[name] else { continue }
      var digits = field.value.unicodeScalars.compactMap(\.digit)
      // Seconds are not printed everywhere.
      if kind == .time { digits = Array(digits.prefix(4)) }
      guard digits.count >= 2, digits.count <= longestNumber else { continue }
      // A total that was read alike twice tells receipts apart whatever its items make.
      let isRepeated =
        name == .total && receipt.checks.contains { $0.name == "total-printed-twice" && $0.holds }
      let isSure = field.proof == .proven || isRepeated || field.confidence >= doubtfulBelow
      marks[kind] = Number(digits: digits, isDoubtful: !isSure)
    }
    return marks
  }
}

extension ReceiptTrace {
  private struct Stored: Codable {
    struct Entry: Codable {
      /// Numbers with a blank between them, those in doubt with a question mark.
      var n: String
      var m: [String: String]
    }
    var r: [Entry]
  }

  /// As the store keeps it: JSON with short names.
  package var text: String {
    let stored = Stored(
      r: receipts.map { receipt in
        Stored.Entry(
          n: receipt.numbers.map(\.text).joined(separator: " "),
          m: Dictionary(uniqueKeysWithValues: receipt.marks.map { ($0.key.rawValue, $0.value.text) }))
      })
    return DerivedValues.encoded(stored) ?? ""
  }

  /// Nil for text that this version did not write.
  package init?(text: String) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else { return nil }
    receipts = stored.r.map { receipt in
      var marks: [Kind: Number] = [:]
      for (name, value) in receipt.m {
        if let kind = Kind(rawValue: name), let number = Number(value) { marks[kind] = number }
      }
      return Entry(
        numbers: receipt.n.split(separator: " ").prefix(Self.mostNumbers).compactMap { Number($0) }, marks: marks)
    }
  }

}

extension ReceiptTrace.Number {
  fileprivate var text: String { String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self) + (isDoubtful ? "?" : "") }

  fileprivate init?(_ text: some StringProtocol) {
    digits = text.unicodeScalars.compactMap(\.digit)
    isDoubtful = text.hasSuffix("?")
    if digits.isEmpty || digits.count > ReceiptTrace.longestNumber { return nil }
  }
}
