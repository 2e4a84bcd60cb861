import Foundation
import TestSupport
import Testing

/// The workbook of a month and its way back, the lists of cards, and files for accounting programs.
@Suite struct BookCommandTests {
  private static let book = "hanscan.book.2025-03.xlsx"

  private func filled() throws -> Desk {
    let names = ["mart-ko.png", "cafe-en.png", "parking-faded.jpg"]
    return try Desk(
      reading: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Samples.bytes($0)) }), formats: "json")
  }

  /// Runs a program of openpyxl, an independent reader and writer of workbooks; `book` is the workbook.
  private func python(_ desk: Desk, _ program: String, file: String = book) throws -> String {
    let start = """
      import openpyxl, sys
      path = sys.argv[1]
      book = openpyxl.load_workbook(path)
      sheet = book.worksheets[0]
      heads = [cell.value for cell in sheet[1]]
      def column(name): return heads.index(name) + 1
      def row(name): return next(r for r in range(2, sheet.max_row + 1) if sheet.cell(r, column("파일")).value == name)

      """
    let outcome = try ChildProgram.run(
      "/usr/bin/python3", ["-I", "-X", "utf8", "-c", start + program, "\(desk.out)/\(file)"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText
  }

  @discardableResult
  private func month(_ desk: Desk, _ more: String...) throws -> ChildProgram.Outcome {
    try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03", "--export-language", "ko"] + more)
  }

  @Test func `the workbook of a month has typed values in order of date, one page wide`() throws {
    let desk = try filled()
    let made = try month(desk)
    #expect(made.status == 0 && made.outputText.hasSuffix("/\(Self.book)\n"), "\(made.errorText)")
    let told = try python(
      desk,
      """
      print(book.sheetnames, book["hanscan"].sheet_state)
      # LibreOffice prints hidden sheets; an empty cell is no page.
      assert "XFD" in str(book["hanscan"].print_area), book["hanscan"].print_area
      dates = [sheet.cell(r, column("날짜")).value for r in range(2, sheet.max_row + 1)]
      assert all(hasattr(date, "year") for date in dates) and dates == sorted(dates), dates
      r = row("mart-ko.png")
      print(heads[:5], sheet.cell(r, column("합계")).value, sheet.cell(r, column("사업자번호")).value)
      print(sheet.page_setup.fitToWidth or 1, sheet.sheet_properties.pageSetUpPr.fitToPage, sheet.print_area)
      print(sheet.cell(r, column("파일")).hyperlink.target)
      sums = book["집계"]
      print([cell.value for cell in sums[2]][:5])
      """)
    #expect(told.contains("['영수증', '품목', '확인 필요', '집계', '안내', 'hanscan'] hidden"), "\(told)")
    #expect(told.contains("['확인 필요', '날짜', '상호', '사업자번호', '과세유형'] 55130 "), "\(told)")
    #expect(told.contains("1 True"))
    #expect(told.contains("/mart-ko.png"))
    // The same store gives the same bytes, and another month is empty.
    let first = try #require(try desk.tree()[Self.book])
    #expect(try month(desk).status == 0)
    #expect(try desk.tree()[Self.book] == first)
    let empty = try desk.hanscan(["book", "--out", desk.out, "--month", "2024-01"])
    #expect(empty.status == 0 && empty.errorText.contains("0 lines"))
    for wrong in [
      ["--month", "2025-13"], ["--month", "2025-03", "--from", "2025-01-01"], ["--codes", "x"],
      ["--format", "workbook", "--font", "x"],
    ] {
      #expect(try desk.hanscan(["book", "--out", desk.out] + wrong).status == 64)
    }
  }

  @Test func `edits of a workbook become corrections, and whatever is not taken is told`() throws {
    let desk = try filled()
    try month(desk)
    _ = try python(
      desk,
      """
      sheet.cell(row("cafe-en.png"), column("합계")).value = 21.25
      sheet.cell(row("cafe-en.png"), column("계정과목")).value = "복리후생비"
      sheet.cell(row("mart-ko.png"), column("적요")).value = "사무실 간식"
      sheet.cell(row("mart-ko.png"), column("증빙")).value = "세금계산서"
      sheet.cell(1, len(heads) + 1).value = "프로젝트"
      sheet.cell(row("parking-faded.jpg"), len(heads) + 1).value = "출장"
      rows = [[cell.value for cell in line] for line in sheet.iter_rows(min_row=2)][::-1]
      for r, values in enumerate(rows, 2):
          for c, value in enumerate(values, 1): sheet.cell(r, c).value = value
      book.save(path)
      """)
    // What somebody edited is never written over.
    let beside = try month(desk)
    #expect(beside.outputText.hasSuffix("/hanscan.book.2025-03.new.xlsx\n"), "\(beside.errorText)")
    #expect(beside.errorText.contains("합계: '21.25', in the new one '20.25'"), "\(beside.errorText)")
    let notes = try python(
      desk, "print([row[0].value for row in book['안내']])", file: "hanscan.book.2025-03.new.xlsx")
    #expect(notes.contains("적요: '사무실 간식', 새 파일에서는 ''"), "\(notes)")
    let applied = try desk.hanscan(["book", "apply", "\(desk.out)/\(Self.book)", "--out", desk.out])
    #expect(applied.status == 65, "\(applied.errorText)")
    #expect(applied.errorText.contains("3 fields corrected, 1 added cell kept"), "\(applied.errorText)")
    #expect(applied.errorText.contains("증빙: HanScan computes this cell; it is not taken"), "\(applied.errorText)")
    #expect(applied.errorText.contains("cafe-en.png: Total 21.25:"), "\(applied.errorText)")
    let fields = try desk.hanscan(["show", "cafe-en.png", "--out", desk.out, "--fields"]).outputText
    #expect(fields.contains("21.25") && fields.contains("복리후생비"), "\(fields)")
    // A second time there is nothing to do, and the next workbook has everything.
    let again = try desk.hanscan(["book", "apply", "\(desk.out)/\(Self.book)", "--out", desk.out])
    #expect(again.errorText.contains("0 fields corrected"), "\(again.errorText)")
    unlink("\(desk.out)/\(Self.book)")
    try month(desk)
    let told = try python(
      desk,
      """
      print(sheet.cell(row("mart-ko.png"), column("적요")).value, sheet.cell(row("cafe-en.png"), column("계정과목")).value,
        sheet.cell(row("cafe-en.png"), column("합계")).value, sheet.cell(row("parking-faded.jpg"), column("프로젝트")).value)
      print(sheet.cell(row("cafe-en.png"), column("확인 필요")).value)
      """)
    #expect(told.hasPrefix("사무실 간식 복리후생비 21.25 출장\n"), "\(told)")
    #expect(told.contains("입력한 값이 검산과 다름"), "\(told)")
  }

  @Test func `a file that is no workbook of the book is refused with a sentence`() throws {
    let desk = try filled()
    let list = desk.scratch.path(of: "list.csv")
    try desk.scratch.write(Array("a,b\n1,2\n".utf8), to: "list.csv")
    let csv = try desk.hanscan(["book", "apply", list, "--out", desk.out])
    #expect(csv.status == 64 && csv.errorText.contains("no workbook of 'hanscan book'"), "\(csv.errorText)")
    #expect(try desk.hanscan(["book", "apply", "\(desk.out)/none.xlsx", "--out", desk.out]).status == 66)
    #expect(try desk.hanscan(["book", "apply", "\(desk.inbox)/mart-ko.png", "--out", desk.out]).status == 65)
  }

  @Test func `lines go to an accounting program once, and changes of exported ones are listed`() throws {
    let desk = try filled()
    try desk.scratch.write(Array("contra card = 253 미지급금\ncontra cash = 101 현금\n".utf8), to: "codes.txt")
    // Dollars or won: nobody has said so.
    let unknown = try desk.hanscan(["book", "--out", desk.out, "--program", "firefly"])
    #expect(unknown.status == 65 && unknown.errorText.contains("cafe-en.png: not in the file: no currency"))
    try desk.hanscan(["correct", "cafe-en.png", "--field", "currency", "--value", "USD", "--out", desk.out])
    let options = ["--program", "firefly", "--codes", desk.scratch.path(of: "codes.txt")]
    let first = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03", "--again"] + options)
    #expect(first.status == 0, "\(first.errorText)")
    let file = try #require(try desk.tree()["hanscan.firefly.2025-03.csv"])
    let rows = String(decoding: file, as: UTF8.self).split(separator: "\r\n")
    #expect(rows.count == 4 && rows[0].hasPrefix("date,amount,currency_code"), "\(rows)")
    #expect(rows.contains { $0.hasPrefix("2025-03-14,55130,KRW,") })
    let second = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03"] + options)
    #expect(second.status == 0 && second.outputText.isEmpty && second.errorText.contains("0 new lines"))
    try desk.hanscan(["correct", "cafe-en.png", "--field", "total", "--value", "21.25", "--out", desk.out])
    let third = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03"] + options)
    #expect(
      third.status == 65 && third.errorText.contains("cafe-en.png has changed since its export"), "\(third.errorText)")
    // A program still has a receipt whose scan is gone.
    unlink("\(desk.inbox)/cafe-en.png")
    try desk.hanscan(["forget", "cafe-en.png", "--out", desk.out])
    for count in [1, 0] {
      let fourth = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03"] + options)
      let told = fourth.errorText.components(
        separatedBy: "a receipt has changed since its export: it is gone; it was 2025")
      #expect(told.count == 1 + count && fourth.status == (count == 0 ? 0 : 65), "\(fourth.errorText)")
    }
    try desk.scratch.write(Array("total .. = 복리후생비\n".utf8), to: "bad.txt")
    try desk.scratch.write(Array("shop 견본마트 = 복리후생비\n".utf8), to: "rules.txt")
    let journal = ["book", "--out", desk.out, "--program", "smart-a-journal", "--accounts"]
    let wrong = try desk.hanscan(journal + [desk.scratch.path(of: "bad.txt")])
    #expect(wrong.status == 64 && wrong.errorText.contains("line 1"), "\(wrong.errorText)")
    let uncoded = try desk.hanscan(journal + [desk.scratch.path(of: "rules.txt")])
    #expect(uncoded.status == 65 && uncoded.outputText.isEmpty, "\(uncoded.errorText)")
    #expect(uncoded.errorText.contains("mart-ko.png: not in the file: no code for account 복리후생비, contra card"))
    #expect(uncoded.errorText.contains("parking-faded.jpg: not in the file: no account"))
    try desk.scratch.write(Array("account 복리후생비 = 811\ncontra card = 253\n".utf8), to: "all.txt")
    let coded = try desk.hanscan(
      journal + [desk.scratch.path(of: "rules.txt"), "--codes", desk.scratch.path(of: "all.txt")])
    #expect(coded.outputText.hasSuffix("/hanscan.smart-a-journal.xlsx\n"), "\(coded.errorText)")
    // A layout of one's own is a file.
    try desk.scratch.write(Array("title = ours\nfile = csv\n\nDay | date\nSum | total\n".utf8), to: "ours.layout")
    let own = try desk.hanscan(["book", "--out", desk.out, "--program", desk.scratch.path(of: "ours.layout")])
    #expect(own.outputText.hasSuffix("/hanscan.ours.csv\n"), "\(own.errorText)")
    let other = try desk.hanscan(["book", "--out", desk.out, "--program", "smart"])
    #expect(other.status == 64 && other.errorText.contains("smart-a"), "\(other.errorText)")
  }

  @Test func `a layout is learnt from an office's own file`() throws {
    let desk = try filled()
    try month(desk)
    _ = try python(
      desk,
      """
      own = openpyxl.Workbook()
      own.active.append(["2025년 3월 매입"])
      own.active.append(["승인일자", "가맹점명", "합계금액", "부서"])
      own.save(path.replace(".xlsx", ".office.xlsx"))
      """)
    let office = "\(desk.out)/hanscan.book.2025-03.office.xlsx"
    let made = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03", "--template", office])
    #expect(made.status == 65 && made.errorText.contains("column '부서' is not known"), "\(made.errorText)")
    let told = try python(
      desk, "print([[cell.value for cell in line] for line in sheet.iter_rows()])",
      file: String(try #require(made.outputText.split(separator: "/").last).dropLast()))
    #expect(
      told.contains("['승인일자', '가맹점명', '합계금액', '부서']") && told.contains("['20250314', '견본마트', 55130, None]"), "\(told)")
  }

  @Test func `the evidence of a month is a searchable PDF with a voucher and a list, and copies of the scans`() throws {
    let desk = try filled()
    let options = ["--format", "evidence", "--notify-command", "cat > '\(desk.scratch.path(of: "told"))'"]
    let made = try desk.hanscan(
      ["book", "--out", desk.out, "--month", "2025-03", "--export-language", "ko"] + options)
    #expect(made.status == 0 && made.outputText.contains("/hanscan.evidence.2025-03.zip\n"), "\(made.errorText)")
    #expect(try String(contentsOfFile: desk.scratch.path(of: "told"), encoding: .utf8).contains("3 receipts"))
    let path = "\(desk.out)/hanscan.evidence.2025-03.pdf"
    let text = try ChildProgram.run("/usr/bin/pdftotext", [path, "-"])
    let pages = text.outputText.split(separator: "\u{C}").map(String.init)
    #expect(pages.count == 3 && pages[0].contains("지출결의서") && pages[0].contains("건수: 3건"), "\(pages)")
    #expect(pages[1].contains("견본마트") && pages[1].contains("55,130"))
    // The text of a receipt lies over its picture, below its caption.
    #expect(pages[2].contains("2. 2025-03-14 견본마트 55,130") && pages[2].contains("00314207"), "\(pages[2])")
    let fonts = try ChildProgram.run("/usr/bin/pdffonts", [path]).outputText.split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains(" yes ") }, "\(fonts)")
    #expect(try ChildProgram.run("/usr/bin/qpdf", ["--check", path]).status == 0)
    let bytes = try desk.tree()["hanscan.evidence.2025-03.pdf"] ?? []
    let metadata = String(decoding: bytes, as: UTF8.self)
    #expect(metadata.contains("<pdfaid:part>2</pdfaid:part>") && metadata.contains("HanScan 영수증 장부: 2025-03-01"))
    let copies = try ChildProgram.run(
      "/usr/bin/python3",
      [
        "-I", "-X", "utf8", "-c",
        """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as book:
            assert book.testzip() is None
            print(book.namelist())
            assert book.read(book.namelist()[1]) == open(sys.argv[2], "rb").read()
        """, "\(desk.out)/hanscan.evidence.2025-03.zip", "\(desk.inbox)/mart-ko.png",
      ])
    #expect(copies.outputText.contains("'002_2025-03-14_견본마트_55130.png'"), "\(copies.outputText) \(copies.errorText)")
    // An office's own form; equal receipts give equal bytes.
    try desk.scratch.write(Array("text 300 800 20 center 우리 전표 {total}\n".utf8), to: "own.form")
    let own = ["book", "--out", desk.out, "--month", "2025-03", "--format", "evidence", "--form"]
    #expect(try desk.hanscan(own + [desk.scratch.path(of: "own.form")]).status == 0)
    #expect(try ChildProgram.run("/usr/bin/pdftotext", [path, "-"]).outputText.hasPrefix("우리 전표 "))
    try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03", "--format", "evidence"])
    #expect(try desk.tree()["hanscan.evidence.2025-03.pdf"] == bytes)
    #expect(try desk.hanscan(own + [desk.inbox + "/mart-ko.png"]).status == 64)
    let font = ["book", "--out", desk.out, "--format", "evidence", "--font", "/etc/hostname"]
    #expect(try desk.hanscan(font).status == 69)
    // A scan that is gone is told, and the others are written.
    unlink("\(desk.inbox)/mart-ko.png")
    let lacking = try desk.hanscan(["book", "--out", desk.out, "--month", "2025-03", "--format", "evidence"])
    #expect(
      lacking.status == 65 && lacking.errorText.contains("mart-ko.png page 1: there is no "),
      "\(lacking.errorText)")
    #expect(lacking.outputText.contains("/hanscan.evidence.2025-03.zip\n"))
  }

  @Test func `evidence and lists show no other scan for a receipt whose scan is gone`() throws {
    let desk = try filled()
    try desk.put(try Samples.bytes("mart-ko.png") + [0], "cafe-en.png")
    unlink("\(desk.inbox)/mart-ko.png")
    unlink("\(desk.inbox)/parking-faded.jpg")
    try desk.put(try Samples.bytes("pharmacy-exif-6.jpg"), "parking-faded.jpg")
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "json"])
    #expect(run.status == 0, "\(run.errorText)")
    let listed = try desk.hanscan(["receipts", "--out", desk.out]).outputText.split(separator: "\n")
    // That of the shop is on another scan, and is listed once.
    for (name, count) in [("cafe-en.png", 1), ("parking-faded.jpg", 1), ("mart-ko.png", 0)] {
      let gone = listed.filter { $0.hasSuffix("  \(name) (the file is no longer there)") }
      #expect(gone.count == count, "\(listed)")
    }
    let made = try desk.hanscan(["book", "--out", desk.out, "--format", "evidence"])
    #expect(made.status == 65 && made.errorText.contains("cafe-en.png page 1: it is not there any more"))
    let names = try ChildProgram.run(
      "/usr/bin/python3",
      [
        "-I", "-X", "utf8", "-c", "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())",
        "\(desk.out)/hanscan.evidence.zip",
      ]
    ).outputText
    #expect(names.contains("견본마트_55130.png") && !names.contains("20.25"), "\(names)")
  }

  @Test func `receipts are matched with the list of a card as it is downloaded`() throws {
    let desk = try filled()
    let list = """
      신한카드 이용내역,,,\r
      조회기간 2025.03.01 ~ 2025.03.31,,,\r
      이용일자,가맹점명,이용금액,승인번호\r
      2025.03.14,견본마트,"55,130",00314207\r
      2025.03.20,나라서점,"12,000",33334444\r
      합계,,"67,130",\r

      """
    // Korean Windows writes CP949.
    let encoded = try ChildProgram.run("/usr/bin/iconv", ["-f", "UTF-8", "-t", "CP949"], input: Array(list.utf8)).output
    try desk.scratch.write(Array(encoded), to: "card.csv")
    let matched = try desk.hanscan([
      "match", desk.scratch.path(of: "card.csv"), "--out", desk.out, "--export-language", "ko",
    ])
    #expect(matched.status == 65 && matched.errorText.contains("이용금액 -> amount"), "\(matched.errorText)")
    #expect(
      matched.errorText.contains("1 pair, 1 line without receipt, 2 receipts without line"), "\(matched.errorText)")
    let told = try python(
      desk,
      """
      print([cell.value for cell in book["일치"][2]][1:4], [cell.value for cell in book["영수증 없는 내역"][2]][1])
      """, file: "hanscan.match.xlsx")
    #expect(told.contains("'견본마트', 55130] 나라서점"), "\(told)")
    // The same list again changes nothing, and its lines are kept.
    let notify = ["--notify-command", "(env; cat) > '\(desk.scratch.path(of: "told"))'"]
    let again = try desk.hanscan(["match", "--out", desk.out] + notify)
    #expect(again.errorText.contains("1 pair, 1 line without receipt, 2 receipts without line"), "\(again.errorText)")
    let notice = try String(contentsOfFile: desk.scratch.path(of: "told"), encoding: .utf8)
    for fact in ["HANSCAN_EXIT=65\n", "HANSCAN_EVENT=match\n", "HANSCAN_PAIRS=1\n", "1 line without receipt"] {
      #expect(notice.contains(fact), "\(notice)")
    }
    // A list is taken back by its name, and a name that is none is told.
    let wrong = try desk.hanscan(["match", "--out", desk.out, "--forget", "card.xls"])
    #expect(wrong.status == 64 && wrong.errorText.contains("card.csv"), "\(wrong.errorText)")
    try month(desk)
    let kept = try python(desk, "print(sheet.cell(row('mart-ko.png'), column('대조 내역')).value)")
    #expect(kept.contains("견본마트"), "\(kept)")
    let forgotten = try desk.hanscan(["match", "--out", desk.out, "--forget", "card.csv"])
    #expect(
      forgotten.status == 0 && forgotten.errorText.contains("2 lines of card.csv removed"), "\(forgotten.errorText)")
    #expect(try desk.hanscan(["match", "--out", desk.out]).status == 64)
  }
}
