import PageModel
import Testing

@testable import Understanding

/// Receipts that go over several pages.
struct ReceiptPartTests {
  private static let first = """
    늘봄국수
    2026-03-14 12:40
    잔치국수 6,000 1 6,000
    비빔국수 7,000 1 7,000
    """
  private static let last = """
    열무국수 5,000 2 10,000
    콩국수 8,000 1 8,000
    합계 31,000
    카드결제 31,000
    """
  private static let middle = "물만두 4,000 1 4,000\n모둠수육 9,000 1 9,000"
  /// Its items and those of the first page make another sum.
  private static let odd = last.replacing("8,000 1 8,000", with: "9,000 1 9,000")

  private func page(
    _ text: String, _ name: String = "bill.pdf", _ index: Int = 0, of count: Int = 3, _ corrections: [Correction] = []
  ) -> PageRecord {
    var record = PageRecord(
      path: ScanPath(name), index: index, pageCount: count, content: nil, reader: nil,
      outcome: .recognised(RecognisedPage(text: text)), corrections: corrections)
    record.derived = DerivedStages().derive(record)
    return record
  }

  private func part(_ page: PageRecord) -> ReceiptPart? { ReceiptPart(page, by: ReceiptReader()) }

  private func joined(_ pages: [PageRecord]) throws -> Receipt? {
    ReceiptPart.receipt(of: try pages.map { try #require(part($0)) }, by: ReceiptReader())
  }

  private func field(_ name: FieldName, _ value: String, at box: Box? = nil) -> Correction {
    Correction(
      target: .field(name.rawValue, receipt: 0), box: box ?? RecognisedPage(text: Self.first).box, old: "", new: value,
      made: "", author: "")
  }

  @Test func `a page with a shop and a day begins a receipt, one with a total alone ends it`() throws {
    #expect(part(page(Self.first))?.place == .first)
    #expect(part(page(Self.last))?.place == .last)
    #expect(part(page(Self.middle))?.place == .middle)
  }

  @Test func `a whole receipt, a total that its own items make, and a page without amounts are no parts`() {
    #expect(part(page(ReceiptTexts.mart)) == nil && part(page(ReceiptTexts.cafe)) == nil)
    #expect(part(page(Self.last.replacing("31,000", with: "18,000"))) == nil)
    #expect(part(page("")) == nil)
    #expect(part(page("회의록\n참석자 전원")) == nil)
  }

  @Test func `a shop that a person gives to the second page, or a receipt that is none, makes it no last part`() {
    #expect(part(page(Self.last, "bill.pdf", 1, of: 2, [field(.merchant, "해오름마트")]))?.place != .last)
    #expect(part(page(Self.last, "bill.pdf", 1, of: 2, [field(.date, "2026-03-15")]))?.place != .last)
    let none = Correction(
      target: .receipt(0), box: RecognisedPage(text: Self.last).box, old: "", new: "", made: "", author: "")
    #expect(part(page(Self.last, "bill.pdf", 1, of: 2, [none])) == nil)
  }

  @Test func `two pages are one receipt, with the day of the first, the total of the second and sums over both`() throws
  {
    let pages = [page(Self.first, "bill.pdf", 0, of: 2), page(Self.last, "bill.pdf", 1, of: 2)]
    let receipt = try #require(try joined(pages))
    #expect(receipt.value(.date) == "2026-03-14" && receipt.value(.total) == "31000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.check("items-sum-to-total") == true)
    #expect(receipt.items.compactMap(\.amount) == ["6000", "7000", "10000", "8000"])
    #expect(receipt.pages == [1, 2])
    #expect(receipt.otherLines?.contains("카드결제 31,000") == true && receipt.otherTags == nil)
    // Lines and boxes are those of the first page; nothing else of it has a place there.
    #expect(receipt.lines == [0, 1, 2, 3])
    #expect(receipt.fields[.total]?.lines == [] && receipt.fields[.total]?.box == receipt.box)
    #expect(receipt.isOfAllPages(.total) && receipt.isOfAllPages(.tax))
    #expect(!receipt.isOfAllPages(.date) && !receipt.isOfAllPages(.memo))
    #expect(receipt.items.map(\.lines) == [[2], [3], [], []])
  }

  @Test func `three pages are one receipt`() throws {
    let texts = [Self.first, Self.middle, Self.last.replacing("31,000", with: "44,000")]
    let receipt = try #require(try joined(texts.enumerated().map { page($1, "bill.pdf", $0) }))
    #expect(receipt.value(.total) == "44000" && receipt.value(.date) == "2026-03-14")
    #expect(receipt.pages?.count == 3)
  }

  @Test func `pages of one file whose items do not make the total need the number of the last page`() throws {
    func pages(_ number: String, _ another: String = "") -> [PageRecord] {
      [page(Self.first + another), page(Self.odd + number, "bill.pdf", 1)]
    }
    #expect(try joined(pages("")) == nil)
    #expect(try joined(pages("\nPage 2 of 2"))?.value(.total) == "31000")
    // A page is missing, or out of order.
    #expect(try joined(pages("\nPage 2 of 3")) == nil)
    #expect(try joined(pages("\nPage 2 of 2", "\nPage 2 of 2")) == nil)
    #expect(try joined([page(Self.first), page(Self.last + "\nPage 1 of 1", "bill.pdf", 1)]) == nil)
  }

  @Test func `a page number is a line of its own with the count of the pages`() {
    for number in ["Page 2 of 3", "PAGE 2 OF 3", "2/3", "- 2 / 3 -", "2/3 쪽"] {
      #expect(ReceiptPart.number(in: number)?.page == 2, "\(number)")
      #expect(ReceiptPart.number(in: number)?.count == 3, "\(number)")
    }
    for text in ["2", "- 2 -", "합계 2", "3/2", "0/2", "2026-03-14", "2 x 3", "Page 2 of the minutes of a meeting"] {
      #expect(ReceiptPart.number(in: text) == nil, "\(text)")
    }
  }

  @Test func `a correction never parts a receipt by its own value, and the last one of a field counts`() throws {
    func joined(_ first: [Correction], _ last: [Correction]) throws -> Receipt? {
      try self.joined([page(Self.first, "bill.pdf", 0, of: 2, first), page(Self.last, "bill.pdf", 1, of: 2, last)])
    }
    let memo = try #require(try joined([field(.memo, "noodles")], [field(.account, "복리후생비")]))
    #expect(memo.value(.memo) == "noodles" && memo.value(.account) == "복리후생비" && memo.value(.total) == "31000")
    let total = try #require(try joined([field(.total, "31500", at: .elsewhere)], []))
    #expect(total.value(.total) == "31500" && total.fields[.total]?.corrected == true)
    #expect(try joined([], [field(.total, "31500")])?.value(.total) == "31500")
    var (early, late) = (field(.total, "31500", at: .elsewhere), field(.total, "31700"))
    (early.made, late.made) = ("2026-03-14T12:00:00Z", "2026-03-15T12:00:00Z")
    #expect(try joined([early], [late])?.value(.total) == "31700")
    (early.made, late.made) = (late.made, early.made)
    #expect(try joined([early], [late])?.value(.total) == "31500")
    #expect(try joined([field(.merchant, "해오름마트")], [])?.value(.merchant) == "해오름마트")
  }

  @Test func `a page alone does not have the value that belongs to another page of its receipt`() {
    let own = page(Self.first, "bill.pdf", 0, of: 2, [field(.total, "31500", at: .elsewhere)]).derived.ownReceipts
    #expect(own?.first?.value(.total) != "31500")
    #expect(own?.first?.value(.date) == "2026-03-14")
  }

  @Test func `a page that was scanned upside down is joined as if it were not`() throws {
    var turned = page(Self.last, "bill.pdf", 1, of: 2)
    guard case .recognised(var reading) = turned.outcome else { return }
    func turn(_ box: Box) -> Box {
      Box(
        x: reading.width - box.x - box.width, y: reading.height - box.y - box.height, width: box.width,
        height: box.height)
    }
    for line in reading.lines.indices {
      reading.lines[line].box = turn(reading.lines[line].box)
      for word in reading.lines[line].words.indices {
        reading.lines[line].words[word].box = turn(reading.lines[line].words[word].box)
      }
    }
    reading.preparation = Preparation(rotation: 180)
    turned.outcome = .recognised(reading)
    turned.derived = DerivedStages().derive(turned)
    let receipt = try #require(try joined([page(Self.first, "bill.pdf", 0, of: 2), turned]))
    #expect(receipt.value(.total) == "31000" && receipt.check("items-sum-to-total") == true)
  }
}
