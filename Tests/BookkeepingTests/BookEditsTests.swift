import Support
import PageModel
import Testing
import Understanding

@testable import Bookkeeping
@testable import Spreadsheets

@Suite struct BookEditsTests {
  private static let columns: [BookEdits.Column] = [
    (Wording("상호", "Shop"), .merchant), (Wording("합계", "Total"), .total),
    (Wording("날짜", "Date"), .date), (Wording("증빙", "Evidence"), nil),
    (Wording("키", "Key"), nil),
  ]
  private static let headings = ["상호", "합계", "날짜", "증빙", "키"]

  private static func key(_ number: Int, part: Int = 1) -> String {
    "\(String(repeating: "a", count: 63))\(number):1:1:\(part)"
  }

  private static func row(_ number: Int, _ values: [SheetValue], formula: Int? = nil) -> SheetRow {
    SheetRow(
      number: number,
      cells: values.enumerated().map { SheetCell(value: $1, hasFormula: $0 == formula) })
  }

  private static func line(_ number: Int, _ shop: String, _ total: SheetValue, part: Int = 1) -> [SheetValue] {
    [.text(shop), total, .date("2026-01-05T00:00:00"), .text("간이영수증"), .text(key(number, part: part))]
  }

  /// The hidden sheet has the texts of each line in few cells, as HanScan writes it.
  private static func written(_ lines: [[SheetValue]]) -> Sheet {
    let rows = lines.compactMap { line -> [SheetValue]? in
      let texts = line.map { value -> String in
        if case .date(let text) = value { String(text.prefix(10)) } else { SheetCell(value: value).text }
      }
      return BookKey(texts[4]).map { BookEdits.Written.cells($0, texts).map { .text($0) } }
    }
    return sheet("hanscan", rows, isHidden: true)
  }

  private static func sheet(
    _ name: String, _ lines: [[SheetValue]], isHidden: Bool = false, headings: [String] = headings
  )
    -> Sheet
  {
    let rows = [row(1, headings.map { .text($0) })] + lines.enumerated().map { row($0 + 2, $1) }
    return Sheet(name: name, isHidden: isHidden, rows: rows)
  }

  private func edits(_ sheets: [Sheet]) throws(TextFault) -> BookEdits {
    try BookEdits(
      Spreadsheet(sheets: sheets), columns: Self.columns, key: Wording("키", "Key"),
      writtenSheet: "hanscan")
  }

  private static let lines = [
    line(1, "가나", .number("41000")), line(2, "다라", .number("5000")), line(3, "마바", .number("12.5")),
  ]

  @Test func `sorted rows that nobody edited change nothing`() throws {
    let found = try edits([Self.sheet("영수증", Self.lines.reversed()), Self.written(Self.lines)])
    #expect(found.fields.isEmpty && found.added.isEmpty && found.notes.isEmpty && found.deletedRows == 0)
  }

