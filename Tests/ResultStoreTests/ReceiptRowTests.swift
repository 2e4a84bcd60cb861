import PageModel
import Testing

@testable import ResultStore

/// Receipts as rows: what searches are filtered by.
@Suite struct ReceiptRowTests {
  /// A receipt as the stage writes it.
  private static func json(_ date: String, _ total: String, _ shop: String, proof: String = "read") -> String {
    """
    [{"fields":{"date":{"value":"\(date)","proof":"read"},"total":{"value":"\(total)","proof":"\(proof)"},
    "merchant":{"value":"\(shop)","proof":"read"}}}]
    """
  }

  private static func derived(_ json: String?) -> DerivedValues {
    var derived = DerivedValues()
    derived["receipts"] = DerivedValues.Value(version: 1, json: json)
    derived["quality"] = DerivedValues.Value(version: 1, json: "{}")
    return derived
  }

  /// A store of so many pages that all say the same, one receipt of each month.
  private func filled(_ count: Int) throws -> (scratch: Scratch, store: ResultStore) {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.transaction { () throws(StoreError) in
      for number in 1...count {
        let digest = ContentDigest.number(number)
        let document = try store.record(
          DocumentEntry(
            path: ScanPath("\(number).png"), facts: nil, digest: digest, kind: "png", pageCount: 1), in: run)
        let month = (number - 1) % 12 + 1
        try store.record(
          PageEntry(
            document: document, index: 0, reader: .first, outcome: .recognised(.saying("합계 금액")),
            derived: Self.derived(
              Self.json("2026-\(month < 10 ? "0" : "")\(month)-01", "\(number * 10).5", number == 7 ? "CAFE 7" : "가게"))),
          in: run)
      }
    }
    return (scratch, store)
  }

  private func found(_ store: ResultStore, _ set: (inout ReceiptCondition) -> Void) throws -> [String] {
    var condition = ReceiptCondition()
    set(&condition)
    let result = try store.search(try SearchQuery("합계"), limit: 5_000, receipts: condition)
    #expect(result.isComplete)
    return result.hits.map(\.page.path.description)
  }

  @Test(arguments: [30, 2_400])
  func `a search is filtered by date, total, shop and proof, whether few receipts are wanted or many`(
    count: Int
  ) throws {
    let (scratch, store) = try filled(count)
    defer { withExtendedLifetime(scratch) {} }
    #expect(try found(store) { $0.from = "2026-12-01" }.count == count / 12)
    #expect(try found(store) { ($0.from, $0.to) = ("2026-03-01", "2026-03-31") }.first == "3.png")
    #expect(try found(store) { $0.to = "2026-11-30" }.count == count - count / 12)
    #expect(try found(store) { ($0.least, $0.most) = ("70.5", "70.50") } == ["7.png"])
    #expect(try found(store) { ($0.least, $0.most) = ("70.51", "80.4") } == [])
    #expect(try found(store) { $0.shop = "cafe" } == ["7.png"])
    #expect(try found(store) { ($0.shop, $0.from) = ("가게", "2026-07-01") }.contains("7.png") == false)
    #expect(try found(store) { $0.isUnproven = true }.count == count)
    #expect(try found(store) { _ in }.count == count)
    #expect(try found(store) { $0.shop = "café" } == [])
  }

