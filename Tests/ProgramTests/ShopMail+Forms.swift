import Foundation

/// The forms of mails.
extension ShopMail {
  static let forms: [@Sendable (MailOrder) -> ShopMail] = [
    shopOrder, plainOrder, cardReceipt, koreanOrder, ride, koreanPlain, storeOrder, booking, koreanPayment, appReceipt,
    till, koreanDelivery, parts, plainDigital, koreanSlip, invoiceMail, koreanTicket, divisions, paymentText,
    subscription,
  ]

  private static let head = """
    <!DOCTYPE html><html><head><meta charset="utf-8"><title>mail</title>
    <style>td { padding: 4px } .x > a { color: red }</style>
    <script>if (1 < 2) { document.write("<b>no</b>") }</script></head><body bgcolor="#f4f4f4">
    <div style="display:none; max-height:0;">Thank you for your order&nbsp;&zwnj;&nbsp;&zwnj; total 0.00</div>
    """

  /// A web shop's confirmation: nested tables, sums in a table of their own, no date but the mail's.
  private static func shopOrder(_ order: MailOrder) -> ShopMail {
    let rows = order.rows {
      """
      <tr><td><img src="https://shop.example/a.png" width="60" height="60" alt=""></td><td>
      <span>\($0.name) &times; \($0.count)</span><br>
      <span style="color:#777">Default</span></td><td align="right"><p>$\($0.sum)</p></td>
      </tr>
      """
    }.joined()
    let html = """
      \(head)<table class="body"><tr><td><table class="header"><tr><td><h1>
      <a href="https://shop.example">\(order.name)</a></h1></td>
      <td class="order-number"><span>Order #10\(order.number)</span></td></tr></table>
      <table><tr><td><h2>Thank you for your purchase!</h2><p>We're getting your order ready to be shipped.</p>
      <table><tr><td><a href="#">View your order</a></td><td>or <a href="#">Visit our store</a></td></tr></table>
      </td></tr></table>
      <table><tr><td><h3>Order summary</h3></td></tr></table><table>\(rows)</table>
      <table><tr><td></td><td><table>
      <tr><td><p>Subtotal</p></td><td align="right"><strong>$\(order.amount(order.subtotal))</strong></td></tr>
      <tr><td><p>Shipping</p></td><td align="right"><strong>$\(order.amount(order.shipping))</strong></td></tr>
      </table>
      <table><tr><td><p>Total</p></td><td align="right"><strong>$\(order.amount(order.total)) USD</strong></td></tr>
      </table></td></tr></table>
      <table><tr><td><h4>Shipping address</h4><p>Kim Example<br>12 Harbour Road<br>Springfield 12345</p></td>
      <td><h4>Payment method</h4><p>Visa ending with 4242 &mdash; <strong>$\(order.amount(order.total))</strong></p>
      </td></tr></table>
      <p>If you have any questions, reply to this email.</p></td></tr></table></body></html>
      """
    return order.mail("shop-order", subject: "Order #10\(order.number) confirmed", html: html)
  }

  /// The same in plain text, rows of dashes around a list.
  private static func plainOrder(_ order: MailOrder) -> ShopMail {
    let rows = order.rows { "\($0.name)\n  Qty: \($0.count)    $\($0.sum)" }
    let text = """
      Hi Kim,

      Thanks for shopping with \(order.shop). Your order is on its way.

      Order number: 7\(order.number)-3321
      Order date: \(order.month) \(order.day.day), \(order.day.year)

      ----------------------------------------
      \(rows.joined(separator: "\n"))
      ----------------------------------------

      Subtotal:      $\(order.amount(order.subtotal))
      Shipping:      $\(order.amount(order.shipping))
      Order total:   $\(order.amount(order.total))

      Paid with: Mastercard ending in 5454

      \(order.shop)
      https://shop.example
      """
    return order.mail("plain-order", subject: "Your \(order.shop) order", plain: text)
  }

