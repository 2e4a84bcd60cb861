import PageModel
import Testing

@testable import Understanding

/// Values of fields and items, by a tagger that gives some words their tags and nothing else.
struct TaggedValueTests {
  @Test(arguments: [
    ("별밤", TaggedValue.merchant, true), ("별", .merchant, false), ("홍길", .representative, true),
    ("홍", .representative, false), ("1234", .approvalNumber, true), ("123", .approvalNumber, false),
    ("*123", .cardNumber, true), ("*12", .cardNumber, false), ("1588-0101", .phone, true), ("588-0101", .phone, false),
    ("123-45-67891", .businessNumber, true), ("123-45-6789", .businessNumber, false),
    ("서울중구달", .address, true), ("서울중구", .address, false), ("**9363", .approvalNumber, false),
    ("카드", .cardName, false), ("회선", .representative, false), ("주소", .address, false), ("은하카드", .cardName, true),
  ])
  func `a value that is too short for its field, a mask or a word of every receipt is none`(
    text: String, value: TaggedValue, isFound: Bool
  ) throws {
    let model = try TaggerModel(words: [text: "B-\(value.rawValue)"])
    let (ledger, tagging) = tagging(text, model)
    let found = TaggedFields(tagging, ledger, lexicon: .standard, model: model).candidates[value] ?? []
    #expect(found.map(\.text) == (isFound ? [text] : []))
  }

  @Test(arguments: [
    ("신한카드 (1811)", "1811", TaggedValue.cardNumber, true), ("객실 1811", "1811", .cardNumber, false),
    ("별사탕 1811 2 3,000", "1811", .cardNumber, false), ("카드 ****1811 3,000", "****1811", .cardNumber, true),
    ("카드 010-****-5678", "010-****-5678", .cardNumber, false), ("포인트 ****1811", "****1811", .cardNumber, false),
    ("승인번호 30012345", "30012345", .approvalNumber, true), ("적립승인번호 30012345", "30012345", .approvalNumber, false),
    ("김치만두 2개 13,000원", "김치만두", .representative, false), ("대표자 한가람 13,000원", "한가람", .representative, true),
    ("608-7388-4190", "608-7388-4190", .phone, false), ("02-555-0104", "02-555-0104", .phone, true),
    ("TEL 608-7388-4190", "608-7388-4190", .phone, true), ("8801-234574 비누 12,000원", "8801-234574", .phone, false),
  ])
  func `what else stands in the row of a value may tell that it is another one`(
    row: String, text: String, value: TaggedValue, isFound: Bool
  ) throws {
    let model = try TaggerModel(words: [text: "B-\(value.rawValue)"])
    let (ledger, tagging) = tagging("\(row)\n합계 13,000원", model)
    let found = TaggedFields(tagging, ledger, lexicon: .standard, model: model).candidates[value] ?? []
    #expect(found.contains { $0.text == text } == isFound)
  }

  @Test(arguments: [
    ("(주)별빛", ["주", ")", "별빛"], TaggedValue.merchant, "(주)별빛"),
    ("별빛상회(은하\n점)", ["별빛상회", "(", "은하", "점", ")"], .merchant, "별빛상회(은하 점)"),
    ("승인 #:300123", ["#:300123"], .approvalNumber, "300123"),
    ("0012 하나카드 17,000", ["0012", "하나카드", "17,000"], .cardName, "하나카드"),
  ])
  func `a value has both halves of its brackets, and no number before or behind its name`(
    rows: String, tokens: [String], value: TaggedValue, text: String
  ) throws {
    let tags = tokens.enumerated().map { ($0.element, ($0.offset == 0 ? "B-" : "I-") + value.rawValue) }
    let model = try TaggerModel(words: Dictionary(uniqueKeysWithValues: tags))
    let (ledger, tagging) = tagging(rows, model)
    let found = TaggedFields(tagging, ledger, lexicon: .standard, model: model).candidates[value] ?? []
    #expect(found.first?.text == text)
  }

  @Test func `a number before a name is its own, and none of the item in the row above`() throws {
    let model = try TaggerModel(words: [
      "별사탕": "B-itemName", "2": "B-itemQuantity", "달사탕": "B-itemName", "3,000": "B-itemAmount",
    ])
    let (ledger, tagging) = tagging("별사탕\n2 달사탕 3,000", model)
    let items = TaggedItem.all(tagging, ledger)
    #expect(items.map { $0.name.map(\.row) } == [[0], [1]])
    #expect(items.map { $0.numbers.map(\.value) } == [[], [.itemQuantity, .itemAmount]])
  }

  private func tagging(_ text: String, _ model: TaggerModel) -> (Ledger, Tagging) {
    let page = RecognisedPage(text: text)
    let ledger = Ledger(Rows.make(page, Array(page.lines.indices)), lexicon: .standard)
    return (ledger, Tagging(ledger, on: page, lexicon: .standard, model: model))
  }
}

extension TaggerModel {
  /// Weights of 10 for the tags of some words; other words have none.
  fileprivate init(words: [String: String]) throws {
    func bytes(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let one = bytes(Float(1).bitPattern, 4)
    let tags = ["O"] + Set(words.values).sorted()
    var all = Array("HSTAG".utf8) + [1] + bytes(UInt32(tags.count), 2)
    for tag in tags { all += [UInt8(tag.utf8.count)] + Array(tag.utf8) }
    all += one + [UInt8](repeating: 0, count: 2 * tags.count * tags.count)
    all += one + bytes(UInt32(words.count), 4)
    for (word, tag) in words {
      let code = FeatureCode.of(.word, ReceiptGeometry.word(Array(word.unicodeScalars)[...]))
      all += bytes(code, 4) + [1, UInt8(tags.firstIndex(of: tag) ?? 0)] + bytes(10, 2)
    }
    try self.init(all + [0])
  }
}
