import Testing

@testable import Understanding

/// Receipts of the United States, Britain and others: tips, weights, currencies, dates and addresses.
struct AbroadTests {
  @Test func `a restaurant's total is the one with the tip`() throws {
    let text = """
      THE COPPER KETTLE
      412 Harbor Street
      Portland, OR 97204
      (503) 555-0147
      03/04/2026 7:42 PM
      1 Caesar Salad 11.50
      2 Lobster Roll 48.00
      1 Iced Tea 3.75
      Subtotal 63.25
      Tax 5.06
      Total 68.31
      Tip 13.00
      Grand Total 81.31
      VISA ****4412
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "81.31")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.date) == "2026-03-04")
    #expect(receipt.value(.address) == "412 Harbor Street Portland, OR 97204")
    #expect(receipt.value(.cardNumber) == "****4412")
    // Without the tip's line nothing leads from one sum to the other: neither is proven.
    #expect(try #require(understood(text.replacing("Tip 13.00\n", with: ""))).proof(.total) != .proven)
  }

  @Test func `what is weighed has a price and a quantity, and what is packed has a name`() throws {
    let text = """
      GREEN VALLEY MARKET
      88 Oak Ave
      Austin, TX 78701
      03/05/2026 18:22
      BANANAS
      2.31 lb @ $0.59/lb 1.36 F
      MILK 500ml 4.29 F
      PAPER TOWEL 8.99 T
      COUPON -1.00
      SUBTOTAL 13.64
      TAX 8.25% 0.66
      TOTAL 14.30
      CASH 20.00
      CHANGE 5.70
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["BANANAS", "MILK 500ml", "PAPER TOWEL"])
    #expect(receipt.items.map(\.quantity) == ["2.31", nil, nil])
    #expect(receipt.items.map(\.unitPrice) == ["0.59", nil, nil])
    #expect(receipt.items.map(\.amount) == ["1.36", "4.29", "8.99"])
    #expect(receipt.value(.merchant) == "GREEN VALLEY MARKET")
    #expect(receipt.value(.date) == "2026-03-05")
    #expect(receipt.value(.currency) == "USD")
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `a British receipt has pounds, its postcode, and savings beside its items`() throws {
    let text = """
      HARBOUR STORES LTD
      14 Quay Street
      Bristol BS1 4DJ
      14/03/2026 13:05
      Whole Milk 2L £1.55
      Kitchen Roll £3.20
      Cheddar 400g £3.80
      Clubcard savings -£0.80
      TOTAL £7.75
      CARD £7.75
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.address) == "14 Quay Street Bristol BS1 4DJ")
    #expect(receipt.items.map(\.name) == ["Whole Milk 2L", "Kitchen Roll", "Cheddar 400g"])
    #expect(receipt.items.map(\.quantity) == [nil, nil, nil])
    #expect(receipt.items.map(\.amount) == ["1.55", "3.20", "3.80"])
    #expect(receipt.value(.currency) == "GBP")
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `fees, tax, tip and promotion lead from an order's sum to what was charged`() throws {
    let text = """
      NOODLE CORNER
      March 14, 2026 at 7:05 PM
      1x Pad Thai $15.95
      2 x Spring Rolls $11.90
      Subtotal $27.85
      Delivery Fee $2.99
      Service Fee $4.18
      Tax $2.44
      Dasher Tip $5.00
      Promotion -$3.00
      Total Charged $39.46
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "39.46")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.proof(.tax) == .proven)
    #expect(receipt.value(.discount) == "3.00")
    #expect(receipt.items.map(\.name) == ["Pad Thai", "Spring Rolls"])
    #expect(receipt.items.map(\.quantity) == ["1", "2"])
    #expect(try #require(understood(text.replacing("$2.99", with: "$2.09"))).proof(.total) != .proven)
  }

  @Test(arguments: [
    ("2nd May 2025", "2025-05-02"), ("29th of March 2026", "2026-03-29"), ("March 3rd, 2026", "2026-03-03"),
    ("19. Dez. 2025", "2025-12-19"), ("3 août 2025", "2025-08-03"), ("4 de mayo", nil), ("14 März 2026", "2026-03-14"),
    ("20260314-123456", "2026-03-14"), ("#1 Jun 26.25 04:55 PM", "2025-06-26"), ("MAR.19 25", "2025-03-19"),
    ("'25.03.14", "2025-03-14"), ("70-01-01", nil), ("31/12/99", "1999-12-31"), ("MARKET 12 25", nil),
    ("03/04/25 07:15 PM", "2025-04-03"), ("03/04/25 07:15 PM\nPortland, OR 97204", "2025-03-04"),
    ("03/04/25 07:15 PM\nTOTAL USD 5.00", "2025-03-04"),
  ])
  func `dates are read in all forms, and none lies in the future`(print: String, date: String?) throws {
    let receipt = try #require(understood("MOONLIGHT BOOKS\nAtlas 5.00\nTotal 5.00\n\(print)"))
    #expect(receipt.value(.date) == date)
  }

  @Test(arguments: [
    ("25년 3월 14일", "2025-03-14"), ("25년03월14일", "2025-03-14"), ("25.3.4", "2025-03-04"), ("99.12.31", "1999-12-31"),
    ("20250314-123456", "2025-03-14"), ("2025년 3월 4일 오후 3시 5분", "2025-03-04"),
  ])
  func `Korean dates are read in all forms`(print: String, date: String?) throws {
    let receipt = try #require(understood("달빛서점\n거래일시: \(print)\n우유 2,800\n합계 2,800"))
    #expect(receipt.value(.date) == date)
  }

  @Test(arguments: ["Total", "Total Paid", "Grand Total"])
  func `a tip below what was due is part of what was paid`(label: String) throws {
    let text = "THE COPPER KETTLE\nSubtotal 63.25\nTax 5.06\nAmount Due 68.31\nTip 13.00\n\(label) 81.31"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "81.31")
    #expect(receipt.value(.tip) == "13.00")
  }

  @Test(arguments: [
    "Tip Guide\n18% Tip 11.39 Total 79.70\n20% Tip 12.65 Total 80.96", "18% Tip 11.39\n20% Tip 12.65\nTip\nTotal",
    "Suggested Gratuity\n18% 11.39 Total 79.70\n20% 12.65 Total 80.96", "18% 20%\nTip 11.39 12.65\nTotal 79.70 80.96",
  ])
  func `suggested tips are no totals, and the subtotal is what is taxed`(tips: String) throws {
    let text = """
      THE COPPER KETTLE
      03/04/2026 7:42 PM
      Lobster Roll 59.50
      Iced Tea 3.75
      Subtotal 63.25
      Tax 5.06
      Total 68.31
      \(tips)
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "68.31")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.supply) == "63.25")
  }

  @Test func `a taxi's fare with its extras is the total`() throws {
    let text = """
      CITY CAB CO
      03/14/2026
      FARE 22.50
      EXTRAS 1.00
      STATE SRCHG 2.50
      TOLLS 6.94
      TIP 6.59
      TOTAL 39.53
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "39.53")
    #expect(receipt.proof(.total) == .proven)
  }

  @Test(arguments: [
    ("Total S$16.67", "SGD"), ("Total A$16.67", "AUD"), ("Total EUR 16,67", "EUR"), ("Total 16,67 €", "EUR"),
    ("Total £16.67", "GBP"), ("Total 16.67 CAD", "CAD"), ("Total USD16.67", "USD"), ("Total ₹ 16.67", "INR"),
    ("Total ¥16.67", "CNY"), ("Total EUR 16.67 (USD 18.00)", "EUR"), ("Total USD 16.67 (¥120)", "USD"),
    ("Total RM 16.67", "MYR"), ("Total RM16.67", "MYR"),
    ("Total $16.67", "USD"), ("GST 0.94\nTotal $16.67", nil), ("GST 0.94\nTotal S$16.67", "SGD"),
    ("Moon Pty Ltd\nGST 1.52\nTotal $16.67", "AUD"), ("ABN 00 000 000 000\nTotal inc GST 16.67", "AUD"),
    ("GST included in total\nTotal 16.67", nil), ("A.B.N. 00 000 000 000\nTotal $16.67", "AUD"),
    ("NU T3A 8V8\nTotal 16.67", "CAD"), ("SST 6% 0.94\nTotal 16.67", "MYR"), ("(503) 555-0147\nTotal 16.67", "USD"),
    ("Portland, OR 97204\nTotal 16.67", "USD"), ("(613) 555-0147\nHST 1.92\nTotal 16.67", "CAD"),
  ])
  func `the currency is told by symbols, codes and countries, and open if several have them`(
    total: String, currency: String?
  ) throws {
    let receipt = try #require(understood("MOONLIGHT BOOKS\n2026-03-14 10:20\nAtlas 16.67\n\(total)"))
    #expect(receipt.value(.currency) == currency)
    #expect(receipt.value(.total) == "16.67")
  }

  @Test func `a Korean slip of a payment abroad has the amount in its currency, or in won where that is printed`()
    throws
  {
    let text = """
      신용카드 해외이용 전표
      카드번호 4009-12**-****-7788
      거래일시 2026-03-14 20:11
      거래금액 GBP 45.20
      승인번호 48213377
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.currency) == "GBP")
    #expect(receipt.value(.total) == "45.20")
    let won = try #require(understood(text + "\n환율 1,733.41\n원화금액 78,350원"))
    #expect(won.value(.currency) == "KRW")
    #expect(won.value(.total) == "78350")
  }

  @Test(arguments: [
    ("Springfield, IL 62701\n03/04/2026 10:20", "2026-03-04"), ("Springfield\n03/04/2026 10:20", "2026-04-03"),
    ("Springfield, IL 62701-1234\n03/04/26 10:20", "2026-03-04"),
    // Another date of the receipt tells the order.
    ("Springfield\nArrival 03/13/2026\nDeparture 04/03/2026", "2026-04-03"),
    ("Springfield, IL 62701\nOrdered 14/03/2026\nDate 04/03/2026 10:20", "2026-03-04"),
    ("57000 KL\n03/04/2026 10:20", "2026-04-03"),
  ])
  func `month and day stand in the order of the country, or of the other dates`(lines: String, date: String) throws {
    let receipt = try #require(understood("MOONLIGHT BOOKS\n\(lines)\nAtlas 16.67\nTotal 16.67"))
    #expect(receipt.value(.date) == date)
  }

  @Test func `what was paid for parking is the total where no other is printed`() throws {
    let text = """
      NORTHGATE CAR PARK
      Entry 14/03/2026 09:12
      Exit 14/03/2026 12:47
      Paid £6.50 by card
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "6.50")
    #expect(receipt.value(.time) == "12:47")
    #expect(receipt.value(.date) == "2026-03-14")
  }

  @Test func `a telephone of North America and a GST leave the currency open`() throws {
    let text = "MAPLE BOOKS\n(403) 555-0147\n14 Mar 2026 19:30\nSubtotal 18.80\nGST 5% 0.94\nTotal 19.74\nCard 19.74"
    #expect(try #require(understood(text)).fields[.currency] == nil)
  }

  @Test func `two taxes in a row are no suggested tips`() throws {
    let text = "MAPLE BOOKS\n14 Mar 2026 19:30\nSubtotal 18.70\nGST 5% 0.94 PST 7% 1.31\nTotal 20.95\nCard 20.95"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "20.95")
    #expect(receipt.fields[.tax] != nil)
  }

  @Test(arguments: ["펜 1 SET 25,000", "2 MAGNETS 15.00", "2 OUTDOOR 20.00"])
  func `words that begin like months make no date`(row: String) throws {
    #expect(try #require(understood("은하상회\n\(row)\n합계 25,000\n카드 25,000")).fields[.date] == nil)
  }
}
