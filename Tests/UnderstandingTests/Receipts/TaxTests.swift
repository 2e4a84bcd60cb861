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
    // Both are the tax, whatever the sum says.
    #expect(receipt.value(.tax) == "1.36")
  }

  @Test func `the printed sum of several taxes is the tax, also if one of them was misread`() throws {
    let text = "RIVERSIDE DINER\nSubtotal 16.00\nState Tax 1.00\nCity Tax 9.36\nTax Total 1.36\nTotal 17.36"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.tax) == "1.36")
    #expect(receipt.value(.supply) == "16.00")
    // The halves of two states' taxes are equal, and no repetition.
    let halves = try #require(understood("MOONLIGHT BOOKS\nSubtotal 163.50\nCGST 9.81\nSGST @ 6% 9.81\nAmount 183.12"))
    #expect(halves.value(.tax) == "19.62")
    #expect(halves.proof(.tax) == .proven)
    #expect(halves.value(.total) == "183.12")
  }

  @Test func `a discount and two taxes lead to the total, and the tax is both`() throws {
    let text = """
      RIVERSIDE DINER
      03/14/2026 10:20
      Subtotal 77.81
      Discount -7.78
      State Tax 4.83
      Local Tax 1.05
      Total to pay 75.91
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "75.91")
    #expect(receipt.value(.tax) == "5.88")
    #expect(receipt.proof(.tax) == .proven)
    // The subtotal is before the discount; no check ties it to the tax.
    #expect(receipt.value(.supply) == "77.81")
    #expect(receipt.proof(.supply) != .proven)
  }

  @Test(arguments: ["Total Paid", "TCTAL PPAID"])
  func `a tip below the total is no tax`(label: String) throws {
    let text = """
      THE COPPER KETTLE
      03/14/2026 10:20
      Lobster Roll 16.00
      Subtotal 16.00
      State Tax 1.00
      City Tax 0.36
      Total 17.36
      Tip Amount 3.00
      \(label) 20.36
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.tax) == "1.36")
    #expect(receipt.value(.supply) == "16.00")
    #expect(receipt.value(.tip) == "3.00")
  }

  @Test(arguments: ["GST/HST No: 291217177 RT0001", "Server: Robin  Gst 4", "04.06.2026 Room and Tax 90.00"])
  func `a registration, a count of guests and a night of a hotel are no tax`(line: String) throws {
    let receipt = try #require(understood("MOONLIGHT INN\n2026-06-04 10:20\n\(line)\nBreakfast 12.50\nParking 7.25"))
    #expect(receipt.fields[.tax] == nil)
  }

  @Test func `the sum above a tax is the supply though its label was misread`() throws {
    let text = """
      RIVERSIDE DINER
      03/14/2026 10:20
      Burger 12.00
      Fries 4.00
      XXRCHYNDISE 16.00
      Tax 1.36
      Total 17.36
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.supply) == "16.00")
    #expect(receipt.proof(.tax) == .proven)
    #expect(receipt.proof(.total) == .proven)
  }

  @Test(arguments: [
    "GST Rate Amount GST Amt\nSR 10% 15.00 1.50", "VAT RATE NET AMT VAT\nA @ 10% 15.00 1.50",
    "VAT Net Gross\n10% 1.50 15.00 16.50",
    "Rate Amount TVA Amt\n1 10.00% 15.00 1.50", "BTW Summary Net BTW\nS = 10% 15.00 1.50",
    "Excl. VAT 15.00\nincl. VAT 10% 1.50", "Total Excl. TVA 15.00\nTVA included 1.50",
    "Amount Excl. GST 15.00\nTotal includes GST 1.50", "Excl. GST 15.00\nIncl. GST 10% 1.50",
  ])
  func `the tax within a total and what it was added to are printed below in many forms`(taxes: String) throws {
    let text = "MOONLIGHT BOOKS\n14/03/2026 10:20\nAtlas 9.25\nMap 7.25\nTOTAL 16.50\nVISA 16.50\n\(taxes)"
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "16.50")
    #expect(receipt.value(.supply) == "15.00")
    #expect(receipt.value(.tax) == "1.50")
    for name in [FieldName.supply, .tax, .total] { #expect(receipt.proof(name) == .proven, "\(name)") }
  }

  @Test(arguments: [
    "과세금액 부가세 봉사료\n121,818 12,182 0\n합계 134,000", "과세금액 부가세\n121,818원 12,182원\n봉사료 합계\n0원 134,000원",
    "합계금액 134,000\n품명 수량 단가 공급가액 세액\n식탁 1 100,000 100,000 10,000\n의자 1 21,818 21,818 2,182\n소계 121,818 12,182",
  ])
  func `supply and tax stand below their labels, or are two columns of a sum`(sums: String) throws {
    let text = "은하가구\n2026-03-14 12:30\n\(sums)"
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "134000")
    #expect(receipt.value(.supply) == "121818")
    #expect(receipt.value(.tax) == "12182")
    for name in [FieldName.supply, .tax, .total] { #expect(receipt.proof(name) == .proven, "\(name)") }
  }

  @Test(arguments: [
    ("Subtotal 20.00\nTotal Tax 1.36\nState Tax 1.00\nCity Tax 0.36\nTotal 21.36", "1.36"),
    ("Subtotal 20.00\nState Tax 1.00\nCity Tax 0.36\nTotal 21.36", "1.36"),
    ("Subtotal 20.00\nTax 1 1.00\nTax 2 1.00\nTotal 22.00", "2.00"),
    ("Excl. VAT 10.00\nVAT 2.00\nIncl. VAT 12.00\nVISA 12.00", "2.00"),
    ("TOTAL 16.50\nTotal includes GST 1.50\nGST 1.50", "1.50"),
    ("TOTAL 16.50\nVAT incl 1.50\nIncl. VAT 1.50", "1.50"),
  ])
  func `several taxes are added up, and one that is printed again is not`(sums: String, tax: String) throws {
    let receipt = try #require(understood("RIVERSIDE DINER\n14/03/2026 10:20\n\(sums)"))
    #expect(receipt.value(.tax) == tax)
  }

  @Test func `a total in whose label the tax is named is a total`() throws {
    let receipt = try #require(understood("RIVERSIDE DINER\n14/03/2026 10:20\nTOTAL (includes GST) 25.00"))
    #expect(receipt.value(.total) == "25.00")
    #expect(receipt.fields[.tax] == nil)
  }

  @Test func `a subtotal above a discount is the supply, and one that holds the tax is none`() throws {
    let head = "RIVERSIDE DINER\n03/14/2026 10:20\n"
    let added = try #require(understood(head + "Subtotal 42.75\nDiscount -3.30\nTax 1.86\nTotal 41.31"))
    #expect(added.value(.supply) == "42.75")
    let held = try #require(understood(head + "Subtotal 42.75\nDiscount -3.30\nTotal 39.45\nGST included 3.59"))
    #expect(held.value(.supply) != "42.75")
  }

  @Test func `the amounts that make an unlabelled total are supply and tax only if a tax is named`() throws {
    let head = "RIVERSIDE DINER\n03/14/2026 10:20\nBurger 31.00\nFries 12.00\n43.00\nSUB TOTAL: 2.58\n"
    let named = try #require(understood(head + "Tax 1: -==\n$45.58"))
    #expect(named.value(.supply) == "43.00" && named.value(.tax) == "2.58")
    let plain = try #require(understood(head.replacing("SUB TOTAL:", with: "Extra") + "$45.58"))
    #expect(plain.fields[.tax] == nil)
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
