import PageModel
import Testing

@testable import Understanding

/// Labels, amounts and rows of items of a receipt, before its fields are chosen.
struct LedgerTests {
  private func ledger(_ text: String) -> Ledger {
    let page = RecognisedPage(text: text)
    return Ledger(Rows.make(page, Array(page.lines.indices)), lexicon: .standard)
  }

  @Test func `a total of something else than what is paid is no total`() {
    #expect(ledger("TOTAL 10.00").entries(.total).count == 1)
    for text in ["TOTAL 6% SUPPLIES (EXCL. GST) 10.00", "TOTAL EXEMPT 10.00", "TOTAL SAVED 3.00"] {
      #expect(ledger(text).entries(.total, .paid).isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    ("별사탕 1,500 x3 4,500", ["1500", "3", "4500"]), ("솔바람생수500 2 1,900", ["2", "1900"]),
  ])
  func `a count behind an x is a column, digits that end a name are not`(row: String, columns: [String]) {
    #expect(ItemRows.tail(ledger(row), 0).map(\.digits) == columns)
  }
}
