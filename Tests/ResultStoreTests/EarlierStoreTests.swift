import CSQLite
import Foundation
import PageModel
import Testing

@testable import ResultStore

/// Stores of version 8, whose pages belonged to documents.
@Suite struct EarlierStoreTests {
  private let listing = [
    "changed.png: 합계 2, missing", "copy.png: 새 합계", "new.png: as copy.png", "refused.xyz: unsupported",
    "two.tif: 둘", "two.tif: failed",
  ]

  private func blob(_ text: String) -> String { "CAST('\(text)' AS BLOB)" }

  private func key(_ path: String) -> String {
    "x'" + NaturalOrder.key(of: ScanPath(path)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }

  /// A scan that was moved and so read twice, a copy of it, a scan that was replaced but not read again, a document with a
  /// page that failed, and a file that is no scan.
  private func earlierStore() throws -> Scratch {
    let scratch = try Scratch()
    let store = try scratch.earlierStore(version: 8)
    try store.execute(
      """
      INSERT INTO runs (id, started, version) VALUES (1, '2025-01-01T00:00:00Z', '0.2.0'), (2, '', '0.2.0');
      INSERT INTO readers (id, key, engine, models) VALUES (1, 'aaaa', 'e', '[]'), (2, 'bbbb', 'e', '[]');
      """)
    let documents: [(path: String, content: Int?, kind: String, pages: Int, missing: Int)] = [
      ("old.png", 1, "png", 1, 1), ("new.png", 1, "png", 1, 0), ("copy.png", 1, "png", 1, 0),
      ("changed.png", 3, "png", 1, 0), ("two.tif", 4, "tiff", 2, 0), ("refused.xyz", nil, "unknown", 1, 0),
    ]
    for (number, document) in documents.enumerated() {
      let digest = document.content.map { "'\(ContentDigest.number($0).hex)'" } ?? "NULL"
      try store.execute(
        """
        INSERT INTO documents
          (id, path, sort_key, size, modified, changed, inode, digest, kind, page_count, missing, last_seen)
          VALUES (\(number + 1), \(blob(document.path)), \(key(document.path)), 12345, 1700000000123456789, -1, -1,
            \(digest), '\(document.kind)', \(document.pages), \(document.missing), \(2 - document.missing));
        """)
    }
    let (one, two, four) = (ContentDigest.number(1).hex, ContentDigest.number(2).hex, ContentDigest.number(4).hex)
    try store.execute(
      """
      INSERT INTO pages (id, document, ordinal, state, content, reader, run, width, height, confidence, text) VALUES
        (11, 1, 0, 'recognised', '\(one)', 1, 1, 9, 9, 0.9, '옛 합계'),
        (12, 2, 0, 'recognised', '\(one)', 2, 2, 9, 9, 0.9, '새 합계'),
        (14, 4, 0, 'recognised', '\(two)', 1, 1, 9, 9, 0.9, '합계 2'),
        (15, 5, 0, 'recognised', '\(four)', 1, 1, 9, 9, 0.9, '둘');
      INSERT INTO pages (id, document, ordinal, state, content, reader, run, duplicate_path, duplicate_ordinal)
        VALUES (13, 3, 0, 'duplicate', '\(one)', NULL, 2, \(blob("new.png")), 0);
      INSERT INTO pages (id, document, ordinal, state, content, reader, run, attempts) VALUES (16, 5, 1, 'failed',
        '\(four)', 1, 1, '[{"number":1,"problem":{"code":"crashed","message":"x"}}]');
      INSERT INTO pages (id, document, ordinal, state, run, problem)
        VALUES (17, 6, 0, 'unsupported', 1, '{"code":"notAPicture","message":"x"}');
      INSERT INTO lines (page, ordinal, kind, block, x, y, width, height, confidence, words) VALUES
        (11, 0, 'text', 0, 1, 1, 8, 4, 0.9, '[["옛",1,1,4,4,0.9],["합계",5,1,4,4,0.9]]'),
        (12, 0, 'text', 0, 1, 1, 8, 4, 0.9, '[["새",1,1,4,4,0.9],["합계",5,1,4,4,0.9]]'),
        (14, 0, 'text', 0, 1, 1, 8, 4, 0.9, '[["함계",1,1,4,4,0.9],["2",5,1,4,4,0.9]]'),
        (15, 0, 'text', 0, 1, 1, 8, 4, 0.9, '[["둘",1,1,4,4,0.9]]');
      INSERT INTO corrections (id, content, ordinal, line, x, y, width, height, old, new, made, author)
        VALUES (1, '\(two)', 0, 0, 1, 1, 8, 4, '함계 2', '합계 2', '', '');
      INSERT INTO files (page, format, path, size, digest) VALUES
        (11, 'text', \(blob("old.txt")), 1, '00'), (12, 'text', \(blob("new.txt")), 1, '00'),
        (13, 'text', \(blob("copy.txt")), 1, '00'), (14, 'text', \(blob("changed.txt")), 1, '00'),
        (15, 'text', \(blob("two.txt")), 1, '00');
      INSERT INTO derived (page, stage, version, value) VALUES
        (11, 'receipts', 1, '[{"fields":{"total":{"value":"1"},"merchant":{"value":"옛 가게"}}}]'),
        (12, 'receipts', 1, '[{"fields":{"total":{"value":"12000"},"merchant":{"value":"가게"}}}]');
      INSERT INTO receipts (page, ordinal, date, total, shop, proven)
        VALUES (11, 0, NULL, 1.0, '옛 가게', 0), (12, 0, NULL, 12000.0, '가게', 0);
      INSERT INTO same_pages (page, other, similarity, agreement, whole)
        VALUES (11, 14, 1, '', 1), (14, 11, 1, '', 1), (12, 14, 1, '', 1), (14, 12, 1, '', 1);
      INSERT INTO traces (page, trace, keys) VALUES (11, 'a', x'0000000000000007'), (12, 'b', x'0000000000000007');
      INSERT INTO trace_keys (key, page) VALUES (7, 11), (7, 12);
      INSERT INTO facts (name, value) VALUES ('base', \(blob("/scans")));
      """)
    let kept = String(decoding: try JSONEncoder().encode(RecognisedPage.saying("옛 합계")), as: UTF8.self)
    try store.run(
      "INSERT INTO readings (content, ordinal, reader, state, reading) VALUES (?, 0, 1, 'recognised', ?)",
      [one, kept])
    return scratch
  }

  private func listed(_ store: ResultStore) throws -> [String] {
    try store.allPages().map { summary in
      let end: String
      switch try #require(try store.page(summary.id)).record.outcome {
      case .recognised(let reading): end = reading.text
      case .duplicate(let original): end = "as \(original.path)"
      case let other: end = other.state.rawValue
      }
      return "\(summary.path): \(end)\(summary.isMissing ? ", missing" : "")"
    }
  }

