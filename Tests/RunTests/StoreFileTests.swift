import Bookkeeping
import Containers
import Export
import Foundation
import Ingest
import PageModel
import RunSupport
import Spreadsheets
import StoreFiles
import TestSupport
import Testing

@testable import ResultStore
@testable import Understanding

/// Work on a store and its files without a scan.
@Suite struct StoreFileTests {
  private static let receipt = """
    [매장명] 달빛커피 숲속점
    [사업자] 123-45-67891
    [매출일] 2026-03-14 16:17:16 01-한가람
    [영수증] 20260314-01-0028
    상 품 명 단 가 수량 금 액
    은하수라떼
    000214 4,500 1 4,500
    R) 별 아메리카노
    000068 3,700 2 7,400
    합 계 금 액 11,900
    부가세 과세물품가액 10,818
    부 가 세 1,082
    받을 금액 11,900
    """

  private static var page: RecognisedPage { StorePages.reading(receipt) }

  private let scratch: ScratchFolder
  private let path: ScanPath
  private let output: ScanPath

  /// A store of two scans of one receipt, beside its files.
  init() throws {
    scratch = try ScratchFolder(inMemory: true)
    try scratch.write("", to: "out/.keep")
    output = ScanPath(scratch.path(of: "out"))
    path = ScanPath(scratch.path(of: "out/hanscan.sqlite"))
    let store = try ResultStore(path, mode: .readWrite(creating: true))
    let run = try store.begin(version: "1", reader: nil, started: "2026-01-01T00:00:00Z")
    for name in ["a", "b"] {
      let digest = ContentDigest(hex: String(repeating: name, count: 64))
      let document = try store.record(
        DocumentEntry(path: ScanPath("\(name).png"), facts: nil, digest: digest, kind: "png", pageCount: 1), in: run)
      try store.record(
        PageEntry(document: document, index: 0, reader: nil, outcome: .recognised(Self.page)), in: run)
    }
    try derive(store)
  }

  private func open() throws -> ResultStore { try ResultStore(path, mode: .readWrite(creating: false)) }

  private func derive(_ store: ResultStore) throws {
    _ = try DerivedUpdate(store: store, writer: FileWriter(output)).perform(
      DerivedStages(), warn: { Issue.record("\($0)") }, isStopped: { false })
  }

  private func export(_ format: any Exporter, to folder: ScanPath) throws {
    let failures = try PageFiles.export(
      from: path, to: folder, formats: [format], isHome: true, pictures: PictureSettings(executable: "/nowhere"))
    #expect(failures.isEmpty)
  }

  @Test func `a run knows the files of every format by their names, and takes none for a scan`() {
    for exporter in Exporters.ofPages {
      #expect(LeftOut.isPageFile(ScanPath("scan.jpg.p0001.\(exporter.fileExtension)")), "\(exporter.name)")
    }
  }

  @Test func `a check tells of receipts that are filtered by other values, and repairs them`() throws {
    func check(repairs: Bool = false) throws -> [StoreCheck.Finding] {
      try StoreCheck.run(path, directory: nil, repairs: repairs).findings
    }
    #expect(try check().isEmpty)
    try open().connection.execute("DELETE FROM receipts WHERE page = (SELECT min(page) FROM receipts)")
    let found = try check()
    #expect(found.map(\.isRepaired) == [false] && found.allSatisfy { $0.text.contains("receipts are filtered by") })
    #expect(try check(repairs: true).map(\.isRepaired) == [true])
    #expect(try check().isEmpty)
  }

  @Test(arguments: [("out", true), ("elsewhere", false)])
  func `an export belongs to the store only in the directory of its runs`(folder: String, isOwn: Bool) throws {
    do { _ = try open().setOutputPlace(ScanPath(".")) }
    try scratch.write("", to: "\(folder)/.keep")
    try export(TextExporter(), to: ScanPath(scratch.path(of: folder)))
    #expect(try !scratch.read("\(folder)/a.png.p0001.txt").isEmpty)
    let store = try open()
    let page = try #require(try store.page(ScanPath("a.png"), 0))
    #expect(try store.files(of: page.id).map(\.isStale) == (isOwn ? [false] : []))
  }