  /// A payment service's receipt for a shop: the sum in large print, then a table.
  private static func cardReceipt(_ order: MailOrder) -> ShopMail {
    let rows = order.rows { "<tr><td>\($0.name) x \($0.count)</td><td>&pound;\($0.sum)</td></tr>" }.joined()
    let html = """
      \(head)<table><tr><td><h1>Receipt from \(order.name)</h1></td></tr><tr>
      <td>Receipt #1\(order.number)27-4410</td></tr></table>
      <table><tr><td><b>AMOUNT PAID</b></td><td><b>DATE PAID</b></td><td><b>PAYMENT METHOD</b></td></tr>
      <tr><td>&pound;\(order.amount(order.total))</td>
      <td>\(order.day.day) \(order.month.prefix(3)) \(order.day.year)</td><td>Visa - 4242</td></tr></table>
      <h3>SUMMARY</h3><table>\(rows)<tr><td>Delivery</td><td>&pound;\(order.amount(order.shipping))</td></tr>
      <tr><td><b>Amount paid</b></td><td><b>&pound;\(order.amount(order.total))</b></td></tr></table>
      <p>If you have any questions, contact us at help@shop.example.</p></body></html>
      """
    return order.mail("card-receipt", subject: "Your receipt from \(order.shop)", html: html)
  }

  /// A Korean shop's order: a table with headings, sums below.
  private static func koreanOrder(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let rows = order.rows {
      "<tr><td>\($0.name)</td><td>\($0.count)</td><td>\($0.price)원</td><td>\($0.sum)원</td></tr>"
    }.joined()
    let html = """
      \(head)<div><img src="cid:logo" alt="\(order.shop)"></div><p>김예시님, 주문해 주셔서 감사합니다.</p>
      <table border="1"><tr><th>주문번호</th><td>2025\(order.number)0012</td></tr><tr><th>주문일시</th>
      <td>\(order.iso) \(order.clock)</td></tr></table>
      <h3>주문 상품</h3><table><thead><tr><th>상품명</th><th>수량</th><th>단가</th><th>금액</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      <table><tr><td>상품금액</td><td>\(order.amount(order.subtotal))원</td></tr><tr><td>배송비</td>
      <td>\(order.amount(order.shipping))원</td></tr>
      <tr><td><b>총 결제금액</b></td><td><b>\(order.amount(order.total))원</b></td></tr><tr><td>결제수단</td><td>신용카드</td></tr>
      </table>
      <p>본 메일은 발신전용입니다.</p></body></html>
      """
    return order.mail("korean-order", subject: "[\(order.shop)] 주문이 완료되었습니다", html: html, sender: "no-reply")
  }

  /// A ride: a fare broken down, the total first.
  private static func ride(_ order: MailOrder) -> ShopMail {
    let html = """
      \(head)<table width="100%"><tr><td>\(order.name)</td>
      <td align="right">\(order.month) \(order.day.day), \(order.day.year)</td></tr></table>
      <h1>Thanks for riding, Kim</h1><p>We hope you enjoyed your ride this afternoon.</p>
      <table><tr><td><b>Total</b></td><td align=right><b>$\(order.amount(order.total))</b></td></tr></table><hr>
      <table><tr><td>Trip fare</td><td align=right>$\(order.amount(order.subtotal))</td></tr>
      <tr><td>Booking fee</td><td align=right>$\(order.amount(order.shipping))</td></tr></table><hr>
      <h3>Payments</h3><table><tr>
      <td>Visa ••••4242<br>\(order.day.month)/\(order.day.day)/\(order.day.year % 100) \(order.clock)</td>
      <td align=right>$\(order.amount(order.total))</td></tr></table>
      <p>You rode with Alex</p><p>5.20 miles | 14 min</p></body></html>
      """
    return order.mail("ride", subject: "Your trip with \(order.shop)", html: html)
  }

  private static func koreanPlain(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let rows = order.rows { "- \($0.name) / \($0.count)개 / \($0.sum)원" }
    let text = """
      안녕하세요, \(order.shop)입니다.
      주문하신 내역을 알려 드립니다.

      주문일자 : \(order.day.year)년 \(order.day.month)월 \(order.day.day)일
      주문번호 : 8\(order.number)1234

      [주문상품]
      \(rows.joined(separator: "\n"))

      상품합계 : \(order.amount(order.subtotal))원
      배송료   : \(order.amount(order.shipping))원
      결제금액 : \(order.amount(order.total))원
      결제방법 : 카드결제

      감사합니다.
      \(order.shop) 드림
      """
    return order.mail("korean-plain", subject: "\(order.shop) 주문 확인", plain: text, charset: "euc-kr")
  }

