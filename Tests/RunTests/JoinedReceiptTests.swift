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

/// Receipts that go over several pages of a file.
@Suite struct JoinedReceiptTests {
  private let bench: Bench

  private static let first = "says 늘봄국수|2026-03-14 12:40|잔치국수 6,000 1 6,000|비빔국수 7,000 1 7,000"
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
      return (values + (receipt["pages"] as? [Int] ?? []).map(String.init)).joined(separator: " ")
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
  private func correct(_ index: Int, _ field: FieldName, _ value: String) throws -> [CorrectionID] {
    let corrections = try corrections()
    let page = try #require(try corrections.store.page(ScanPath("bill.tif"), index))
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
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31000 1 2"])
    #expect(try receipts("bill.tif.p0002").isEmpty)
    #expect(try receipts("bill.tif.p0003") == ["2026-03-15 13000"])
    #expect(try rows() == 2)
    let own = try #require(try json("bill.tif.p0002")["joined"] as? [String: Any])
    #expect(own["pages"] as? [Int] == [1, 2])
    #expect((own["receipts"] as? [[String: Any]])?.count == 1)
    #expect(try json("bill.tif.p0003")["joined"] == nil)
    // The store finds it by its day and its total together; the second page has nothing to be looked at.
    let store = try bench.open()
    let pages = try (0..<2).map { try #require(try store.page(ScanPath("bill.tif"), $0)) }
    #expect(try store.receiptRows(of: pages[0].id)?.rows.map(\.total) == [31_000])
    #expect(try store.receiptRows(of: pages[1].id)?.rows.isEmpty == true)
    #expect(try store.receiptsUnlikeRows(ReceiptsStage.outlines) == 0)
    #expect(PageSummaryFacts(pages[0].record).receipts.map { $0.total?.value } == ["31000"])
    #expect(PageSummaryFacts(pages[1].record).receipts.isEmpty)
    // A run with nothing new changes nothing.
    let before = try files()
    #expect(try run().updated == 0)
    #expect(try files() == before)
  }

  @Test func `a joined receipt follows its file to another name, and stays when the file is gone`() throws {
    try bench.putPages(2, "bill.tif", [0: Self.first, 1: Self.last])
    try run()
    move("in/bill.tif", "in/other.tif")
    try run()
    #expect(try receipts("other.tif.p0001") == ["2026-03-14 31000 1 2"])
    #expect(try money() == [31_000])
    move("in/other.tif", "other.tif")
    try bench.putPages(1, "note.tif", [0: Self.whole])
    try run()
    #expect(try money() == [13_000, 31_000])
  }

  @Test func `a page that was scanned again alone does not take the place of a receipt over several`() throws {
    try bench.putPages(2, "bill.tif", [0: Self.first, 1: Self.last])
    try bench.putPages(1, "a.tif", [0: Self.first])
    try run()
    let store = try bench.open()
    let page = try #require(try store.page(ScanPath("bill.tif"), 0))
    let other = try #require(try store.page(ScanPath("a.tif"), 0))
    #expect(try store.samePages(as: page.id).map(\.page.path) == [ScanPath("a.tif")])
    #expect(try !store.isRepeated(page.id))
    #expect(try store.samePages(as: other.id).map(\.page.path) == [ScanPath("bill.tif")])
    #expect(try store.isRepeated(other.id))
    move("in/bill.tif", "bill.tif")
    try run()
    #expect(try !store.isReplaced(page.id))
  }

  @Test func `of many pages that look like second ones the next one is the second`() throws {
    let orders = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, $0 == 0 ? Self.first : Self.last) })
    try bench.putPages(30, "bill.tif", orders)
    try run()
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31000 1 2"])
    #expect(try receipts("bill.tif.p0003") == ["- 31000"] && rows() == 29)
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
    try bench.putPages(2, "bill.tif", [0: Self.first, 1: Self.last])
    try run()
    let before = try files()
    // Also if it was cleared before.
    let cleared = try correct(0, .total, "")
    let ids = try correct(0, .total, "31500")
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31500 1 2"])
    #expect(try receipts("bill.tif.p0002").isEmpty && money() == [31_500])
    try run()
    #expect(try money() == [31_500])
    // Parted, the receipt has the total no more; it is that of the page that prints it.
    let shop = try correct(1, .merchant, "달빛국수")
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 -"])
    #expect(try receipts("bill.tif.p0002") == ["- 31000"])
    #expect(try money() == [31_000] && rows() == 2)
    try run()
    #expect(try money() == [31_000])
    try undo(shop)
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31500 1 2"] && rows() == 1)
    #expect(try money() == [31_500])
    try undo(ids + cleared)
    #expect(try money() == [31_000])
    #expect(try files()["bill.tif.p0001.json"] == before["bill.tif.p0001.json"])
    #expect(try files()["bill.tif.p0002.json"] == before["bill.tif.p0002.json"])
  }

  @Test func `the last correction of a total counts, on whichever page it was made`() throws {
    try bench.putPages(2, "bill.tif", [0: Self.first, 1: Self.last])
    try run()
    let second = try correct(1, .total, "31500")
    #expect(try receipts("bill.tif.p0001") == ["2026-03-14 31500 1 2"] && money() == [31_500])
    try undo(second)
    #expect(try money() == [31_000])
  }

  @Test func `a correction names the other pages whose receipts it joined or parted`() throws {
    try bench.putPages(2, "bill.tif", [0: Self.first, 1: Self.last])
    try run()
    let corrections = try corrections()
    let pages = try (0..<2).map { try #require(try corrections.store.page(ScanPath("bill.tif"), $0)) }
    let request = CorrectionRequest(.field(.date, receipt: 1, value: "2026-03-15"))
    let correction = try #require(try request.correction(of: pages[1], by: "tester"))
    _ = try corrections.correct([(pages[1].id, [correction])])
    #expect(corrections.changed == [pages[0].id])
  }
}
