import CTexts
import PageModel
import Support
import Testing

@testable import Understanding

struct LexiconTests {
  @Test func `the standard words are read without a complaint, and no label stands for two things`() throws {
    let text = String(decoding: [UInt8](embedded: hanscan_lexicon_txt), as: UTF8.self)
    _ = try Lexicon.standard.adding(text)
    var roles: [[Unicode.Scalar]: LabelRole] = [:]
    var section: LabelRole?
    for label in text.split(separator: "\n") where !label.hasPrefix("#") {
      if label.hasPrefix("[") { section = LabelRole(rawValue: String(label.dropFirst().dropLast())) }
      guard let role = section, !label.hasPrefix("[") else { continue }
      let old = roles.updateValue(role, forKey: label.letterKey)
      #expect(old == nil || old == role, "\(label) stands in [\(role)] and in [\(old?.rawValue ?? "")]")
    }
    #expect(roles.count > 500)
  }

  @Test func `a user's file names shops by their number and adds labels`() throws {
    let lexicon = try Lexicon.standard.adding(
      """
      # my shops
      [shop]
      123-45-67891 = 늘봄국수 본점
      [paid]
      도합
      """)
    let page = RecognisedPage(text: ReceiptTexts.slip.replacing("합 계", with: "도 합"))
    let receipt = try #require(ReceiptReader(lexicon: lexicon).receipts(on: page).first)
    #expect(receipt.value(.merchant) == "늘봄국수 본점")
    #expect(receipt.value(.total) == "7500")
    #expect(receipt.fields[.total]?.label == "도합")
  }

  @Test(arguments: [
    ("[total\n합계", 1, "'[total' stands in no section"), ("[summe]", 1, "no section [summe]"),
    ("합계", 1, "'합계' stands in no section"), ("[total]\n1234", 2, "'1234' has no letter"),
    ("[shop]\n\n123-45-67892 = 가게", 3, "its check digit is wrong"), ("[shop]\n12-3 = 가게", 2, "ten digits"),
    ("[shop]\n123-45-67891", 2, "write a business number"),
  ])
  func `what is wrong in a file is said with its line`(text: String, line: Int, part: String) {
    let error = #expect(throws: LexiconError.self) { try Lexicon.standard.adding(text) }
    #expect(error?.line == line)
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test func `a user's file says the order of day and month where a date has both meanings`() throws {
    let page = RecognisedPage(text: "MOONLIGHT BOOKS\n03/04/2026 10:20\nAtlas 5.00\nTotal 5.00")
    for (order, date) in [("dmy", "2026-04-03"), ("mdy", "2026-03-04")] {
      let lexicon = try Lexicon.standard.adding("[dateOrder]\n\(order)")
      #expect(ReceiptReader(lexicon: lexicon).receipts(on: page).first?.value(.date) == date)
    }
    #expect(throws: LexiconError(line: 2, message: "'ydm' is no order of day and month; write dmy or mdy")) {
      try Lexicon.standard.adding("[dateOrder]\nydm")
    }
  }

  @Test func `every group of words that rules look for has some, and every month has a name`() {
    for group in ReceiptWord.allCases { #expect(!group.entries.isEmpty, "\(group)") }
    #expect(ReceiptWord.month.entries.count == 12)
    #expect(ReceiptWord.monthElsewhere.entries.count == 12)
    for group in [ReceiptWord.dollar, .countryName, .countryTax, .numeral] {
      #expect(group.pairs.count == group.entries.count)
    }
    for (key, value) in ReceiptWord.numeral.pairs { #expect(key.count == 1 && Int64(value) != nil, "\(key)") }
    #expect(Set(ReceiptWord.numeral.pairs.map(\.key)).count == ReceiptWord.numeral.pairs.count)
    let kinds: [ReceiptWord] = [
      .receipt, .invoice, .registration, .screenshot, .cardSlip, .slipTitle, .receiptTitle,
    ]
    for kind in kinds { #expect(kind.entries.count > 1, "\(kind)") }
  }

  @Test(arguments: [
    ("가람별빗치킨점", "가람별빛치킨점"), ("가람별빗점", "가람별빛점"), ("가람살님점", ""), ("가람별빛치킨", ""),
  ])
  func `a misread name of a chain is the longest that it may be, and none where two may be meant`(
    text: String, name: String
  ) throws {
    let lexicon = try Lexicon.standard.adding("[brand]\n가람별빛\n가람별빛치킨\n가람달님\n가람발님")
    #expect(lexicon.brandMisread(as: Array(text.unicodeScalars), least: 5) ?? "" == name)
  }

  @Test(arguments: [("신한카두", "신한카드"), ("신한카드", "신한카드"), ("하늘카페", "하늘카페"), ("KDB카드", "KDB카드")])
  func `a card's name that misses a listed one by a letter is that one`(text: String, name: String) {
    #expect(KnownNames.card(text, .standard) == name)
  }
}
