import Foundation
import Glibc
import TestSupport
import Testing

/// Mails whose own text is a receipt, as the program reads them.
@Suite struct `The text of a mail` {
  private func mail(_ text: String, type: String = "plain", from: String = "Northfold Outdoor") -> [UInt8] {
    Array(
      """
      From: "\(from)" <a@shop.example>\r
      To: b@example.org\r
      Subject: a mail\r
      Date: Mon, 2 Mar 2026 09:00:00 +0900\r
      MIME-Version: 1.0\r
      Content-Type: text/\(type); charset=utf-8\r
      Content-Transfer-Encoding: 8bit\r
      \r
      \(text)\r

      """.utf8)
  }

  private func run(_ desk: Desk, _ format: String = "json") throws -> ChildProgram.Outcome {
    try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", format, "--settle", "0"])
  }

  private func page(_ desk: Desk, _ name: String) throws -> [String: Any] {
    let file = try #require(try desk.tree()["\(name).p0001.json"], "\(name)")
    return try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
  }

  @Test func `gives shop, date and total of forty shops' mails but for two at most`() throws {
    let desk = try Desk()
    for mail in ShopMail.all { try desk.put(mail.bytes, mail.name) }
    #expect(try run(desk).status == 0)
    var wrong: [String] = []
    for mail in ShopMail.all {
      let receipts = try page(desk, "\(mail.name)/message")["receipts"] as? [[String: Any]] ?? []
      let fields = receipts.first?["fields"] as? [String: [String: Any]] ?? [:]
      let found = ["merchant", "date", "total"].map { fields[$0]?["value"] as? String }
      if receipts.count != 1 || found != [mail.shop, mail.date, mail.total] { wrong.append("\(mail.name): \(found)") }
    }
    #expect(wrong.count <= 2, "\(wrong.joined(separator: "\n"))")
  }