  /// A shop system's order: a table with head and foot.
  private static func storeOrder(_ order: MailOrder) -> ShopMail {
    func euro(_ sum: String) -> String { "<span class=sum><span class=currency>&euro;</span>\(sum)</span>" }
    let rows = order.rows { "<tr><td>\($0.name)</td><td>\($0.count)</td><td>\(euro($0.sum))</td></tr>" }.joined()
    let html = """
      \(head)<div id="wrapper"><table><tr><td align="center"><p><img alt="\(order.name)" src="a.png"></p>
      <table><tr><td><h1>Thank you for your order</h1></td></tr></table><table><tr><td><div>
      <p>Hi Kim,</p>
      <p>Just to let you know &mdash; we've received your order #\(order.number)81, and it is now being processed:</p>
      <h2>[Order #\(order.number)81] (\(order.month) \(order.day.day), \(order.day.year))</h2>
      <table border="1"><thead><tr><th>Product</th><th>Quantity</th><th>Price</th></tr></thead><tbody>\(rows)</tbody>
      <tfoot><tr><th colspan="2">Subtotal:</th><td>\(euro(order.amount(order.subtotal)))</td></tr>
      <tr><th colspan="2">Shipping:</th><td>\(euro(order.amount(order.shipping)))&nbsp;<small>via Flat rate</small></td></tr>
      <tr><th colspan="2">Payment method:</th><td>Credit card</td></tr>
      <tr><th colspan="2">Total:</th><td>\(euro(order.amount(order.total)))</td></tr></tfoot></table>
      <h2>Billing address</h2><address>Kim Example<br>12 Harbour Road<br>Dublin</address></div></td></tr></table>
      </td></tr></table></div></body></html>
      """
    return order.mail(
      "store-order", subject: "Your \(order.shop) order has been received!", html: html,
      sender: "\(order.shop) Orders")
  }

  /// A booking: dates of the stay beside that of the booking.
  private static func booking(_ order: MailOrder) -> ShopMail {
    let html = """
      \(head)<h2>\(order.name)</h2><h1>Payment receipt</h1><table>
      <tr><td>Receipt date</td><td>\(order.day.day) \(order.month) \(order.day.year)</td></tr>
      <tr><td>Confirmation number</td><td>44\(order.number)918</td></tr><tr><td>Guest</td><td>Kim Example</td></tr>
      </table>
      <table><tr><td>1 room x 2 nights</td><td>GBP \(order.amount(order.subtotal))</td></tr>
      <tr><td>Service charge</td><td>GBP \(order.amount(order.shipping))</td></tr>
      <tr><td><b>Total paid</b></td><td><b>GBP \(order.amount(order.total))</b></td></tr></table></body></html>
      """
    return order.mail("booking", subject: "Payment receipt 44\(order.number)918", html: html)
  }

  /// A payment by telephone: labels and values as paragraphs of two columns.
  private static func koreanPayment(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let html = """
      \(head)<h1>결제가 완료되었습니다</h1><p><strong>\(order.amount(order.total))원</strong></p>
      <dl><dt>가맹점</dt><dd>\(order.shop)</dd><dt>결제일시</dt>
      <dd>\(order.day.year).\(order.two(order.day.month)).\(order.two(order.day.day)) \(order.clock)</dd>
      <dt>결제금액</dt><dd>\(order.amount(order.total))원</dd><dt>결제수단</dt><dd>예시카드 ****-1234</dd><dt>승인번호</dt>
      <dd>3\(order.number)45678</dd></dl>
      <p>이용해 주셔서 감사합니다.</p></body></html>
      """
    return order.mail("korean-payment", subject: "결제 내역 안내", html: html, sender: "예시페이")
  }

  private static func appReceipt(_ order: MailOrder) -> ShopMail {
    let rows = order.rows {
      "<tr><td><b>\($0.name)</b><br>In-App Purchase</td><td align=\"right\">$\($0.sum)</td></tr>"
    }.joined()
    let html = """
      \(head)<table><tr><td>\(order.name)</td><td><h1>Invoice</h1></td></tr></table>
      <table><tr><td>INVOICE DATE<br>\(order.day.day) \(order.month.prefix(3)) \(order.day.year)</td>
      <td>ORDER ID<br>MX\(order.number)K2P9</td></tr>
      <tr><td>DOCUMENT NO.<br>7\(order.number)553</td><td>BILLED TO<br>Visa .... 4242<br>Kim Example</td></tr></table>
      <table>\(rows)<tr><td>Handling</td><td align="right">$\(order.amount(order.shipping))</td></tr>
      <tr><td></td><td><table><tr><td>TOTAL</td><td>$\(order.amount(order.total))</td></tr></table></td></tr></table>
      <p>Copyright &copy; 2025 \(order.name). All rights reserved.</p></body></html>
      """
    return order.mail("app-receipt", subject: "Your invoice", html: html)
  }

