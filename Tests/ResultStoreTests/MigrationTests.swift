import CSQLite
import Foundation
import PageModel
import Testing

@testable import ResultStore

@Suite struct MigrationTests {
  /// A store as version 2 made it, with a page of a text line, a line of noise by its earlier name and earlier steps.
  private func oldStore() throws -> Scratch {
    let scratch = try Scratch()
    let store = try scratch.earlierStore(version: 2)
    try store.execute(
      """
      INSERT INTO runs (id, started, version) VALUES (1, '2024-01-01T00:00:00Z', '0.1.0');
      INSERT INTO readers (id, key, engine, models) VALUES (1, 'aa', 'tesseract 5.3.0', '[]');
      INSERT INTO documents (id, path, sort_key, digest, kind, page_count, last_seen)
        VALUES (1, CAST('a.png' AS BLOB), CAST('a.png' AS BLOB), 'ab', 'png', 1, 1);
      INSERT INTO pages
        (id, document, ordinal, state, content, reader, run, width, height, confidence, preparation, text)
        VALUES (1, 1, 0, 'recognised', 'ab', 1, 1, 600, 800, 0.9,
          '{"angle":1.5,"rotation":90,"scale":1,"steps":["paper","turn","tilt","scale"]}', '합계');
      INSERT INTO lines (page, ordinal, kind, block, x, y, width, height, confidence, words)
        VALUES (1, 0, 'text', 0, 10, 20, 80, 24, 0.9, '[["합계",10,20,80,24,0.9]]'),
          (1, 1, 'scrap', 0, 10, 60, 8, 8, 0.1, '[]');
      """)
    return scratch
  }

  @Test func `a store of version 2 is brought up to date when it is opened for writing, and keeps its pages`() throws {
    let scratch = try oldStore()
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    #expect(try store.problems().isEmpty)
    let page = try #require(try store.firstPage())
    guard case .recognised(let reading) = page.record.outcome else {
      Issue.record("no page")
      return
    }
    #expect(reading.text == "합계")
    #expect(reading.lines.map(\.kind) == [.text, .noise])
    #expect(reading.lines.map(\.baseline) == [nil, nil])
    #expect(reading.preparation?.steps == ["paper", "orientation", "skew", "scale"])
    #expect(reading.signals == nil)
    #expect(page.record.derived == DerivedValues())
    let lacking = try store.pages(in: .recognised, lackingAnyOf: ["quality": 1], after: nil, atMost: 9)
    #expect(lacking == [page.id])
    // It is found before the index has it, and then by the index.
    #expect(try store.search(try SearchQuery("합계"), limit: 1).count == 1)
    #expect(try store.fillSearchIndex() == 1)
    #expect(try store.search(try SearchQuery("합계"), limit: 1).count == 1)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    // And once more: nothing is left to do.
    #expect(try ResultStore(scratch.storePath, mode: .readOnly).firstPage() == page)
  }

  @Test func `a store of version 2 that is only to be read is read as one of this version and left as it is`() throws {
    let scratch = try oldStore()
    let file = URL(fileURLWithPath: "\(scratch.storePath)")
    let bytes = try Data(contentsOf: file)
    let store = try ResultStore(scratch.storePath, mode: .readOnly)
    guard case .recognised(let page)? = try store.page(ScanPath("a.png"), 0)?.record.outcome else {
      Issue.record("no page")
      return
    }
    #expect(page.text == "합계")
    #expect(try store.problems().isEmpty)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["hanscan.sqlite"])
  }

  @Test(arguments: [5, 6])
  func `receipts of a store of versions 5 and 6 can be filtered by when it is opened for writing`(version: Int) throws {
    let scratch = try oldStore()
    do {
      let old = try Connection(scratch.storePath, flags: SQLITE_OPEN_READWRITE)
      for step in Schema.steps[2..<version] { try old.execute(step) }
      try old.execute(
        """
        PRAGMA user_version = \(version);
        INSERT INTO derived (page, stage, version, value)
          VALUES (1, 'receipts', 1, '[{"fields":{"total":{"value":"12000","proof":"proven"},"merchant":{"value":"가게"}}}]');
        """)
      if version > 5 { try old.execute("INSERT INTO receipts VALUES (1, 0, NULL, 12000.0, '가게', 1)") }
    }
    let store = try ResultStore(scratch.storePath, mode: .readWrite(creating: false))
    let page = try #require(try store.page(ScanPath("a.png"), 0)).id
    let outline = ReceiptOutline(ordinal: 0, date: nil, total: 12_000, shop: "가게", isProven: true)
    #expect(try store.receiptRows(of: page)?.rows == [outline])
    var condition = ReceiptCondition()
    condition.least = "12000"
    #expect(try store.search(try SearchQuery("합계"), limit: 1, receipts: condition).count == 1)
    condition.shop = "가"
    #expect(try store.search(try SearchQuery("합계"), limit: 1, receipts: condition).count == 1)
    condition.least = "12001"
    #expect(try store.search(try SearchQuery("합계"), limit: 1, receipts: condition).count == 0)
  }
}
