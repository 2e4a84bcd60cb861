package import PageModel

/// A pen mark as the page's JSON has it: with its tag, and with what it is drawn around.
package struct Mark: Codable, Hashable, Sendable {
  package var shape: PenMark.Shape
  /// 0 to 1.
  package var confidence: Double
  package var box: Box
  package var color: PenMark.Color
  /// The user's tag for the shape; nil if there is none.
  package var tag: String?
  /// Of a closed shape: the page's lines of which it encloses a word; nil for none.
  package var lines: [Int]?
  /// Of a closed shape: the fields of receipts that it encloses; nil for none.
  package var fields: [FieldName]?
}

/// The pen marks on a page, with what a user's shapes stand for.
package enum MarksStage: DerivedStage {
  package static let name = "marks"
  package static let version = 2
  package static var schema: String { String(decoding: PackageResources.marks_schema_json, as: UTF8.self) }

  /// A page is surely a screenshot from here on; receipts of few lines look a little like one.
  private static let surelyScreenshot = 0.8
  /// A mark holds what lies in it by this share: a pen does not keep to the letters.
  private static let mostOfBox = 0.6

  package static func userVersion(in context: StageContext) -> Int { context.tags.number }

  /// In the order in which they were found; nil for a page without marks, and for a screenshot, on which no pen draws.
  package static func value(of page: PageRecord, in context: StageContext) -> [Mark]? {
    guard case .recognised(let reading) = page.outcome, let marks = reading.signals?.marks, !marks.isEmpty else {
      return nil
    }
    if let kind = context.value(of: KindsStage.self)?.first, kind.label == .screenshot,
      kind.confidence >= surelyScreenshot
    {
      return nil
    }
    let receipts = context.value(of: ReceiptsStage.self) ?? []
    return marks.prefix(PageSignals.marksAtMost).map { mark in
      var result = Mark(
        shape: mark.shape, confidence: mark.confidence, box: mark.box, color: mark.color, tag: context.tags[mark.shape])
      guard [.circle, .square, .triangle].contains(mark.shape) else { return result }
      let lines = reading.lines.indices.prefix(ReceiptBlocks.most).filter { index in
        reading.lines[index].kind == .text
          && reading.lines[index].words.contains { $0.box.isMostly(inside: mark.box, share: mostOfBox) }
      }
      result.lines = lines.isEmpty ? nil : Array(lines)
      let fields = receipts.flatMap { receipt in
        // The currency is told by the amounts.
        FieldName.allCases.filter { name in
          name != .currency && receipt.fields[name]?.box.isMostly(inside: mark.box, share: mostOfBox) == true
        }
      }
      result.fields = fields.isEmpty ? nil : fields
      return result
    }
  }
}
