import Containers
import PageModel
import Sandbox
import TestSupport
import Testing

@testable import Spreadsheets

@Suite struct `A spreadsheet file that is not read` {
  private let scratch: ScratchFolder
  private let reader = SpreadsheetReader(tool: ContainerTool(beside: BuiltProgram.path("hanscan")))

  init() throws { scratch = try ScratchFolder() }

  /// Why a file is not read; nil if it is.
  private func refusal(_ bytes: [UInt8]) throws -> SpreadsheetError? {
    let path = ScanPath(try scratch.write(bytes, to: "a.dat"))
    do {
      _ = try reader.read(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `is encrypted or has macros`() throws {
    #expect(try refusal(WorkbookSample.compoundFile(["EncryptionInfo", "EncryptedPackage"]))?.code == .encrypted)
    #expect(try refusal(WorkbookSample.compoundFile(["Workbook", "_VBA_PROJECT_CUR"]))?.code == .hasMacros)
    let macros = WorkbookSample.workbook(
      sheet: "<worksheet/>", more: [ContainerSample.Entry("xl/vbaProject.bin", [1, 2, 3])])
    #expect(try refusal(macros)?.code == .hasMacros)
  }

  @Test func `is something else, whatever it is called`() throws {
    #expect(try refusal([])?.code == .notASpreadsheet)
    #expect(try refusal(Array("one line of text".utf8))?.code == .notASpreadsheet)
    #expect(try refusal(Array("<?xml version=\"1.0\"?><a>1,2</a>".utf8))?.code == .notASpreadsheet)
    #expect(try refusal(Array("<html><p>1,2</p></html>".utf8))?.code == .notASpreadsheet)
    #expect(try refusal([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2])?.code == .notASpreadsheet)
    #expect(try refusal(ContainerSample.zip([.init("word/document.xml", [])]))?.code == .notASpreadsheet)
    #expect(try refusal(WorkbookSample.compoundFile(["WordDocument"]))?.code == .notASpreadsheet)
  }

  @Test func `is cut off or damaged anywhere`() throws {
    let whole = WorkbookSample.workbook(rows: "<row><c><v>1</v></c></row>")
    #expect(try refusal(whole) == nil)
    for length in stride(from: 4, to: whole.count - 22, by: 97) {
      #expect(try refusal(Array(whole[..<length]))?.code == .damaged, "\(length)")
    }
    let rows = [
      "<row r=\"2\"/><row r=\"1\"/>", "<row r=\"1\"><c r=\"A2\"><v>1</v></c></row>", "<c><v>1</v></c>", "<row>",
      "<row><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>1</v></c></row>", "<row><c t=\"s\"><v>9</v></c></row>",
    ]
    for row in rows { #expect(try refusal(WorkbookSample.workbook(rows: row))?.code == .damaged, "\(row)") }
    #expect(try refusal(WorkbookSample.compoundFile(["Workbook"]))?.code == .damaged)
    #expect(try refusal(Array("a,b\n\"c,d\n".utf8))?.code == .damaged)
  }

  @Test func `has entities of its own`() throws {
    let names = (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()
    let bomb = "<!DOCTYPE worksheet [<!ENTITY a0 \"lol\">\(names)]>"
    let cell = "<worksheet><sheetData><row><c t=\"inlineStr\"><is><t>&a9;</t></is></c></row></sheetData></worksheet>"
    let start = ContinuousClock.now
    #expect(try refusal(WorkbookSample.workbook(sheet: bomb + cell))?.code == .damaged)
    let file = "<!DOCTYPE worksheet [<!ENTITY a9 SYSTEM \"file:///etc/hostname\">]>"
    #expect(try refusal(WorkbookSample.workbook(sheet: file + cell))?.code == .damaged)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `has more than its limits, and is refused in bounded time`() throws {
    let start = ContinuousClock.now
    let many = WorkbookSample.workbook(rows: String(repeating: "<row><c><v>1</v></c></row>", count: 1_000_000))
    let rows = try refusal(many)
    #expect(rows?.code == .tooLarge && rows?.message.contains("400000 rows") == true)
    let texts = try refusal(Array(String(repeating: "1,2\n", count: 1_000_000).utf8))
    #expect(texts?.message.contains("400000 rows") == true)
    let wide = try refusal(Array((String(repeating: "1,", count: 256) + "1\n").utf8))
    #expect(wide?.message.contains("256 columns") == true)
    let full = try refusal(Array(String(repeating: String(repeating: "1,", count: 200) + "\n", count: 16_000).utf8))
    #expect(full?.message.contains("too many cells") == true)
    // Each row has one cell in the last column, and all those before it are empty.
    let sparse = try refusal(Array(String(repeating: String(repeating: ",", count: 255) + "1\n", count: 20_000).utf8))
    #expect(sparse?.message.contains("too many cells") == true)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test func `unpacks to more than its limit, or repeats a long text`() throws {
    let program = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as book:
          book.writestr('xl/workbook.xml', '<workbook><sheets><sheet name="A" id="r"/></sheets></workbook>')
          book.writestr('xl/_rels/workbook.xml.rels',
                        '<x><Relationship Id="r" Type="x/worksheet" Target="a.xml"/></x>')
          book.writestr('xl/a.xml', '<worksheet>' + ' \\n' * (150 << 20) + '</worksheet>')
      """
    let path = try WorkbookSample.python(program, "a.xlsx", in: scratch)
    let tooLarge = try #require(SpreadsheetError(reason: "bytes"))
    #expect(throws: tooLarge) { try reader.read(ScanPath(path)) }
    let strings = "<sst><si><t>\(String(repeating: "가", count: 40_000))</t></si></sst>"
    let row = "<row>\(String(repeating: "<c t=\"s\"><v>0</v></c>", count: 100))</row>"
    let sheet = "<worksheet><sheetData>\(String(repeating: row, count: 100))</sheetData></worksheet>"
    #expect(try refusal(WorkbookSample.workbook(sheet: sheet, strings: strings)) == tooLarge)
  }

  @Test func `but for a text that is too long, which is cut and told`() throws {
    let long = String(repeating: "가", count: 40_000)
    let path = try scratch.write("a,\(long)\n", to: "a.csv")
    let file = try reader.read(ScanPath(path))
    #expect(file.sheets[0].rows[0].cells[1].text.count == SpreadsheetLimits.characters)
    #expect(file.notes == [.cutTexts(1)])
  }

  @Test func `is not there, is no file, or has no program to be read by`() throws {
    let missing = ScanPath(scratch.path(of: "none"))
    #expect(throws: SpreadsheetError.self) { try reader.read(missing) }
    #expect(throws: SpreadsheetError.self) { try reader.read(ScanPath(scratch.path)) }
    let path = ScanPath(try scratch.write("a,b\n", to: "a.csv"))
    let alone = SpreadsheetReader(tool: ContainerTool(beside: "/nowhere/hanscan"))
    #expect(throws: SpreadsheetError.self) { try alone.read(path) }
  }

  @Test(arguments: [
    "", "end", "end\n", "end\nend\n", "file\ttext\t0\n", "refused\twhy\n", "refused\trows\textra\n",
    "file\ttext\t2\nend\n", "file\tpdf\t0\nend\n", "sheet\t0\tA\nend\n", "file\ttext\t0\nrow\t1\nend\n",
  ])
  func `is answered by lines that no sound program writes`(_ answer: String) {
    #expect(throws: SpreadsheetError.self) { try SpreadsheetAnswer(Array(answer.utf8)).spreadsheet() }
  }

  @Test(arguments: [
    "row\t0", "row\t1048577", "row\t-1", "row\t1\nrow\t1", "row\t99999999999999999999", "row",
    "cell\t0\tt\t0\t0\ta", "row\t1\ncell\t256\tt\t0\t0\ta", "row\t1\ncell\t0\tx\t0\t0\ta",
    "row\t1\ncell\t0\tt\t0\t0\t", "row\t1\ncell\t0\tt\t0\t0\t\\x", "row\t1\ncell\t0\tt\t0\t0\t\\",
    "row\t1\ncell\t0\tt\t0\t0\t\u{1}", "row\t1\ncell\t0\tn\t0\t0\t1e5", "row\t1\ncell\t0\tn\t0\t0\tnan",
    "row\t1\ncell\t0\td\t0\t0\t2026-13-14", "row\t1\ncell\t0\td\t0\t0\t24:00", "row\t1\ncell\t0\td\t0\t0\tT",
    "row\t1\ncell\t1\tt\t0\t0\ta\ncell\t0\tt\t0\t0\ta", "row\t1\ncell\t0\t-\t0\t0\t",
    "merge\t2\t0\t1\t0", "merge\t1\t0\t1\t16384", "merge\t1\t0\t1",
  ])
  func `is answered by a sheet that no sound program writes`(_ lines: String) {
    let answer = "file\ttext\t0\nsheet\t0\tA\n\(lines)\nend\n"
    #expect(throws: SpreadsheetError.self) { try SpreadsheetAnswer(Array(answer.utf8)).spreadsheet() }
  }

  @Test func `is answered by rectangles that cover each other without end`() throws {
    let rows = (1...5000).map { "row\t\($0)\ncell\t200\tn\t0\t0\t1\n" }.joined()
    let merged = String(repeating: "merge\t1\t0\t1048576\t199\n", count: 100_000)
    let answer = Array("file\ttext\t0\nsheet\t0\tA\n\(rows)\(merged)end\n".utf8)
    #expect(throws: SpreadsheetError.self) { try SpreadsheetAnswer(answer).spreadsheet() }
  }
}