  @Test(arguments: [
    ("CAFÉ ÉTOILE", "é ét"), ("Café Étoile", "café é"), ("Ресторан ПУШКИН", "пушкин"), ("STRAẞE", "straße"),
    ("ǅ", "ǆ"), ("İSTANBUL", "i\u{307}stan"), ("ΩMEGA", "ωm"), ("카페 ÀB", "카페 à"),
  ])
  func `a part of a shop's name is found in letters of either case, in any script`(name: String, part: String) throws {
    let (scratch, store) = try filled(12)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("3.png"), 0)).id
    try store.record(Self.derived(Self.json("2026-03-01", "5", name)), of: page)
    #expect(name.lowercased().contains(part))
    #expect(try found(store) { $0.shop = part } == ["3.png"])
    #expect(try found(store) { $0.shop = part + "é" } == [])
  }

  @Test func `what a filter leaves is the same before the index has all pages`() throws {
    let (scratch, store) = try filled(2_600)
    defer { withExtendedLifetime(scratch) {} }
    #expect(try found(store) { $0.from = "2026-02-01" }.count == 2_600 - 2_600 / 12 - 1)
    #expect(try found(store) { ($0.shop, $0.to) = ("가게", "2026-11-30") }.count == 2_600 - 2_600 / 12 - 1)
    try store.setFact("search", Array("\(SearchTerms.version):1300".utf8))
    #expect(try found(store) { $0.from = "2026-02-01" }.count == 2_600 - 2_600 / 12 - 1)
  }

  @Test func `a shop is found by the name that its receipt has now`() throws {
    let (scratch, store) = try filled(12)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("7.png"), 0)).id
    try store.record(Self.derived(Self.json("2027-01-01", "5", "Bakery 7")), of: page)
    #expect(try found(store) { $0.shop = "cafe" } == [])
    #expect(try found(store) { $0.shop = "kery" } == ["7.png"])
    try store.connection.execute("UPDATE receipts SET shop = 'nobody' WHERE shop = 'Bakery 7'")
    #expect(try store.receiptsUnlikeRows() == 2)
    try store.rebuildReceiptRows()
    #expect(try found(store) { $0.shop = "kery" } == ["7.png"])
  }

  @Test func `the rows follow what is derived, and whatever is no receipt has none`() throws {
    let (scratch, store) = try filled(12)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("7.png"), 0)).id
    for json in [nil, "[]", "garbage", "{\"a\": {}}", "[1, \"x\"]", "\"text\"", "[{\"fields\": 3}]"] {
      try store.record(Self.derived(json), of: page)
      #expect(try found(store) { $0.shop = "cafe" } == [])
      #expect(try store.receiptsUnlikeRows() == 0)
    }
    try store.record(Self.derived(Self.json("2027-01-01", "5", "cafe", proof: "proven")), of: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == ["7.png"])
    #expect(try found(store) { $0.isUnproven = true }.contains("7.png") == false)
    try store.record(
      DerivedValues.Value(version: 2, json: Self.json("2028-01-01", "5", "x")), stage: "receipts", of: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == ["7.png"])
    #expect(try store.receiptsUnlikeRows() == 0)
    // A page that is put right has no values until they are made again.
    try store.correct(
      [
        Correction(
          target: .line(0), box: Box(x: 1, y: 2, width: 30, height: 10), old: "합계 금액", new: "합계 9", made: "", author: ""
        )
      ], on: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == [])
    #expect(try store.receiptsUnlikeRows() == 0)
  }

  @Test func `a page of two receipts has the values of both`() throws {
    let (scratch, store) = try filled(1)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("1.png"), 0)).id
    let (one, other) = (Self.json("2026-03-01", "5", "cafe"), Self.json("2026-03-02", "7.5", "bakery"))
    try store.record(Self.derived("\(one.dropLast()),\(other.dropFirst())"), of: page)
    let found = try #require(try store.receiptRows(of: page))
    #expect(found.version == 1)
    #expect(Set(found.rows.map(\.shop)) == ["cafe", "bakery"] && Set(found.rows.map(\.total)) == [5, 7.5])
  }

  @Test func `a receipt with a corrected field that a check contradicts is unproven, whatever its total is`() throws {
    let (scratch, store) = try filled(2)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("1.png"), 0)).id
    let proven = Self.json("2026-03-01", "5", "cafe", proof: "proven")
    func unproven(_ tax: String) throws -> Set<String> {
      let contradicted = proven.replacing("\"fields\":{", with: "\"fields\":{\"tax\":{\"value\":\"1\",\(tax)},")
      try store.record(Self.derived("\(proven.dropLast()),\(contradicted.dropFirst())"), of: page)
      #expect(try store.receiptsUnlikeRows() == 0)
      let pages = Set(try found(store) { $0.isUnproven = true })
      let rows = try #require(try store.receiptRows(of: page)).rows
      #expect(rows.map(\.isProven) == [true, !pages.contains("1.png")])
      return pages
    }
    #expect(try unproven("\"proof\":\"conflict\",\"corrected\":true") == ["1.png", "2.png"])
    #expect(try unproven("\"proof\":\"conflict\"") == ["2.png"])
    #expect(try unproven("\"proof\":\"read\",\"corrected\":true") == ["2.png"])
  }

  @Test func `receipts without a day are listed, and once if a page was scanned twice`() throws {
    let (scratch, store) = try filled(3)
    defer { withExtendedLifetime(scratch) {} }
    let pages = try ["1.png", "2.png"].map { try #require(try store.page(ScanPath($0), 0)).id }
    let json = "[{\"fields\":{\"total\":{\"value\":\"5\",\"proof\":\"read\"}}}]"
    for page in pages { try store.record(Self.derived(json), of: page) }
    func undated(once: Bool) throws -> [String] {
      try store.undatedReceipts(once: once).map { "\($0.path) \($0.total ?? 0)" }
    }
    #expect(try undated(once: true) == ["1.png 5.0", "2.png 5.0"])
    _ = try store.record([SamePair(other: pages[0], similarity: 1, agreement: "total")], of: pages[1])
    #expect(try undated(once: true) == ["1.png 5.0"])
    #expect(try undated(once: false) == ["1.png 5.0", "2.png 5.0"])
  }

  @Test func `accounts that people gave are known by shop, the last one of each receipt, with their count`() throws {
    let (scratch, store) = try filled(3)
    defer { withExtendedLifetime(scratch) {} }
    for (name, account) in [("1.png", "접대비"), ("1.png", "복리후생비"), ("2.png", "복리후생비")] {
      let page = try #require(try store.page(ScanPath(name), 0)).id
      let correction = Correction(
        target: .field("account", receipt: 0), box: Box(x: 1, y: 2, width: 30, height: 10), old: "", new: account,
        made: "", author: "", shop: "1234567891")
      try store.correct([correction], on: page)
      try store.record(Self.derived(Self.json("2026-01-01", "10", "가게")), of: page)
    }
    let found = try store.accountDecisions()
    #expect(found.map(\.account) == ["복리후생비"] && found.map(\.count) == [2])
    #expect(found.map(\.businessNumber) == ["1234567891"] && found.map(\.shop) == ["가게"])
  }

  @Test func `rows that do not agree are noticed, and made anew`() throws {
    let (scratch, store) = try filled(3)
    defer { withExtendedLifetime(scratch) {} }
    try store.connection.execute("UPDATE receipts SET total = 1 WHERE page = 1; DELETE FROM receipts WHERE page = 2")
    #expect(try store.receiptsUnlikeRows() == 3)
    try store.rebuildReceiptRows()
    #expect(try store.receiptsUnlikeRows() == 0)
    #expect(try found(store) { $0.most = "10.5" } == ["1.png"])
  }
}
