import Testing

@testable import Understanding

/// Amounts as people print them in other countries: what parts thousands, and what stands before decimals.
struct NotationTests {
  @Test(arguments: [
    ("1,200.00", "34.50", "1,234.50", "1234.50"), ("1.200,00", "34,50", "1.234,50", "1234.50"),
    ("1'200.00", "34.50", "1'234.50", "1234.50"), ("1’200.00", "34.50", "CHF 1’234.50", "1234.50"),
    ("1 200.00", "34.50", "CHF 1 234.50", "1234.50"), ("1 200,00", "34,50", "TTC 1 234,50 €", "1234.50"),
    ("1\u{202F}200,00", "34,50", "1\u{202F}234,50", "1234.50"), ("1200.00", "34.50", "1234.50", "1234.50"),
    ("1,20,000.00", "345.00", "INR 1,20,345.00", "120345.00"), ("1.000.200", "345", "IDR 1.000.545", "1000545"),
    ("1 000 200", "345", "VND 1 000 545", "1000545"), ("12.100", "1.245", "KWD 13.345", "13.345"),
    ("1,212.100", "1.245", "BHD 1,213.345", "1213.345"), ("1200", "34", "1234", nil), ("1200", "34", "¥1234", "1234"),
    ("7.00", "5.00", "1 212,00", "1212.00"), ("7.00", "5.00", "USD12.00", "12.00"), ("7.00", "5.00", "12 .00", "12.00"),
  ])
  func `one notation of all amounts tells what each of them is`(
    one: String, two: String, sum: String, total: String?
  ) throws {
    let receipt = understood("MOONLIGHT BOOKS\n2026-03-14 10:20\nLAPTOP \(one)\nCABLE \(two)\nTOTAL \(sum)\nTHANK YOU")
    #expect(receipt?.value(.total) == total)
  }

  @Test func `a quantity before an amount is no part of it`() throws {
    let text = "MOONLIGHT BOOKS\n2026-03-14 10:20\nAtlas 1 234.50\nPen 2 5.00\nTotal Qty 3 239.50\nTotal 239.50"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "239.50")
    #expect(try #require(understood(text.replacing("Total 239.50", with: "Total 3 239.50"))).value(.total) == "239.50")
  }

  @Test(arguments: [
    ("5만원", "50000"), ("3만 5천원", "35000"), ("1만5,000원", "15000"), ("12만원", "120000"), ("5만", nil),
  ])
  func `ten thousands are written as a word`(sum: String, total: String?) throws {
    #expect(understood("달빛서점\n2026-03-14 10:20\n합계 \(sum)")?.value(.total) == total)
  }
}
