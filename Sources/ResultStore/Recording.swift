import PageModel

extension ResultStore {
  /// Records how a page finished, with its lines and files, in one transaction, in place of an earlier result.
  ///
  /// Files written for the earlier result stay known, as stale, until a file of the same format is recorded.
  @discardableResult
  package func record(_ entry: PageEntry, in run: RunID) throws(StoreError) -> PageID {
    try transaction { () throws(StoreError) in
      let content = try connection.text("SELECT content FROM documents WHERE id = ?", [entry.document])
      guard let content else { throw StoreError(.misuse, path, "a page of a document that is not there") }
      let old = try textRow(content, Int64(entry.index))
      let text = try text(of: entry, ContentKey.digest(of: content))
      if let old { try index(old.id, from: old.text, to: nil) }
      let id = PageID(number: try write(entry, content, text, run, inPlaceOf: old?.id), document: entry.document)
      try index(id.number, from: nil, to: text)
      try connection.run("DELETE FROM lines WHERE page = ?", [id])
      if case .recognised(let page) = entry.outcome {
        for (ordinal, line) in page.lines.enumerated() { try insert(line, ordinal, id) }
      }
      if entry.outcome.state != .recognised { try forgetSame(id.number) }
      try connection.run(
        """
        UPDATE files SET stale = 1
        WHERE ordinal = ? AND document IN (SELECT id FROM documents WHERE content = ?)
        """, [entry.index, content])
      try insert(entry.files, id)
      try insert(entry.derived, id)
      return id
    }
  }

  /// Records files made from a page, each in place of an earlier one of its format.
  ///
  /// Record a file when it is safe on disk, not before.
  package func record(_ files: [StoredFile], of page: PageID) throws(StoreError) {
    try transaction { () throws(StoreError) in try insert(files, page) }
  }

  /// A page's number and its text by its content; nil for a page that was never recorded.
  func textRow(_ content: String, _ ordinal: Int64) throws(StoreError) -> (id: Int64, text: String?)? {
    try connection.first(
      "SELECT id, text FROM pages WHERE content = ? AND ordinal = ?", [content, ordinal]
    ) { (row) throws(StoreError) in (row.integer(0), try row.textIfAny(1)) }
  }

  /// The text of the page, with corrections.
  private func text(of entry: PageEntry, _ content: ContentDigest?) throws(StoreError) -> String? {
    guard case .recognised(let reading) = entry.outcome else { return nil }
    let corrections = try corrections(content: content, index: entry.index)
    return reading.corrected(by: corrections).searched(with: corrections)
  }

  /// Writes the page's row in place of the one of this number, or a new one, and returns its number.
  private func write(
    _ entry: PageEntry, _ content: String, _ text: String?, _ run: RunID, inPlaceOf old: Int64?
  ) throws(StoreError) -> Int64 {
    var read: RecognisedPage?
    var problem: PageProblem?
    var attempts = entry.earlierAttempts
    switch entry.outcome {
    case .recognised(let page): read = page
    case .blank: break
    case .failed(let failures): attempts = failures
    case .unsupported(let reason): problem = reason
    case .duplicate: throw StoreError(.misuse, path, "a duplicate is no result")
    }
    let size = entry.outcome.reading
    let columns: [(name: String, value: any SQLValue)] = [
      ("content", content), ("ordinal", entry.index), ("state", entry.outcome.state.rawValue),
      ("reader", try number(of: entry.reader)), ("run", run), ("quarantined", entry.isQuarantined),
      ("width", size?.width), ("height", size?.height), ("confidence", read?.confidence),
      ("problem", try encodeIfAny(problem)), ("attempts", try encodeIfAny(attempts.isEmpty ? nil : attempts)),
      ("preparation", try encodeIfAny(read?.preparation)), ("picture", try encodeIfAny(read?.picture)),
      ("signals", try encodeIfAny(read?.signals)), ("text", text),
    ]
    guard let old else { return try connection.insert(into: "pages", columns) }
    try connection.update("pages", old, columns)
    return old
  }

  private func insert(_ line: Line, _ ordinal: Int, _ page: PageID) throws(StoreError) {
    try connection.insert(
      into: "lines",
      [
        ("page", page), ("ordinal", ordinal), ("kind", line.kind.rawValue), ("block", line.block), ("x", line.box.x),
        ("y", line.box.y), ("width", line.box.width), ("height", line.box.height),
        ("confidence", line.confidence.isFinite ? line.confidence : 0), ("words", LineCoding.encode(line.words)),
        ("readings", line.readings.isEmpty ? nil : LineCoding.encode(line.readings)),
        ("baseline", line.baseline.map(LineCoding.encode)),
      ])
  }

  private func insert(_ files: [StoredFile], _ page: PageID) throws(StoreError) {
    for file in files {
      try connection.run(
        """
        INSERT OR REPLACE INTO files (document, ordinal, format, path, size, digest, stale, original)
        SELECT d.id, p.ordinal, ?, ?, ?, ?, ?, \(Slots.original) FROM documents d, pages p WHERE d.id = ? AND p.id = ?
        """,
        [file.format, file.path, file.size, file.digest, file.isStale, page.document, page])
    }
  }
}
