import Foundation
import PageModel
import Testing

@testable import ResultStore

/// Receipts as rows: what searches are filtered by.
@Suite struct ReceiptRowTests {
  /// A receipt as these tests alone write it: the store leaves its JSON to others.
  private struct Written: Codable {
    var date: String?
    var total: Double?
    var shop: String?
    var isProven = false
  }

  private static func value(_ receipts: [Written], version: Int = 1) -> DerivedValues.Value {
    let json = (try? JSONEncoder().encode(receipts)).map { String(decoding: $0, as: UTF8.self) }
    var value = DerivedValues.Value(version: version, json: json)
    value.outlines = outlines(of: value)
    return value
  }

  private static func outlines(of value: DerivedValues.Value) -> [ReceiptOutline] {
    let receipts = value.json.flatMap { try? JSONDecoder().decode([Written].self, from: Data($0.utf8)) } ?? []
    return receipts.enumerated().map {
      ReceiptOutline(ordinal: $0, date: $1.date, total: $1.total, shop: $1.shop, isProven: $1.isProven)
    }
  }

  private static func derived(_ receipts: DerivedValues.Value) -> DerivedValues {
    var derived = DerivedValues()
    derived["receipts"] = receipts
    derived["quality"] = DerivedValues.Value(version: 1, json: "{}")
    return derived
  }

  private static func derived(_ receipts: Written...) -> DerivedValues { derived(value(receipts)) }

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
              Written(
                date: "2026-\(month < 10 ? "0" : "")\(month)-01", total: Double(number) * 10 + 0.5,
                shop: number == 7 ? "CAFE 7" : "가게"))),
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
    try store.record(Self.derived(Written(date: "2026-03-01", total: 5, shop: name)), of: page)
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
    try store.record(Self.derived(Written(date: "2027-01-01", total: 5, shop: "Bakery 7")), of: page)
    #expect(try found(store) { $0.shop = "cafe" } == [])
    #expect(try found(store) { $0.shop = "kery" } == ["7.png"])
    try store.connection.execute("UPDATE receipts SET shop = 'nobody' WHERE shop = 'Bakery 7'")
    #expect(try store.receiptsUnlikeRows(Self.outlines) == 2)
    #expect(try store.receiptsUnlikeRows(isRepairing: true, Self.outlines) == 2)
    #expect(try found(store) { $0.shop = "kery" } == ["7.png"])
  }

  @Test func `the rows come with the value, whatever its JSON is, and are read back with it`() throws {
    let (scratch, store) = try filled(12)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("7.png"), 0)).id
    let outlines = [
      ReceiptOutline(ordinal: 0, date: "2027-01-01", total: 5, shop: "cafe", isProven: true),
      ReceiptOutline(ordinal: 1, date: nil, total: nil, shop: nil, isProven: false),
    ]
    let misleading = "[{\"fields\":{\"merchant\":{\"value\":\"bakery\",\"proof\":\"read\"}}}]"
    let value = DerivedValues.Value(version: 3, json: misleading, outlines: outlines)
    try store.record(Self.derived(value), of: page)
    #expect(try store.derived(of: page)["receipts"] == value)
    #expect(try store.receiptRows(of: page)?.rows == outlines)
    #expect(try found(store) { $0.shop = "cafe" } == ["7.png"] && found(store) { $0.shop = "bakery" } == [])
    try store.record(try store.derived(of: page), of: page)
    #expect(try store.derivedValue("receipts", of: page) == value)
    // The caller reads the JSON, and the rows of a value that it does not know stay.
    func read(_ stored: DerivedValues.Value) -> [ReceiptOutline]? {
      stored.version == 3 ? stored.json == misleading ? outlines : nil : Self.outlines(of: stored)
    }
    #expect(try store.receiptsUnlikeRows(read) == 0)
    #expect(try store.receiptsUnlikeRows { $0.version == 3 ? [] : Self.outlines(of: $0) } == 2)
    try store.connection.execute("UPDATE receipts SET total = 1 WHERE ordinal = 1")
    #expect(try store.receiptsUnlikeRows(isRepairing: true) { _ in nil } == 0)
    #expect(try store.receiptsUnlikeRows(isRepairing: true, read) == 2)
    #expect(try store.derived(of: page)["receipts"] == value)
  }

  @Test func `the rows follow what is derived, and a value without receipts has none`() throws {
    let (scratch, store) = try filled(12)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("7.png"), 0)).id
    for json in [nil, "[]", "garbage", "{\"a\": {}}", "[1, \"x\"]", "\"text\""] {
      try store.record(Self.derived(DerivedValues.Value(version: 1, json: json)), of: page)
      #expect(try found(store) { $0.shop = "cafe" } == [])
      #expect(try store.receiptsUnlikeRows(Self.outlines) == 0)
    }
    try store.record(Self.derived(Written(date: "2027-01-01", total: 5, shop: "cafe", isProven: true)), of: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == ["7.png"])
    #expect(try found(store) { $0.isUnproven = true }.contains("7.png") == false)
    try store.record(
      Self.value([Written(date: "2028-01-01", total: 5, shop: "x")], version: 2), stage: "receipts", of: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == ["7.png"])
    #expect(try store.receiptsUnlikeRows(Self.outlines) == 0)
    // A page that is put right has no values until they are made again.
    try store.correct(
      [
        Correction(
          target: .line(0), box: Box(x: 1, y: 2, width: 30, height: 10), old: "합계 금액", new: "합계 9", made: "", author: ""
        )
      ], on: page)
    #expect(try found(store) { $0.from = "2027-01-01" } == [])
    #expect(try store.receiptsUnlikeRows(Self.outlines) == 0)
  }

  @Test func `a page of two receipts has the values of both`() throws {
    let (scratch, store) = try filled(1)
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("1.png"), 0)).id
    try store.record(
      Self.derived(
        Written(date: "2026-03-01", total: 5, shop: "cafe"), Written(date: "2026-03-02", total: 7.5, shop: "bakery")),
      of: page)
    let found = try #require(try store.receiptRows(of: page))
    #expect(found.version == 1)
    #expect(Set(found.rows.map(\.shop)) == ["cafe", "bakery"] && Set(found.rows.map(\.total)) == [5, 7.5])
  }

  @Test func `receipts without a day are listed, and once if a page was scanned twice`() throws {
    let (scratch, store) = try filled(3)
    defer { withExtendedLifetime(scratch) {} }
    let pages = try ["1.png", "2.png"].map { try #require(try store.page(ScanPath($0), 0)).id }
    for page in pages { try store.record(Self.derived(Written(total: 5)), of: page) }
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
      try store.record(Self.derived(Written(date: "2026-01-01", total: 10, shop: "가게")), of: page)
    }
    let found = try store.accountDecisions()
    #expect(found.map(\.account) == ["복리후생비"] && found.map(\.count) == [2])
    #expect(found.map(\.businessNumber) == ["1234567891"] && found.map(\.shop) == ["가게"])
  }

  @Test func `rows that do not agree are noticed, and made anew`() throws {
    let (scratch, store) = try filled(3)
    defer { withExtendedLifetime(scratch) {} }
    try store.connection.execute("UPDATE receipts SET total = 1 WHERE page = 1; DELETE FROM receipts WHERE page = 2")
    #expect(try store.receiptsUnlikeRows(Self.outlines) == 3)
    #expect(try store.receiptsUnlikeRows(isRepairing: true, Self.outlines) == 3)
    #expect(try store.receiptsUnlikeRows(Self.outlines) == 0)
    #expect(try found(store) { $0.most = "10.5" } == ["1.png"])
  }
}
