import Support
import Documents
import PageModel
import Testing

@testable import Understanding

/// Electronic tax invoices: exact, or refused with a sentence.
@Suite struct TaxInvoiceTests {
  /// A change of the usual file, and the values that it then gives.
  typealias Change = @Sendable (inout InvoiceFile) -> Void

  static let sound: [(String, Change)] = [
    ("as issued", { _ in }),
    ("a name of a label", { $0.itemName = "합계" }),
    ("a tax that is no tenth", { ($0.supply, $0.tax, $0.total) = ("30000", "3900", "33900") }),
    ("a name of another form", { $0.supplierName = "거래명세서" }),
    ("a name of a heading", { $0.buyerName = "품목 단가" }),
    ("a seal in a name", { $0.supplierName = "주식회사 인" }),
    ("an amount in words as a name", { $0.itemName = "일금 삼백만원정" }),
    ("entities of XML", { $0.supplierName = "A&amp;B &lt;견본&gt; &quot;갑&apos;" }),
    ("characters by number", { $0.supplierName = "&#xAC00;&#44032;" }),
    ("sections of characters", { $0.itemName = "<![CDATA[<책> & 공책]]>" }),
    ("comments", { $0.more = "<!-- <TaxInvoice> & -->" }),
    ("processing instructions", { $0.more = "<?xml-stylesheet href='http://example.com/x.xsl'?>" }),
    ("a signature", { $0.more = "<ds:Signature xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><ds:X/></ds:Signature>" }),
    ("some attributes", { $0.more = "<a " + (0..<500).map { " a\($0)='='" }.joined() + "/>" }),
    ("no declaration", { $0.declaration = "" }),
    ("single quotes", { $0.attributes = "xmlns='\(InvoiceFile.space)' version = '3.0'" }),
    (
      "a prefix",
      {
        $0.prefix = "k:"; $0.attributes = "xmlns:k=\"\(InvoiceFile.space)\""
      }
    ),
    ("no items", { $0.items = 0 }),
    ("many items", { $0.items = 99 }),
    (
      "amounts of thirteen digits",
      {
        ($0.supply, $0.tax, $0.total) = ("1000000000000", "100000000000", "1100000000000")
        ($0.quantity, $0.price) = ("1", "1000000000000")
      }
    ),
    (
      "no tax",
      {
        $0.type = "0301"; $0.tax = ""; $0.total = "30000"
      }
    ),
    (
      "an amendment below zero",
      {
        $0.type = "0201"; $0.supply = "-30000"; $0.tax = "-3000"; $0.total = "-33000"
      }
    ),
    (
      "parts of a unit",
      {
        $0.quantity = "1.125"; $0.price = "26666.67"
      }
    ),
    ("long names", { $0.itemName = String(repeating: "긴 이름 ", count: 60) + "끝" }),
    (
      "elements of others",
      { $0.more = "<x:Total xmlns:x='urn:x'>5</x:Total><x:TaxInvoiceTradeLineItem xmlns:x='urn:x'/>" }
    ),
  ]

  @Test(arguments: sound.indices)
  func soundFilesAreExact(_ index: Int) throws {
    var file = InvoiceFile()
    Self.sound[index].1(&file)
    try expect(file, in: file.bytes)
  }

  @Test(arguments: ["9001011234568", "900101-1234568", "9001011234560", "9999999999999"])
  func ofAPersonsNumberTheDateOfBirthIsLeft(_ number: String) throws {
    var file = InvoiceFile()
    (file.buyerNumber, file.buyerName) = (number, "홍길동")
    let page = TaxInvoicePage.page(try TaxInvoice(file.bytes))
    let dashed = "\(number.prefix(6))-\(number.suffix(7))"
    #expect(page.text.contains("주민등록번호 \(dashed) 상호 홍길동"))
    let masked = page.withoutIdentityNumbers
    #expect(masked.text.contains("주민등록번호 \(number.prefix(6))-******* 상호 홍길동"))
    #expect(masked.text.contains("등록번호 123-45-67891 상호"))
    let receipt = try #require(ReceiptReader().receipts(on: masked).first)
    #expect(receipt.fields[.buyer]?.value == "홍길동" && receipt.fields[.buyerNumber] == nil)
  }

  @Test(
    arguments: [
      ("+30000", "30000"), ("30000.", "30000"), ("30000.000000", "30000"), ("0030000", "30000"),
      ("-30000.50", "-30000.5"),
      (".5", "0.5"), ("9999999999999", "9999999999999"), ("12345678901234", nil), ("3e4", nil), ("30,000", nil),
      ("-", nil),
      ("３００００", nil), ("1.23456", nil), (String(repeating: "0", count: 50), nil),
    ] as [(String, String?)])
  func amountsAreThoseOfXML(text: String, amount: String?) throws {
    var file = InvoiceFile()
    file.supply = text
    #expect((try? TaxInvoice(file.bytes))?.supply == amount)
  }

