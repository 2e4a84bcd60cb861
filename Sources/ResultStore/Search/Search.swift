package import PageModel

/// A line of a page that holds words that were searched for.
package struct SearchLine: Hashable, Sendable {
  /// The line's index among all lines of the page, from 0.
  package let index: Int
  /// The line's number in the page's text, from 1.
  package let number: Int
  package let text: String
  /// The places of the words: Unicode scalars of `text`, from 0, in order, without overlap.
  package let ranges: [Range<Int>]
  /// Whether a word was found only as one that is near it.
  package let isNear: Bool
  /// Whether a person put the line right.
  package let isCorrected: Bool
}

/// A corrected field whose value has words of the query.
package struct SearchField: Hashable, Sendable {
  package let name: String
  /// The receipt's index among those of the page, from 0.
  package let receipt: Int
  package let value: String
  /// The places of the words in the value, as in a line.
  package let ranges: [Range<Int>]
}

/// A page on which everything stands that was searched for.
package struct SearchHit: Hashable, Sendable {
  package let page: PageSummary
  /// The relevance: higher comes first; `Search.md` describes it.
  package let fit: Double
  /// Whether a word was found only as one that is near it.
  package let isNear: Bool
  /// Lines with words, in reading order; at most `SearchHit.mostLines`.
  package let lines: [SearchLine]
  package let fields: [SearchField]
  /// Pages of the same bytes, which are not found by themselves, in natural order.
  package let copies: [PageReference]
  /// Pages that hold a receipt of this one, too; those on which the words stand are hits as well.
  package let same: [SamePage]
  package static let mostLines = 20
  /// Copies that are named, at most.
  package static let mostCopies = 20
}

/// The result of a search.
package struct SearchResult: Sendable {
  /// In order of fit, then those whose files are there, then in natural order.
  package internal(set) var hits: [SearchHit] = []
  /// The number of pages; a lower bound if `isComplete` is false.
  package internal(set) var count = 0
  /// Whether every page was looked at that holds the words.
  package internal(set) var isComplete = true
}

extension ResultStore {
  /// Pages that are put in order of fit: where more hold the words, the latest recorded ones of them.
  package static let mostCompared = 400

  /// The most pages whose texts are searched without the index.
  private static let fewPages = 500

  /// Looks for pages that hold every word, in order of fit.
  ///
  /// - Parameters:
  ///   - offset: The number of hits that are left out before the first that is given.
  ///   - limit: The most hits that are given.
  ///   - most: The most texts that are looked at: for a person who waits, an answer that is not complete is better than
  ///     none.
  ///   - receipts: Conditions on a receipt of the page; nil for every page.
  ///   - takes: Whether a page is wanted that may hold the words, by its number; asked before its text is looked at.
  ///   - confirms: The same of a page on which they stand, where telling that takes longer than a look at its text.
  ///   - tells: Told of each page that is found.
  package func search(
    _ query: SearchQuery, offset: Int = 0, limit: Int, lookingAt most: Int = .max,
    receipts: ReceiptCondition = ReceiptCondition(), where takes: (Int64) throws(StoreError) -> Bool = { _ in true },
    confirming confirms: (PageSummary) throws(StoreError) -> Bool = { _ in true },
    telling tells: (PageID) -> Void = { _ in }
  ) throws(StoreError) -> SearchResult {
    try connection.snapshot { () throws(StoreError) in
      var found: [SearchCandidate] = []
      var left = most
      let isComplete = try forEachCandidate(query, receipts, where: takes) { (page, text) throws(StoreError) in
        left -= 1
        if let (fit, words) = Self.fit(of: text, query), let summary = try summary(of: page), try confirms(summary) {
          found.append(
            SearchCandidate(summary: summary, fit: fit, words: words, key: NaturalOrder.key(of: summary.path)))
          tells(summary.id)
        }
        return found.count < max(Self.mostCompared, limit) && left > 0
      }
      found.sort { $0.comesBefore($1) }
      var result = SearchResult()
      (result.count, result.isComplete) = (found.count, isComplete)
      for candidate in found.dropFirst(max(0, offset)).prefix(max(0, limit)) {
        if let hit = try hit(candidate, isNear: query.isNear) { result.hits.append(hit) }
      }
      return result
    }
  }

  /// Calls for every page that is wanted and may hold the words, the latest first; false if `body` ended it.
  private func forEachCandidate(
    _ query: SearchQuery, _ receipts: ReceiptCondition, where takes: (Int64) throws(StoreError) -> Bool,
    _ body: (Int64, String) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var goesOn = true
    func look(at page: Int64) throws(StoreError) -> Bool {
      guard try takes(page),
        let text = try connection.first(
          "SELECT text FROM pages WHERE id = ?", [page], { (row) throws(StoreError) in try row.textIfAny(0) }),
        let text
      else { return true }
      goesOn = try body(page, text)
      return goesOn
    }
    let known = try pages(with: receipts)
    if let known, known.count <= Self.fewPages {
      for page in known.sorted(by: >) where try !look(at: page) { break }
      return goesOn
    }
    func found(_ page: Int64) throws(StoreError) -> Bool {
      known?.contains(page) ?? true ? try look(at: page) : true
    }
    let (expression, last) = (query.expression, try lastIndexed)
    // Reads the texts that the index does not have yet.
    if last < .max || expression == nil {
      try connection.query(
        "SELECT id FROM pages WHERE id > ? AND text IS NOT NULL ORDER BY id DESC", [expression == nil ? -1 : last]
      ) { row throws(StoreError) in try found(row.integer(0)) }
    }
    guard goesOn, let expression, last >= 0 else { return goesOn }
    try connection.query(
      "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC", [expression]
    ) { row throws(StoreError) in
      row.integer(0) <= last ? try found(row.integer(0)) : true
    }
    return goesOn
  }

  private func summary(of page: Int64) throws(StoreError) -> PageSummary? {
    try connection.first("\(Self.columns) FROM \(Slots.pagesOnce) WHERE p.id = ?", [page], summary)
  }

  /// The relevance of a text and the words in it; nil if it lacks one.
  private static func fit(of text: String, _ query: SearchQuery) -> (fit: Double, words: [SearchWord])? {
    for words in query.alternatives {
      if let fit = fit(of: text, words, query) { return (fit, words) }
    }
    return nil
  }

  private static func fit(of text: String, _ words: [SearchWord], _ query: SearchQuery) -> Double? {
    var best = [LineMatch.Quality?](repeating: nil, count: words.count)
    let hasAmount = query.hasAmount
    var count = 0
    var most = 0
    for line in SearchTerms.lines(of: text) {
      let searched = SearchedText(line, near: query.isNear, amounts: hasAmount)
      var here = 0
      for (index, word) in words.enumerated() {
        let matches = searched.matches(of: word, near: query.isNear)
        guard let quality = matches.map(\.quality).max() else { continue }
        best[index] = max(best[index] ?? quality, quality)
        count += matches.count
        here += 1
      }
      most = max(most, here)
    }
    var fit = 0.0
    for quality in best {
      guard let quality else { return nil }
      fit += Double(quality.rawValue)
    }
    // Words that stand together fit better than the same ones all over the page; then pages that say them more often.
    if most == words.count, most > 1 { fit += 2 }
    return fit + Double(min(count, 15)) / 16
  }
}
