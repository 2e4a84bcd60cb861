import PageModel
import Testing

@testable import Understanding

/// Forms on paper, whose rules were found in part or in whole.
///
/// All names and numbers are invented.
struct PaperFormTests {
  /// A page of rows of 40 pixels; a text begins at a multiple of 20 pixels, its letters are 16 wide.
  ///
  /// - Parameters:
  ///   - rows: The texts of each row with the place at which each begins.
  ///   - first: The row with which the only grid begins.
  ///   - columns: The left and right edges of the columns of the grid.
  private static func receipt(
    _ rows: [[(Int, String)]], gridFrom first: Int, to last: Int, columns: [Int]
  ) -> Receipt? {
    let lines = rows.enumerated().map { row, texts in
      let words = texts.flatMap { place, text in
        var x = 20 * place
        return text.split(separator: " ").map { word -> Word in
          defer { x += 16 * word.count + 10 }
          return Word(
            text: String(word), box: Box(x: x, y: 40 * row + 10, width: 16 * word.count, height: 20), confidence: 0.9)
        }
      }
      return Line(box: words.dropFirst().reduce(words[0].box) { $0.union($1.box) }, confidence: 0.9, words: words)
    }
    var page = RecognisedPage(width: 1600, height: 40 * rows.count, confidence: 0.9, lines: lines)
    page.signals = PageSignals()
    page.signals?.grids = [
      TableGrid(
        cells: (first...last).flatMap { row in
          zip(columns, columns.dropFirst()).enumerated().map { column, edges in
            let (left, right, top) = (20 * edges.0, 20 * edges.1, 40 * row)
            return TableGrid.Cell(
              row: row - first, column: column, rowSpan: 1, columnSpan: 1,
              corners: [(left, top), (right, top), (right, top + 40), (left, top + 40)].map {
                TableGrid.Corner(x: $0.0, y: $0.1)
              })
          }
        })
    ]
    return DerivedStages().derive(PageRecord(outcome: .recognised(page))).value(of: ReceiptsStage.self)?.first
  }

  private static let parties: [[(Int, String)]] = [
    [(20, "거래명세서")],
    [(0, "등록번호"), (8, "123-45-67891"), (30, "등록번호"), (38, "214-87-65431")],
    [(0, "공 상호 견본물산(주) 성명 홍길동 (인"), (30, "상호 보기상사(주) 대표자 성춘향")],
    [(0, "품명"), (20, "수량"), (30, "단가"), (40, "금액")],
    [(0, "볼펜"), (20, "10"), (30, "1,100"), (40, "11,000")],
    [(0, "벽시계"), (20, "2"), (30, "81,000"), (40, "162,000")],
    [(0, "합계"), (40, "173,000")],
  ]

  @Test func `labels in a line are read if the rules between their cells were not found`() throws {
    let receipt = try #require(Self.receipt(Self.parties, gridFrom: 1, to: 6, columns: [0, 60]))
    #expect(receipt.form == "statement")
    let found = receipt.fields.mapValues(\.value)
    #expect(found[.merchant] == "견본물산(주)" && found[.buyer] == "보기상사(주)")
    #expect(found[.representative] == "홍길동" && found[.buyerRepresentative] == "성춘향")
    #expect(found[.businessNumber] == "123-45-67891" && found[.buyerNumber] == "214-87-65431")
    #expect(found[.total] == "173000")
    #expect(receipt.items.map(\.amount) == ["11000", "162000"])
  }

  @Test func `a ruled page without a title is a form by its labels`() throws {
    let rows = Array(Self.parties.dropFirst()) + [[(0, "비고"), (8, "규격"), (20, "단위")]]
    let receipt = try #require(Self.receipt(rows, gridFrom: 0, to: 6, columns: [0, 60]))
    #expect(receipt.form == nil)
    #expect(receipt.fields[.merchant]?.value == "견본물산(주)" && receipt.fields[.buyer]?.value == "보기상사(주)")
  }

  @Test(arguments: ["1,190", "1,100"])
  func `a misread tax is computed from the supply and the total that fit each other`(read: String) throws {
    let rows: [[(Int, String)]] = [
      [(20, "세금계산서")], [(0, "등록번호"), (20, "123-45-67891")], [(0, "상호"), (20, "견본물산(주)")],
      [(0, "작성일자"), (20, "2026-03-02")], [(0, "공급가액"), (20, "11,000")], [(0, "세액"), (20, read)],
      [(0, "합계금액"), (20, "12,100")],
    ]
    let fields = try #require(Self.receipt(rows, gridFrom: 1, to: 6, columns: [0, 18, 60])).fields
    #expect(fields[.tax]?.value == "1100" && fields[.total]?.value == "12100")
    #expect((fields[.tax]?.proof == .proven) == (read == "1,100"))
    #expect(fields[.tax]?.proof != .read)
  }

  @Test func `an amount of nothing that is due gives way to the sum of the bill`() throws {
    let rows: [[(Int, String)]] = [
      [(10, "진료비 계산서 영수증")], [(0, "사업자등록번호"), (20, "123-45-67891")], [(0, "상호"), (20, "견본의원")],
      [(0, "대표자"), (20, "홍길동 (인)")], [(0, "납부할 금액"), (20, "0")], [(0, "함자부담 총액 23,400")],
    ]
    let fields = try #require(Self.receipt(rows, gridFrom: 1, to: 5, columns: [0, 18, 60])).fields
    #expect(fields[.total]?.value == "23400" && fields[.representative]?.value == "홍길동")
  }