  @Test func `each page of a store of version 8 is there once, under the path that holds its content now`() throws {
    let scratch = try earlierStore()
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    #expect(try store.problems().isEmpty)
    #expect(try listed(store) == listing)
    #expect(try store.text(.documentsChanged) != nil)
    #expect(try store.base() == ScanPath("/scans"))
    // The scan that was replaced is read again, the others are as they were.
    #expect(try store.known(ScanPath("changed.png"))?.isSettled == false)
    for name in ["new.png", "copy.png", "two.tif"] {
      #expect(try store.known(ScanPath(name))?.isUnchanged(.plain) == true, "\(name)")
    }
    #expect(try store.known(ScanPath("two.tif"))?.failedPages == 1)
    #expect(try store.keptReaders().map(\.pages) == [1])
    let pages = try store.allPages().map(\.id)
    #expect(try store.samePages(as: pages[0]).map(\.page.path) == [ScanPath("copy.png")])
    #expect(try store.samePages(as: pages[1]).isEmpty)
    #expect(try store.isReplaced(pages[0]))
    #expect(try store.pages(sharing: [7], except: nil, atMost: 9).map(\.page) == [pages[1]])
  }

  @Test func `receipts and texts of a store of version 8 are counted and found once`() throws {
    let scratch = try earlierStore()
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    #expect(try store.connection.texts("SELECT shop FROM receipts") == ["가게"])
    var condition = ReceiptCondition()
    condition.shop = "가"
    #expect(try store.search(try SearchQuery("합계"), limit: 9, receipts: condition).count == 1)
    func found() throws -> [String] {
      try store.search(try SearchQuery("합계"), limit: 9).hits.map(\.page.path.description).sorted()
    }
    #expect(try found() == ["changed.png", "copy.png"])
    _ = try store.fillSearchIndex()
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    #expect(try found() == ["changed.png", "copy.png"])
  }

