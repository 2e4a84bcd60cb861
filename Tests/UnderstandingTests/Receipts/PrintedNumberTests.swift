import Testing

@testable import Understanding

/// Numbers of some kinds in the text of a row.
struct PrintedNumberTests {
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test(arguments: [
    ("123-45-67891", "1234567891", true), ("123 45 67891", "1234567891", false), ("1234567891", "1234567891", false),
  ])
  func `a business number is found whether hyphens, spaces or nothing is between its groups`(
    text: String, digits: String, isGrouped: Bool
  ) {
    let found = BusinessNumberField.numbers(in: scalars(text))
    #expect(found.map(\.digits) == [digits] && found.map(\.isGrouped) == [isGrouped])
  }

  @Test func `the end of a longer number is no business number`() {
    #expect(BusinessNumberField.numbers(in: scalars("99-123-45-67891")).isEmpty)
  }

  @Test(arguments: [
    ("9410-***1-2345-6789", true), ("9410-**12-3456-7890", false), ("941*-**12-3456-7890", false),
    ("****-****-****-1234", true), ("********1234", true), ("********123", false), ("*****1234567", false),
    ("5300 12** **** 1357", true), ("1234-****-****-****-1234", true), ("1234-****-****-****-12345", false),
  ])
  func `a masked number has three masks behind four digits, or last digits alone`(text: String, isNumber: Bool) {
    #expect(CardFields.masked(in: scalars(text)) == (isNumber ? [scalars(text).indices] : []))
  }

  @Test(arguments: [("14/03/20 26", "2026-03-14"), ("14/03/19 98", "1998-03-14")])
  func `a year with a space within is one year`(text: String, day: String) {
    #expect(DateScanner(scalars: scalars(text), style: .cents).dates().map(\.date.iso) == [day])
  }

  @Test(arguments: [
    ("TEL (212) 555-0100", true), ("503.255.0100", true), ("TEL (112) 555-0100", false), ("503-155-0100", false),
  ])
  func `in North America no part of a telephone number before the last begins with 0 or 1`(text: String, isOne: Bool) {
    #expect(Currency.hasAmericanNumber(scalars(text)) == isOne)
  }
}
