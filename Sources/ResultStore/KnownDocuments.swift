package import PageModel

extension ResultStore {
  /// The stored facts of the file at `path`, or nil if the store does not know it.
  ///
  /// A walk in natural order over unchanged documents finds most of them read ahead: a million lookups are
  /// some thousand statements. It sees this store's own writes at once, and those of another program a little later.
  ///
  /// - Parameter reader: Whose results are wanted; results of other readers are counted, not refused.
  package func known(_ path: ScanPath, reader: ReaderKey? = nil) throws(StoreError) -> KnownDocument? {
    let key = NaturalOrder.key(of: path)
    if let known = knownAhead.look(key, reader, changes: connection.allChanges) { return known }
    let number = try reader.map { (key) throws(StoreError) in try self.number(of: key) ?? -1 }
    let found = try connection.all(Self.knownStatement, [key, number, knownAhead.count]) {
      row throws(StoreError) -> KnownAhead.Answer in
      let document = try document(row)
      let known = KnownDocument(
        document: document, isSettled: row.int(11) == document.entry.pageCount && row.int(12) == row.int(11),
        failedPages: row.int(13), passingFailures: row.int(14), pagesOfOtherReaders: reader == nil ? 0 : row.int(15))
      return (row.bytes(16), known)
    }
    knownAhead.keep(found, from: key, reader, changes: connection.allChanges)
    return found.first.flatMap { $0.key == key ? $0.document : nil }
  }

  /// Documents from a place of the natural order on, of a path the present one first: ?1 the place's key, ?2 the reader's
  /// number, ?3 so many at most.
  private static let knownStatement = """
    SELECT d.id, d.path, d.size, d.modified, d.changed, d.inode, d.content, d.kind, d.page_count, d.missing,
      d.last_seen, count(p.id), total(p.ordinal < d.page_count), total(p.state = 'failed'),
      total(p.state = 'failed' AND p.quarantined = 0 AND json_valid(p.attempts)
        AND json_extract(p.attempts, '$[#-1].problem.code') IN (
          \(PageProblem.passing.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))),
      total(p.id IS NOT NULL AND p.reader IS NOT ?2 AND NOT EXISTS (
        SELECT 1 FROM readings k WHERE k.content = p.content AND k.ordinal = p.ordinal AND k.reader = ?2)),
      d.sort_key
    FROM (SELECT * FROM documents WHERE sort_key >= ?1 ORDER BY sort_key, missing, last_seen DESC, content LIMIT ?3) d
    LEFT JOIN pages p ON p.content = d.content
    GROUP BY d.sort_key, d.missing, d.last_seen, d.id ORDER BY d.sort_key, d.missing, d.last_seen DESC, d.content
    """
}

/// Documents that `ResultStore.known` has read ahead, in natural order.
struct KnownAhead {
  typealias Answer = (key: [UInt8], document: KnownDocument)

  /// 200,000 unchanged files with a text each took 10.9 s of processor time one by one, 5.0 with 64 or 512 at once, 5.6
  /// with 4,096 (medians of three runs).
  static let most = 64

  /// So many documents are to be read at once.
  private(set) var count = 1
  private var answers: [Answer] = []
  private var next = 0
  private var reader: ReaderKey?
  /// The last place asked for; documents before it are not known ahead.
  private var place: [UInt8] = []
  /// Whether no document follows those that were read.
  private var reachesEnd = false
  private var changes: Int64 = 0

  /// The facts of a document that were read ahead: none if the store has none, and nil if the store has to be asked.
  mutating func look(_ key: [UInt8], _ reader: ReaderKey?, changes: Int64) -> KnownDocument?? {
    guard reader == self.reader, changes == self.changes, !key.lexicographicallyPrecedes(place) else {
      answers = []
      count = max(1, count / 4)
      return nil
    }
    place = key
    while next < answers.count, answers[next].key.lexicographicallyPrecedes(key) { next += 1 }
    if next < answers.count { return .some(answers[next].key == key ? answers[next].document : nil) }
    if reachesEnd { return .some(nil) }
    count = min(4 * count, Self.most)
    return nil
  }

  /// Keeps what the store answered: the documents from a place on, `count` of them if there are so many.
  mutating func keep(_ answers: [Answer], from key: [UInt8], _ reader: ReaderKey?, changes: Int64) {
    (self.answers, self.reader, self.changes, place, next) = (answers, reader, changes, key, 0)
    reachesEnd = answers.count < count
  }
}
