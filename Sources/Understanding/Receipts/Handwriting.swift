import PageModel

extension RecognisedPage {
  /// The page without the words that a pen wrote, from which no value is taken; corrected lines keep theirs.
  var withoutHandwriting: RecognisedPage {
    var page = self
    let handwriting = handwriting
    for index in lines.indices where lines[index].correctedFrom == nil && lines[index].isHandwritten(handwriting) {
      page.lines[index].words.removeAll { handwriting.contains($0.box) }
      page.lines[index].readings = []
    }
    return page
  }

  /// The fields whose labels stand in a row with handwriting.
  func fieldsBesideHandwriting(among lines: [Int], _ lexicon: Lexicon) -> Set<FieldName> {
    guard !handwriting.isEmpty else { return [] }
    let page = withoutHandwriting
    let heights = handwriting.map { Rows.place($0, at: 0, on: self).middle }
    let names: [LabelRole: FieldName] = [.total: .total, .paid: .total, .date: .date, .merchant: .merchant]
    var fields: Set<FieldName> = []
    for index in lines where page.lines.indices.contains(index) {
      let place = Rows.place(page.lines[index].box, at: index, on: self)
      guard heights.contains(where: { place.top <= $0 && $0 <= place.bottom }),
        let row = PrintedRow([(index, page.lines[index])])
      else { continue }
      fields.formUnion(lexicon.labels.hits(in: row).compactMap { names[$0.role] })
    }
    return fields
  }
}
