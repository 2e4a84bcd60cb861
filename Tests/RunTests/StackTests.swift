import Export
import Foundation
import PageModel
import ResultStore
import Run
import TestSupport
import Testing

/// Stacks that sheets with a bar code divide into documents.
@Suite struct StackTests {
  private func json(_ bench: Bench, _ page: Int) throws -> [String: Any] {
    let digits = String(page)
    let name = "stack.tif.p" + String(repeating: "0", count: 4 - digits.count) + digits + ".json"
    let bytes = try bench.scratch.read("out/" + name)
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// `number/count page/pages name` of a page, or the code of a separator.
  private func place(_ bench: Bench, _ page: Int) throws -> String {
    let page = try json(bench, page)
    if let code = page["separator"] as? String { return code }
    guard let part = page["part"] as? [String: Any] else { return "" }
    let numbers = ["number", "count", "page", "pages"].map { "\(part[$0] ?? "?")" }
    return "\(numbers[0])/\(numbers[1]) \(numbers[2])/\(numbers[3])" + (part["name"].map { " \($0)" } ?? "")
  }

  @Test func `two hundred pages with nineteen sheets are twenty documents`() throws {
    let bench = try Bench()
    let sheets = (1...19).map { $0 * 10 }
    var orders = Dictionary(uniqueKeysWithValues: sheets.map { ($0, "codes PATCHT") })
    orders[25] = "codes 4006381333931|ASN00042"
    try bench.putPages(200, "stack.tif", orders)
    try bench.run {
      $0.splitCodes = "PATCHT"
      $0.output?.formats = [JSONExporter()]
    }
    let places = try (1...200).map { try place(bench, $0) }
    #expect(Set(places.compactMap { $0.split(separator: " ").first }).count == 21)
    #expect(places[0] == "1/20 1/10" && places[9] == "1/20 10/10")
    #expect(sheets.allSatisfy { places[$0] == "PATCHT" })
    #expect(places[21] == "3/20 1/9 ASN00042" && places[29] == "3/20 9/9 ASN00042" && places[31] == "4/20 1/9")
    #expect(places[199] == "20/20 9/9")
    // Nothing is read again for other codes, and no page keeps a place that it has no more.
    let none = try bench.run {
      $0.splitCodes = ""
      $0.output?.formats = [JSONExporter()]
    }
    #expect(none.summary.read == 0)
    #expect(try (1...200).allSatisfy { try place(bench, $0) == "" })
  }

  @Test func `codes are kept for later runs, and a sheet is in no table`() throws {
    let bench = try Bench()
    let slip = "says BLUE HERON BOOKS|Date: 2024-05-06|Notebook 4.50|Pencil set 7.25|TOTAL 11.75|VISA 11.75"
    try bench.putPages(3, "stack.tif", [0: slip, 1: "codes PATCHT", 2: slip])
    try bench.run {
      $0.splitCodes = "PATCHT"
      $0.output?.formats = [JSONExporter(), CSVExporter()]
    }
    let later = try bench.run { $0.output?.formats = [JSONExporter(), CSVExporter()] }
    #expect(later.summary.updated == 0)
    #expect(try (1...3).map { try place(bench, $0) } == ["1/2 1/1", "PATCHT", "2/2 1/1"])
    #expect(try json(bench, 2)["kinds"] == nil)
    let table = String(decoding: try bench.scratch.read("out/hanscan.receipts.csv"), as: UTF8.self)
    #expect(table.split(whereSeparator: \.isNewline).count == 3, "\(table)")
    // A file without sheets, and sheets at the ends and beside each other, make no empty document.
    try bench.putPages(6, "stack.tif", [0: "codes PATCHT", 2: "codes PATCHT", 3: "codes PATCHT", 5: "codes PATCHT"])
    try bench.putPages(2, "plain.tif", [:])
    try bench.run { $0.output?.formats = [JSONExporter()] }
    let places = try (1...6).map { try place(bench, $0) }
    #expect(places == ["PATCHT", "1/2 1/1", "PATCHT", "PATCHT", "2/2 1/1", "PATCHT"])
    #expect(!String(decoding: try bench.scratch.read("out/plain.tif.p0001.json"), as: UTF8.self).contains("\"part\""))
  }
}
