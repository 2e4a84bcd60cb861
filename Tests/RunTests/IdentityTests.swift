import Corrections
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

  @Test func `A scan repeats another one, also if a scan with more pages had its name`() throws {
    try bench.put("a.pnm", Self.books)
    try bench.putPages(2, "b.pnm", [0: Self.cafe, 1: "says Notes"])
    try bench.run()
    #expect(try !bench.open().isRepeated(ScanPath("b.pnm")))
    try bench.put("b.pnm", Self.books)
    try bench.run()
    #expect(try bench.open().isRepeated(ScanPath("b.pnm")))
    #expect(try !bench.open().isRepeated(ScanPath("a.pnm")))
    #expect(try bench.open().page(ScanPath("b.pnm"), 1) == nil)
    #expect(try bench.open().page(ScanPath("b.pnm"), 1, isMissing: true) != nil)
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

  @Test func `A scan is forgotten before a run misses it only if its folder holds other files`() throws {
    for name in ["a.png", "b.png", "sub/c.png"] { try bench.put(name, Self.books) }
    try bench.run()
    try correct("a.png")
    func isRefused() throws -> Bool {
      let failure = #expect(throws: RunFailure.self) { try forget("**") }
      return try failure?.status.code == 66 && bench.open().counts() == [.recognised: 3]
    }
    // The share is not mounted, or its mount point is gone.
    let (input, away) = (bench.scratch.path(of: "in"), bench.scratch.path(of: "away"))
    #expect(Glibc.rename(input, away) == 0)
    #expect(try isRefused())
    #expect(mkdir(input, 0o755) == 0)
    #expect(try isRefused())
    #expect(rmdir(input) == 0 && Glibc.rename(away, input) == 0)
    #expect(try forget("**").documents == 0)
    // So for a share below it.
    rename("sub/c.png", "../c.png")
    #expect(try isRefused())
    rename("../c.png", "sub/c.png")
    #expect(unlink("\(input)/a.png") == 0)
    #expect(try forget("**").documents == 1)
    #expect(unlink("\(input)/sub/c.png") == 0 && rmdir("\(input)/sub") == 0)
    #expect(try forget("sub/**").documents == 1)
    #expect(try bench.open().counts() == [.recognised: 1])
  }

  /// Reads a scan, then another one of the same name; returns the page of the first, which is missing now.
  private func replaceScan() throws -> PageID {
    for order in [Self.books, Self.cafe] {
      try bench.put("a.png", order)
      try bench.run()
    }
    let hits = try bench.open().search(SearchQuery("12.75"), limit: 10).hits
    return try #require(hits.first { $0.page.isMissing }).page.id
  }

  @Test func `A missing page whose path another scan has taken gets no file`() throws {
    _ = try replaceScan()
    for folder in ["out", "elsewhere"] {
      try PageFiles.export(
        from: bench.store, to: ScanPath(bench.scratch.path(of: folder)), formats: [TextExporter(), JSONExporter()],
        isHome: folder == "out", pictures: PictureSettings(executable: "/nowhere"))
      let written = try ["txt", "json"].map { try bench.scratch.read("\(folder)/a.png.p0001.\($0)") }
      #expect(written.allSatisfy { String(decoding: $0, as: UTF8.self).contains("달빛커피") }, "\(folder)")
    }
    let out = ScanPath(bench.scratch.path(of: "out"))
    #expect(try StoreCheck.run(bench.store, directory: out, repairs: false).findings.isEmpty)
    #expect(try forget("a.png").files == 0)
    #expect(try text("a.png").hasPrefix("달빛커피"))
  }

  @Test func `A file that an earlier version wrote over with a missing page is made again`() throws {
    let (gone, out) = (try replaceScan(), ScanPath(bench.scratch.path(of: "out")))
    let name = ScanPath("a.png.p0001.txt")
    /// Leaves what an export by such a version left.
    func export() throws {
      let writer = try FileWriter(out)
      let written = try writer.write(Array("BLUE HERON BOOKS\n".utf8), to: name.components)
      try writer.sync()
      let file = StoredFile(format: "text", path: name, size: Int64(written.size), digest: written.digest)
      try ResultStore(bench.store, mode: .readWrite(creating: false)).record([file], of: gone)
    }
    func isMended() throws -> Bool {
      let isSound = try StoreCheck.run(bench.store, directory: out, repairs: false).findings.isEmpty
      return try isSound && text("a.png").hasPrefix("달빛커피")
    }
    try export()
    #expect(try !isMended())
    try bench.run()
    #expect(try isMended())
    try export()
    #expect(try StoreCheck.run(bench.store, directory: out, repairs: true).isSound)
    #expect(try isMended())
    // Put back by hand, and then the missing page is put right and wrong again.
    let own = try bench.scratch.read("out/\(name)")
    try export()
    try bench.scratch.write(own, to: "out/\(name)")
    do {
      let corrections = try PageCorrections(
        bench.store, directory: out, pictures: PictureSettings(executable: "/nowhere"))
      let correction = Correction(
        target: .line(0), box: Box(x: 10, y: 10, width: 200, height: 20), old: "BLUE HERON BOOKS",
        new: "GREY HERON BOOKS", made: "2026-03-02T09:00:00Z", author: "somebody")
      let made = try corrections.correct([(page: gone, corrections: [correction])])
      #expect(try corrections.writeFiles().isEmpty && bench.scratch.read("out/\(name)") == own)
      try corrections.undo(made)
      #expect(try corrections.writeFiles().isEmpty && bench.scratch.read("out/\(name)") == own)
    }
    #expect(try forget("a.png").files == 0)
    #expect(try bench.scratch.read("out/\(name)") == own)
    try bench.run()
    #expect(try isMended())
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
