import PageModel

extension ResultStore {
  /// The columns of `summary`, for a statement that names its pages `p` and documents `d`.
  static let columns = """
    SELECT p.id, d.id, d.path, p.ordinal, d.page_count, \(Slots.state), d.missing, p.quarantined, p.run, p.confidence,
      \(Slots.original), p.problem, p.attempts
    """

  func summary(_ row: Row) throws(StoreError) -> PageSummary {
    guard let state = PageState(rawValue: try row.text(5)) else { throw row.damage("an unknown state of a page") }
    // A page's place in its document: not below 0, and small enough to count from 1.
    let index = row.int(3)
    guard (0..<Int(Int32.max)).contains(index) else { throw row.damage("a page of an impossible number") }
    let original = state == .duplicate ? PageReference(path: row.scan(10), index: index) : nil
    return PageSummary(
      id: row.pageID, path: row.scan(2), index: index, pageCount: row.int(4), state: state,
      isMissing: row.bool(6), isQuarantined: row.bool(7),
      confidence: row.isNull(9) || state == .duplicate ? nil : row.real(9),
      attempts: row.isNull(12) || state == .duplicate ? [] : try decode([Attempt].self, row, 12),
      problem: try decodeIfAny(PageProblem.self, row, 11), duplicateOf: original,
      run: RunID(number: row.integer(8)))
  }

  func page(_ summary: PageSummary, asRead: Bool = false) throws(StoreError) -> StoredPage {
    let page = try connection.first(
      "SELECT content, reader, width, height, preparation, picture, signals FROM pages WHERE id = ?",
      [summary.id]
    ) { row throws(StoreError) in
      let outcome: PageOutcome
      let content = ContentKey.digest(of: try row.text(0))
      let corrections =
        asRead || summary.state == .duplicate ? [] : try corrections(content: content, index: summary.index)
      switch summary.state {
      case .recognised:
        let preparation = try decodeIfAny(Preparation.self, row, 4)
        outcome = .recognised(
          RecognisedPage(
            width: row.int(2), height: row.int(3), confidence: summary.confidence ?? 0,
            lines: try lines(of: summary.id), preparation: preparation,
            picture: try decodeIfAny(PictureFacts.self, row, 5), signals: try decodeIfAny(PageSignals.self, row, 6)
          ).corrected(by: corrections))
      case .blank: outcome = .blank(width: row.int(2), height: row.int(3))
      case .failed: outcome = .failed(summary.attempts)
      case .unsupported:
        guard let problem = summary.problem else { throw row.damage("an unsupported page without a reason") }
        outcome = .unsupported(problem)
      case .duplicate:
        guard let original = summary.duplicateOf else { throw row.damage("a duplicate of nothing") }
        outcome = .duplicate(of: original)
      }
      return StoredPage(
        id: summary.id,
        record: PageRecord(
          path: summary.path, index: summary.index, pageCount: summary.pageCount,
          content: content, reader: try reader(row.integerIfAny(1)), outcome: outcome,
          corrections: corrections,
          derived: summary.state == .duplicate ? DerivedValues() : try derived(of: summary.id),
          isMissing: summary.isMissing),
        isQuarantined: summary.isQuarantined,
        earlierAttempts: summary.state == .failed ? [] : summary.attempts, run: summary.run)
    }
    guard let page else { throw StoreError(.corrupt, path, "a page is gone") }
    return page
  }

  func lines(of page: PageID) throws(StoreError) -> [Line] {
    try connection.all(
      """
      SELECT kind, x, y, width, height, block, confidence, words, readings, baseline FROM lines
      WHERE page = ? ORDER BY ordinal
      """, [page]
    ) { row throws(StoreError) in
      guard let kind = Line.Kind(rawValue: try row.text(0)) else { throw row.damage("an unknown kind of line") }
      do throws(LineCoding.Fault) {
        return Line(
          kind: kind, box: Box(x: row.int(1), y: row.int(2), width: row.int(3), height: row.int(4)),
          baseline: row.isNull(9) ? nil : try LineCoding.baseline(row.bytes(9)), block: row.int(5),
          confidence: row.real(6), words: try LineCoding.words(row.bytes(7)),
          readings: row.isNull(8) ? [] : try LineCoding.readings(row.bytes(8)))
      } catch {
        throw row.damage("words that HanScan did not write")
      }
    }
  }
}