  @Test func `is laid out as it is shown, cells side by side and without what is hidden`() throws {
    let desk = try Desk()
    let html = """
      <html><head><style>p { color: red }</style></head><body><p style="DISPLAY : none">total 1.00</p>
      <!--[if mso]><p>total 2.00</p><![endif]--><![if !mso]><table><tr><td><b>Item</b></td><td>Price</td></tr><![endif]>
      <tr><td>Tea &amp; <i>Milk</i><br>500&nbsp;g</td><td>&#36;12.50</td>
      <tr><td colspan=2><table><tr><td>Total<td>$12.50</table></td></tr></table><script>"</p>" < 1</script>
      <p>찻집 &#xBCF4;기 <script>"</p>" + 2</script>한<b>강</b>로<br/>Thank you</body></html>
      """
    try desk.put(mail(html, type: "html"), "a.eml")
    #expect(try run(desk).status == 0)
    let page = try page(desk, "a.eml/message")
    #expect(
      page["text"] as? String == """
        Northfold Outdoor
        a@shop.example
        2026-03-02 09:00
        a mail
        Item Price
        Tea & Milk $12.50
        500 g
        Total $12.50
        찻집 보기 한강로
        Thank you
        """)
    #expect((page["preparation"] as? [String: Any])?["source"] as? String == "document")
    let lines = try #require(page["lines"] as? [[String: Any]])
    func left(_ line: Int) -> Int? {
      let words = lines[line]["words"] as? [[String: Any]]
      return (words?.last?["box"] as? [String: Int])?["x"]
    }
    #expect(left(4) == left(5) && left(4) != nil)
    // A second run knows it, and files of every format can be written without a picture.
    #expect(try run(desk, "pdf,hocr,alto,html").errorText.contains("0 pages"))
    #expect(try desk.tree().keys.contains("a.eml/message.p0001.hocr"))
  }

  @Test func `is read up to an element with a hundred thousand attributes`() throws {
    let desk = try Desk()
    let table = "<table><tr><td>Tea</td><td>$12.50</td></tr><tr><td>Total</td><td>$12.50</td></tr></table>"
    let attributes = (0..<100_000).map { " a\($0)" }.joined()
    try desk.put(mail("\(table)<p\(attributes)>Total $13.50", type: "html"), "a.eml")
    #expect(try run(desk).status == 0)
    let text = try #require(try page(desk, "a.eml/message")["text"] as? String)
    #expect(text.contains("Total $12.50") && !text.contains("13.50"))
  }

  @Test func `has a sender whose name is called KS C 5601 and is more`() throws {
    let desk = try Desk()
    let text = "<table><tr><td>Tea</td><td>$12.50</td></tr><tr><td>Total</td><td>$12.50</td></tr></table>"
    // 똠방 뷁 in CP949, which Korean programs call so.
    try desk.put(mail(text, type: "html", from: "=?ks_c_5601-1987?B?jGO55iCU7g==?="), "a.eml")
    #expect(try run(desk).status == 0)
    #expect((try page(desk, "a.eml/message")["text"] as? String)?.hasPrefix("똠방 뷁\n") == true)
  }

  @Test func `is no document where it is a letter or an advertisement`() throws {
    let desk = try Desk()
    let letters = [
      "Hi Kim,\n\nshall we meet for lunch on Friday at 12:30? I still owe you 25.00 for the tickets.\n\nSee you,\nAlex",
      "Your order 7123 has been shipped and will arrive on March 5, 2026.\nTracking number 1Z999AA1012.\nThank you.",
      "김예시님의 계좌에서 2026-03-02 50,000원이 출금되었습니다. 잔액 1,250,000원",
      "Dear customer,\nplease find attached your invoice INV-0044 of 2 March 2026 in the amount of 120.00 EUR.",
    ]
    for (index, letter) in letters.enumerated() { try desk.put(mail(letter), "\(index).eml") }
    let sale = "<h1>Spring sale</h1><table><tr><td>Mug<br><s>$12.00</s> $6.00</td><td>Socks<br>$9.00</td></tr></table>"
    try desk.put(mail(sale + "<p>Free shipping on orders over $50.00.</p>", type: "html"), "sale.eml")
    _ = try run(desk)
    #expect(try desk.tree().keys.filter { $0.contains("message") } == [])
  }

  @Test func `in a Maildir is read, but for mails that are still being delivered`() throws {
    let desk = try Desk()
    let receipt = ShopMail.all[1].bytes
    for folder in ["cur", "new", "tmp"] { try desk.put(receipt, "Maildir/\(folder)/17.M1.host:2,S") }
    try desk.put(receipt, "other/tmp/17.M1.host")
    #expect(try run(desk).status == 0)
    let found = try desk.tree().keys.filter { $0.hasSuffix("message.p0001.json") }.sorted()
    #expect(
      found == [
        "Maildir/cur/17.M1.host:2,S/message.p0001.json", "Maildir/new/17.M1.host:2,S/message.p0001.json",
        "other/tmp/17.M1.host/message.p0001.json",
      ])
  }

  @Test func `that is encrypted and asks for a password says so`() throws {
    let desk = try Desk()
    let script = "document.write(\"<input TYPE=\\\"password\\\">\")"
    let locked = "<html><head><script>\(String(repeating: "var a = 1;", count: 2_000))\(script)</script></head></html>"
    let part = ContainerSample.Part(
      "Content-Type: text/html; name=bill.html\r\nContent-Disposition: attachment; filename=bill.html",
      Array(locked.utf8))
    try desk.put(ContainerSample.mail([part]), "card.eml")
    try desk.put(Array("<html><body>password: none</body></html>".utf8), "plain.html")
    let outcome = try run(desk)
    #expect(outcome.status == 65)
    #expect(
      outcome.errorText.contains("card.eml/bill.html page 1: failed after 1 attempt: it is an encrypted mail (보안메일)"))
    #expect(outcome.errorText.contains("plain.html: unsupported: it is an HTML document"))
  }
}
