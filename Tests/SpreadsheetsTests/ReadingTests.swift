import Containers
import PageModel
import TestSupport
import Testing

@testable import Spreadsheets

@Suite struct `A spreadsheet file` {
  private let scratch: ScratchFolder
  private let reader = SpreadsheetReader(tool: ContainerTool(beside: BuiltProgram.path("hanscan")))

  init() throws { scratch = try ScratchFolder() }

  private func read(_ bytes: [UInt8]) throws -> Spreadsheet {
    try reader.read(ScanPath(try scratch.write(bytes, to: "a.dat")))
  }

  private func texts(_ sheet: Sheet) -> [[String]] { sheet.rows.map { $0.cells.map(\.text) } }

  private func texts(_ bytes: [UInt8]) throws -> [[String]] {
    let file = try read(bytes)
    return texts(try #require(file.sheets.first))
  }

  private static let program = """
    import datetime, openpyxl, sys
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = '매입 & <목록>'
    sheet.append(['가맹점', 41000, 12.5, 0.1 + 0.2, 1e-7, -0.5, 123456789012345678])
    sheet.append([True, False, '#N/A', '탭\\t줄\\n역\\\\', '_x0041_'])
    sheet.append([datetime.date(2026, 3, 14), datetime.datetime(2026, 3, 14, 18, 5), datetime.time(18, 5),
                  datetime.time(18, 5, 30), datetime.date(1900, 1, 31)])
    sheet.append([45000, 45000, 45000, 45000.75])
    for column, form in enumerate(['yyyy"년" m"월" d"일"', '#,##0"days"', '[Red]0_d\\\\y', '[$-412]AM/PM h:mm'], 1):
        sheet.cell(4, column).number_format = form
    sheet['A5'] = '=1+1'
    sheet['B5'] = '=SUM(1)'
    sheet['B5'].data_type = 's'
    sheet['A6'], sheet['D7'] = '합계', 7
    sheet.merge_cells('A6:C7')
    hidden = book.create_sheet('숨김')
    hidden.sheet_state = 'veryHidden'
    hidden['C3'] = 1
    book.save(sys.argv[1])
    """

  @Test func `of Excel gives its values by their types, with the sheets in their order`() throws {
    let path = try WorkbookSample.python(Self.program, "a.xlsx", in: scratch)
    let file = try reader.read(ScanPath(path))
    #expect(!file.hasCharts)
    #expect(file.sheets.map(\.name) == ["매입 & <목록>", "숨김"])
    #expect(file.sheets.map(\.isHidden) == [false, true])
    let rows = file.sheets[0].rows
    #expect(
      rows[0].cells.map(\.value) == [
        .text("가맹점"), .number("41000"), .number("12.5"), .number("0.3"), .number("0.0000001"), .number("-0.5"),
        .number("123456789012346000"),
      ])
    #expect(
      rows[1].cells.map(\.value) == [
        .boolean(true), .boolean(false), .error("#N/A"), .text("탭\t줄\n역\\"), .text("A"),
      ])
    #expect(
      rows[2].cells.map(\.value) == [
        .date("2026-03-14"), .date("2026-03-14T18:05:00"), .date("18:05"), .date("18:05:30"), .date("1900-01-31"),
      ])
    #expect(rows[2].cells.map(\.text).prefix(2) == ["2026-03-14", "2026-03-14 18:05:00"])
    #expect(
      rows[3].cells.map(\.value) == [
        .date("2023-03-15"), .number("45000"), .number("45000"), .date("2023-03-15T18:00:00"),
      ])
    #expect(file.sheets[1].rows.map(\.number) == [3])
    #expect(file.sheets[1].rows[0].cells.map(\.value) == [.none, .none, .number("1")])
  }

  @Test func `tells of formulas, and leaves merged cells the value of the first`() throws {
    let path = try WorkbookSample.python(Self.program, "a.xlsx", in: scratch)
    let file = try reader.read(ScanPath(path))
    let sheet = file.sheets[0]
    #expect(sheet.rows[5].cells.map(\.value) == [.text("합계")])
    #expect(sheet.rows[6].cells.map(\.value) == [.none, .none, .none, .number("7")])
    // A formula that no program has computed yet, and a text that looks like one.
    #expect(
      sheet.rows[4].cells == [SheetCell(value: .none, hasFormula: true), SheetCell(value: .text("=SUM(1)"))])
    #expect(file.notes == [.formulas(1), .formulasWithoutValues(1)])
    let computed = try read(
      WorkbookSample.workbook(rows: "<row><c t=\"str\"><f>A2</f><v>가</v></c><c><f>1+1</f><v>2</v></c></row>"))
    #expect(computed.sheets[0].rows[0].cells.map(\.value) == [.text("가"), .number("2")])
    let zero = try read(WorkbookSample.workbook(rows: "<row><c><v>-0</v></c><c><v>1.5E20</v></c></row>"))
    #expect(zero.sheets[0].rows[0].cells.map(\.value) == [.number("0"), .number("150000000000000000000")])
    #expect(computed.sheets[0].rows[0].cells.allSatisfy(\.hasFormula) && computed.notes == [.formulas(2)])
  }

  @Test func `tells of positive numbers that are red`() throws {
    let program = """
      import sys, openpyxl
      from openpyxl.styles import Font
      book = openpyxl.Workbook()
      for row, (number, colour) in enumerate([(5, "FF000000"), (7, "FFFF0000"), (-7, "FFC00000"), (9, "FF0000FF")], 1):
          book.active.cell(row, 1, number).font = Font(color=colour)
      book.save(sys.argv[1])
      """
    let file = try reader.read(ScanPath(try WorkbookSample.python(program, "red.xlsx", in: scratch)))
    #expect(file.sheets[0].rows.map(\.cells[0].value) == [.number("5"), .number("7"), .number("-7"), .number("9")])
    #expect(file.notes == [.redNumbers(1)])
  }

  @Test func `has rich texts joined, without the way they are pronounced, and no covered values`() throws {
    let strings = """
      <sst><si><r><t>가맹</t></r><r><t xml:space="preserve">점 </t></r><rPh sb="0" eb="1"><t>발음</t></rPh></si></sst>
      """
    let sheet = """
      <worksheet><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><r><t>안</t></r>\
      <r><t>쪽</t></r></is></c><c r="C2"><v>3</v></c></row><row r="4"><c r="B4"><v>4</v></c></row></sheetData>\
      <mergeCells><mergeCell ref="B2:C5"/></mergeCells></worksheet>
      """
    let file = try read(WorkbookSample.workbook(sheet: sheet, strings: strings))
    #expect(texts(file.sheets[0]) == [["가맹점 ", "안쪽"]])
  }

  @Test func `of the system of 1904 has its days`() throws {
    let program = """
      import datetime, openpyxl, openpyxl.utils.datetime, sys
      book = openpyxl.Workbook()
      book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
      book.active['A1'] = datetime.date(2026, 3, 14)
      chart = openpyxl.chart.BarChart()
      chart.add_data(openpyxl.chart.Reference(book.active, min_col=1, min_row=1, max_row=1))
      book.active.add_chart(chart)
      book.save(sys.argv[1])
      """
    let file = try reader.read(ScanPath(try WorkbookSample.python(program, "a.xlsx", in: scratch)))
    #expect(file.sheets[0].rows[0].cells.map(\.value) == [.date("2026-03-14")] && file.hasCharts)
  }

  @Test func `of Excel up to 2003 gives its values`() throws {
    let program = """
      import datetime, sys, xlwt
      book = xlwt.Workbook()
      sheet = book.add_sheet('매입')
      sheet.write(0, 0, '가맹점')
      sheet.write(0, 1, 41000)
      form = xlwt.easyxf(num_format_str='yyyy-mm-dd hh:mm')
      sheet.write(2, 0, datetime.datetime(2026, 3, 14, 18, 5), form)
      sheet.write(2, 1, datetime.date(2026, 3, 14), xlwt.easyxf(num_format_str='yyyy-mm-dd'))
      sheet.write(2, 2, datetime.time(18, 5), xlwt.easyxf(num_format_str='hh:mm'))
      sheet.write(2, 3, '=1+1')
      book.add_sheet('둘').write(0, 0, 12.5)
      book.save(sys.argv[1])
      """
    let file = try reader.read(ScanPath(try WorkbookSample.python(program, "a.xls", in: scratch)))
    #expect(file.sheets.map(\.name) == ["매입", "둘"])
    #expect(file.sheets[0].rows.map(\.number) == [1, 3])
    #expect(file.sheets[0].rows[0].cells.map(\.value) == [.text("가맹점"), .number("41000")])
    #expect(
      file.sheets[0].rows[1].cells.map(\.value) == [
        .date("2026-03-14T18:05:00"), .date("2026-03-14"), .date("18:05"), .text("=1+1"),
      ])
    #expect(file.sheets[1].rows[0].cells.map(\.value) == [.number("12.5")])
  }

  @Test func `of plain text is read in the encodings of Korean programs`() throws {
    // 가맹점, 금액 and 똠방 in CP949.
    let korean: [UInt8] =
      [0xB0, 0xA1, 0xB8, 0xCD, 0xC1, 0xA1, 0x2C, 0xB1, 0xDD, 0xBE, 0xD7, 0x0A, 0x8C, 0x63, 0xB9, 0xE6]
      + Array(",\"41,000\"\n".utf8)
    let wanted = [["가맹점", "금액"], ["똠방", "41,000"]]
    #expect(try texts(korean) == wanted)
    let text = "가맹점,금액\r\n똠방,\"41,000\"\r\n"
    #expect(try texts(Array(text.utf8)) == wanted)
    #expect(try texts([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == wanted)
    #expect(try texts([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == wanted)
    #expect(try texts([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == wanted)
    #expect(try texts(Array("가맹점\t금액\n똠방\t41,000\n".utf8)) == wanted)
    #expect(try texts(Array("가맹점;금액\n똠방;41,000".utf8)) == wanted)
  }

  @Test func `with names that a program cut within a character is read, and that is told`() throws {
    // The first byte of a character is all that remains of it.
    let korean: [UInt8] = Array("a,b\n".utf8) + [0xB0, 0xA1, 0xB8, 0x2C, 0x31, 0x0A]
    let file = try read(korean)
    #expect(texts(file.sheets[0]) == [["a", "b"], ["가\u{FFFD}", "1"]])
    #expect(file.notes == [.undecodedTexts(1)])
  }

  @Test func `of plain text has texts alone, with quotes, line breaks and empty records`() throws {
    let file = try read(Array("이용내역,\n\n\"가 \"\"나\"\"\r\n다\",=1+1,00123\n,,끝\n".utf8))
    let sheet = try #require(file.sheets.first)
    #expect(file.sheets.count == 1 && file.notes.isEmpty)
    #expect(sheet.rows.map(\.number) == [1, 3, 4])
    #expect(texts(sheet) == [["이용내역"], ["가 \"나\"\n다", "=1+1", "00123"], ["", "", "끝"]])
    #expect(sheet.rows[1].cells.allSatisfy { $0.value == .text($0.text) && !$0.hasFormula })
  }

  @Test func `that is a page has its tables as rows, with the cells that others cover empty`() throws {
    let page = """
      <html><head><style>td { color: red }</style><script>var a = "<td>no</td>"</script></head><body><p>제목</p>
      <table><tr><th colspan="2">카드 &amp; 현금</th><th rowspan=2>비고</th></tr>
      <tr><td>가<br>나</td><td>&nbsp;41,000 </td><td>끝</tr>
      <tr style="display: none"><td>숨<td>김</table>
      <table><tbody><tr><td><table><tr><td>안</td></tr></table></td></tr></tbody></table></body></html>
      """
    let wanted = [["카드 & 현금", "", "비고"], ["가\n나", "41,000", "", "끝"], ["숨", "김"], ["안"]]
    let file = try read(Array(page.utf8))
    #expect(texts(file.sheets[0]) == wanted)
    #expect(try texts([0xFF, 0xFE] + page.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == wanted)
    // 금액 in CP949, called by another name.
    let korean = Array("<meta charset=\"euc-kr\"><table><td>".utf8) + [0xB1, 0xDD, 0xBE, 0xD7]
    #expect(try texts(korean) == [["금액"]])
  }
}
