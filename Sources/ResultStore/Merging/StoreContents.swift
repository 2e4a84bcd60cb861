package import PageModel

/// The facts about a store that decide whether it can be joined with others.
package struct StoreContents: Sendable {
  package let schema: Int
  package let documents: Int
  package let pages: [PageState: Int]
  package let readers: [ReaderRecord]
  /// Corrections, readings kept beside others, and entries of the book: only one store can hold them.
  package let edits: Int
  package let runs: Int
  package let base: ScanPath?
  /// The names of the formats that could be read.
  package let formats: String
  package let lexicon: String?
  package let tags: String?
  /// The derived stages in the versions that pages have of them, `quality 3`.
  package let stages: [String]
}

extension ResultStore {
  /// Looks through the store for what a manifest says of it.
  package func contents() throws(StoreError) -> StoreContents {
    func count(_ sql: String) throws(StoreError) -> Int { Int(try connection.number(sql)) }
    return try connection.snapshot { () throws(StoreError) in
      let edits = """
        SELECT (SELECT count(*) FROM corrections) + (SELECT count(*) FROM readings) + (SELECT count(*) FROM book)
          + (SELECT count(*) FROM statement_lines)
        """
      let readers = try connection.all(
        "SELECT DISTINCT reader FROM pages WHERE reader IS NOT NULL ORDER BY reader"
      ) { row throws(StoreError) in try reader(row.integer(0)) }
      let stages = try connection.all("SELECT DISTINCT stage, version FROM derived ORDER BY stage, version") {
        row throws(StoreError) in "\(try row.text(0)) \(row.integer(1))"
      }
      return StoreContents(
        schema: try count("PRAGMA user_version"), documents: try count("SELECT count(*) FROM documents"),
        pages: try counts(), readers: readers.compactMap { $0 }, edits: try count(edits),
        runs: try count("SELECT count(*) FROM runs"), base: try base(), formats: try text(.formats) ?? "",
        lexicon: try text(.lexicon), tags: try text(.tags), stages: stages)
    }
  }

  /// Makes the store one file that can be copied, and read where nothing may be written: its log is put into it.
  package func seal() throws(StoreError) {
    try connection.run("PRAGMA journal_mode = DELETE")
  }
}