  @Test func `an edited cell is a new value of its field, wherever the row stands`() throws {
    var lines = Self.lines
    lines[0][1] = .number("42000")
    lines[2][0] = .text("사아")
    let found = try edits([Self.sheet("영수증", lines.reversed()), Self.written(Self.lines)])
    #expect(found.fields.map(\.field) == [.merchant, .total] && found.fields.map(\.new) == ["사아", "42000"])
    #expect(found.fields.map(\.old) == ["마바", "41000"] && found.fields[1].key.text == Self.key(1))
    #expect(found.notes.isEmpty)
    #expect(
      found.differences.map(\.english) == [
        "Row 2, 상호: '사아', in the new one '마바'", "Row 4, 합계: '42000', in the new one '41000'",
      ])
  }

  @Test func `a line with very long texts is written in several cells and read back`() throws {
    var lines = Self.lines
    lines[0][0] = .text(String(repeating: "가\"나\\\n", count: 8000))
    let found = try edits([Self.sheet("영수증", lines), Self.written(lines)])
    #expect(found.changes.isEmpty && Self.written(lines).rows[1].cells.count > 3)
  }

  @Test func `deleted rows are counted, and copied, strange and computed cells are told`() throws {
    var lines = Self.lines
    lines[1] = lines[0]
    lines[0][3] = .text("세금계산서")
    lines[2][4] = .text("a key of somebody")
    let found = try edits([Self.sheet("영수증", lines), Self.written(Self.lines)])
    #expect(found.deletedRows == 2 && found.fields.isEmpty)
    #expect(
      Set(found.notes) == [
        "Row 3 is a copy of row 2 and is not taken.", "Row 4 has no known key and is not taken.",
        "Row 2, 증빙: HanScan computes this cell; it is not taken.",
      ])
  }

  @Test func `a formula is told and not taken`() throws {
    var sheet = Self.sheet("영수증", Self.lines)
    sheet.rows[1].cells[1] = SheetCell(value: .number("99999"), hasFormula: true)
    let found = try edits([sheet, Self.written(Self.lines)])
    #expect(
      found.fields.isEmpty && found.notes == ["Row 2, 합계: a formula is not taken; enter its value."])
  }

  @Test func `cells of an added column are kept with their receipts`() throws {
    let lines = Self.lines.enumerated().map { $1 + [$0 == 1 ? SheetValue.text("출장") : .none] }
    let sheet = Self.sheet("영수증", lines, headings: Self.headings + ["프로젝트"])
    let found = try edits([sheet, Self.written(Self.lines)])
    #expect(found.added.map(\.name) == ["프로젝트"] && found.added.map(\.value) == ["출장"])
    #expect(found.added[0].key.text == Self.key(2))
    // A column that is removed again takes its cells with it.
    let headings = Self.headings + ["프로젝트"]
    var hidden = Self.written(Self.lines.enumerated().map { $1 + [$0 == 1 ? SheetValue.text("출장") : .none] })
    hidden.rows[0] = Self.row(1, headings.map { .text($0) })
    let removed = try edits([Self.sheet("영수증", Self.lines), hidden])
    #expect(removed.added.map(\.value) == [""] && removed.notes.isEmpty)
  }

  @Test func `headings that stand twice, are gone or are of another language are told or kept as they are`() throws {
    let twice = Self.lines.map { $0 + [SheetValue.text("가"), .text("나"), .text("다")] }
    let found = try edits([
      Self.sheet("영수증", twice, headings: Self.headings + ["비고", "비고"]), Self.written(Self.lines),
    ])
    #expect(
      found.notes == [
        "The heading '비고' stands 2 times; only its first column is taken.", "Cells without a heading are not taken.",
      ])
    #expect(Set(found.added.map(\.value)) == ["가"])
    let renamed = try edits([
      Self.sheet("영수증", Self.lines, headings: ["상호", "Total", "날짜", "증빙", "키"]), Self.written(Self.lines),
    ])
    #expect(renamed.notes == ["The column '합계' is gone; its cells were not compared."] && renamed.fields.isEmpty)
  }

  @Test func `a number that is a code is text, and an amount is a number`() throws {
    var lines = Self.lines
    lines[0][0] = .text("012")
    let before = lines
    lines[0][0] = .number("12")
    lines[2][1] = .number("12.50")
    let found = try edits([Self.sheet("영수증", lines), Self.written(before)])
    #expect(found.fields.map(\.field) == [.merchant] && found.fields.map(\.new) == ["12"])
  }

  @Test func `a receipt on two lines takes a shop from either, and no amount`() throws {
    let before = [Self.line(1, "가나", .number("11000")), Self.line(1, "가나", .number("5000"), part: 2)]
    var lines = before
    lines[1][0] = .text("다라")
    lines[0][1] = .number("12000")
    let found = try edits([Self.sheet("영수증", lines), Self.written(before)])
    #expect(found.fields.map(\.new) == ["다라"] && found.notes.count == 1)
    lines[0][0] = .text("마바")
    #expect(try edits([Self.sheet("영수증", lines), Self.written(before)]).notes.count == 2)
  }

  @Test func `a workbook without its keys or its hidden sheet is refused`() {
    #expect(throws: TextFault.self) { try self.edits([Self.sheet("영수증", Self.lines)]) }
    #expect(throws: TextFault.self) { try self.edits([Self.written(Self.lines)]) }
    #expect(throws: TextFault.self) {
      try self.edits([Self.sheet("영수증", [], headings: ["상호"]), Self.written(Self.lines)])
    }
    #expect(throws: TextFault.self) { try self.edits([]) }
  }

  @Test func `a layout is learnt from a file that an office uploads, and what is not known is told`() throws {
    let rows = [
      Self.row(1, [.text("2026년 1월 매입")]), Self.row(2, []),
      Self.row(3, ["승인일자", "가맹점명", "사업자등록번호", "공급가액", "세액", "부서코드"].map { .text($0) }),
    ]
    let file = Spreadsheet(sheets: [Sheet(name: "매입", isHidden: false, rows: rows)])
    let learnt = try #require(LearntLayout(file, name: "office"))
    #expect(learnt.unmatched == ["부서코드"] && learnt.layout.sheet == "매입")
    #expect(
      learnt.layout.columns.compactMap(\.value).map(\.name) == ["date8", "shop", "business-number", "net", "tax"])
    let plain = [Self.row(1, [.text("무엇"), .text("어디")])]
    let other = Spreadsheet(sheets: [Sheet(name: "", isHidden: false, rows: plain)])
    #expect(LearntLayout(other, name: "x") == nil)
  }
}
