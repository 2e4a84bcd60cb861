import PageModel

/// A page that holds all words, before its lines are looked at.
struct SearchCandidate {
  let summary: PageSummary
  let fit: Double
  /// Those of the query that stand on it.
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
  /// What a page shows of the words that stand on it.
  func hit(_ candidate: SearchCandidate, isNear near: Bool) throws(StoreError) -> SearchHit? {
    let (summary, words) = (candidate.summary, candidate.words)
    guard let page = try page(summary.id), case .recognised(let reading) = page.record.outcome else { return nil }
    var lines: [SearchLine] = []
    var isNear = [Bool](repeating: true, count: words.count)
    for (number, index) in reading.textLines.enumerated() {
      let text = reading.lines[index].text
      let searched = SearchedText(text, near: near, amounts: true)
      var ranges: [Range<Int>] = []
      var lineIsNear = false
      for (word, wanted) in words.enumerated() {
        let matches = searched.matches(of: wanted, near: near)
        ranges += matches.map(\.range)
        if matches.contains(where: { $0.quality == .near }) { lineIsNear = true }
        if matches.contains(where: { $0.quality != .near }) { isNear[word] = false }
      }
      guard !ranges.isEmpty, lines.count < SearchHit.mostLines else { continue }
      lines.append(
        SearchLine(
          index: index, number: number + 1, text: text, ranges: Self.merged(ranges), isNear: lineIsNear,
          isCorrected: reading.lines[index].correctedFrom != nil))
    }
    var fields: [SearchField] = []
    for value in page.record.corrections.fieldValues {
      let searched = SearchedText(value.text, near: near, amounts: true)
      var ranges: [Range<Int>] = []
      for (word, wanted) in words.enumerated() {
        let matches = searched.matches(of: wanted, near: near)
        ranges += matches.map(\.range)
        if matches.contains(where: { $0.quality != .near }) { isNear[word] = false }
      }
      guard !ranges.isEmpty else { continue }
      fields.append(
        SearchField(name: value.name, receipt: value.receipt, value: value.text, ranges: Self.merged(ranges)))
    }
    return SearchHit(
      page: summary, fit: candidate.fit, isNear: isNear.contains(true), lines: lines, fields: fields,
      copies: try copies(of: page.record), same: try samePages(as: summary.id))
  }

  private func copies(of page: PageRecord) throws(StoreError) -> [PageReference] {
    guard let content = page.content else { return [] }
    var copies: [PageReference] = []
    try connection.query(
      """
      SELECT d.path FROM documents d WHERE d.content = ? AND d.missing = 0 AND d.id <> \(Slots.representative)
      ORDER BY d.sort_key LIMIT \(SearchHit.mostCopies)
      """, [.text(content.hex)]
    ) { row in
      copies.append(PageReference(path: ScanPath(bytes: row.bytes(0)), index: page.index))
      return true
    }
    return copies
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
