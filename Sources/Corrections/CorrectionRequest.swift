import RunSupport
package import Export
import Foundation
package import PageModel
package import ResultStore
package import Support
package import Understanding

/// The reason that a correction is impossible.
package struct CorrectionFault: ExplainedError {
  package let message: Message

  init(_ message: Message) { self.message = message }
}

/// A request to correct something on a page.
package struct CorrectionRequest: Hashable, Sendable {
  package enum What: Hashable, Sendable {
    /// A line of the page's text, from 1, and what it says; empty if there is no text.
    case line(Int, text: String)
    /// A line by its index among all lines of the page, from 0, also if its text is empty by now.
    case lineAt(Int, text: String)
    /// A field of a receipt of the page, from 1, and its value; empty if it has none. The number behind the last
    /// receipt's makes one by hand, if none was found.
    case field(FieldName, receipt: Int, value: String)
    /// A receipt of the page, from 1, that is none.
    case noReceipt(Int)
    /// The kind of the page.
    case kind(PageKind.Label)
    /// Everything that is doubtful about the page, or the doubts that `old` names: nobody has to look at it any more.
    case page
  }

  package var what: What
  /// The value that must be there now; nil for any.
  package var old: String?

  package init(_ what: What, old: String? = nil) {
    self.what = what
    self.old = old
  }

  private static let longestLine = 4_000

  /// The correction of a page that was asked for; nil if nothing is doubtful about a page that was found right.
  ///
  /// - Parameters:
  ///   - author: The person who says so.
  ///   - doubts: Doubts about the page that the page does not tell itself.
  package func correction(
    of page: StoredPage, by author: String, besides doubts: [Doubt] = []
  ) throws(CorrectionFault) -> Correction? {
    if case .duplicate(let original) = page.record.outcome {
      // The doubt concerns the other page.
      if what == .page { return nil }
      let number = original.index > 0 ? ":\(original.index + 1)" : ""
      throw CorrectionFault("the page repeats \(original.path)\(number); what is put right there holds for both")
    }
    var correction: Correction
    switch what {
    case .page:
      guard let settled = try Self.correction(ofAll: page.record, doubts, old) else { return nil }
      correction = settled
    case .line(let number, let text):
      let reading = try Self.reading(of: page)
      let lines = reading.textLines
      guard number >= 1, number <= lines.count else {
        throw CorrectionFault("there is no line \(number); the page's text has \(lines.count)")
      }
      correction = try Self.correction(of: reading, at: lines[number - 1], text)
    case .lineAt(let index, let text):
      let reading = try Self.reading(of: page)
      guard reading.lines.indices.contains(index), reading.lines[index].kind == .text else {
        throw CorrectionFault("there is no such line")
      }
      correction = try Self.correction(of: reading, at: index, text)
    case .field(let name, let number, let value):
      correction = try Self.correction(of: page, name, receipt: number, value)
    case .noReceipt(let number):
      let receipts = try Self.receipts(of: page)
      guard let receipt = receipts.numbered(number) else { throw Self.missing(number, of: page, receipts) }
      correction = Correction(.receipt(number - 1), receipt.box, old: receipt.outline, new: "")
    case .kind(let kind):
      guard page.record.content != nil, KindsStage.states.contains(page.record.outcome.state) else {
        throw CorrectionFault("the page was not read, so that its kind is not known")
      }
      let known = page.record.derived.value(of: KindsStage.self)?.first?.label.rawValue ?? ""
      correction = Correction(.kind, Self.box(of: page.record), old: known, new: kind.rawValue)
    }
    (correction.made, correction.author) = (Timestamp.now(), author)
    // For a whole page, `old` names the doubts to settle and is no value to compare with.
    if what == .page { return correction }
    if let old, old.precomposedStringWithCanonicalMapping != correction.old.precomposedStringWithCanonicalMapping {
      throw CorrectionFault("it reads '\(correction.old)' by now, and not '\(old)'")
    }
    return correction
  }

  /// Settles what is doubtful about a page; nil if nothing is.
  private static func correction(
    ofAll page: PageRecord, _ others: [Doubt], _ names: String?
  ) throws(CorrectionFault) -> Correction? {
    guard page.content != nil else { throw CorrectionFault("the file could not be read at all") }
    var doubts = Set(Doubt.all(of: PageSummaryFacts(page)) + others).subtracting([.accepted])
    if let names { doubts.formIntersection(Doubt.named(names)) }
    guard !doubts.isEmpty else { return nil }
    return Correction(.page, box(of: page), old: Doubt.names(of: doubts), new: "")
  }

  private static func box(of page: PageRecord) -> Box {
    switch page.outcome {
    case .recognised(let reading): reading.box
    case .blank(let width, let height): Box(x: 0, y: 0, width: width, height: height)
    case .failed, .unsupported, .duplicate: Box(x: 0, y: 0, width: 0, height: 0)
    }
  }

  private static func receipts(of page: StoredPage) throws(CorrectionFault) -> [Receipt] {
    if let made = page.record.derived[ReceiptsStage.name], !ReceiptsStage.isReadable(made.version) {
      throw CorrectionFault(
        "the page was read by an earlier version; the next run finds its receipts anew, without its picture")
    }
    return page.record.derived.receiptsOrParts ?? []
  }

  private static func missing(_ number: Int, of page: StoredPage, _ receipts: [Receipt]) -> CorrectionFault {
    if number > 0, page.record.corrections.contains(where: { $0.target == .receipt(number - 1) }) {
      return CorrectionFault("receipt \(number) was found to be none; taking that back ('correct undo') brings it back")
    }
    return CorrectionFault(
      receipts.isEmpty ? "no receipt was found on the page" : "the page has \(Message(receipts.count, "receipt"))")
  }

  /// The number of a receipt that is made by hand: behind all that were found, made, or found to be none.
  private static func nextNumber(of page: StoredPage, _ receipts: [Receipt]) -> Int {
    let gone = page.record.corrections.compactMap { if case .receipt(let index) = $0.target { index + 1 } else { nil } }
    return ((receipts.enumerated().map { $0.element.number(at: $0.offset) } + gone).max() ?? 0) + 1
  }

  private static func reading(of page: StoredPage) throws(CorrectionFault) -> RecognisedPage {
    guard case .recognised(let reading) = page.record.outcome, page.record.content != nil else {
      throw CorrectionFault("the page has no text that was read")
    }
    return reading
  }

  private static func correction(
    of page: StoredPage, _ name: FieldName, receipt number: Int, _ value: String
  ) throws(CorrectionFault) -> Correction {
    let reading = try reading(of: page)
    let receipts = try receipts(of: page)
    let receipt = receipts.numbered(number)
    // The current value already has its form, whatever a person could mean by it.
    guard let new = receipt?.fields[name]?.value == value ? value : name.value(of: value, in: receipt) else {
      throw CorrectionFault("\(Message(stringLiteral: name.rawValue)) takes \(name.example)")
    }
    guard receipt != nil || number == nextNumber(of: page, receipts) && !new.isEmpty else {
      throw missing(number, of: page, receipts)
    }
    return Correction(
      .field(name.rawValue, receipt: number - 1),
      receipt.map { $0.isOfAllPages(name) ? .elsewhere : $0.fields[name]?.box ?? $0.box } ?? reading.box,
      old: receipt?.fields[name]?.value ?? "", new: new,
      shop: [.merchant, .account].contains(name) && !new.isEmpty ? receipt?.shopNumber : nil)
  }

  /// The text in NFC, with single spaces and without controls and marks that turn the direction of writing.
  private static func correction(
    of page: RecognisedPage, at index: Int, _ text: String
  ) throws(CorrectionFault) -> Correction {
    let words = text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).map { word in
      String(
        String.UnicodeScalarView(
          word.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
    }
    let new = words.filter { !$0.isEmpty }.joined(separator: " ")
    guard new.utf8.count <= longestLine else { throw CorrectionFault("a line has at most \(longestLine) bytes") }
    return Correction(.line(index), page.lines[index].box, old: page.lines[index].text, new: new)
  }
}

extension Correction {
  /// A correction whose time and author `CorrectionRequest` fills in.
  fileprivate init(_ target: Target, _ box: Box, old: String, new: String, shop: String? = nil) {
    self.init(target: target, box: box, old: old, new: new, made: "", author: "", shop: shop)
  }
}
