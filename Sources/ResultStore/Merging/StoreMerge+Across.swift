/// Relations across stores: scans of the same bytes, and receipts that may be the same.
extension StoreMerge {
  /// Pages that are removed in one transaction.
  private static let groupsAtATime = 500

  /// Keeps one page of each content, the first in page order, as a machine that meets all documents one after another
  /// does; false if it was stopped.
  func joinDuplicates(isStopped: () -> Bool) throws(StoreError) -> Bool {
    while !isStopped() {
      let doubles = try connection.numbers(
        """
        SELECT p.id FROM pages p WHERE EXISTS (
          SELECT 1 FROM pages o WHERE o.content = p.content AND o.ordinal = p.ordinal
            AND (o.state = 'failed', o.id) < (p.state = 'failed', p.id))
        LIMIT \(Self.groupsAtATime)
        """)
      if doubles.isEmpty { return true }
      try store.transaction { () throws(StoreError) in
        for page in doubles {
          // The pages that stay may come from several stores, of which one has joined them.
          try connection.run(
            """
            UPDATE derived SET version = 0 WHERE stage = '\(ResultStore.joinedStage)' AND page IN (
              SELECT o.id FROM pages o JOIN pages p ON p.content = o.content WHERE p.id = ?)
            """, [page])
          for table in ["lines", "derived", "traces"] {
            try connection.run("DELETE FROM \(table) WHERE page = ?", [page])
          }
          try connection.run("DELETE FROM pages WHERE id = ?", [page])
        }
      }
    }
    return false
  }

  /// Makes the index that allows no page twice, and ends the merge: the table of keys goes.
  ///
  /// It keeps the traces of pages that share no key with any other, and forgets those of all others, so that these are
  /// compared again, in page order.
  func finish() throws(StoreError) {
    try store.transaction { () throws(StoreError) in
      try connection.execute(
        """
        DROP INDEX merge_pages;
        CREATE UNIQUE INDEX IF NOT EXISTS pages_by_content ON pages (content, ordinal);
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
    }
  }
}