  @Test func `the file of a page whose receipts are found anew names the other pages that hold them`() throws {
    func namesOther() throws -> Bool {
      String(decoding: try scratch.read("out/a.png.p0001.json"), as: UTF8.self).contains("b.png")
    }
    try export(JSONExporter(), to: output)
    #expect(try namesOther())
    let store = try open()
    let page = try #require(try store.page(ScanPath("a.png"), 0))
    try store.record(DerivedValues.Value(version: 0, json: "[]"), stage: ReceiptsStage.name, of: page.id)
    try derive(store)
    #expect(try namesOther())
  }

  @Test func `a table that was written without a mark of its encoding is made again without one`() throws {
    let name = "out/hanscan.receipts.csv"
    try export(CSVExporter(marksKorean: false), to: output)
    let written = try scratch.read(name)
    #expect(!written.isEmpty && !written.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(try open().writtenTables() == ["csv no-bom"])
    try scratch.write("", to: name)
    #expect(try StoreCheck.run(path, directory: output, repairs: true).findings.map(\.isRepaired) == [true])
    #expect(try scratch.read(name) == written)
    try export(CSVExporter(), to: output)
    #expect(try open().writtenTables() == ["csv"])
  }

  @Test func `a file that its page has no longer is removed by a repair, and not missed after it`() throws {
    try export(TextExporter(), to: output)
    do {
      let store = try open()
      let document = try #require(try store.page(ScanPath("a.png"), 0)).id.document
      let outcome = PageOutcome.unsupported(PageProblem(.damaged, "x"))
      try store.record(
        PageEntry(document: document, index: 0, reader: nil, outcome: outcome),
        in: try store.begin(version: "1", reader: nil, started: "2026-01-02T00:00:00Z"))
    }
    let findings = try StoreCheck.run(path, directory: output, repairs: true).findings
    #expect(findings.map(\.isRepaired) == [true] && findings[0].text.contains("a.png.p0001.txt is older than its page"))
    #expect(throws: (any Error).self) { try scratch.read("out/a.png.p0001.txt") }
    #expect(try StoreCheck.run(path, directory: output, repairs: false).findings.isEmpty)
  }

  @Test func `a receipt that was exported to a program and is gone is reported once`() throws {
    let box = Box(x: 0, y: 0, width: 100, height: 100)
    let values: [FieldName: String] = [
      .merchant: "가나 강남점", .date: "2026-01-05", .currency: "KRW", .payment: "card", .cardName: "신한카드",
      .total: "11000", .tax: "1000", .account: "복리후생비",
    ]
    let fields = values.mapValues {
      Field(value: $0, text: $0, label: nil, lines: [], box: box, confidence: 0.99, proof: .read)
    }
    var page = PageRecord(
      path: ScanPath("c.png"), index: 0, pageCount: 1, content: ContentDigest(hex: String(repeating: "c", count: 64)),
      reader: nil, outcome: .recognised(Self.page))
    let receipt = Receipt(box: box, lines: [0], fields: fields, items: [], checks: [])
    page.derived[ReceiptsStage.name] = DerivedValues.Value(
      version: ReceiptsStage.version, json: String(decoding: try JSONEncoder().encode([receipt]), as: UTF8.self))
    let (layout, store) = (try #require(ProgramLayout.named("hledger")), try open())
    let codes = try ProgramCodes("path 복리후생비 = Expenses:Welfare\npath card = Liabilities:Shinhan")
    let files = ProgramFile(
      store, in: output, reader: SpreadsheetReader(tool: ContainerTool(beside: "/nowhere/hanscan")))
    func changes(_ entries: [BookEntry], _ period: BookPeriod? = nil) throws -> [String] {
      try files.write(Book(period: period, entries: entries), as: layout, codes, again: false).changes.map(\.new)
    }
    #expect(try changes(BookEntry.entries(on: page)) == [])
    #expect(try changes([], BookPeriod(month: "2026-02")) == [])
    #expect(try changes([]) == [""])
    #expect(try changes([]) == [])
  }
}
