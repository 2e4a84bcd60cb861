import Foundation
package import PageModel
package import ResultStore
package import Understanding

/// Why a correction can't be made.
package struct CorrectionFault: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What somebody asks to be put right on a page.
package struct CorrectionRequest: Hashable, Sendable {
  package enum What: Hashable, Sendable {
    /// A line of the page's text, from 1, and what it says; empty where there is no text.
    case line(Int, text: String)
    /// A line by its index among all lines of the page, from 0, also where its text is empty by now.
    case lineAt(Int, text: String)
    /// A field of a receipt of the page, from 1, and its value; empty where it has none.
    case field(FieldName, receipt: Int, value: String)
  }

  package var what: What
  /// What must stand there now; nil where anything may.
  package var old: String?

  package init(_ what: What, old: String? = nil) {
    self.what = what
    self.old = old
  }

  private static let longestLine = 4_000

  /// The correction of a page that was asked for.
  ///
  /// - Parameter author: Who says so.
  package func correction(of page: StoredPage, by author: String) throws(CorrectionFault) -> Correction {
    if case .duplicate(let original) = page.record.outcome {
      let number = original.index > 0 ? ":\(original.index + 1)" : ""
      throw CorrectionFault("the page repeats \(original.path)\(number); what is put right there holds for both")
    }
    guard case .recognised(let reading) = page.record.outcome, page.record.content != nil else {
      throw CorrectionFault("the page has no text that was read")
    }
    var correction: Correction
    switch what {
    case .line(let number, let text):
      correction = try Self.correction(of: reading, at: try Self.line(number, of: reading), text, author)
    case .lineAt(let index, let text):
      guard reading.lines.indices.contains(index), reading.lines[index].kind == .text else {
        throw CorrectionFault("there is no such line")
      }
      correction = try Self.correction(of: reading, at: index, text, author)
    case .field(let name, let number, let value):
      let receipts = page.record.derived.value(of: ReceiptsStage.self) ?? []
      guard number >= 1, number <= receipts.count else {
        throw CorrectionFault(
          receipts.isEmpty ? "no receipt was found on the page" : "the page has \(receipts.count) receipts")
      }
      guard let new = name.value(of: value) else { throw CorrectionFault("\(name.rawValue) takes \(name.example)") }
      let receipt = receipts[number - 1]
      correction = Correction(
        target: .field(name.rawValue, receipt: number - 1), box: receipt.fields[name]?.box ?? receipt.box,
        old: receipt.fields[name]?.value ?? "", new: new, made: BatchRun.now(), author: author,
        shop: name == .merchant && !new.isEmpty ? receipt.shopNumber : nil)
    }
    if let old, old.precomposedStringWithCanonicalMapping != correction.old.precomposedStringWithCanonicalMapping {
      throw CorrectionFault("it reads '\(correction.old)' by now, and not '\(old)'")
    }
    return correction
  }

  private static func correction(
    of page: RecognisedPage, at index: Int, _ text: String, _ author: String
  ) throws(CorrectionFault) -> Correction {
    Correction(
      target: .line(index), box: page.lines[index].box, old: page.lines[index].text, new: try lineText(text),
      made: BatchRun.now(), author: author)
  }

  private static func line(_ number: Int, of page: RecognisedPage) throws(CorrectionFault) -> Int {
    let lines = page.textLines
    guard number >= 1, number <= lines.count else {
      throw CorrectionFault("there is no line \(number); the page's text has \(lines.count)")
    }
    return lines[number - 1]
  }

  /// In NFC, with single spaces and without what can't be seen: controls, and what turns the direction of writing.
  private static func lineText(_ text: String) throws(CorrectionFault) -> String {
    let words = text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).map { word in
      String(
        String.UnicodeScalarView(
          word.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
    }
    let line = words.filter { !$0.isEmpty }.joined(separator: " ")
    guard line.utf8.count <= longestLine else { throw CorrectionFault("a line has at most \(longestLine) bytes") }
    return line
  }
}