  /// A till's receipt that a shop sends instead of paper.
  private static func till(_ order: MailOrder) -> ShopMail {
    let rows = order.rows {
      $0.name.padding(toLength: 30, withPad: " ", startingAt: 0) + $0.sum
    }
    let text = """
                \(order.shop.uppercased())
                12 HARBOUR ROAD
                TEL 020 7946 0018

      \(order.two(order.day.day))/\(order.two(order.day.month))/\(order.day.year) \(order.clock)      TILL 3

      \(rows.joined(separator: "\n"))
      Bag and wrapping              \(order.amount(order.shipping))
      --------------------------------------
      TOTAL                         \(order.amount(order.total))
      CARD                          \(order.amount(order.total))

      THANK YOU FOR SHOPPING WITH US
      """
    return order.mail(
      "till", subject: "Your e-receipt", html: "<pre>\(text.replacingOccurrences(of: "&", with: "&amp;"))</pre>")
  }

  private static func koreanDelivery(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let rows = order.rows {
      "<tr><td>\($0.name) \($0.count)개</td><td align=right>\($0.sum)원</td></tr>"
    }.joined()
    let html = """
      \(head)<table width=600><tr><td><b>주문 영수증</b></td></tr><tr><td>\(order.shop)</td></tr>
      <tr><td>주문시간 \(order.day.year)-\(order.two(order.day.month))-\(order.two(order.day.day)) \(order.clock)</td>
      </tr></table>
      <table width=600>\(rows)<tr><td>배달팁</td><td align=right>\(order.amount(order.shipping))원</td></tr>
      <tr><td>합계</td><td align=right>\(order.amount(order.total))원</td></tr></table>
      <p>사업자등록번호 120-81-47521 / 서울시 예시구 보기로 12</p></body></html>
      """
    return order.mail("korean-delivery", subject: "\(order.shop) 영수증", html: html)
  }

  /// A plain text and HTML beside it, of which only the latter has the sums.
  private static func parts(_ order: MailOrder) -> ShopMail {
    let rows = order.rows { "<tr><td>\($0.count) x \($0.name)</td><td>$\($0.sum)</td></tr>" }.joined()
    let html = """
      \(head)<center><h2>\(order.name)</h2></center>
      <p>Hello Kim, here is the receipt for your purchase on \(order.month) \(order.day.day), \(order.day.year).</p>
      <table>\(rows)<tr><td>Postage</td><td>$\(order.amount(order.shipping))</td></tr><tr><td>Grand Total</td>
      <td>$\(order.amount(order.total))</td></tr></table></body></html>
      """
    return order.mail(
      "parts", subject: "Receipt for your purchase", plain: "Please view this message in a program for HTML.",
      html: html)
  }

  private static func plainDigital(_ order: MailOrder) -> ShopMail {
    let rows = order.rows { "  \($0.count) x \($0.name) @ \($0.price) = \($0.sum)" }
    let text = """
      RECEIPT

      Merchant:        \(order.shop)
      Transaction ID:  9X\(order.number)7713K
      Date:            \(order.iso) \(order.clock)
      Payment:         VISA ************4242

      Items:
      \(rows.joined(separator: "\n"))

      Subtotal:        EUR \(order.amount(order.subtotal))
      Shipping:        EUR \(order.amount(order.shipping))
      TOTAL:           EUR \(order.amount(order.total))

      This is an automatic message, please do not reply.
      """
    return order.mail("plain-digital", subject: "Receipt 9X\(order.number)7713K", plain: text)
  }

  /// A card company's notice of a payment.
  private static func koreanSlip(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let html = """
      \(head)<h3>신용카드 매출전표</h3><table border=1>
      <tr><td>카드종류</td><td>예시카드</td><td>카드번호</td><td>1234-56**-****-7890</td></tr>
      <tr><td>거래일시</td>
      <td>\(order.day.year)/\(order.two(order.day.month))/\(order.two(order.day.day)) \(order.clock)</td>
      <td>승인번호</td><td>3\(order.number)11223</td></tr>
      <tr><td>가맹점명</td><td>\(order.shop)</td><td>사업자번호</td><td>120-81-47521</td></tr>
      <tr><td>공급가액</td><td>\(order.amount(order.total - order.total / 11))원</td><td>부가세</td>
      <td>\(order.amount(order.total / 11))원</td></tr>
      <tr><td>합계</td><td colspan=3>\(order.amount(order.total))원</td></tr></table></body></html>
      """
    return order.mail("korean-slip", subject: "매출전표 안내", html: html)
  }

