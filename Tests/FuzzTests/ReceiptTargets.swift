import Support
import Documents
import PageModel
import Understanding

extension FuzzTarget {
  /// A page as text; a form feed begins another block, a vertical bar in a word parts its second choice from it.
  static func receipts(_ bytes: [UInt8]) throws {
    guard bytes.count < 20_000 else { return }
    var lines: [Line] = []
    var block = 0
    for text in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if text.unicodeScalars.first == "\u{C}" { block += 1 }
      var words: [Word] = []
      for word in text.split(separator: " ") {
        let choices = word.split(separator: "|").map(String.init)
        guard let first = choices.first else { continue }
        let box = Box(x: 12 * words.count, y: 30 * lines.count, width: 10, height: 24)
        words.append(
          Word(
            text: first, box: box, confidence: 0.9, candidates: choices.map { Candidate(text: $0, confidence: 0.5) }))
      }
      let box = Box(x: 0, y: 30 * lines.count, width: 600, height: 24)
      lines.append(Line(box: box, block: block, confidence: 0.9, words: words))
    }
    let page = RecognisedPage(width: 600, height: 30 * lines.count, confidence: 0.9, lines: lines)
    let receipts = ReceiptReader().receipts(on: page)
    for receipt in receipts {
      try require(receipt.lines.allSatisfy(lines.indices.contains), "a receipt of lines that are not there")
      for (name, field) in receipt.fields {
        try require(!field.value.isEmpty, "\(name) without a value")
        try require((0...1).contains(field.confidence), "\(name) of confidence \(field.confidence)")
        try require(field.lines.allSatisfy(receipt.lines.contains), "\(name) stands in a line of another receipt")
        try require(!field.value.unicodeScalars.contains { $0.value < 32 }, "\(name) holds a control character")
        try require(field.mended != true || field.proof != .proven, "\(name) is proven by what chose it")
      }
      for item in receipt.items {
        try require(item.lines.allSatisfy(receipt.lines.contains), "an item stands in a line of another receipt")
      }
    }
    try require(receipts == ReceiptReader().receipts(on: page), "other receipts on the same page")
  }

  /// An electronic tax invoice: it is refused with a sentence, or its page has the fields of one.
  static func invoice(_ bytes: [UInt8]) throws {
    guard bytes.count < 20_000 else { return }
    let invoice: TaxInvoice
    do throws(TextFault) {
      invoice = try TaxInvoice(bytes)
    } catch {
      return try require(!error.description.contains("\n"), "a complaint of several lines")
    }
    let page = TaxInvoicePage.page(invoice)
    let grids = page.signals?.grids ?? []
    try require(grids.allSatisfy(\.isPossible), "a table that no page can have")
    let total = ReceiptReader().receipts(on: page).first?.fields[.total]
    try require(total?.proof == .document || total?.proof == .conflict, "a total that is not the file's")
  }

  /// A lexicon file: it is read, or the line that is wrong is named.
  static func lexicon(_ bytes: [UInt8]) throws {
    guard bytes.count < 20_000 else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(LexiconError) {
      _ = try Lexicon.standard.adding(text)
    } catch {
      try require(error.line >= 1, "a complaint about line \(error.line)")
      try require(!error.message.contains("\n"), "a complaint of several lines")
    }
  }
}