  /// Rows of 40 pixels of cells with their first columns, spans and texts, below a title.
  ///
  /// - Parameter line: A word that was read over all boxes of the last row.
  private static func boxes(_ rows: [[(column: Int, span: Int, text: String)]], line: String? = nil) -> FormReader? {
    var cells = rows.enumerated().flatMap { row, cells in
      cells.map { column, span, text in
        PageTable.Cell(
          row: row, column: column, columnSpan: span,
          box: Box(x: 40 * column, y: 40 * row + 80, width: 40 * span, height: 40), text: text)
      }
    }
    var words = [Word(text: "세금계산서", box: Box(x: 200, y: 10, width: 200, height: 30), confidence: 0.9)]
    if let line {
      words.append(Word(text: line, box: Box(x: 120, y: 160, width: 560, height: 40), confidence: 0.9))
      for index in cells.indices where cells[index].row == rows.count - 1 { cells[index].lines = [1] }
    }
    let page = RecognisedPage(
      width: 1600, height: 1600, confidence: 0.9,
      lines: words.map { Line(box: $0.box, confidence: 0.9, words: [$0]) })
    return FormReader.form(of: page).flatMap { FormReader($0, page, [PageTable(ruled: true, cells: cells)]) }
  }

  @Test(arguments: ["공란수", "공란"]) func `the box that counts the empty ones is no part of an amount`(
    name: String
  ) throws {
    let heads = [(0, 3, "작성"), (3, 8, "공급가액"), (11, 6, "세액"), (17, 1, "비고")]
    let units = ["년", "월", "일", name, "억", "천", "백", "십", "만", "천", "백", "천", "백", "십", "만", "천", "백", ""]
    let digits = ["24", "2", "27", "3", "", "", "", "1", "2", "0", "0", "", "", "", "1", "2", "0", ""]
    let reader = try #require(Self.boxes([heads] + [units, digits].map { $0.enumerated().map { ($0, 1, $1) } }))
    #expect(reader.values[.supply]?.first?.value == "1200" && reader.values[.tax]?.first?.value == "120")
    #expect(reader.values[.date]?.first?.value == "2024-02-27")
  }

  @Test(arguments: [("123450012345", false), ("1234500123450", true), ("1234500123459", false)])
  func `supply and tax that were read as one word are told apart by the tenth`(word: String, isDivided: Bool) throws {
    let heads = [(0, 3, "작성"), (3, 8, "공급가액"), (11, 7, "세액"), (18, 1, "비고")]
    let units = ["년", "월", "일"] + Array(repeating: "", count: 16)
    // The places of letters are estimates, and some fall into the wrong boxes.
    let digits = ["24", "2", "27", "1", "2", "3", "4", "", "5", "0", "", "1", "2", "", "3", "", "5", "0", ""]
    let reader = try #require(
      Self.boxes([heads] + [units, digits].map { $0.enumerated().map { ($0, 1, $1) } }, line: word))
    let (supplies, taxes) = (reader.values[.supply]?.map(\.value) ?? [], reader.values[.tax]?.map(\.value) ?? [])
    #expect(supplies.contains("1234500") == isDivided && taxes.contains("123450") == isDivided, "\(supplies) \(taxes)")
  }

  @Test(arguments: ["", "20 2-13-40"]) func `a date beside the form is doubtful if the box of the date is filled`(
    box: String
  ) throws {
    let rows: [[(Int, String)]] = [
      [(20, "세금계산서")], [(0, "등록번호"), (20, "123-45-67891")], [(0, "상호"), (20, "견본물산(주)")],
      box.isEmpty ? [(0, "작성일자")] : [(0, "작성일자"), (20, box)], [(0, "공급가액"), (20, "11,000")],
      [(0, "세액"), (20, "1,100")], [(0, "합계금액"), (20, "12,100")], [(0, "2024-03-27 승인")],
    ]
    let receipt = try #require(Self.receipt(rows, gridFrom: 1, to: 6, columns: [0, 18, 60]))
    #expect(receipt.fields[.date]?.value == "2024-03-27")
    #expect((receipt.doubts ?? []).contains { $0.field == .date && $0.code == .unsure } == !box.isEmpty)
  }

  private static let repairs: [[(Int, String)]] = [
    [(0, "정비내역서")], [(0, "등록번호"), (8, "123-45-67891"), (26, "상호"), (32, "견본모터스")],
    [(0, "번호"), (8, "작업내역"), (20, "수량"), (26, "단가"), (32, "금액"), (40, "공임"), (46, "합계금액")],
    [(0, "1"), (8, "오일 교환"), (20, "4"), (26, "9,000"), (32, "36,000"), (40, "20,000"), (46, "56,000")],
    [(0, "2"), (8, "필터"), (20, "1"), (26, "18,000"), (32, "18,000"), (40, "5,000"), (46, "23,000")],
    [(0, "합계"), (46, "79,000")], [(0, "대표자"), (8, "홍길동"), (20, "비고")],
  ]

  @Test(arguments: [true, false]) func `the widest column of text has the names of a list without a heading for them`(
    isNamed: Bool
  ) throws {
    var rows = Self.repairs
    if !isNamed { for row in 3...4 { rows[row].remove(at: 1) } }
    let receipt = try #require(Self.receipt(rows, gridFrom: 1, to: 6, columns: [0, 7, 19, 25, 31, 39, 45, 60]))
    guard isNamed else {
      // Numbers are no names, and a list that was found is not read by its lines.
      #expect(receipt.items.isEmpty)
      return
    }
    #expect(receipt.items.map(\.name) == ["오일 교환", "필터"] && receipt.items.map(\.quantity) == ["4", "1"])
    #expect(receipt.items.map(\.unitPrice) == ["9000", "18000"])
    #expect(!receipt.checks.contains { !$0.holds && $0.name == "price-times-quantity-is-amount" })
  }
}
