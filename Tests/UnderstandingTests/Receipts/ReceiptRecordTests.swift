import Foundation
import PageModel
import TestSupport
import Testing

@testable import Understanding

/// All that is said of the receipts of some hundred pages, line by line.
///
/// The pages are in `Tests/Features/receipts.txt`; `receipts.fields.txt` has the receipts of each of them as recorded, some
/// of them wrong. A page that was drawn also has one digest of the features of its tokens, the others have the other values
/// that fields may have. Not compared: the other pages of a receipt, and the other values on drawn pages.
struct ReceiptRecordTests {
  @Test func `the receipts of known pages have the values, proofs, items, checks and doubts of the record`() throws {
    let pages = try RecordedPage.all(in: ResultRecord("receipts.txt").text)
    #expect(pages.count > 500)
    try ResultRecord("receipts.fields.txt").expect(
      try pages.map { ResultRecord.Entry($0.name, try lines(of: $0)) },
      advice:
        "Raise the version of ReceiptsStage, too. If a line 'features:' changed, run 'make understanding' first.")
  }

  @Test(arguments: [
    "size 10", "size 10 x", "rotation 90", "reading 9", "barcode none 1 2 3 4 9", "pen 1 2 3", "cell 0 0 1 1 5 5 9",
    "line x 합계", "field 0", "field x total 9", "none", "right now", "none 0 at 1 2 3", "합계 9", "x\t1", "0", "0\t합계",
    "0\t합계 1 2 3 4 y", "0\t합계 1 2 3 4 99 9",
  ])
  func `a malformed line of a page is an error that names it`(line: String) {
    #expect(throws: RecordedPage.Malformed(line: 3, text: line)) {
      try RecordedPage.all(in: "# pages\n== one\n\(line)")
    }
    #expect(throws: RecordedPage.Malformed(line: 1, text: line)) { try RecordedPage.all(in: line) }
  }

  @Test func `a text for a line that is not there is an error`() throws {
    let page = try #require(try RecordedPage.all(in: "== one\n|합계 9\nline 1 합계 8").first)
    #expect(throws: RecordedPage.Malformed(line: 3, text: "line 1 합계 8")) { try page.record() }
  }

  private func lines(of page: RecordedPage) throws -> [String] {
    let lexicon = try page.words.isEmpty ? Lexicon.standard : .standard.adding(page.words.joined(separator: "\n"))
    var context = StageContext(lexicon: lexicon)
    let record = try page.record()
    guard case .recognised(let reading) = record.outcome else { return [] }
    let receipts = ReceiptsStage.value(of: record, in: context)
    var lines = (receipts ?? []).flatMap(Self.lines)
    if receipts == nil { lines.append("no receipt") }
    if reading.lines.contains(where: { $0.correctedFrom != nil }) {
      if let receipts { context.set(receipts, of: ReceiptsStage.self) }
      for lost in LostReceiptsStage.value(of: record, in: context) ?? [] {
        lines.append("lost: \(lost.detail) lines \(Self.text(lost.lines)) in \(Self.text(lost.box))")
      }
    }
    guard page.isDrawn else { return lines + (receipts ?? []).flatMap { Self.candidates(of: $0, on: reading) } }
    for tokens in ReceiptReader(lexicon: lexicon).describedTokens(on: reading) {
      lines.append("features: \(tokens.count) tokens \(String(Self.digest(tokens), radix: 16))")
    }
    return lines
  }

  private static func candidates(of receipt: Receipt, on page: RecognisedPage) -> [String] {
    let candidates = FieldCandidates(receipt, on: page)
    let values = FieldName.allCases.compactMap { name in
      candidates.values[name].map { "or \(name.rawValue): \($0.joined(separator: " | "))" }
    }
    return candidates.sums.map { "sum: \($0.value) of \($0.parts.joined(separator: " + "))" } + values
  }

  private static func lines(of receipt: Receipt) -> [String] {
    let marks = [
      receipt.form.map { "form \($0)" }, receipt.refund.map { "refund \($0)" }, receipt.number.map { "number \($0)" },
    ]
    let head = "receipt: lines \(text(receipt.lines)) in \(text(receipt.box))"
    var lines = [([head] + marks.compactMap { $0 }).joined(separator: ", ")]
    for name in FieldName.allCases {
      if let field = receipt.fields[name] { lines.append("\(name.rawValue): \(text(field))") }
    }
    lines += receipt.items.map { item in
      let values = [item.unitPrice, item.quantity, item.amount].map { $0 ?? "-" }
      return "item: \(item.name) | \(values.joined(separator: " | ")) | lines \(text(item.lines))"
    }
    lines += receipt.checks.map { "\($0.holds ? "holds" : "fails"): \($0.name): \($0.detail)" }
    lines += (receipt.doubts ?? []).map { "doubt: \($0.field.rawValue) \($0.code.rawValue): \($0.detail)" }
    return lines
  }

  private static func text(_ field: Field) -> String {
    let parts = [
      field.text == field.value ? nil : "'\(field.text)'", field.label.map { "after \($0)" },
      field.known.map { "known as \($0)" }, field.mended.map { "mended \($0)" },
      field.corrected.map { "corrected \($0)" },
      field.printed.map { "printed '\($0)'" },
    ]
    let confidence = Int((field.confidence * 100).rounded())
    let place = "lines \(text(field.lines)) in \(text(field.box))"
    return ([field.value] + parts.compactMap { $0 } + ["\(field.proof.rawValue) \(confidence) %", place])
      .joined(separator: ", ")
  }

  /// The indices, those that follow each other as `0-4`.
  private static func text(_ lines: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for line in lines {
      if let last = runs.last, last.upperBound + 1 == line {
        runs[runs.count - 1] = last.lowerBound...line
      } else {
        runs.append(line...line)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
  }

  private static func text(_ box: Box) -> String { "\(box.x) \(box.y) \(box.width) \(box.height)" }

  /// The same for any order of a token's features.
  private static func digest(_ tokens: [DescribedToken]) -> UInt64 {
    var digest: UInt64 = 0
    for token in tokens {
      var sum = UInt64(token.row)
      for feature in token.features {
        let mixed = UInt64(feature) &* 0x9E37_79B9_7F4A_7C15
        sum &+= mixed ^ (mixed >> 29)
      }
      digest = (digest ^ sum) &* 1_099_511_628_211
    }
    return digest
  }
}
