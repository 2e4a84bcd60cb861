import Foundation
import PageModel

@testable import Bookkeeping
@testable import Understanding

/// Receipts for the book, made of values instead of pictures.
enum Receipts {
  static func receipt(
    _ values: [FieldName: String], items: [String] = [], corrected: Set<FieldName> = [], conflict: Set<FieldName> = []
  ) -> Receipt {
    let box = Box(x: 0, y: 0, width: 100, height: 100)
    let fields = values.reduce(into: [FieldName: Field]()) { fields, value in
      fields[value.key] = Field(
        value: value.value, text: value.value, label: nil, lines: [], box: box, confidence: 0.99,
        proof: conflict.contains(value.key) ? .conflict : .read,
        corrected: corrected.contains(value.key) ? true : nil)
    }
    let items = items.map { Item(name: $0, unitPrice: nil, quantity: nil, amount: "1000", lines: []) }
    return Receipt(box: box, lines: [0], fields: fields, items: items, checks: [])
  }

  static func page(_ receipts: [Receipt], lines: [String] = [], path: String = "a.png", number: Int = 1) -> PageRecord {
    let hex = String(repeating: "0", count: 60) + String(10_000 + number).suffix(4)
    let lines = (lines.isEmpty ? ["견본"] : lines).map { text in
      let word = Word(text: text, box: Box(x: 0, y: 0, width: 9, height: 9), confidence: 1)
      return Line(box: word.box, confidence: 1, words: [word])
    }
    var page = PageRecord(
      path: ScanPath(path), index: 0, pageCount: 1, content: ContentDigest(hex: hex), reader: nil,
      outcome: .recognised(RecognisedPage(width: 100, height: 100, confidence: 1, lines: lines)))
    let receipts = receipts.map { receipt in
      var receipt = receipt
      receipt.lines = Array(lines.indices)
      return receipt
    }
    let json = String(decoding: (try? JSONEncoder().encode(receipts)) ?? Data(), as: UTF8.self)
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: json)
    return page
  }

  static func entries(
    _ values: [FieldName: String], lines: [String] = [], items: [String] = [], number: Int = 1
  ) -> [BookEntry] {
    BookEntry.entries(on: page([receipt(values, items: items)], lines: lines, number: number))
  }

  static func amounts(_ entry: BookEntry) -> [String?] {
    [entry.amounts.supply, entry.amounts.tax, entry.amounts.exempt, entry.amounts.total].map { $0?.text(in: "KRW") }
  }
}
