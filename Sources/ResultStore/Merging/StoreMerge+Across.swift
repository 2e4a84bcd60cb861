import PageModel

/// What only shows across stores: scans of the same bytes, and receipts that may be the same.
extension StoreMerge {
  private static let groupsAtATime = 500

  // MARK: Duplicates

  /// A page of some content, one of several.
  private struct Copy {
    let id: Int64
    let state: PageState
    let isMissing: Bool
    let reference: PageReference
    let original: PageReference?
    /// Whether it failed by what its file is.
    let isOwnFault: Bool
  }

  /// Lets one page of each content be read, the first in page order, and all others be its duplicates, as a machine
  /// that meets them one after another does; false where it was stopped.
  func joinDuplicates(isStopped: () -> Bool) throws(StoreError) -> Bool {
    var last: (content: String, ordinal: Int64) = ("", -1)
    while true {
      if isStopped() { return false }
      var groups: [(content: String, ordinal: Int64)] = []
      try connection.query(
        """
        SELECT content, ordinal FROM pages WHERE content IS NOT NULL AND (content, ordinal) > (?, ?)
        GROUP BY content, ordinal HAVING count(*) > 1 ORDER BY content, ordinal LIMIT \(Self.groupsAtATime)
        """, [.text(last.content), .integer(last.ordinal)]
      ) { row throws(StoreError) in
        groups.append((try row.text(0), row.integer(1)))
        return true
      }
      guard let end = groups.last else { break }
      try store.transaction { () throws(StoreError) in
        for group in groups { try join(group.content, group.ordinal) }
      }
      last = end
    }
    try store.transaction { () throws(StoreError) in try mark(.keys) }
    return true
  }

  private func join(_ content: String, _ ordinal: Int64) throws(StoreError) {
    // What is no picture, and a file that is found broken before it is read, says so itself each time.
    let copies = try copies(of: content, ordinal).filter { $0.state != .unsupported && !$0.isOwnFault }
    // A page that was read comes before one that failed on another machine.
    let own = copies.filter { $0.state != .duplicate }
    let read = own.filter { $0.state != .failed }
    let candidates = read.isEmpty ? own : read
    guard let original = candidates.first(where: { !$0.isMissing }) ?? candidates.first else { return }
    for copy in copies where copy.id != original.id && copy.original != original.reference {
      // What is gone keeps what was read of it.
      if copy.isMissing, copy.state != .duplicate { continue }
      try connection.run(
        """
        UPDATE pages SET state = 'duplicate', quarantined = 0, width = NULL, height = NULL, confidence = NULL,
          duplicate_path = ?, duplicate_ordinal = ?, problem = NULL, attempts = NULL, preparation = NULL, text = NULL,
          picture = NULL, signals = NULL
        WHERE id = ?
        """, [.blob(original.reference.path.bytes), .integer(original.reference.index), .integer(copy.id)])
      guard copy.state != .duplicate else { continue }
      for table in ["lines", "derived", "traces"] {
        try connection.run("DELETE FROM \(table) WHERE page = ?", [.integer(copy.id)])
      }
    }
  }

  private func copies(of content: String, _ ordinal: Int64) throws(StoreError) -> [Copy] {
    var copies: [Copy] = []
    try connection.query(
      """
      SELECT p.id, p.state, d.missing, d.path, p.ordinal, p.duplicate_path, p.duplicate_ordinal, p.attempts
      FROM pages p JOIN documents d ON d.id = p.document WHERE p.content = ? AND p.ordinal = ? ORDER BY p.id
      """, [.text(content), .integer(ordinal)]
    ) { row throws(StoreError) in
      guard let state = PageState(rawValue: try row.text(1)) else { throw row.damage("an unknown state of a page") }
      let attempts = row.isNull(7) ? [] : try store.decode([Attempt].self, row, 7)
      copies.append(
        Copy(
          id: row.integer(0), state: state, isMissing: row.bool(2),
          reference: PageReference(path: ScanPath(bytes: row.bytes(3)), index: row.int(4)),
          original: row.isNull(5) ? nil : PageReference(path: ScanPath(bytes: row.bytes(5)), index: row.int(6)),
          isOwnFault: state == .failed && attempts.last?.isOfFile == true))
      return true
    }
    return copies
  }

  // MARK: The same receipts

  /// Keeps the traces of pages that share no key with any other, and forgets those of all others, so that these are
  /// compared again, in page order.
  ///
  /// A page is compared with those before it, as many as share a key with it; which these are shows only now. One whose
  /// keys nobody shares has no receipt in common with another page, whatever store that comes from.
  func joinKeys() throws(StoreError) {
    try store.transaction { () throws(StoreError) in
      try connection.execute(
        """
        INSERT INTO trace_keys (key, page)
          SELECT k.key, k.page FROM merge_keys k WHERE EXISTS (SELECT 1 FROM traces t WHERE t.page = k.page)
          ORDER BY k.key, k.page;
        DROP TABLE merge_keys;
        CREATE TABLE merge_same (page INTEGER PRIMARY KEY) STRICT;
        INSERT OR IGNORE INTO merge_same SELECT page FROM trace_keys
          WHERE key IN (SELECT key FROM trace_keys GROUP BY key HAVING count(*) > 1);
        DELETE FROM trace_keys WHERE page IN (SELECT page FROM merge_same);
        DELETE FROM traces WHERE page IN (SELECT page FROM merge_same);
        DELETE FROM derived WHERE stage = '\(ResultStore.sameStage)' AND page IN (SELECT page FROM merge_same);
        DROP TABLE merge_same;
        """)
      try mark(.done)
    }
  }
}