  @Test func `files of a store of version 8 go with the paths that they were made for`() throws {
    let scratch = try earlierStore()
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    let superseded = try store.supersededDocuments()
    #expect(superseded.map { $0.files.map(\.path) } == [[ScanPath("old.txt")]])
    // Another document represents the content than did when these were written.
    for name in ["copy", "new"] {
      let page = try #require(try store.page(ScanPath("\(name).png"), 0))
      #expect(try store.files(of: page.id).map(\.path) == [ScanPath("\(name).txt")])
      #expect(try store.files(of: page.id).map(\.isStale) == [true])
    }
    let two = try #require(try store.page(ScanPath("two.tif"), 0))
    #expect(try store.files(of: two.id).map(\.isStale) == [false])
    let changed = try #require(try store.document(ScanPath("changed.png")))
    #expect(!changed.isMissing)
    #expect(try store.files(of: changed.id, index: 0).map(\.path) == [ScanPath("changed.txt")])
  }

  @Test func `a store of version 8 is copied beside it before it is brought up to date`() throws {
    let scratch = try earlierStore()
    let before = try Connection(scratch.storePath, flags: SQLITE_OPEN_READONLY).dump()
    _ = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    let copy = try Connection(ScanPath("\(scratch.storePath).version8"), flags: SQLITE_OPEN_READONLY)
    #expect(try copy.first("PRAGMA user_version") { $0.int(0) } == 8)
    #expect(try copy.dump() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix(".part") }.isEmpty)
  }

  @Test(arguments: [
    ("CREATE TABLE new_files (name TEXT)", "DROP TABLE new_files")
  ])
  func `a migration that does not come to its end leaves the store as it was`(obstacle: String, remedy: String) throws {
    let scratch = try earlierStore()
    let old = try Connection(scratch.storePath, flags: SQLITE_OPEN_READWRITE)
    try old.execute(obstacle)
    let before = try old.dump()
    for mode in [ResultStore.Mode.readWrite(creating: false), .readOnly] {
      #expect(throws: StoreError.self) { try ResultStore(scratch.storePath, mode: mode) }
      #expect(try old.first("PRAGMA user_version") { $0.int(0) } == 8)
      #expect(try old.dump() == before)
    }
    try old.execute(remedy)
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    #expect(try listed(store) == listing)
  }

  @Test func `a store of version 8 that is only to be read is read as one of this version and left as it is`() throws {
    let scratch = try earlierStore()
    let file = URL(fileURLWithPath: "\(scratch.storePath)")
    let bytes = try Data(contentsOf: file)
    do {
      let store = try ResultStore(scratch.storePath, mode: .readOnly)
      #expect(try listed(store) == listing)
      #expect(try store.problems().isEmpty)
      var condition = ReceiptCondition()
      condition.shop = "가"
      #expect(try store.search(try SearchQuery("합계"), limit: 9, receipts: condition).count == 1)
    }
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["hanscan.sqlite"])
  }
}
