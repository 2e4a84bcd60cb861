import Bookkeeping
import Foundation
import PageModel
import Support
import TestSupport
import Testing
import Understanding

@testable import Export

@Suite struct TableTests {
  /// A page with a receipt whose total is in conflict, and a shop's name that is a formula.
  private static let page: PageRecord = {
    let receipt = """
      [{"box":{"x":0,"y":0,"width":10,"height":10},"lines":[0],"fields":{
      "merchant":\(field("=HYPERLINK(\\\"http://x\\\",\\\"견본\\\")", more: ",\"corrected\":true")),"date":\(field("2025-03-14")),
      "time":\(field("18:05")),"currency":\(field("KRW")),
      "total":{"value":"55130","text":"55,130","lines":[0],"box":{"x":0,"y":0,"width":1,"height":1},"confidence":0.5,
      "proof":"conflict"}},
      "items":[{"name":"라면, 5입","quantity":"2","unitPrice":"1500","amount":"3000","lines":[0]},
      {"name":"-할인","amount":"-500","lines":[0]}],
      "checks":[{"name":"items-sum-to-total","holds":false,"detail":"2,500 is not 55,130."}]}]
      """
    var page = Pages.record(.recognised(Pages.reading), path: ScanPath("3월/영수증 #1.jpg"))
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: receipt)
    let mark = """
      {"shape":"star","confidence":0.9,"box":{"x":50,"y":50,"width":9,"height":9},"color":"blue"
      """
    page.derived[MarksStage.name] = DerivedValues.Value(
      version: MarksStage.version, json: "[\(mark),\"tag\":\"business\"},\(mark)},\(mark),\"tag\":\"business\"}]")
    return page
  }()

  private static func field(_ value: String, more: String = "") -> String {
    "{\"value\":\"\(value)\",\"text\":\"-\",\"lines\":[0],\"box\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1}"
      + ",\"confidence\":1,\"proof\":\"read\"\(more)}"
  }

  private func files(
    _ format: any CollectionExporter, _ pages: [PageRecord], in folder: Scratch, base: String = "/scans",
    language: BookLanguage = .english
  ) throws -> [String] {
    let writer = try folder.writer()
    let collection = try format.begin(in: writer, style: TableStyle(base: ScanPath(base), language: language))
    for page in pages { try collection.add(page) }
    try collection.finish()
    try writer.sync()
    let names = try folder.names().filter { $0.hasPrefix("out/") }
    #expect(names.count == format.fileNames.count)
    return names
  }

  @Test func `receipts and items are rows of comma-separated values`() throws {
    let folder = try Scratch()
    let names = try files(CSVExporter(), [Pages.blank, Self.page, Pages.failed], in: folder)
    #expect(names == ["out/hanscan.items.csv", "out/hanscan.receipts.csv", "out/hanscan.tables.csv"])
    let receipts = String(decoding: try folder.bytes(names[1]), as: UTF8.self)
    let key = "\(Pages.digest.hex):1:1:1"
    #expect(
      receipts == """
        To check,Date,Shop,Business number,Tax type,Before tax,Tax,Exempt,Service,Total,Payment,Card,Approval number,\
        Items,Account,Memo,Evidence,File,Page,Receipt,Currency,Time,Card number,Deduction,Matched line,Account proposed by,\
        Proof of total,Tag,Key\r
        "Above 30,000 won without qualified evidence",2025-03-14,"'=HYPERLINK(""http://x"",""견본"")",,,,,,,55130,,,,\
        "라면, 5입 and 1 more",,,Simple receipt,3월/영수증 #1.jpg,1,1,KRW,18:05,,,,,conflict,business,\(key)\r

        """)
    let items = String(decoding: try folder.bytes(names[0]), as: UTF8.self)
    let item = "\"라면, 5입\",1500,2,3000,KRW,conflict,3월/영수증 #1.jpg,1,1,1"
    #expect(items.split(separator: "\r\n").map(String.init).dropFirst().first?.hasSuffix(item) == true)
    #expect(items.contains(",'-할인,,,-500,KRW,"))
  }

  @Test func `Korean tables begin with a byte order mark unless it is not wanted, and have Korean headings`() throws {
    let folder = try Scratch()
    for name in try files(CSVExporter(), [Self.page], in: folder, language: .korean) {
      #expect(try folder.bytes(name).starts(with: [0xEF, 0xBB, 0xBF]))
    }
    let table = String(decoding: try folder.bytes("out/hanscan.receipts.csv").dropFirst(3), as: UTF8.self)
    #expect(table.hasPrefix("확인 필요,날짜,상호,사업자번호,과세유형,공급가액,부가세,면세,봉사료,합계,결제,카드,승인번호,품목 요약,계정과목,적요,증빙,파일,"))
    #expect(table.contains("3만원 초과 적격증빙 없음,2025-03-14,"))
    let style = TableStyle(language: .korean)
    #expect(CSVExporter(marksKorean: false).streamStart(style)?.first == Array("확".utf8).first)
    #expect(CSVExporter().streamStart(TableStyle())?.first == UInt8(ascii: "T"))
    #expect(CSVExporter().streamStart(TableStyle(holdsKorean: true))?.first == 0xEF)
    let stream = CSVExporter().streamStart(style)! + CSVExporter().streamed(Self.page, style)
    #expect(try folder.bytes("out/hanscan.receipts.csv") == stream)
  }

  @Test(arguments: [
    ("12000", "12000"), ("-5.50", "-5.50"), ("plain", "plain"), ("a, b", "\"a, b\""), ("=1+1", "'=1+1"),
    ("+82 2", "'+82 2"), ("＝1", "'＝1"), ("\n=1", "\"'\n=1\""),
    ("\u{200B}=1", "'\u{200B}=1"), ("\u{202E}\u{200F}+1", "'\u{202E}\u{200F}+1"),
    ("say \"x\"", "\"say \"\"x\"\"\""), ("a,\u{301}b", "\"a,\u{301}b\""),
    ("a\"\u{301}", "\"a\"\"\u{301}\""), ("two\nlines", "\"two\nlines\""), ("", ""),
  ])
  func `a cell is text to every spreadsheet`(value: String, cell: String) {
    #expect(Array(CSVCell.text(value).unicodeScalars) == Array(cell.unicodeScalars))
  }

  @Test func `a workbook is the same bytes for the same pages, and has its parts`() throws {
    let folders = [try Scratch(), try Scratch()]
    for folder in folders {
      #expect(try files(XLSXExporter(), [Self.page, Pages.blank], in: folder) == ["out/hanscan.receipts.xlsx"])
    }
    let books = try folders.map { try $0.bytes("out/hanscan.receipts.xlsx") }
    #expect(books[0] == books[1] && books[0].starts(with: Array("PK".utf8)))
    let text = try sheets(of: folders[0])
    // The day 2025-03-14 as a serial number, the time as a share of the day, sums as numbers.
    for part in [
      "<v>45730</v>", "<v>55130</v>", "<v>-500</v>", "pane ySplit=\"1\"", "<autoFilter", "FFFFC7CE", "yyyy-mm-dd",
      "file:///scans/3%EC%9B%94/%EC%98%81%EC%88%98%EC%A6%9D%20%231.jpg", "₩",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("<f>"))
    // A folder is removed with its owner.
    withExtendedLifetime(folders) {}
  }

  @Test func `a member of an archive is a link to the archive, which a spreadsheet can open`() throws {
    let folder = try Scratch()
    try FileManager.default.createDirectory(atPath: folder.path + "/post", withIntermediateDirectories: true)
    try Data("a mail".utf8).write(to: URL(fileURLWithPath: folder.path + "/post/lunch.eml"))
    var page = Self.page
    page.path = ScanPath("post/lunch.eml/scans.zip/receipt.jpg")
    _ = try files(XLSXExporter(), [page], in: folder, base: folder.path)
    let text = try sheets(of: folder)
    #expect(text.contains("Target=\"file://\(folder.path)/post/lunch.eml\""), "\(text)")
    #expect(text.contains("post/lunch.eml/scans.zip/receipt.jpg"))
  }

  @Test(arguments: [(BookLanguage.english, "The scan is gone"), (.korean, "원본 파일 없음")])
  func `a receipt whose scan is gone is marked, and no link leads to another scan of its name`(
    language: BookLanguage, mark: String
  ) throws {
    var (page, table) = (Self.page, try TablePages.plain())
    (page.isMissing, table.isMissing) = (true, true)
    let tables = try Scratch()
    _ = try files(CSVExporter(), [Self.page, page], in: tables, language: language)
    let rows = String(decoding: try tables.bytes("out/hanscan.receipts.csv"), as: UTF8.self).split(separator: "\r\n")
    #expect(rows.map { $0.contains(mark) } == [false, false, true], "\(rows)")
    let folder = try Scratch()
    _ = try files(XLSXExporter(), [page, table], in: folder, language: language)
    let text = try sheets(of: folder)
    #expect(text.contains(mark) && text.contains(page.path.description) && text.contains(table.path.description))
    #expect(!text.contains("file://"), "\(text)")
  }

  @Test func `a name or a field with characters that XML forbids leaves a workbook that can be read`() throws {
    let folder = try Scratch()
    var page = Self.page
    page.path = ScanPath("a\u{FFFF}\u{1}.jpg")
    let receipt = try #require(page.derived[ReceiptsStage.name]?.json)
    let hostile = receipt.replacing("2025-03-14", with: "b\u{FFFE}\\u0000\\u000Bc")
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: hostile)
    _ = try files(XLSXExporter(), [page], in: folder)
    let text = try sheets(of: folder)
    #expect(text.contains("a\u{FFFD}\\x01.jpg") && text.contains("b\u{FFFD}\u{FFFD}\u{FFFD}c"), "\(text)")
  }

  /// The sheets of a workbook with their links and styles, as text.
  private func sheets(of folder: Scratch) throws -> String {
    let program = """
      import sys, xml.parsers.expat, zipfile
      book = zipfile.ZipFile(sys.argv[1])
      assert book.testzip() is None
      for name in book.namelist():
          xml.parsers.expat.ParserCreate().Parse(book.read(name), True)
      for name in sorted(book.namelist()):
          if name.startswith("xl/worksheets") or name == "xl/styles.xml":
              sys.stdout.buffer.write(book.read(name))
      """
    let path = folder.path + "/out/hanscan.receipts.xlsx"
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-c", program, path])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText
  }
}
