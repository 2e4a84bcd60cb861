import PageModel
import Testing

@testable import Understanding

/// Values of fields and items, by a tagger that gives some words their tags and nothing else.
struct TaggedValueTests {
  @Test(arguments: [
    ("별밤", TaggedValue.merchant, true), ("별", .merchant, false), ("홍길", .representative, true),
    ("홍", .representative, false), ("1234", .approvalNumber, true), ("123", .approvalNumber, false),
    ("123", .cardNumber, true), ("12", .cardNumber, false), ("1588-0101", .phone, true), ("588-0101", .phone, false),
    ("123-45-67891", .businessNumber, true), ("123-45-6789", .businessNumber, false),
    ("서울중구달", .address, true), ("서울중구", .address, false),
  ])
  func `a value that is too short for its field is none`(text: String, value: TaggedValue, isFound: Bool) throws {
    let model = try TaggerModel(words: [text: "B-\(value.rawValue)"])
    let (ledger, tagging) = tagging(text, model)
    let found = TaggedFields(tagging, ledger, lexicon: .standard, model: model).candidates[value] ?? []
    #expect(found.map(\.text) == (isFound ? [text] : []))
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
