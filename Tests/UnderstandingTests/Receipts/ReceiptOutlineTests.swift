import PageModel
import Testing

@testable import Understanding

/// The values of receipts for filters.
@Suite struct ReceiptOutlineTests {
  private static func field(_ value: String, _ proof: Proof = .read, isCorrected: Bool = false) -> Field {
    Field(
      value: value, text: value, label: nil, lines: [], box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 1,
      proof: proof, corrected: isCorrected ? true : nil)
  }

  private static func receipt(_ fields: [FieldName: Field]) -> Receipt {
    Receipt(box: Box(x: 0, y: 0, width: 1, height: 1), lines: [], fields: fields, items: [], checks: [])
  }

  private static func stored(_ json: String?, version: Int = ReceiptsStage.version) -> DerivedValues.Value {
    DerivedValues.Value(version: version, json: json)
  }

  @Test func `each receipt of a value has its date, total and shop, made from it and read from its JSON alike`() throws
  {
    let value = DerivedValues.Value(
      version: ReceiptsStage.version,
      receipts: [
        Self.receipt([
          .date: Self.field("2026-03-14"), .total: Self.field("-12.50", .proven), .merchant: Self.field("가게"),
        ]),
        Self.receipt([.time: Self.field("12:40")]),
      ])
    let outlines = [
      ReceiptOutline(ordinal: 0, date: "2026-03-14", total: -12.5, shop: "가게", isProven: true),
      ReceiptOutline(ordinal: 1, date: nil, total: nil, shop: nil, isProven: false),
    ]
    #expect(value.outlines == outlines)
    #expect(ReceiptsStage.outlines(of: Self.stored(value.json)) == outlines)
    #expect(ReceiptsStage.outlines(of: Self.stored(value.json, version: 7 << 16 | ReceiptsStage.version)) == outlines)
    #expect(ReceiptsStage.outlines(of: Self.stored(value.json, version: ReceiptsStage.version - 1)) == nil)
    #expect(DerivedValues.Value(version: 1, receipts: []) == Self.stored(nil, version: 1))
  }

  @Test(arguments: [nil, "", "[]", "garbage", "{\"a\": {}}", "[1, \"x\"]", "\"text\"", "[{\"fields\": 3}]"])
  func `a value that is no list of receipts has none to filter`(json: String?) {
    #expect(ReceiptsStage.outlines(of: Self.stored(json)) == [])
  }

  @Test(
    arguments: [
      (.proven, false, true), (.document, false, true), (.read, false, false), (.computed, false, false),
      (.conflict, false, false), (.read, true, true), (.conflict, true, false),
    ] as [(Proof, Bool, Bool)])
  func `a total is proven by a check, a file or a person whom no check contradicts`(
    proof: Proof, isCorrected: Bool, isProven: Bool
  ) {
    let receipt = Self.receipt([.total: Self.field("5", proof, isCorrected: isCorrected)])
    #expect(ReceiptOutline(receipt, at: 0).isProven == isProven)
  }

  @Test(arguments: [(Proof.conflict, true, false), (.conflict, false, true), (.read, true, true)])
  func `a receipt with a corrected field that a check contradicts is unproven, whatever its total is`(
    proof: Proof, isCorrected: Bool, isProven: Bool
  ) {
    let receipt = Self.receipt([
      .total: Self.field("5", .proven), .tax: Self.field("1", proof, isCorrected: isCorrected),
    ])
    #expect(ReceiptOutline(receipt, at: 0).isProven == isProven)
  }

  @Test(arguments: ReceiptTexts.all)
  func `the value of the stage comes with what its receipts are filtered by`(text: String) throws {
    let derived = DerivedStages().derive(PageRecord(outcome: .recognised(RecognisedPage(text: text))))
    let value = try #require(derived[ReceiptsStage.name])
    #expect(value.outlines.count == derived.value(of: ReceiptsStage.self)?.count ?? 0)
    #expect(ReceiptsStage.outlines(of: value) == value.outlines)
  }
}
