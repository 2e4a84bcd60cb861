public import PageModel

extension ResultStore {
  /// What is known of the file at `path`, or nil if the store has never met it.
  ///
  /// A walk in natural order over documents that are as they were finds most of them read ahead: a million lookups are
  /// some thousand statements. What this store writes in between is seen; what another program writes, a little later.
  ///
  /// - Parameters:
  ///   - reader: Whose results are wanted; results of other readers are counted, not refused.
  ///   - files: The formats that are wanted, each with the states of the pages that have such a file.
  public func known(
    _ path: ScanPath, reader: ReaderKey? = nil, files: [String: Set<PageState>] = [:]
  ) throws(StoreError) -> KnownDocument? {
    let number = try reader.map { (key) throws(StoreError) in try self.number(of: key) ?? -1 }
    let question = KnownAhead.Question(reader: number, files: files)
    let key = NaturalOrder.key(of: path)
    switch knownAhead.look(key, question, changes: connection.allChanges) {
    case .known(let document): return document
    case .unknown: return nil
    case .unread: break
    }
    let formats = files.keys.sorted()
    var found: [KnownAhead.Answer] = []
    try connection.query(
      Self.knownStatement(formats, files),
      [.blob(key), .integer(number), .integer(knownAhead.count)] + formats.map { .text($0) }
    ) { row throws(StoreError) in
      let document = try document(row)
      let lacking = formats.enumerated().map { ($1, row.int(Int32(17 + $0))) }
      let known = KnownDocument(
        document: document, isSettled: row.int(11) == document.entry.pageCount && row.int(12) == row.int(11),
        failedPages: row.int(13), pagesOfOtherReaders: reader == nil ? 0 : row.int(14),
        pagesWithStaleFile: row.int(15), pagesWithoutFile: Dictionary(uniqueKeysWithValues: lacking))
      found.append(KnownAhead.Answer(key: row.bytes(16), document: known))
      return true
    }
    knownAhead.keep(found, from: key, question, changes: connection.allChanges)
    guard let first = found.first, first.key == key else { return nil }
    return first.document
  }

  /// Documents from a place of the natural order on: ?1 its key, ?2 the reader's number, ?3 so many at most.
  ///
  /// A duplicate is settled only while the page that it names is: present, of the same content, read itself.
  private static func knownStatement(_ formats: [String], _ files: [String: Set<PageState>]) -> String {
    var sql = """
      SELECT d.id, d.path, d.size, d.modified, d.changed, d.inode, d.digest, d.kind, d.page_count, d.missing,
        d.last_seen, count(p.id),
        total(p.ordinal < d.page_count AND p.content IS d.digest AND (p.state <> 'duplicate' OR EXISTS (
          SELECT 1 FROM documents o JOIN pages q ON q.document = o.id AND q.ordinal = p.duplicate_ordinal
          WHERE o.path = p.duplicate_path AND o.missing = 0 AND q.content IS p.content AND q.state <> 'duplicate'))),
        total(p.state = 'failed'), total(p.id IS NOT NULL AND p.reader IS NOT ?2 AND NOT EXISTS (
          SELECT 1 FROM readings k WHERE k.content = p.content AND k.ordinal = p.ordinal AND k.reader = ?2)),
        total(EXISTS (SELECT 1 FROM files f WHERE f.page = p.id AND f.stale = 1)), d.sort_key
      """
    for (position, format) in formats.enumerated() {
      let names = (files[format] ?? []).map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
      sql += """
        , total(p.state IN (\(names)) AND NOT EXISTS (
          SELECT 1 FROM files f WHERE f.page = p.id AND f.format = ?\(position + 4) AND f.stale = 0))
        """
    }
    return sql + """
       FROM (SELECT * FROM documents WHERE sort_key >= ?1 ORDER BY sort_key LIMIT ?3) d
      LEFT JOIN pages p ON p.document = d.id GROUP BY d.sort_key
      """
  }
}

/// Documents that `ResultStore.known` has read ahead, in natural order.
///
/// It reads more at once while all that was read is asked for, and less where it is not or the store has changed since:
/// between new documents, each of which is written, it reads one.
struct KnownAhead {
  /// What was asked about each document.
  struct Question: Hashable {
    var reader: Int64?
    var files: [String: Set<PageState>]
  }

  struct Answer {
    /// The document's place in the natural order.
    var key: [UInt8]
    var document: KnownDocument
  }

  /// 200,000 unchanged files with a text each took 10.9 s of processor time one by one, 5.0 with 64 or 512 at once, 5.6
  /// with 4,096 (medians of three runs).
  static let most = 64

  /// So many documents are to be read at once.
  private(set) var count = 1
  private var answers: [Answer] = []
  private var next = 0
  private var question: Question?
  /// The last place asked for; documents before it are not known ahead.
  private var place: [UInt8] = []
  /// Whether no document follows those that were read.
  private var reachesEnd = false
  private var changes: Int64 = 0

  enum Lookup {
    case known(KnownDocument)
    /// The store has no such document.
    case unknown
    /// It has to be asked.
    case unread
  }

  /// What was read ahead of the document at a place.
  ///
  /// - Parameter changes: How many rows the store had changed by now.
  mutating func look(_ key: [UInt8], _ question: Question, changes: Int64) -> Lookup {
    guard question == self.question, changes == self.changes, !key.lexicographicallyPrecedes(place) else {
      answers = []
      count = max(1, count / 4)
      return .unread
    }
    place = key
    while next < answers.count, answers[next].key.lexicographicallyPrecedes(key) { next += 1 }
    if next < answers.count { return answers[next].key == key ? .known(answers[next].document) : .unknown }
    if reachesEnd { return .unknown }
    count = min(4 * count, Self.most)
    return .unread
  }

  /// Keeps what the store answered: the documents from a place on, `count` of them where there are so many.
  mutating func keep(_ answers: [Answer], from key: [UInt8], _ question: Question, changes: Int64) {
    (self.answers, self.question, self.changes, place, next) = (answers, question, changes, key, 0)
    reachesEnd = answers.count < count
  }
}