  private static func invoiceMail(_ order: MailOrder) -> ShopMail {
    let tax = order.total / 6
    let html = """
      \(head)<table><tr><td><h1>INVOICE</h1></td><td>\(order.name)<br>12 Harbour Road<br>London</td></tr></table>
      <table><tr><td>Invoice number</td><td>INV-0\(order.number)4</td></tr><tr><td>Invoice date</td>
      <td>\(order.two(order.day.day))/\(order.two(order.day.month))/\(order.day.year)</td></tr></table>
      <table><tr><td>Items</td><td>&pound;\(order.amount(order.total - tax))</td></tr><tr><td>VAT (20%)</td>
      <td>&pound;\(order.amount(tax))</td></tr>
      <tr><td><b>Total</b></td><td><b>&pound;\(order.amount(order.total))</b></td></tr><tr><td>Amount paid</td>
      <td>&pound;\(order.amount(order.total))</td></tr></table></body></html>
      """
    return order.mail("invoice", subject: "Invoice INV-0\(order.number)4 from \(order.shop)", html: html)
  }

  private static func koreanTicket(_ order: MailOrder) -> ShopMail {
    let order = order.korean
    let html = """
      \(head)<table><tr><td><span style="font-size:20px">\(order.shop)</span></td></tr><tr><td>예매 결제 내역</td></tr>
      </table>
      <ul><li>예매일: \(order.day.year)년 \(order.day.month)월 \(order.day.day)일</li>
      <li>티켓금액: \(order.amount(order.subtotal))원</li>
      <li>예매수수료: \(order.amount(order.shipping))원</li><li><b>총 결제금액: \(order.amount(order.total))원</b></li></ul>
      </body></html>
      """
    return order.mail("korean-ticket", subject: "예매가 완료되었습니다", html: html, charset: "euc-kr")
  }

  /// No table at all: blocks and spans.
  private static func divisions(_ order: MailOrder) -> ShopMail {
    let rows = order.rows {
      "<div class=row><span>\($0.name)</span><span class=right>$\($0.sum)</span></div>"
    }.joined()
    let html = """
      \(head)<div><div><strong>\(order.name)</strong></div>
      <div>Paid on \(order.month.prefix(3)) \(order.day.day), \(order.day.year) at \(order.clock)</div>
      \(rows)<div class=row><span>Delivery</span><span>$\(order.amount(order.shipping))</span></div>
      <div class=row><b><span>Total</span><span>$\(order.amount(order.total))</span></b></div>
      <div>Thank you for your purchase.</div></div></body></html>
      """
    return order.mail("divisions", subject: "Receipt", html: html)
  }

  private static func paymentText(_ order: MailOrder) -> ShopMail {
    let text = """
      Dear customer,\r
      \r
      thank you for your payment to \(order.shop).\r
      \r
      Payment date    \(order.day.day) \(order.month) \(order.day.year)\r
      Description\t\(order.items[0].name)\r
      Net amount\t$\(order.amount(order.total - order.total / 11))\r
      Tax (10%)\t$\(order.amount(order.total / 11))\r
      Total paid\t$\(order.amount(order.total))\r
      \r
      Kind regards\r
      \(order.shop)\r
      """
    return order.mail("payment-text", subject: "Payment received", plain: text)
  }

  private static func subscription(_ order: MailOrder) -> ShopMail {
    let html = """
      \(head)<table><tr><td><img alt="\(order.name)" src=logo.png></td></tr></table>
      <h2>Your payment was successful</h2>
      <table><tr><td>Plan</td><td>Family, monthly</td></tr><tr><td>Billing date</td>
      <td>\(order.month) \(order.day.day), \(order.day.year)</td></tr>
      <tr><td>Price</td><td>$\(order.amount(order.subtotal))</td></tr><tr><td>Tax</td>
      <td>$\(order.amount(order.shipping))</td></tr>
      <tr><td><strong>Total charged</strong></td><td><strong>$\(order.amount(order.total))</strong></td></tr></table>
      <p>Manage your subscription at any time.</p></body></html>
      """
    return order.mail("subscription", subject: "Receipt for your subscription", html: html)
  }
}
