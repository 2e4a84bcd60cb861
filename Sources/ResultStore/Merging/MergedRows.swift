import CSQLite
import PageModel
import Support

/// The first step of joining stores: every document with its pages, in natural order, behind each other.
struct MergedRows {
  /// The columns of a document and of a page that are the same in every store.
  private static let documentColumns =
    "path, sort_key, size, modified, changed, inode, content, kind, page_count, missing"
  private static let pageColumns = """
    content, ordinal, state, quarantined, width, height, confidence, problem, attempts, preparation, text, picture,
    signals
    """
  /// The tables that know pages by their numbers, by their first columns in order; all but the first of read pages alone.
  private static let ofPages = [
    (name: "derived", columns: "stage, version, value"),
    (name: "receipts", columns: "ordinal, date, total, shop, proven"),
    (name: "lines", columns: "ordinal, kind, block, x, y, width, height, confidence, words, readings, baseline"),
    (name: "traces", columns: "trace, keys"),
  ]

  /// One of the stores, at the document that comes next in it.
  private final class Part {
    let name: String
    let connection: Connection
    let documents: Cursor
    let pages: Cursor
    /// Of the tables of `ofPages`, in their order.
    let ofPages: [Cursor]
    /// The present document and its place in natural order; nil after the last.
    private(set) var row: Row?
    private(set) var key: [UInt8] = []

    /// - Parameter cache: KiB of pages of the file that are kept in memory.
    init(_ source: MergeSource, after key: [UInt8]?, cache: Int) throws(StoreError) {
      name = source.name
      // Sealed and complete: nothing changes it, so that no lock is needed that a network file system might lose.
      let connection = try Connection(
        source.path, flags: SQLITE_OPEN_READONLY, unchanging: true, isOneOfMany: true)
      self.connection = connection
      // Its bytes were compared with their digest: what a damaged file needs is left out.
      // The first look at the tables took room for twenty pages, which is given back.
      try connection.execute("PRAGMA cache_size = -\(cache); PRAGMA trusted_schema = OFF; PRAGMA shrink_memory")
      documents = try Cursor(
        connection,
        """
        SELECT \(MergedRows.documentColumns), d.id = \(Slots.representative)
        FROM documents d \(key == nil ? "" : "WHERE sort_key > ?") ORDER BY sort_key, missing, content
        """)
      pages = try Cursor(
        connection, "SELECT \(MergedRows.pageColumns), id, reader FROM pages WHERE content = ? ORDER BY ordinal")
      ofPages = try MergedRows.ofPages.map { table throws(StoreError) in
        try Cursor(connection, "SELECT \(table.columns) FROM \(table.name) WHERE page = ? ORDER BY 1")
      }
      try documents.restart(key.map { [$0] } ?? [])
      try advance()
    }

    var isMissing: Bool { row?.bool(9) ?? false }

    func advance() throws(StoreError) {
      row = try documents.next()
      key = row?.bytes(1) ?? []
    }
  }

  /// KiB of all stores' pages that are kept in memory: 256 of each, or less of many.
  private static let cache = 32 << 10
  private let merge: StoreMerge
  private let run: Int64
  private let reader: Int64?
  private let document: Cursor
  private let page: Cursor
  private let ofPages: [Cursor]
  private let traceKey: Cursor

  init(_ merge: StoreMerge) throws(StoreError) {
    self.merge = merge
    let connection = merge.connection
    run = try connection.first("SELECT max(id) FROM runs") { $0.integer(0) } ?? 1
    reader = try connection.first("SELECT max(id) FROM readers") { $0.integerIfAny(0) } ?? nil
    func insert(_ table: String, _ columns: String) throws(StoreError) -> Cursor {
      let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
      return try Cursor(connection, "INSERT INTO \(table) (\(columns)) VALUES (\(places))")
    }
    document = try insert("documents", "id, last_seen, \(Self.documentColumns)")
    page = try insert("pages", "id, run, reader, \(Self.pageColumns)")
    ofPages = try Self.ofPages.map { table throws(StoreError) in
      try insert(table.name, "page, \(table.columns)")
    }
    traceKey = try insert("merge_keys", "key, page")
  }

