import Foundation

/// Mails as shops send them, after public forms: orders, receipts, rides, bookings, payments; all shops are invented.
struct ShopMail {
  let name: String
  let shop: String
  /// ISO.
  let date: String
  let total: String
  let bytes: [UInt8]

  static let all: [ShopMail] = (0..<40).map { forms[$0 % forms.count](MailOrder($0)) }
}

/// The items and sums of one order, which a mail tells.
struct MailOrder {
  let number: Int
  let items: [(name: String, count: Int, price: Int)]
  let shipping: Int
  let day: (year: Int, month: Int, day: Int)
  let time: (hour: Int, minute: Int)
  let isKorean: Bool

  static let english = [
    "Paper Boat Teas", "Harbour Lane Books", "Northfold Outdoor", "Kestrel Coffee Roasters", "Brightwell Pharmacy",
    "Juniper & Pine", "Oakmere Garden Centre", "Tidewater Tickets", "Cobble Street Bakery", "Larkfield Cycles",
  ]
  static let korean = ["한강문구", "달빛서점", "푸른약국", "새벽마켓", "예시커피", "솔향기펜션", "나루식당", "도토리상회", "은하수꽃집", "보기베이커리"]
  private static let englishItems = [
    "Sencha Green Tea 100g", "Enamel Mug", "Linen Notebook A5", "Trail Socks (M)", "Beeswax Candle",
  ]
  private static let koreanItems = ["아메리카노 원두 200g", "무선노트 A5", "손수건 세트", "국산 현미 2kg", "유기농 녹차"]

  init(_ number: Int, isKorean: Bool = false) {
    self.number = number
    self.isKorean = isKorean
    let names = isKorean ? Self.koreanItems : Self.englishItems
    items = (0..<2 + number % 3).map { index in
      let price = isKorean ? 1_000 * (3 + (number * 7 + index * 5) % 40) : 295 + (number * 731 + index * 1_237) % 9_000
      return (names[(number + index) % names.count], 1 + (number + index) % 3, price)
    }
    shipping = isKorean ? 3_000 : 495
    day = (2025 + number % 2, 1 + number * 5 % 12, 1 + number * 11 % 27)
    time = (8 + number % 12, number * 13 % 60)
  }

  var korean: MailOrder { MailOrder(number, isKorean: true) }
  var shop: String { (isKorean ? Self.korean : Self.english)[number / 2 % Self.english.count] }
  /// The shop in HTML.
  var name: String { shop.replacingOccurrences(of: "&", with: "&amp;") }
  /// A text for each item, with its unit price and amount.
  func rows(_ text: ((name: String, count: Int, price: String, sum: String)) -> String) -> [String] {
    items.map { text(($0.name, $0.count, amount($0.price), amount($0.count * $0.price))) }
  }
  var subtotal: Int { items.reduce(0) { $0 + $1.count * $1.price } }
  var total: Int { subtotal + shipping }

  /// `1,234.50` or `12,000`.
  func amount(_ value: Int) -> String {
    let whole = isKorean ? value : value / 100
    var digits = String(whole)
    if digits.count > 3 { digits.insert(",", at: digits.index(digits.endIndex, offsetBy: -3)) }
    return isKorean ? digits : "\(digits).\(two(value % 100))"
  }

  func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  var iso: String { "\(day.year)-\(two(day.month))-\(two(day.day))" }
  var clock: String { "\(two(time.hour)):\(two(time.minute))" }
  var month: String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ][day.month - 1]
  }
  /// As the total field has it: no points, or two places.
  var value: String { isKorean ? "\(total)" : "\(total / 100).\(two(total % 100))" }

  /// The mail with its header; the words of the subject and the sender's name are encoded as programs do.
  func mail(
    _ name: String, subject: String, plain: String? = nil, html: String? = nil, sender: String? = nil,
    charset: String = "utf-8"
  ) -> ShopMail {
    let encoding: String.Encoding =
      charset == "euc-kr" ? String.Encoding(rawValue: 0x8000_0422) : .utf8
    func word(_ text: String) -> String {
      text.utf8.allSatisfy { $0 < 0x80 } ? text : "=?utf-8?B?\(Data(text.utf8).base64EncodedString())?="
    }
    func part(_ type: String, _ text: String) -> String {
      let body = (text.data(using: encoding) ?? Data(text.utf8)).base64EncodedString(options: .lineLength76Characters)
      return "Content-Type: text/\(type); charset=\(charset)\r\nContent-Transfer-Encoding: base64\r\n\r\n\(body)\r\n"
    }
    let short = month.prefix(3)
    // A mail that tells its day itself may be sent on the next.
    let isDated = subject.hasSuffix("confirmed") == false
    var text = """
      Received: from shop.example by mx.example.org; \(day.day) \(short) \(day.year) \(clock):07 +0900\r
      From: "\(word(sender ?? shop))" <orders@shop.example>\r
      To: Kim Example <kim@example.org>\r
      Subject: \(word(subject))\r
      Date: \(isDated ? day.day + 1 : day.day) \(short) \(day.year) \(clock):05 +0900\r
      Message-ID: <\(number)@shop.example>\r
      MIME-Version: 1.0\r

      """
    if let plain, let html {
      text += "Content-Type: multipart/alternative; boundary=\"==x\"\r\n\r\n--==x\r\n\(part("plain", plain))"
      text += "\r\n--==x\r\n\(part("html", html))\r\n--==x--\r\n"
    } else {
      text += html.map { part("html", $0) } ?? part("plain", plain ?? "")
    }
    return ShopMail(name: "\(two(number))-\(name).eml", shop: shop, date: iso, total: value, bytes: Array(text.utf8))
  }
}
