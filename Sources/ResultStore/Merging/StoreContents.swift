package import PageModel

/// The facts about a store that decide whether it can be joined with others.
package struct StoreContents: Sendable {
  package var schema: Int64 = 0
  package var documents = 0
  package var pages: [PageState: Int] = [:]
  package var readers: [ReaderRecord] = []
  /// Corrections, readings kept beside others, and entries of the book: only one store can hold them.
  package var edits = 0
  package var runs = 0
  package var base: ScanPath?
  /// The names of the formats that could be read.
  package var formats = ""
  package var lexicon: String?
  package var tags: String?
  /// The derived stages in the versions that pages have of them, `quality 3`.
  package var stages: [String] = []
}

extension ResultStore {
  /// Looks through the store for what a manifest says of it.
  package func contents() throws(StoreError) -> StoreContents {
    try connection.snapshot { () throws(StoreError) in
      var contents = StoreContents()
      contents.schema = try number("PRAGMA user_version")
      contents.documents = Int(try number("SELECT count(*) FROM documents"))
      contents.pages = try counts()
      contents.edits = Int(
        try number(
          """
          SELECT (SELECT count(*) FROM corrections) + (SELECT count(*) FROM readings) + (SELECT count(*) FROM book)
            + (SELECT count(*) FROM statement_lines)
          """))
      contents.runs = Int(try number("SELECT count(*) FROM runs"))
      contents.base = try base()
      if let formats = try textFact("formats") { contents.formats = formats }
      contents.lexicon = try text(.lexicon)
      contents.tags = try text(.tags)
      contents.readers = try connection.all(
        "SELECT DISTINCT reader FROM pages WHERE reader IS NOT NULL ORDER BY reader"
      ) { row throws(StoreError) in try reader(row.integer(0)) }.compactMap { $0 }
      contents.stages = try connection.all("SELECT DISTINCT stage, version FROM derived ORDER BY stage, version") {
        row throws(StoreError) in "\(try row.text(0)) \(row.integer(1))"
      }
      return contents
    }
  }

  /// The key of the shards that a store was joined from; nil for a store of runs.
  package func mergedKey() throws(StoreError) -> String? { try textFact(StoreMerge.fact) }

  /// Makes the store one file that can be copied, and read where nothing may be written: its log is put into it.
  package func seal() throws(StoreError) {
    try connection.forEach("PRAGMA journal_mode = DELETE") { _ in }
  }
}
