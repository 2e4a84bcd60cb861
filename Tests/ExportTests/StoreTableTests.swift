import Bookkeeping
import PageModel
import TestSupport
import Testing
import Understanding

@testable import Export

/// The tables of pages, as the formats of the whole store write them.
@Suite struct StoreTableTests {
  /// Writes the files of a format, and returns the folder.
  static func files(_ format: any CollectionExporter, _ pages: [PageRecord]) throws -> Scratch {
    let folder = try Scratch()
    let writer = try folder.writer()
    let collection = try format.begin(in: writer, style: TableStyle(base: ScanPath("/scans")))
    for page in pages { try collection.add(page) }
    try collection.finish()
    try writer.sync()
    return folder
  }

  @Test func `all cells are rows of comma-separated values`() throws {
    let folder = try Self.files(CSVExporter(), [Pages.recognised, try TablePages.spanned()])
    #expect(
      String(decoding: try folder.bytes("out/hanscan.tables.csv"), as: UTF8.self) == """
        File,Page,Table,Row,Column,Rows,Columns,Text\r
        양식/1월 #1.png,1,1,1,1,2,1,"'=a|<script>\n\u{2028}b\u{FFFE}&amp;*c*"\r
        양식/1월 #1.png,1,1,1,2,1,1,-3.50\r
        양식/1월 #1.png,1,1,2,2,1,1,007\r
        양식/1월 #1.png,1,1,3,1,1,2,"2,345,670"\r

        """)
  }

  /// The sheets of a workbook as a reader of XML finds them: a line for each cell and each merged area.
  private func sheets(of folder: Scratch) throws -> [String] {
    let program = """
      import sys, xml.etree.ElementTree as tree, zipfile
      book = zipfile.ZipFile(sys.argv[1])
      name = lambda element: element.tag.split("}")[1]
      for number, sheet in enumerate(tree.fromstring(book.read("xl/workbook.xml")).iter("{%s}sheet" % (
          "http://schemas.openxmlformats.org/spreadsheetml/2006/main")), 1):
          for element in tree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")).iter():
              if name(element) == "c":
                  kind = {"inlineStr": "text", None: "number"}[element.get("t")]
                  print(sheet.get("name"), element.get("r"), kind, "".join(element.itertext()), sep="/")
              elif name(element) == "mergeCell":
                  print(sheet.get("name"), element.get("ref"), "merged", sep="/")
      """
    let outcome = try ChildProgram.run(
      "/usr/bin/python3", ["-I", "-X", "utf8", "-c", program, folder.path + "/out/hanscan.receipts.xlsx"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText.split(separator: "\n").map(String.init)
  }

  @Test func `a workbook has a sheet for each table, with merged cells and numbers as such`() throws {
    let pages = [try TablePages.spanned(), Pages.blank, try TablePages.plain()]
    let folder = try Self.files(XLSXExporter(), pages)
    let lines = try sheets(of: folder).filter { $0.hasPrefix("Table ") }
    #expect(
      lines == [
        "Table 1/A1/text/양식/1월 #1.png", "Table 1/B1/text/page 1", "Table 1/A3/text/\(TablePages.hostileLine)",
        "Table 1/B3/number/-3.5", "Table 1/B4/text/007", "Table 1/A5/number/2345670", "Table 1/A3:A4/merged",
        "Table 1/A5:B5/merged", "Table 2/A1/text/양식/1월 #1.png", "Table 2/B1/text/page 1", "Table 2/A3/text/품목",
        "Table 2/B3/text/금액", "Table 2/A4/text/a|b", "Table 2/B4/number/2345670",
      ])
    let book = try folder.bytes("out/hanscan.receipts.xlsx")
    #expect(try Self.files(XLSXExporter(), pages).bytes("out/hanscan.receipts.xlsx") == book)
  }

  @Test func `two hundred tables have sheets, and the last one says how many have none`() throws {
    let page = try TablePages.page([], [PageTable](repeating: TablePages.spanning, count: 68))
    let lines = try sheets(of: try Self.files(XLSXExporter(), [page, page, page]))
    #expect(Set(lines.map { $0.prefix { $0 != "/" } }).filter { $0.hasPrefix("Table ") }.count == 200)
    #expect(
      lines.filter { $0.contains("left out") } == [
        "Table 200/A7/text/Tables left out here: 4. The csv format has all tables."
      ])
  }

  @Test(
    arguments: [
      ("2,345,670", "2345670"), ("-3.50", "-3.50"), ("0", "0"), ("0.5", "0.5"), ("2025", "2025"), ("-12,000", "-12000"),
      ("123456789", "123456789"), ("007", nil), ("1234567890", nil), ("123-45-67890", nil), ("2025-03-14", nil),
      ("20250314", nil), ("2025.03.14", nil), ("1,65", nil), ("12,34,567", nil), ("1.658.250", nil), ("５", nil),
      ("5%", nil), ("", nil), ("-", nil), ("1e5", nil), ("=1", nil), ("1,000,000,000,000,000", nil),
    ] as [(String, String?)])
  func `a cell is a number only where it can't be a code`(text: String, number: String?) {
    switch TableValue.ofCell(text) {
    case .number(let found), .money(let found, _): #expect(found == number)
    default: #expect(number == nil)
    }
  }
}