  @Test func severalRemarksAreJoined() throws {
    var file = InvoiceFile()
    file.remarks = ["하나", "둘", "셋"].map { "<DescriptionText>\($0)</DescriptionText>" }.joined()
    let invoice = try TaxInvoice(file.bytes)
    #expect(invoice.note == "하나, 둘, 셋")
    #expect(TaxInvoicePage.page(invoice).text.contains("비고 하나, 둘, 셋"))
  }

  @Test func koreanEncodingsAreReadIfTheyAreDeclared() throws {
    for name in ["EUC-KR", "ks_c_5601-1987"] {
      var file = InvoiceFile()
      file.declaration = "<?xml version=\"1.0\" encoding=\"\(name)\"?>"
      try expect(file, in: file.korean)
    }
    let file = InvoiceFile()
    try expect(file, in: [0xEF, 0xBB, 0xBF] + file.bytes)
  }

  @Test(arguments: ["UTF-16", "UTF-8", ""])
  func wideFilesAreReadIfTheyBeginWithTheirMark(_ name: String) throws {
    var file = InvoiceFile()
    file.declaration = name.isEmpty ? "" : "<?xml version=\"1.0\" encoding=\"\(name)\"?>"
    let units = Array("\u{FEFF}\(file.text)".utf16)
    try expect(file, in: units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    try expect(file, in: units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    file.declaration += "<!DOCTYPE a>"
    let wide = "\u{FEFF}\(file.text)".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let fault = #expect(throws: TextFault.self) { try TaxInvoice(wide) }
    #expect(fault?.description.contains("declares a document type") == true)
  }

  private func expect(_ file: InvoiceFile, in bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) throws {
    let invoice = try TaxInvoice(bytes)
    #expect(invoice.items.count == file.items, sourceLocation: place)
    let page = TaxInvoicePage.page(invoice)
    let receipt = try #require(ReceiptReader().receipts(on: page).first, sourceLocation: place)
    func plain(_ text: String) -> String {
      [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&#xAC00;": "가", "&#44032;": "가",
        "<![CDATA[": "", "]]>": "",
      ].reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
    let expected: [FieldName: String] = [
      .merchant: plain(file.supplierName), .businessNumber: "123-45-67891", .representative: "김견본",
      .address: "견본특별시 예시구 보기로 1", .buyer: plain(file.buyerName), .buyerNumber: "220-81-62517",
      .buyerRepresentative: "이예시", .buyerAddress: "가상시 견본구 풍선로 2", .date: "2026-03-14",
      .supply: file.supply, .total: file.total, .approvalNumber: "202603141000000012345678", .currency: "KRW",
    ].merging(file.tax.isEmpty ? [:] : [.tax: file.tax]) { $1 }
    #expect(receipt.fields.mapValues(\.value) == expected, sourceLocation: place)
    #expect(receipt.fields.values.allSatisfy { $0.proof == .document && $0.confidence == 1 }, sourceLocation: place)
    #expect(receipt.form == "tax-invoice", sourceLocation: place)
    #expect(receipt.items.count == file.items, sourceLocation: place)
    for item in receipt.items {
      #expect(item.name == plain(file.itemName) && item.quantity == file.quantity, sourceLocation: place)
      #expect(item.unitPrice == file.price && item.amount == file.supply, sourceLocation: place)
    }
    #expect(page.text.contains(file.more.contains("Signature") ? "전자서명 있음" : "전자서명 없음"))
    let record = PageRecord(
      path: ScanPath("a.xml"), index: 0, pageCount: 1, content: nil, reader: nil, outcome: .recognised(page))
    #expect(DerivedStages().derive(record).value(of: KindsStage.self)?.first?.label == .taxInvoice)
  }

  @Test(arguments: [
    ("30000", "3000", "99999"), ("30000", "3000", "30000"), ("30000", "", "99999"), ("0", "0", "1"),
    ("-30000", "-3000", "33000"),
  ])
  func sumsThatFailAreConflictsOfTheAmounts(supply: String, tax: String, total: String) throws {
    var file = InvoiceFile()
    (file.supply, file.tax, file.total) = (supply, tax, total)
    let page = TaxInvoicePage.page(try TaxInvoice(file.bytes))
    let record = PageRecord(outcome: .recognised(page))
    let receipt = try #require(ReceiptsStage.value(of: record)?.first)
    let amounts: Set<FieldName> = tax.isEmpty ? [.supply, .total] : [.supply, .tax, .total]
    #expect(Set(receipt.doubts?.map(\.field) ?? []) == amounts)
    #expect(receipt.doubts?.allSatisfy { $0.code == .conflict } == true)
    #expect(receipt.fields[.total]?.value == total)
    for (name, field) in receipt.fields { #expect(field.proof == (amounts.contains(name) ? .conflict : .document)) }
    #expect(receipt.checks.contains { $0.name == "supply-plus-tax-is-total" && !$0.holds })
  }

  @Test(arguments: ["", "-", "·"])
  func itemsWithoutANameAreKept(_ name: String) throws {
    var file = InvoiceFile()
    (file.itemName, file.items) = (name, 2)
    let page = TaxInvoicePage.page(try TaxInvoice(file.bytes))
    let receipt = try #require(ReceiptReader().receipts(on: page).first)
    #expect(receipt.items.map(\.name) == [name, name])
    #expect(receipt.items.allSatisfy { $0.amount == "30000" && $0.quantity == "2" })
  }

  private static func many(_ part: (Int) -> String) -> String { (0...4000).map(part).joined() }

  static let refused: [(String, Change, String)] = [
    ("a document type", { $0.declaration += "<!DOCTYPE TaxInvoice>" }, "declares a document type"),
    (
      "an entity bomb",
      {
        $0.declaration += "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]>"; $0.itemName = "&c;"
      },
      "declares a document type"
    ),
    (
      "an external entity", { $0.declaration += "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>" },
      "declares a document type"
    ),
    (
      "many attributes in a document type",
      { $0.declaration += "<!DOCTYPE a [" + many { "<!ATTLIST a\($0) xml:id ID 'x'>" } + "]>" },
      "declares a document type"
    ),
    ("an unknown entity", { $0.itemName = "&file;" }, "not well formed"),
    ("a character that is none", { $0.itemName = "&#0;" }, "not well formed"),
    ("deep elements", { $0.more = String(repeating: "<a>", count: 5000) }, "lie deeper"),
    ("an attribute given twice", { $0.attributes += " a='' a=''" }, "not well formed"),
    ("two outermost elements", { $0.more = "</TaxInvoice><TaxInvoice>" }, "not well formed"),
    ("elements that cross", { $0.more = "<a><b></a></b>" }, "not well formed"),
    ("a text before an element", { $0.total = "100<x xmlns='urn:x'/>0" }, "a text beside elements"),
    ("a text behind an element", { $0.total = "<x/>33000" }, "a text beside elements"),
    ("a text between elements", { $0.more = "<a/>견본<a/>" }, "a text beside elements"),
    ("many attributes", { $0.more = "<a" + many { " a\($0)='1'" } + "/>" }, "more than 4000 attributes"),
    ("many namespaces", { $0.more = many { "<a xmlns:b\($0) = 'u'/>" } }, "more than 4000 attributes"),
    ("another standard", { $0.attributes = "xmlns='urn:x'" }, "not TaxInvoice"),
    ("a day that is none", { $0.day = "20261414" }, "is none of the form"),
    ("a day after the end of its month", { $0.day = "20260231" }, "is none of the form"),
    ("a long text of entities", { $0.itemName = String(repeating: "&amp;", count: 250_000) }, "a text is longer"),
    ("an amount that is none", { $0.total = "삼만원" }, "is no number"),
    ("no total", { $0.total = "" }, "has no GrandTotalAmount"),
    ("a value given twice", { $0.total = "1</GrandTotalAmount><GrandTotalAmount>2" }, "twice"),
    ("an encoding that is not read", { $0.declaration = "<?xml version='1.0' encoding='Shift_JIS'?>" }, "declares the"),
    ("too many items", { $0.items = 1001 }, "more than 1000 items"),
  ]

  @Test(arguments: refused.indices)
  func otherFilesAreRefusedWithASentence(_ index: Int) throws {
    let (name, change, reason) = Self.refused[index]
    var file = InvoiceFile()
    change(&file)
    let fault = #expect(throws: TextFault.self, "\(name)") { try TaxInvoice(file.bytes) }
    #expect(fault?.description.contains(reason) == true, "\(name): \(fault?.description ?? "")")
  }

  @Test(
    arguments: [
      ("일금 삼백이십만 원정", "3200000"), ("금 오만원", "50000"), ("합계: 일금 삼백만 원정 (₩3,000,000)", "3000000"),
      ("一百萬원", nil), ("金 一百萬원", nil), ("금 壹百貳拾萬參千원", "1203000"), ("금 一億원", "100000000"),
      ("일금 50,000원", nil), ("현금 오만원", nil), ("미수금 삼만원", nil), ("현금 50,000원", nil), ("금 삼사원", nil),
      ("금99999999999억원", nil), ("금" + String(repeating: "구천", count: 1000) + "억원", nil),
    ] as [(String, String?)])
  func amountsInWordsHoldNoDigits(text: String, amount: String?) {
    #expect(FormText.words(text)?.text(places: 0) == amount)
  }

  @Test func cutLongAndWronglyEncodedFilesAreRefused() throws {
    let file = InvoiceFile()
    for share in 1..<20 {
      #expect(throws: TextFault.self) { try TaxInvoice(Array(file.bytes.prefix(file.bytes.count * share / 20))) }
    }
    let wrong = [
      [UInt8](repeating: 0x20, count: 100 << 20), file.korean, [0xFF, 0xFE] + file.bytes, [], [0x3C],
    ]
    for bytes in wrong { #expect(throws: TextFault.self) { try TaxInvoice(bytes) } }
  }
}
