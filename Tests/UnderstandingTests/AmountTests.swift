import Testing

@testable import Understanding

struct AmountTests {
  @Test func `amounts print without separators, with the places of their currency`() throws {
    #expect(try #require(Amount(whole: 41_000)).text(places: 0) == "41000")
  }
}
