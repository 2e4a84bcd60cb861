import Corrections
import Export
import Foundation
import Glibc
import PageModel
import ResultStore
import Run
import RunSupport
import StoreFiles
import TestSupport
import Testing
import Understanding

/// Receipts that go over the pages of a file, or over several photos.
@Suite struct JoinedReceiptTests {
  private let bench: Bench

  private static let first = "says 늘봄국수|2026-03-14 12:46|잔치국수 6,000 1 6,000|비빔국수 7,000 1 7,000"
  private static let last = "says 열무국수 5,000 2 10,000|콩국수 8,000 1 8,000|합계 31,000|카드결제 31,000"
  private static let whole = "says 달빛국수|2026-03-15 13:05|물냉면 9,000 1 9,000|찐만두 4,000 1 4,000|합계 13,000|카드결제 13,000"

  init() throws { bench = try Bench() }

  @discardableResult
  private func run() throws -> RunSummary {
    try bench.run { $0.output?.formats = [JSONExporter(), CSVExporter()] }.summary
  }

  private func json(_ name: String) throws -> [String: Any] {
    let bytes = try bench.scratch.read("out/\(name).json")
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// Day, total and pages of the receipts that a page lists.
  private func receipts(_ name: String) throws -> [String] {
    try (json(name)["receipts"] as? [[String: Any]] ?? []).map { receipt in
      let fields = receipt["fields"] as? [String: [String: Any]] ?? [:]
      let values = ["date", "total"].map { fields[$0]?["value"] as? String ?? "-" }
      return (values + (receipt["pages"] as? [String] ?? [])).joined(separator: " ")
    }
  }

  /// The rows of the table of receipts.
  private func rows() throws -> Int {
    let table = String(decoding: try bench.scratch.read("out/hanscan.receipts.csv"), as: UTF8.self)
    return table.split(whereSeparator: \.isNewline).count - 1
  }

  /// Everything in the output directory but the store.
  private func files() throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.scratch.path(of: "out"))
    let written = names.filter { !$0.hasPrefix("hanscan.sqlite") }
    return Dictionary(uniqueKeysWithValues: try written.map { ($0, try bench.scratch.read("out/\($0)")) })
  }

  private func corrections() throws -> PageCorrections {
    try PageCorrections(
      bench.store, directory: ScanPath(bench.scratch.path(of: "out")),
      pictures: PictureSettings(executable: BuiltProgram.fixtureWorker))
  }

  /// Corrects a field of the first receipt of a page, as a person does who looks at it.
  private func correct(_ name: String, _ field: FieldName, _ value: String) throws -> [CorrectionID] {
    let corrections = try corrections()
    let page = try #require(try corrections.store.page(ScanPath(name), 0))
    let correction = try CorrectionRequest(.field(field, receipt: 1, value: value)).correction(of: page, by: "tester")
    let ids = try corrections.correct([(page.id, [try #require(correction)])])
    #expect(try corrections.writeFiles().isEmpty)
    return ids
  }

  private func undo(_ ids: [CorrectionID]) throws {
    let corrections = try corrections()
    try corrections.undo(ids)
    #expect(try corrections.writeFiles().isEmpty)
  }

  /// The totals of all receipts in the store, missing pages as well.
  private func money() throws -> [Double] {
    let store = try bench.open()
    var totals: [Double] = []
    try store.forEachPage { page throws(StoreError) in
      totals += try store.receiptRows(of: page.id)?.rows.compactMap(\.total) ?? []
      return true
    }
    return totals.sorted()
  }

  private func move(_ old: String, _ new: String) {
    #expect(rename(bench.scratch.path(of: old), bench.scratch.path(of: new)) == 0)
  }

  @Test func `the pages of a file are one receipt, and each page keeps what it says alone`() throws {
    try bench.putPages(3, "bill.tif", [0: Self.first, 1: Self.last, 2: Self.whole])
    // The run counts each receipt and its money once.
    let tally = try run().receipts
    #expect(tally.receipts == 2 && tally.sums.compactMap { Int($0.amount) }.reduce(0, +) == 44_000)
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31000 bill.tif:1 bill.tif:2"])
    #expect(try receipts("bill.tif.p0002").isEmpty)
    #expect(try receipts("bill.tif.p0003") == ["2026-03-15 13000"])
    #expect(try rows() == 2)
    let own = try #require(try json("bill.tif.p0002")["joined"] as? [String: Any])
    #expect(own["pages"] as? [String] == ["bill.tif:1", "bill.tif:2"])
    #expect((own["receipts"] as? [[String: Any]])?.count == 1)
    #expect(try json("bill.tif.p0003")["joined"] == nil)
    // The store finds it by its day and its total together; the second page has nothing to be looked at.
    let store = try bench.open()
    let pages = try (0..<2).map { try #require(try store.page(ScanPath("bill.tif"), $0)) }
    #expect(try store.receiptRows(of: pages[0].id)?.rows.map(\.total) == [31_000])
    #expect(try store.receiptRows(of: pages[1].id)?.rows.isEmpty == true)
    #expect(try store.receiptsUnlikeRows() == 0)
    #expect(PageSummaryFacts(pages[0].record).receipts.map { $0.total?.value } == ["31000"])
    #expect(PageSummaryFacts(pages[1].record).receipts.isEmpty)
    // A run with nothing new changes nothing.
    let before = try files()
    #expect(try run().updated == 0)
    #expect(try files() == before)
  }

  @Test func `photos are joined in whatever order they come, and parted if one goes or another comes between`() throws {
    try bench.put("b.pnm", Self.last)
    try run()
    #expect(try receipts("b.pnm.p0001") == ["- 31000"])
    try bench.put("a.pnm", Self.first)
    try run()
    let joined = try files()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31000 a.pnm b.pnm"])
    #expect(try receipts("b.pnm.p0001").isEmpty && rows() == 1)
    // A photo between them.
    try bench.put("aa.pnm", Self.whole)
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 -"])
    #expect(try receipts("b.pnm.p0001") == ["- 31000"])
    #expect(try rows() == 3)
    move("in/aa.pnm", "aside.pnm")
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31000 a.pnm b.pnm"])
    // The first one goes, and comes back.
    move("in/a.pnm", "a.pnm")
    try run()
    #expect(try receipts("b.pnm.p0001") == ["- 31000"])
    move("a.pnm", "in/a.pnm")
    try run()
    #expect(try files()["a.pnm.p0001.json"] == joined["a.pnm.p0001.json"])
    #expect(try files()["b.pnm.p0001.json"] == joined["b.pnm.p0001.json"])
    // Names follow the files.
    move("in/b.pnm", "in/c.pnm")
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31000 a.pnm c.pnm"])
  }

  @Test func `photos that are gone together stay joined`() throws {
    try bench.put("a.pnm", Self.first)
    try bench.put("b.pnm", Self.last)
    try bench.put("c.pnm", Self.whole)
    try run()
    move("in/a.pnm", "a.pnm")
    move("in/b.pnm", "b.pnm")
    try run()
    let store = try bench.open()
    let pages = try ["a.pnm", "b.pnm"].map { try #require(try store.page(ScanPath($0), 0)) }
    #expect(pages.allSatisfy { $0.isMissing })
    #expect(try pages.map { try store.receiptRows(of: $0.id)?.rows.map(\.total) } == [[31_000], []])
  }

  @Test func `a page that is another one by now parts a receipt`() throws {
    try bench.put("a.pnm", Self.first)
    try bench.put("b.pnm", Self.last)
    try run()
    try bench.put("a.pnm", Self.whole)
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-15 13000"])
    #expect(try receipts("b.pnm.p0001") == ["- 31000"])
  }

  @Test func `two hundred pages that all look like second ones are none, and cost one look each`() throws {
    let orders = Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, $0 == 0 ? Self.first : Self.last) })
    try bench.putPages(200, "bill.tif", orders)
    try run()
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31000 bill.tif:1 bill.tif:2"])
    #expect(try receipts("bill.tif.p0003") == ["- 31000"] && rows() == 199)
  }

  @Test func `two whole receipts of one file, and pages whose sums do not fit, stay apart`() throws {
    try bench.putPages(2, "two.tif", [0: Self.whole, 1: Self.whole.replacing("2026-03-15", with: "2026-03-16")])
    try bench.putPages(2, "odd.tif", [0: Self.first, 1: Self.last.replacing("31,000", with: "52,000")])
    try run()
    #expect(try receipts("two.tif.p0001") == ["2026-03-15 13000"])
    #expect(try receipts("two.tif.p0002") == ["2026-03-16 13000"])
    #expect(try receipts("odd.tif.p0001") == ["2026-03-14 -"])
    #expect(try receipts("odd.tif.p0002") == ["- 52000"])
  }

  @Test func `a total that a person gives counts once, whatever becomes of the pages`() throws {
    try bench.put("a.pnm", Self.first)
    try bench.put("b.pnm", Self.last)
    try run()
    let before = try files()
    let ids = try correct("a.pnm", .total, "31500")
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31500 a.pnm b.pnm"])
    #expect(try receipts("b.pnm.p0001").isEmpty && money() == [31_500])
    try run()
    #expect(try money() == [31_500])
    // Without its second page the receipt has the total no more; it is that of the page that prints it.
    move("in/b.pnm", "b.pnm")
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 -"])
    #expect(try money() == [31_000])
    move("b.pnm", "in/b.pnm")
    try run()
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31500 a.pnm b.pnm"])
    #expect(try money() == [31_500])
    try undo(ids)
    #expect(try money() == [31_000])
    #expect(try files()["a.pnm.p0001.json"] == before["a.pnm.p0001.json"])
    #expect(try files()["b.pnm.p0001.json"] == before["b.pnm.p0001.json"])
  }

  @Test func `a correction of the second page counts for the receipt, and a shop of its own parts it until undone`()
    throws
  {
    try bench.put("a.pnm", Self.first)
    try bench.put("b.pnm", Self.last)
    try run()
    let total = try correct("b.pnm", .total, "31500")
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31500 a.pnm b.pnm"])
    #expect(try money() == [31_500])
    let shop = try correct("b.pnm", .merchant, "달빛국수")
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 -"])
    #expect(try receipts("b.pnm.p0001") == ["- 31500"])
    #expect(try money() == [31_500] && rows() == 2)
    try run()
    #expect(try money() == [31_500])
    try undo(shop + total)
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 31000 a.pnm b.pnm"])
    #expect(try money() == [31_000] && rows() == 1)
  }

  @Test func `a page that is forgotten takes its values out of the receipt`() throws {
    try bench.put("a.pnm", Self.first)
    try bench.put("b.pnm", Self.last)
    try run()
    move("in/b.pnm", "b.pnm")
    let out = ScanPath(bench.scratch.path(of: "out"))
    #expect(try Forgetting.perform(bench.store, directory: out, patterns: [ScanPath("b.pnm")]).pages == 1)
    #expect(try receipts("a.pnm.p0001") == ["2026-03-14 -"])
    #expect(try json("a.pnm.p0001")["joined"] == nil && rows() == 1)
    for (name, bytes) in try files() { #expect(!bytes.contains(Array("열무국수".utf8)), "\(name)") }
  }
}
