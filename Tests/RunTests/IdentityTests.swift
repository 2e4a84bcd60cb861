import Export
import Glibc
import PageModel
import ResultStore
import Run
import RunSupport
import StoreFiles
import TestSupport
import Testing

/// Results belong to contents, whatever the files are called that hold them.
@Suite struct IdentityTests {
  private let bench: Bench

  private static let books = """
    says BLUE HERON BOOKS|12 Harbour Street|Date: 2024-05-06 10:21|Notebook 4.50|Pencil set 7.25|Subtotal 11.75|Tax 1.00|\
    TOTAL 12.75|VISA 12.75
    """
  private static let cafe = """
    says 달빛커피 숲속점|[사업자] 123-45-67891|[매출일] 2026-03-14 16:17:16|은하수라떼 4,500 1 4,500|별 아메리카노 3,700 2 7,400|\
    합 계 금 액 11,900|부가세 과세물품가액 10,818|부 가 세 1,082|받을 금액 11,900
    """

  init() throws { bench = try Bench() }

  private func rename(_ old: String, _ new: String) {
    #expect(Glibc.rename(bench.scratch.path(of: "in/\(old)"), bench.scratch.path(of: "in/\(new)")) == 0)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try bench.scratch.read("out/\(name).p0001.txt"), as: UTF8.self)
  }

  private func others(_ name: String) throws -> [ScanPath] {
    let store = try bench.open()
    guard let page = try store.page(ScanPath(name), 0) else { return [] }
    return try store.samePages(as: page.id).map(\.page.path)
  }

  /// Puts the first line of a page right.
  private func correct(_ name: String) throws {
    let store = try ResultStore(bench.store, mode: .readWrite(creating: false))
    let page = try #require(try store.page(ScanPath(name), 0))
    let correction = Correction(
      target: .line(0), box: Box(x: 10, y: 10, width: 200, height: 20), old: "BLUE HERON BOOKS",
      new: "GREY HERON BOOKS", made: "2026-03-02T09:00:00Z", author: "somebody")
    _ = try store.correct([correction], on: page.id)
  }

  private func text(inStore name: String) throws -> String? {
    guard case .recognised(let page)? = try bench.outcome(name) else { return nil }
    return page.text
  }

  private func forget(_ pattern: String) throws -> Forgetting.Outcome {
    let out = ScanPath(bench.scratch.path(of: "out"))
    return try Forgetting.perform(bench.store, directory: out, patterns: [ScanPath(pattern)])
  }

  @Test func `Two scans that swap their names keep their texts and their receipts`() throws {
    try bench.put("a.png", Self.books)
    try bench.put("b.png", Self.cafe)
    // Another scan of the receipt in a.png, and another one of that in b.png.
    try bench.put("c.png", Self.books)
    try bench.put("d.png", Self.cafe)
    try bench.run()
    #expect(try others("a.png") == [ScanPath("c.png")] && others("b.png") == [ScanPath("d.png")])
    rename("a.png", "aside")
    rename("b.png", "a.png")
    rename("aside", "b.png")
    #expect(try bench.run().summary.read == 0)
    #expect(try text("a.png").hasPrefix("달빛커피") && text("b.png").hasPrefix("BLUE HERON"))
    #expect(try text(inStore: "a.png")?.hasPrefix("달빛커피") == true)
    #expect(try text(inStore: "b.png")?.hasPrefix("BLUE HERON") == true)
    #expect(try others("a.png") == [ScanPath("d.png")] && others("b.png") == [ScanPath("c.png")])
    #expect(try others("c.png") == [ScanPath("b.png")] && others("d.png") == [ScanPath("a.png")])
    #expect(try bench.open().counts() == [.recognised: 4])
  }

  @Test func `A missing page is forgotten with all that was made of it, and a present one is not`() throws {
    try bench.put("a.png", Self.books)
    try bench.put("b.png", Self.cafe)
    try bench.run()
    try correct("a.png")
    #expect(try forget("*").documents == 0)
    #expect(try bench.texts() == ["a.png.p0001.txt", "b.png.p0001.txt"])
    rename("a.png", "../a.png")
    try bench.run()
    let outcome = try forget("*")
    #expect(outcome.documents == 1 && outcome.pages == 1 && outcome.files == 1)
    #expect(try bench.texts() == ["b.png.p0001.txt"])
    let store = try bench.open()
    #expect(try store.page(ScanPath("a.png"), 0) == nil && store.document(ScanPath("a.png")) == nil)
    #expect(try store.search(SearchQuery("12.75"), limit: 10).hits.isEmpty)
    #expect(try store.search(SearchQuery("숲속점"), limit: 10).hits.count == 1)
    // Read anew it has what is on it, and no correction.
    rename("../a.png", "a.png")
    #expect(try bench.run().summary.read == 1)
    #expect(try bench.open().page(ScanPath("a.png"), 0)?.record.corrections.isEmpty == true)
  }

  @Test func `A missing page is forgotten whose path another scan has taken`() throws {
    try bench.put("a.png", Self.books)
    try bench.run()
    try bench.put("a.png", Self.cafe)
    try bench.run()
    #expect(try bench.open().search(SearchQuery("12.75"), limit: 10).hits.map(\.page.isMissing) == [true])
    let outcome = try forget("a.png")
    #expect(outcome.documents == 1 && outcome.pages == 1 && outcome.files == 0)
    #expect(try bench.open().search(SearchQuery("12.75"), limit: 10).hits.isEmpty)
    #expect(try text("a.png").hasPrefix("달빛커피"))
  }

  @Test func `A member of an archive behind a link is still there when a new scan holds its content`() throws {
    try bench.put("b.pnm", Self.cafe)
    let archive = ContainerSample.zip([.init("a.pnm", try bench.scratch.read("in/b.pnm"))])
    rename("b.pnm", "../b.pnm")
    try bench.scratch.write(archive, to: "in/z.zip")
    #expect(symlink("z.zip", bench.scratch.path(of: "in/link")) == 0)
    try bench.run()
    rename("../b.pnm", "b.pnm")
    try bench.run()
    #expect(try bench.open().counts() == [.recognised: 1, .duplicate: 2])
    #expect(try bench.open().document(ScanPath("link/a.pnm"))?.isMissing == false)
  }

  @Test func `A page names another one by its new name, even if only the Unicode form of that changed`() throws {
    func json() throws -> [UInt8] {
      try bench.run { $0.output?.formats = [JSONExporter()] }
      return try bench.scratch.read("out/a.pnm.p0001.json")
    }
    try bench.put("a.pnm", Self.cafe)
    try bench.put("caf\u{E9}.pnm", Self.cafe)
    let before = try json()
    rename("caf\u{E9}.pnm", "cafe\u{301}.pnm")
    let after = try json()
    #expect(after.count == before.count + 1)
    #expect(try json() == after)
  }
}
