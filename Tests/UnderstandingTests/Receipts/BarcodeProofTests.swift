import PageModel
import Testing

@testable import Understanding

struct BarcodeProofTests {
  /// The first receipt of a page with these bar codes below its text.
  private func receipt(
    _ text: String, _ codes: (Barcode.Format, String)...
  ) -> Receipt? {
    var page = RecognisedPage(text: text)
    page.signals = PageSignals()
    page.signals?.barcodes = codes.map {
      Barcode(format: $0.0, box: Box(x: 10, y: 900, width: 200, height: 40), text: $0.1)
    }
    return ReceiptReader().receipts(on: page).first
  }

  private static let text = """
    은하상회
    사업자번호 123-45-67891
    2026-03-14 12:30
    합계 41,000
    승인번호 30012345
    영수증번호 0412-7788
    """

  @Test func `a bar code that holds the date proves it, one of another date says nothing`() throws {
    let text = "은하상회\n2026-03-14 12:30\n합계 5,000"
    #expect(receipt(text)?.proof(.date) == .read)
    let proven = try #require(receipt(text, (.itf, "2026031413837564")))
    #expect(proven.proof(.date) == .proven)
    #expect(proven.check("barcode-holds-date") == true)
    let other = try #require(receipt(text, (.itf, "2026031513837564")))
    #expect(other.proof(.date) == .read)
    #expect(other.check("barcode-holds-date") == nil)
  }

  @Test func `approval number, receipt number and total are proven or told by codes that hold them`() throws {
    let proven = try #require(receipt(Self.text, (.code128, "A9930012345"), (.qr, "s=은하&t=41000&n=04127788")))
    #expect(proven.proof(.approvalNumber) == .proven)
    #expect(proven.proof(.total) == .proven)
    #expect(proven.check("barcode-holds-receipt-number") == true)
  }

  @Test func `digits that stand among others by chance prove no total`() throws {
    let plain = try #require(receipt(Self.text))
    let other = try #require(receipt(Self.text, (.itf, "0041000611510030"), (.qr, "8410005")))
    #expect(plain.proof(.total) == .read)
    #expect(other.proof(.total) == .read)
    #expect(other.check("barcode-holds-total") == nil)
  }

  @Test func `a bar code belongs to the receipt that it is nearest to`() throws {
    let text = "은하상회\n2026-03-14 12:30\n합계 5,000\n승인번호 30012345"
    var page = RecognisedPage(text: text)
    let lines = page.lines
    page.lines += lines.map { line in
      var other = line
      other.block = 1
      other.box.x += 3000
      for place in other.words.indices { other.words[place].box.x += 3000 }
      return other
    }
    page.signals = PageSignals()
    page.signals?.barcodes = [
      Barcode(format: .itf, box: Box(x: 3050, y: 900, width: 100, height: 40), text: "2026031413837564")
    ]
    let receipts = ReceiptReader().receipts(on: page)
    #expect(receipts.map { $0.proof(.date) } == [.read, .proven])
  }
}
