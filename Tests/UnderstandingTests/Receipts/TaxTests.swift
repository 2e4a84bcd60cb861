import Testing

@testable import Understanding

/// Taxes that are printed in several parts: by rate in a table, or by who levies them.
struct TaxTests {
  private static let table = """
    THE BEANERY LTD
    14/03/2026 10:20
    Flat White 3.40
    Newspaper 1.50
    Gift Mug 12.00
    TOTAL £16.90
    VISA 16.90
    VAT Rate Net VAT Gross
    20.00% 12.83 2.57 15.40
    0.00% 1.50 0.00 1.50
    Total VAT 14.33 2.57 16.90
    """

  @Test func `a table of rates says supply and tax, and what is free of it`() throws {
    try expectSingleDigitsToBreakProofs(of: Self.table)
    let receipt = try #require(understood(Self.table))
    #expect(receipt.value(.supply) == "12.83")
    #expect(receipt.value(.tax) == "2.57")
    #expect(receipt.value(.taxFree) == "1.50")
    #expect(receipt.value(.total) == "16.90")
    for name in [FieldName.supply, .tax, .taxFree, .total] { #expect(receipt.proof(name) == .proven) }
    #expect(receipt.check("supply-plus-tax-is-total") == true)
  }

  @Test func `the taxes of several rates are added up, and the field lies on all of their rows`() throws {
    let text = """
      NORTHGATE FOODS
      14/03/2026 10:20
      Bread 1.20
      Wine 9.60
      Fuel 10.50
      TOTAL 21.30
      VAT% NET VAT GROSS
      A 20% 8.00 1.60 9.60
      B 5% 10.00 0.50 10.50
      Z 0% 1.20 0.00 1.20
      CARD 21.30
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.tax) == "2.10")
    #expect(receipt.fields[.tax]?.text == "1.60 0.50")
    #expect(receipt.fields[.tax]?.lines == [7, 8])
    #expect(receipt.value(.supply) == "18.00")
    #expect(receipt.proof(.tax) == .proven)
    #expect(receipt.value(.payment) == "card")
  }

  @Test func `a table of which a row does not add up says nothing, and its rows are no sums`() throws {
    let receipt = try #require(understood(Self.table.replacing("12.83 2.57 15.40", with: "12.83 2.67 15.40")))
    #expect(receipt.fields[.tax] == nil)
    #expect(receipt.fields[.supply] == nil)
    #expect(receipt.value(.total) == "16.90")
    // Without gross amounts a misread row is found by the total alone.
    let two = Self.table.replacing("VAT Rate Net VAT Gross", with: "Rate Net VAT").replacing("2.57 15.40", with: "2.57")
      .replacing("0.00 1.50", with: "0.00").replacing("Total VAT 14.33 2.57 16.90", with: "")
    #expect(try #require(understood(two)).proof(.tax) == .proven)
    #expect(try #require(understood(two.replacing("2.57", with: "2.67"))).proof(.tax) != .proven)
  }

  @Test(arguments: [
    ("State Tax 1.00\nCity Tax 0.36", "17.36", "1.36"), ("GST 5% 0.80\nPST 7% 1.12", "17.92", "1.92"),
    ("State Tax 1.00\nCity Tax 0.36\nTotal Tax 1.36", "17.36", "1.36"),
  ])
  func `taxes of a state and of a city are added up`(taxes: String, total: String, tax: String) throws {
    let text = """
      RIVERSIDE DINER
      Springfield, IL 62701
      03/14/2026 10:20
      Burger 12.00
      Fries 4.00
      Subtotal 16.00
      \(taxes)
      Total $\(total)
      VISA \(total)
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == total)
    #expect(receipt.value(.tax) == tax)
    #expect(receipt.proof(.tax) == .proven)
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.currency) == (taxes.contains("PST") ? "CAD" : "USD"))
  }

  @Test func `one of two taxes that makes the total by chance proves nothing`() throws {
    // 17.00 was read for 16.00: with the city's tax alone it makes the total.
    let text = """
      RIVERSIDE DINER
      03/14/2026 10:20
      Subtotal 17.00
      State Tax 1.00
      City Tax 0.36
      Total 17.36
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.tax) != .proven)
    #expect(receipt.proof(.total) != .proven)
  }

  @Test func `a service tax beside a GST is a service, and the tax is the GST`() throws {
    let text = """
      KEDAI KOPI BULAN
      14/03/2026 10:20
      NASI LEMAK 10.00
      TEH TARIK 3.00
      SUBTOTAL 13.00
      SERVICE TAX 10% 1.30
      GST 6% 0.86
      ROUNDING -0.01
      TOTAL 15.15
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "15.15")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.tax) == "0.86")
    #expect(receipt.proof(.tax) == .proven)
  }

  @Test(arguments: [
    "VAT @ 20% 4.00\nNet 20.00", "Net 20.00\nVAT @ 20% 4.00", "VAT 20.00% 4.00\nNet: 20.00",
    "VAT @ 20% £4.00\nNET £20.00", "VAT @20% 4.00\nNett 20.00", "Net of VAT 20.00\nVAT @ 20% 4.00",
  ])
  func `a VAT with its rate and a net amount beside it say tax and supply, and prove the total`(taxes: String) throws {
    let text = """
      THE BEANERY LTD
      14/03/2026 10:20
      Flat White 3.50
      Gift Mug 20.50
      TOTAL £24.00
      VISA 24.00
      \(taxes)
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.supply) == "20.00")
    #expect(receipt.value(.tax) == "4.00")
    #expect(receipt.value(.total) == "24.00")
    for name in [FieldName.supply, .tax, .total] { #expect(receipt.proof(name) == .proven, "\(name)") }
    #expect(receipt.check("supply-plus-tax-is-total") == true)
  }

  @Test func `a net amount that does not agree with its VAT proves nothing, and is no total`() throws {
    let text = """
      THE BEANERY LTD
      14/03/2026 10:20
      Flat White 3.50
      Gift Mug 20.00
      TOTAL £24.00
      VAT @ 20% 4.00
      Net 19.00
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "24.00")
    for name in [FieldName.supply, .tax, .total] { #expect(receipt.proof(name) != .proven, "\(name)") }
    // What is to be paid may be called net as well.
    let paid = try #require(understood("KEDAI KOPI\n14/03/2026\nTEH TARIK 3.00\nNASI 7.00\nNett 10.00"))
    #expect(paid.value(.total) == "10.00")
  }
}
