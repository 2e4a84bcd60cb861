import Foundation
import TestSupport
import Testing

/// An invoice of two pages as the program lists it.
@Suite struct `An invoice of two pages` {
  private static let first = [
    "PAPER BOAT SUPPLIES LTD", "DATE 2025-03-14", "STAPLER 10.00", "SCISSORS 12.00", "NOTEBOOKS 8.00",
  ]
  private static let last = [
    "ENVELOPES 6.00", "DESK LAMP 24.00", "SUBTOTAL 60.00", "VAT 20% 12.00", "TOTAL 72.00", "PAGE 2 OF 2",
  ]

  private func rows(_ desk: Desk) throws -> [[String: Any]] {
    let text = try desk.hanscan(["receipts", "--json", "--out", desk.out]).outputText
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func value(_ row: [String: Any], _ name: String) -> String? {
    (row["fields"] as? [String: [String: Any]])?[name]?["value"] as? String
  }

  @Test func `is one receipt on standard output, too, before the run has ended`() throws {
    let desk = try Desk()
    try desk.put(PDFSample.document([.lines(Self.first), .lines(Self.last)]), "bill.pdf")
    let run = try desk.hanscan(["run", desk.inbox, "--stdout", "--format", "json", "--settle", "0"])
    let pages = try run.outputText.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(pages.map { ($0["receipts"] as? [[String: Any]])?.count ?? 0 } == [1, 0])
    let receipt = try #require((pages.first?["receipts"] as? [[String: Any]])?.first)
    #expect(value(receipt, "total") == "72.00" && receipt["pages"] as? [Int] == [1, 2])
  }

  @Test func `is one row, and a correction of its total waits while the second page is no part of it`() throws {
    let desk = try Desk()
    try desk.put(PDFSample.document([.lines(Self.first), .lines(Self.last)]), "bill.pdf")
    let run = ["run", desk.inbox, "--out", desk.out, "--format", "json,csv", "--settle", "0"]
    #expect(try desk.hanscan(run).status == 0)
    let row = try #require(try rows(desk).first)
    #expect(try rows(desk).count == 1)
    #expect(value(row, "date") == "2025-03-14" && value(row, "total") == "72.00")
    #expect(row["pages"] as? [Int] == [1, 2])
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).outputText.hasSuffix("bill.pdf:1, bill.pdf:2\n"))
    let table = String(decoding: try #require(try desk.tree()["hanscan.receipts.csv"]), as: UTF8.self)
    #expect(table.contains("\"1, 2\""))

    func correct(_ page: String, _ more: String...) throws {
      let made = try desk.hanscan(["correct", page] + more + ["--out", desk.out])
      #expect(made.status == 0, "\(made.errorText)")
    }
    func list() throws -> String { try desk.hanscan(["correct", "list", "--out", desk.out]).outputText }
    try correct("bill.pdf:1", "--field", "total", "--value", "72.50")
    #expect(try rows(desk).map { value($0, "total") } == ["72.50"])
    #expect(try !list().contains("waits"))
    try correct("bill.pdf:2", "--no-receipt", "1")
    #expect(try rows(desk).map { $0["pages"] == nil && value($0, "total") != "72.50" } == [true])
    #expect(try list().contains("waits"))
  }
}
