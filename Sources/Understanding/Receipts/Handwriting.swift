import PageModel

extension RecognisedPage {
  /// The page without the words that a pen wrote, from which no value is taken; corrected lines keep theirs.
  var withoutHandwriting: RecognisedPage {
    var page = self
    for index in lines.indices where !lines[index].isCorrected && lines[index].isHandwritten(handwriting) {
      page.lines[index].words.removeAll { handwriting.contains($0.box) }
      page.lines[index].readings = []
    }
    return page
  }

  /// The fields of a receipt with these lines whose labels stand in a row with handwriting, not beside it.
  func fieldsBesideHandwriting(among lines: [Int], _ lexicon: Lexicon) -> Set<FieldName> {
    let page = withoutHandwriting
    let places = lines.filter(page.lines.indices.contains).map { Rows.place(page.lines[$0].box, at: $0, on: self) }
    let (left, right) = (places.map(\.left).min() ?? 0, places.map(\.right).max() ?? 0)
    let pieces = handwriting.map { Rows.place($0, at: 0, on: self) }.filter { $0.left < right && left < $0.right }
    let names: [LabelRole: FieldName] = [.total: .total, .paid: .total, .date: .date, .merchant: .merchant]
    var labels = lexicon.labels
    let rows = places.filter { place in
      pieces.contains { place.top <= $0.middle && $0.middle <= place.bottom }
    }.compactMap { PrintedRow([($0.index, page.lines[$0.index])]) }
    return Set(rows.flatMap { labels.hits(in: $0) }.compactMap { names[$0.role] })
  }
}
