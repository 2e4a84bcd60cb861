import PageModel
import Testing

@testable import Understanding

/// Receipts above one another on a page.
struct StackedTests {
  private static func receipt(_ shop: String, _ day: String, _ amounts: (String, String, String)) -> String {
    """
    \(shop)
    12 HARBOUR ROAD
    TEL 555-0100
    2026-03-\(day) 10:00
    TEA \(amounts.0)
    CAKE \(amounts.1)
    TOTAL \(amounts.2)
    VISA \(amounts.2)
    THANK YOU
    """
  }
  private static let north = receipt("NORTH SHOP", "10", ("2.50", "1.50", "4.00"))
  private static let south = receipt("SOUTH SHOP", "11", ("3.50", "1.25", "4.75"))
  private static let east = receipt("EAST SHOP", "12", ("3.00", "1.00", "4.00"))

  private func receipts(_ texts: [String], gap: Int) -> [Receipt] {
    var page = RecognisedPage(text: texts.joined(separator: "\n"))
    var start = 0
    for (place, text) in texts.enumerated() {
      let count = text.split(separator: "\n").count
      for line in start..<start + count {
        page.lines[line].box.y += place * gap
        for word in page.lines[line].words.indices { page.lines[line].words[word].box.y += place * gap }
      }
      start += count
    }
    return ReceiptReader().receipts(on: page)
  }

  @Test(arguments: [0, 300])
  func `receipts above one another have their own shops, days and totals`(gap: Int) {
    let receipts = receipts([Self.north, Self.south, Self.east], gap: gap)
    #expect(receipts.map { $0.value(.merchant) } == ["NORTH SHOP", "SOUTH SHOP", "EAST SHOP"])
    #expect(receipts.map { $0.value(.date) } == ["2026-03-10", "2026-03-11", "2026-03-12"])
    #expect(receipts.map { $0.value(.total) } == ["4.00", "4.75", "4.00"])
  }

  @Test func `receipts that state their day above their telephone number are parted above their shops`() {
    func text(_ shop: String, _ day: String) -> String {
      """
      \(shop)
      2026-03-\(day) 10:00
      TEL 555-0100
      TEA 2.50
      CAKE 1.50
      TOTAL 4.00
      VISA 4.00
      """
    }
    let page = RecognisedPage(text: text("NORTH SHOP", "10") + "\n" + text("SOUTH SHOP", "11"))
    let parts = StackedReceipts.split(page, Array(page.lines.indices), lexicon: .standard)
    #expect(parts == [Array(0..<7), Array(7..<14)])
  }

  @Test(arguments: [
    "CARD SLIP\nTEL 555-0100\n2026-03-10 10:01\nVISA ****1234\nAMOUNT 4.00\nTOTAL 4.00\nAPPROVAL 001001",
    "PARKING\nIN 2026-03-09 20:00\nOUT 2026-03-10 10:00\nTOTAL 5.00\nVISA 5.00",
  ])
  func `a slip below its receipt and a list of days are parts of it`(text: String) {
    #expect(receipts([Self.north, text], gap: 300).count == 1)
  }
}
