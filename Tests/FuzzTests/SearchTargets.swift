import PageModel

@testable import ResultStore

extension FuzzTarget {
  /// The first line is what is searched for, the others are lines of a page.
  ///
  /// What stands on a line is found by the index, nothing stands beyond the line's end, and no place overlaps another.
  static func search(_ bytes: [UInt8]) throws {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 8).map(String.init)
    guard let first = lines.first, let query = try? SearchQuery(first, near: true) else { return }
    for line in lines.dropFirst() {
      let folded = FoldedText(line)
      var entries: Set<String> = []
      SearchTerms.entries(of: folded, into: &entries)
      let searched = SearchedText(line, near: true, amounts: true)
      for word in query.alternatives.joined() {
        let matches = searched.matches(of: word, near: true)
        for match in matches {
          try require(
            match.range.lowerBound >= 0 && match.range.upperBound <= line.unicodeScalars.count && !match.range.isEmpty,
            "\(match.range) of a line of \(line.unicodeScalars.count)")
        }
        for (match, next) in zip(matches, matches.dropFirst()) {
          try require(match.range.lowerBound <= next.range.lowerBound, "places out of order")
        }
        guard matches.contains(where: { $0.quality != .near }) else { continue }
        let isIndexed = SearchTerms.required(word.units).allSatisfy { term in
          term.isBeginning ? entries.contains { $0.hasPrefix(term.text) } : entries.contains(term.text)
        }
        let isNumber = word.digits.map { entries.contains(SearchTerms.cut($0)) } ?? false
        let decimals = word.amount.map(SearchAmount.decimals) ?? []
        let isAmount =
          word.amount.map { entries.contains(SearchTerms.cut(String($0.prefix { $0 != "." }))) } ?? false
          && (decimals.isEmpty || decimals.contains(where: entries.contains))
        try require(isIndexed || isNumber || isAmount, "'\(first)' stands on '\(line)', and the index does not know")
      }
      for entry in entries {
        try require(!entry.contains(" ") && !entry.contains("\""), "an entry of two words: \(entry)")
      }
    }
  }
}
