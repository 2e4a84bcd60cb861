package import PageModel

/// A receipt that was read on a page, and that is found no more since a person put lines of the page right.
package struct LostReceipt: Codable, Hashable, Sendable {
  /// Its place.
  package var box: Box
  /// Indices of the page's lines that belonged to it.
  package var lines: [Int]
  /// One sentence for a person.
  package var detail: String
}

/// The receipts that corrected lines took away from a page, until somebody finds the page right as it is.
///
/// A page with one is in no table any more, and nothing else on it says that it ought to be.
package enum LostReceiptsStage: DerivedStage {
  package static let name = "lostReceipts"
  package static let version = 2
  package static var schema: String { String(decoding: PackageResources.lostReceipts_schema_json, as: UTF8.self) }

  package static func userVersion(in context: StageContext) -> Int { context.lexicon.tag }

  package static func value(of page: PageRecord, in context: StageContext = StageContext()) -> [LostReceipt]? {
    guard case .recognised(let reading) = page.outcome, isOpen(page.corrections),
      reading.lines.contains(where: \.isCorrected)
    else { return nil }
    let found = context.value(of: ReceiptsStage.self) ?? []
    var asRead = reading
    asRead.lines = reading.lines.map { $0.asRead.first ?? $0 }
    let read = ReceiptReader(lexicon: context.lexicon).receipts(on: asRead)
    // Receipts that are made of what a person says have no lines.
    let hasTyped = found.contains { $0.lines.isEmpty }
    let lost = missing(read, among: found).filter { !isSpokenOf($0, read[$0].box, page.corrections, hasTyped) }
    let receipts = lost.map { index in
      LostReceipt(box: read[index].box, lines: read[index].lines, detail: detail(of: read[index], on: reading))
    }
    return receipts.isEmpty ? nil : receipts
  }

  /// Whether a line was corrected after somebody found the page right as a whole.
  private static func isOpen(_ corrections: [Correction]) -> Bool {
    for correction in corrections.reversed() {
      switch correction.target {
      case .page: return false
      case .line: return true
      case .field, .receipt, .kind: continue
      }
    }
    return false
  }

  /// The places of receipts of which nothing is left: each that was found stands for the one that it shares most lines with.
  private static func missing(_ read: [Receipt], among found: [Receipt]) -> [Int] {
    let pairs = read.indices.flatMap { place in
      let lines = Set(read[place].lines)
      return found.indices.map { other in
        (shared: found[other].lines.count(where: lines.contains), read: place, found: other)
      }
    }.filter { $0.shared > 0 }
    var (left, open) = (Set(read.indices), Set(found.indices))
    for pair in pairs.sorted(by: { ($1.shared, $0.read) < ($0.shared, $1.read) })
    where left.contains(pair.read) && open.contains(pair.found) {
      left.remove(pair.read)
      open.remove(pair.found)
    }
    return left.sorted()
  }

  /// Whether a person has said that it is none, or what its fields are: then it is one, or none, whatever is found.
  private static func isSpokenOf(
    _ place: Int, _ box: Box, _ corrections: [Correction], _ hasTyped: Bool
  ) -> Bool {
    corrections.contains { correction in
      switch correction.target {
      case .receipt(let index): index == place || box.share(with: correction.box) >= 0.5
      case .field(_, let index): hasTyped && index == place && !correction.new.isEmpty
      case .line, .kind, .page: false
      }
    }
  }

  private static func detail(of receipt: Receipt, on page: RecognisedPage) -> String {
    let corrected = receipt.lines.filter { page.lines.indices.contains($0) && page.lines[$0].isCorrected }
    let name = receipt.outline.isEmpty ? "A receipt" : "The receipt (\(receipt.outline))"
    if corrected.count == 1, let number = page.textLines.firstIndex(of: corrected[0]) {
      return "\(name) is found no more since line \(number + 1) was put right."
    }
    return "\(name) is found no more since lines of the page were put right."
  }
}
