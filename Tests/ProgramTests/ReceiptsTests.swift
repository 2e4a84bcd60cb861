import Foundation
import TestSupport
import Testing

/// What `receipts` and `show --fields` say of a page that was read.
@Suite struct ReceiptsTests {
  @Test func `a receipt is a line, a row of a spreadsheet and a page of fields`() throws {
    let desk = try Desk()
    let run = try desk.hanscan(
      ["run", "\(Samples.scans)/mart-ko.png", "--out", desk.out, "--settle", "0", "--format", "json"])
    #expect(run.status == 0)
    let list = try desk.hanscan(["receipts", "--out", desk.out])
    #expect(list.status == 0)
    #expect(list.outputText.hasPrefix("2025-03-14"))
    #expect(list.outputText.contains("mart-ko.png"))
    let rows = try desk.hanscan(["receipts", "--out", desk.out, "--csv"]).outputText.split(separator: "\r\n")
    #expect(rows.count == 2)
    #expect(rows.first?.hasPrefix("\u{FEFF}확인 필요,날짜,상호,") == true)
    #expect(rows.last?.contains(",2025-03-14,") == true)
    let unmarked = try desk.hanscan(["receipts", "--out", desk.out, "--csv", "--no-bom"])
    #expect(unmarked.outputText.hasPrefix("확인 필요,날짜,상호,"))
    #expect(try desk.hanscan(["receipts", "--out", desk.out, "--from", "2025-03-15"]).outputText.isEmpty)
    #expect(try desk.hanscan(["receipts", "--out", desk.out, "--from", "yesterday"]).status == 64)
    #expect(try desk.hanscan(["receipts", "--out", desk.out, "--total-above", "much"]).status == 64)
    let fields = try desk.hanscan(["show", "mart-ko.png", "--out", desk.out, "--fields"])
    #expect(fields.status == 0)
    #expect(fields.outputText.contains("2025-03-14") && fields.outputText.contains("check"))
  }
}
