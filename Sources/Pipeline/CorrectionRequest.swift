import Export
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
    /// A field of a receipt of the page, from 1, and its value; empty where it has none. The number behind the last
    /// receipt's makes one by hand, where none was found.
    case field(FieldName, receipt: Int, value: String)
    /// Everything that is doubtful about the page, none of which has to be looked at any more.
    case page
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
    let correction: Correction
    switch what {
    case .page: correction = try Self.correction(ofAll: page.record, author)
    case .line(let number, let text):
      let reading = try Self.reading(of: page)
      correction = try Self.correction(of: reading, at: try Self.line(number, of: reading), text, author)
    case .lineAt(let index, let text):
      let reading = try Self.reading(of: page)
      guard reading.lines.indices.contains(index), reading.lines[index].kind == .text else {
        throw CorrectionFault("there is no such line")
      }
      correction = try Self.correction(of: reading, at: index, text, author)
    case .field(let name, let number, let value):
      correction = try Self.correction(of: page, name, receipt: number, value, author)
    }
    if let old, old.precomposedStringWithCanonicalMapping != correction.old.precomposedStringWithCanonicalMapping {
      throw CorrectionFault("it reads '\(correction.old)' by now, and not '\(old)'")
    }
    return correction
  }

  /// Settles what is doubtful about a page.
  private static func correction(ofAll page: PageRecord, _ author: String) throws(CorrectionFault) -> Correction {
    guard page.content != nil else { throw CorrectionFault("the file could not be read at all") }
    let doubts = Doubt.all(of: PageSummaryFacts(page))
    guard !doubts.isEmpty else { throw CorrectionFault("nothing about the page is doubtful") }
    let box: Box =
      if case .recognised(let reading) = page.outcome { reading.box } else { Box(x: 0, y: 0, width: 0, height: 0) }
    return Correction(
      target: .page, box: box, old: Doubt.names(of: doubts), new: "", made: BatchRun.now(), author: author)
  }

  private static func reading(of page: StoredPage) throws(CorrectionFault) -> RecognisedPage {
    guard case .recognised(let reading) = page.record.outcome, page.record.content != nil else {
      throw CorrectionFault("the page has no text that was read")
    }
    return reading
  }

  private static func correction(
    of page: StoredPage, _ name: FieldName, receipt number: Int, _ value: String, _ author: String
  ) throws(CorrectionFault) -> Correction {
    let reading = try reading(of: page)
    if let made = page.record.derived[ReceiptsStage.name], !ReceiptsStage.isReadable(made.version) {
      throw CorrectionFault(
        "the page was read by an earlier version; the next run finds its receipts anew, without its picture")
    }
    let receipts = page.record.derived.value(of: ReceiptsStage.self) ?? []
    guard let new = name.value(of: value) else { throw CorrectionFault("\(name.rawValue) takes \(name.example)") }
    guard number >= 1, number <= receipts.count || number == receipts.count + 1 && !new.isEmpty else {
      let count = receipts.count == 1 ? "1 receipt" : "\(receipts.count) receipts"
      throw CorrectionFault(receipts.isEmpty ? "no receipt was found on the page" : "the page has \(count)")
    }
    let receipt = number <= receipts.count ? receipts[number - 1] : nil
    return Correction(
      target: .field(name.rawValue, receipt: number - 1),
      box: receipt.map { $0.fields[name]?.box ?? $0.box } ?? reading.box,
      old: receipt?.fields[name]?.value ?? "", new: new, made: BatchRun.now(), author: author,
      shop: name == .merchant && !new.isEmpty ? receipt?.shopNumber : nil)
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

/// What a JSON object asks to be put right: one of a file of corrections, or what a page of the review sends.
package struct CorrectionMembers: Decodable, Sendable {
  /// Of the page's text, from 1.
  package var line: Int?
  /// Of all lines of the page, from 0; in place of `line`.
  package var index: Int?
  package var text: String?
  package var field: String?
  /// From 1; nil for the first.
  package var receipt: Int?
  package var value: String?
  /// True where all that is doubtful about the page is right.
  package var checked: Bool?
  /// What must stand there now.
  package var old: String?

  /// Nil for what asks for nothing, or for two things at once.
  package var request: CorrectionRequest? {
    switch (line, index, text, field.flatMap(FieldName.init), value, checked) {
    case (let line?, nil, let text?, nil, nil, nil): CorrectionRequest(.line(line, text: text), old: old)
    case (nil, let index?, let text?, nil, nil, nil): CorrectionRequest(.lineAt(index, text: text), old: old)
    case (nil, nil, nil, let field?, let value?, nil):
      CorrectionRequest(.field(field, receipt: receipt ?? 1, value: value), old: old)
    case (nil, nil, nil, nil, nil, true): CorrectionRequest(.page)
    default: nil
    }
  }
}