  /// Joins what is not joined yet; false if it was stopped.
  func join(isStopped: () -> Bool, progress: (Int) -> Void) throws -> Bool {
    let connection = merge.connection
    // The joined rows show the progress: their numbers have no gaps.
    var documents = try connection.number("SELECT max(id) FROM documents")
    var pages = try connection.number("SELECT max(id) FROM pages")
    let last = try connection.first("SELECT sort_key FROM documents WHERE id = ?", [documents]) { $0.bytes(0) }
    let cache = min(256, max(32, Self.cache / max(1, merge.sources.count)))
    let parts = try merge.sources.map { try Part($0, after: last, cache: cache) }
    // The stores that have documents left; the last one's comes first.
    var order: [Int] = []
    func precedes(_ one: Int, _ other: Int) -> Bool {
      if parts[one].key == parts[other].key { return one < other }
      return parts[one].key.lexicographicallyPrecedes(parts[other].key)
    }
    func enqueue(_ index: Int) {
      guard parts[index].row != nil else { return }
      order.insert(index, at: order.partitioningIndex { precedes($0, index) })
    }
    parts.indices.forEach(enqueue)
    var double: MergeDouble?
    // The last present scan that was joined, by its place.
    var key: [UInt8]? = last
    while !order.isEmpty {
      if isStopped() { return false }
      let limit = pages + Int64(StoreMerge.pagesAtATime)
      do throws(StoreError) {
        try merge.store.transaction { () throws(StoreError) in
          // A transaction goes on to the next scan's place, so that a double never falls between two of them.
          while let index = order.last, pages < limit || parts[index].key == key {
            if let key, parts[index].key == key, !parts[index].isMissing {
              double = try repeated(index, among: parts)
              throw StoreError(.misuse, merge.store.path, "a scan in two stores")
            }
            documents += 1
            pages = try add(parts[index], document: documents, after: pages)
            if !parts[index].isMissing { key = parts[index].key }
            order.removeLast()
            try parts[index].advance()
            enqueue(index)
          }
        }
      } catch {
        throw double ?? error
      }
      progress(Int(pages))
    }
    return true
  }

  /// Adds a part's present document with all that belongs to it, and returns the number of its last page.
  private func add(_ part: Part, document number: Int64, after last: Int64) throws(StoreError) -> Int64 {
    guard let row = part.row else { return last }
    try document.run([number, run], columns: row)
    var pages = last
    // The pages of a content come with the document that represents it in its store.
    guard row.bool(10) else { return pages }
    try part.pages.restart([try row.text(6)])
    while let row = try part.pages.next() {
      pages += 1
      let oldPage = row.integer(13)
      let isRead = try row.text(2) == PageState.recognised.rawValue
      try page.run([pages, run, row.isNull(14) ? nil : reader], columns: row)
      for (number, source) in part.ofPages.prefix(isRead ? Self.ofPages.count : 1).enumerated() {
        try source.restart([oldPage])
        while let row = try source.next() {
          try ofPages[number].run([pages], columns: row)
          guard Self.ofPages[number].name == "traces" else { continue }
          for key in ResultStore.traceKeys(row.bytes(1)) { try traceKey.run([key, pages]) }
        }
      }
    }
    return pages
  }

  /// The scan that a part is at and that another part, which is past it, holds, too.
  private func repeated(_ index: Int, among parts: [Part]) throws(StoreError) -> MergeDouble? {
    guard let row = parts[index].row else { return nil }
    let path = row.bytes(0)
    for (other, part) in parts.enumerated() where other != index {
      let sql = "SELECT 1 FROM documents WHERE path = ? AND missing = 0"
      guard try part.connection.holds(sql, [path]) else { continue }
      return MergeDouble(path: ScanPath(bytes: path), first: part.name, second: parts[index].name)
    }
    return nil
  }
}
