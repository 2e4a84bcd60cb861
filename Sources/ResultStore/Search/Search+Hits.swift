import PageModel

/// A page that holds all words, before its lines are looked at.
struct SearchCandidate {
  let summary: PageSummary
  let fit: Double
  /// Those of the query that are on it.
  let words: [SearchWord]
  let key: [UInt8]

  func comesBefore(_ other: SearchCandidate) -> Bool {
    if fit != other.fit { return fit > other.fit }
    // A page whose file can be opened comes first.
    if summary.isMissing != other.summary.isMissing { return other.summary.isMissing }
    if key != other.key { return key.lexicographicallyPrecedes(other.key) }
    return summary.index < other.summary.index
  }
}

extension ResultStore {
  /// The hit of a page: its lines with the words.
  func hit(_ candidate: SearchCandidate, isNear near: Bool) throws(StoreError) -> SearchHit? {
    let (summary, words) = (candidate.summary, candidate.words)
    guard let page = try page(summary.id), case .recognised(let reading) = page.record.outcome else { return nil }
    var isNear = [Bool](repeating: true, count: words.count)
    /// The places of words in a text, and whether one of them is only near.
    func look(in text: String) -> (ranges: [Range<Int>], isNear: Bool) {
      let searched = SearchedText(text, near: near, amounts: true)
      var (ranges, textIsNear) = ([Range<Int>](), false)
      for (word, wanted) in words.enumerated() {
        for match in searched.matches(of: wanted, near: near) {
          ranges.append(match.range)
          if match.quality == .near { textIsNear = true } else { isNear[word] = false }
        }
      }
      return (Self.merged(ranges), textIsNear)
    }
    var lines: [SearchLine] = []
    for (number, index) in reading.textLines.enumerated() {
      let text = reading.lines[index].text
      let (ranges, lineIsNear) = look(in: text)
      guard !ranges.isEmpty, lines.count < SearchHit.mostLines else { continue }
      lines.append(
        SearchLine(
          index: index, number: number + 1, text: text, ranges: ranges, isNear: lineIsNear,
          isCorrected: reading.lines[index].isCorrected))
    }
    let fields = page.record.corrections.fieldValues.compactMap { value in
      let ranges = look(in: value.text).ranges
      return ranges.isEmpty
        ? nil : SearchField(name: value.name, receipt: value.receipt, value: value.text, ranges: ranges)
    }
    return SearchHit(
      page: summary, fit: candidate.fit, isNear: isNear.contains(true), lines: lines, fields: fields,
      copies: try copies(of: page.record), same: try samePages(as: summary.id))
  }

  private func copies(of page: PageRecord) throws(StoreError) -> [PageReference] {
    guard let content = page.content else { return [] }
    return try connection.all(
      """
      SELECT d.path FROM documents d WHERE d.content = ? AND d.missing = 0 AND d.id <> \(Slots.representative)
      ORDER BY d.sort_key LIMIT \(SearchHit.mostCopies)
      """, [content]
    ) { PageReference(path: $0.scan(0), index: page.index) }
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
