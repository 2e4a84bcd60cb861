import TestSupport
import Understanding

@testable import Bookkeeping

/// A month of lines and receipts that is drawn from a seed, with the pairs that belong together.
///
/// It has equal coffees, lunches of the same price on following days, cancellations with and without a second purchase,
/// tips, foreign purchases, instalments, sums and parts. One line in eight has no receipt, and one receipt in eight no
/// line. One list in ten has the posting date alone. One receipt in seven is a simple one without card and approval
/// number, one shop's name in six has a wrong letter, three receipts of 100 have misread digits, and 15 of 100 lack
/// fields.
struct DrawnMonth {
  private(set) var lines: [StatementLine] = []
  private(set) var receipts: [PayableReceipt] = []
  /// Places of lines and receipts that belong together.
  private(set) var links: Set<Link> = []

  struct Link: Hashable {
    var line: Int
    var receipt: Int
  }

  private struct Shop {
    var listed: String
    var printed: String
    var number: String
    var prices: [Int]
  }

  private struct Purchase {
    var shop: Shop
    var day: Int
    var minute: Int
    var amount: Int
    var approval: String
    var card: String
  }

  private var random: SeededRandom
  private let firstDay: CalendarDate
  private let shops: [Shop]
  private let cards: [String]
  /// Lists differ in the columns that they have.
  private let hasApproval: Bool
  private let hasTime: Bool
  private let hasBusiness: Bool
  private let hasForeign: Bool
  private let hasPostingDayAlone: Bool

  init(seed: UInt64, lines count: Int = 200) {
    var random = SeededRandom(seed: seed)
    func number(_ digits: Int) -> String {
      (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    firstDay = CalendarDate(number: 20_454 + 30 * Int.random(in: 0..<12, using: &random))
    let words = ["커피나라", "한마음", "서울", "푸른", "김밥", "국수", "별빛", "대박", "행복", "미소", "청춘", "고향", "나무", "바다", "하늘"]
    let kinds: [(String, [Int])] = [
      ("카페", [4_100, 4_500, 5_000, 9_000]), ("식당", [8_000, 9_000, 10_000, 12_000, 24_000]), ("편의점", []), ("문구", []),
      ("주유소", [50_000, 70_000, 100_000]), ("마트", []),
    ]
    let branches = ["강남점", "역삼점", "본점", "서초점", "시청점", ""]
    shops = (0..<max(40, count / 8)).map { _ in
      let (kind, prices) = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let name = words.randomElement(using: &random, or: "") + words.randomElement(using: &random, or: "") + kind
      let branch = branches.randomElement(using: &random, or: "")
      // One shop in ten has another name in the list, that of its company.
      let isCompany = Int.random(in: 0..<10, using: &random) == 0
      let company = "주식회사 " + words.randomElement(using: &random, or: "") + "에프앤비"
      return Shop(
        listed: isCompany ? company : name + branch, printed: "\(name) \(branch)", number: number(10), prices: prices)
    }
    cards = (0..<3).map { _ in number(4) }
    hasApproval = Int.random(in: 0..<5, using: &random) > 0
    hasTime = Int.random(in: 0..<5, using: &random) > 1
    hasBusiness = Int.random(in: 0..<10, using: &random) > 2
    hasForeign = Int.random(in: 0..<10, using: &random) > 2
    hasPostingDayAlone = hasApproval && Int.random(in: 0..<10, using: &random) == 0
    self.random = random
    while lines.count < count { addEvent() }
    shuffle()
    for place in receipts.indices { damage(place) }
    guard hasPostingDayAlone else { return }
    for place in lines.indices {
      lines[place].day = lines[place].postingDay ?? lines[place].day
      (lines[place].postingDay, lines[place].minute) = (nil, nil)
    }
  }

  private mutating func chance(_ percent: Double) -> Bool { Double.random(in: 0..<100, using: &random) < percent }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
  }

  private mutating func purchase() -> Purchase {
    let shop = shops[Int.random(in: 0..<shops.count, using: &random)]
    let amount = shop.prices.randomElement(using: &random) ?? Int.random(in: 12...900, using: &random) * 100
    return Purchase(
      shop: shop, day: Int.random(in: 0..<30, using: &random), minute: Int.random(in: 480..<1320, using: &random),
      amount: amount, approval: digits(8), card: cards[Int.random(in: 0..<3, using: &random)])
  }

  private mutating func addEvent() {
    var purchase = purchase()
    switch Double.random(in: 0..<100, using: &random) {
    case ..<5:
      for _ in 0..<(chance(20) ? 3 : 2) {
        purchase.approval = digits(8)
        add(purchase)
        purchase.minute = min(1439, purchase.minute + Int.random(in: 2...200, using: &random))
      }
    case ..<10:
      add(purchase)
      purchase.day = min(29, purchase.day + 1)
      purchase.approval = digits(8)
      add(purchase)
    case ..<14: addCancelled(purchase)
    case ..<16: add(purchase, total: purchase.amount * 100 / Int.random(in: 108...120, using: &random))
    case ..<20: addForeign(purchase)
    case ..<22: addInstalments(purchase)
    case ..<23.5: addSum(purchase)
    default: add(purchase)
    }
  }

  private mutating func add(_ purchase: Purchase, total: Int? = nil) {
    let kind = Int.random(in: 0..<100, using: &random)
    let line = kind >= 12 ? addLine(purchase) : nil
    let receipt = kind < 88 ? addReceipt(purchase, total: total) : nil
    if let receipt, chance(15) { simplify(receipt) }
    if let line, let receipt { links.insert(Link(line: line, receipt: receipt)) }
  }

  private mutating func addLine(_ purchase: Purchase, amount: Int? = nil) -> Int {
    let day = CalendarDate(number: firstDay.number + purchase.day)
    var line = StatementLine(row: lines.count + 1, day: day, amount: won(amount ?? purchase.amount))
    line.minute = hasTime ? purchase.minute : nil
    line.shop = purchase.shop.listed
    line.businessNumber = hasBusiness ? purchase.shop.number : nil
    line.approvalNumber = hasApproval ? purchase.approval : nil
    line.cardDigits = purchase.card
    line.postingDay = CalendarDate(number: day.number + Int.random(in: 1...3, using: &random))
    lines.append(line)
    return lines.count - 1
  }

  private mutating func addReceipt(_ purchase: Purchase, total: Int? = nil) -> Int {
    var receipt = PayableReceipt()
    receipt.day = CalendarDate(number: firstDay.number + purchase.day)
    receipt.minute = purchase.minute - (chance(20) ? 1 : 0)
    receipt.total = won(total ?? purchase.amount)
    receipt.approvalNumber = purchase.approval
    receipt.cardDigits = purchase.card
    receipt.businessNumber = purchase.shop.number
    receipt.shop = purchase.shop.printed
    if chance(15) {
      let letter = Int.random(in: 0..<purchase.shop.printed.count, using: &random)
      receipt.shop = String(purchase.shop.printed.enumerated().map { $0.offset == letter ? "믐" : $0.element })
    }
    receipts.append(receipt)
    return receipts.count - 1
  }

  /// Makes a receipt a simple one, as tills print it that are not connected with the card reader.
  private mutating func simplify(_ place: Int) {
    (receipts[place].approvalNumber, receipts[place].cardDigits) = (nil, nil)
  }

  private mutating func addCancelled(_ purchase: Purchase) {
    let line = addLine(purchase)
    if chance(50) { links.insert(Link(line: line, receipt: addReceipt(purchase))) }
    var cancellation = purchase
    cancellation.minute = min(1439, purchase.minute + Int.random(in: 1...30, using: &random))
    if chance(30) { cancellation.approval = digits(8) }
    let negative = addLine(cancellation, amount: -purchase.amount)
    if chance(30) {
      let receipt = addReceipt(cancellation)
      receipts[receipt].isRefund = true
      links.insert(Link(line: negative, receipt: receipt))
    }
    if chance(50) {
      var again = cancellation
      again.minute = min(1439, again.minute + 2)
      again.approval = digits(8)
      add(again)
    }
  }

  private mutating func addForeign(_ purchase: Purchase) {
    let (currency, rate) = [("USD", 1_400.0), ("JPY", 9.3), ("EUR", 1_600.0)].randomElement(
      using: &random, or: ("USD", 1))
    var purchase = purchase
    let name = ["HOTEL ASTRA", "CAFE NERO", "CLOUD SERVICES INC", "TAXI PARIS", "LAWSON TOKYO"].randomElement(
      using: &random)
    (purchase.shop.listed, purchase.shop.printed, purchase.shop.number) = (name ?? "", name ?? "", "")
    let cents = currency == "JPY" ? purchase.amount / 1000 * 100 + 10_000 : purchase.amount / 12
    let total = Amount(decimal: "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)") ?? .zero
    purchase.amount = Int(Double(cents) / 100 * rate * Double.random(in: 0.98...1.04, using: &random))
    // Shops in other time zones have another date.
    let local = purchase
    if chance(30) { purchase.day += 1 }
    let line = addLine(purchase)
    purchase = local
    (lines[line].businessNumber, lines[line].minute) = (nil, nil)
    if hasForeign { (lines[line].currency, lines[line].foreignAmount) = (currency, total) }
    guard chance(88) else { return }
    let receipt = addReceipt(purchase)
    (receipts[receipt].total, receipts[receipt].currency, receipts[receipt].businessNumber) = (total, currency, nil)
    // A receipt without its approval number can't be found by won alone.
    if hasForeign || hasApproval { links.insert(Link(line: line, receipt: receipt)) }
  }

  private mutating func addInstalments(_ purchase: Purchase) {
    var purchase = purchase
    purchase.amount = max(60_000, purchase.amount) / 300 * 300
    let months = 3
    let receipt = addReceipt(purchase)
    for round in 1...(hasApproval ? Int.random(in: 1...months, using: &random) : 1) {
      let line = addLine(purchase, amount: purchase.amount / months)
      (lines[line].installmentMonths, lines[line].installmentRound) = (months, round)
      links.insert(Link(line: line, receipt: receipt))
    }
  }

  private mutating func addSum(_ purchase: Purchase) {
    var part = purchase
    var line = purchase
    line.amount = 0
    var own: [Int] = []
    for _ in 0..<Int.random(in: 2...3, using: &random) {
      part.amount = Int.random(in: 21...400, using: &random) * 100
      line.amount += part.amount
      own.append(addReceipt(part))
      receipts[own[own.count - 1]].approvalNumber = nil
    }
    let place = addLine(line)
    for receipt in own { links.insert(Link(line: place, receipt: receipt)) }
  }

  private func won(_ amount: Int) -> Amount { Amount(decimal: "\(amount)") ?? .zero }

  /// Lists are in the order of time; scans are in none.
  private mutating func shuffle() {
    let sorted = lines.indices.sorted {
      (lines[$0].day, lines[$0].minute ?? 0, $0) < (lines[$1].day, lines[$1].minute ?? 0, $1)
    }
    let mixed = receipts.indices.shuffled(using: &random)
    let (newLine, newReceipt) = (Self.inverse(sorted), Self.inverse(mixed))
    lines = sorted.map { lines[$0] }
    receipts = mixed.map { receipts[$0] }
    links = Set(links.map { Link(line: newLine[$0.line], receipt: newReceipt[$0.receipt]) })
  }

  private static func inverse(_ order: [Int]) -> [Int] {
    var inverse = order
    for (place, old) in order.enumerated() { inverse[old] = place }
    return inverse
  }

  /// Misreads digits of three receipts of 100, and takes one or two fields from 15 of 100.
  private mutating func damage(_ place: Int) {
    if chance(3) { misread(place) }
    guard chance(15) else { return }
    for _ in 0..<(chance(25) ? 2 : 1) {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: receipts[place].day = nil
      case 1: receipts[place].minute = nil
      case 2: receipts[place].total = nil
      case 3: receipts[place].approvalNumber = nil
      case 4: receipts[place].cardDigits = nil
      case 5: receipts[place].businessNumber = nil
      default: receipts[place].shop = nil
      }
    }
  }

  /// Each digit of the approval number, the amount and the date is wrong with 2 %, and one of them at least.
  private mutating func misread(_ place: Int) {
    var receipt = receipts[place]
    var isChanged = false
    func damaged(_ text: String) -> String {
      String(
        text.map { character in
          guard character.isNumber, Double.random(in: 0..<1, using: &random) < 0.02 else { return character }
          isChanged = true
          return Character(String(Int.random(in: 0...9, using: &random)))
        })
    }
    for _ in 0..<100 where !isChanged {
      receipt.approvalNumber = receipts[place].approvalNumber.map(damaged)
      receipt.total = receipts[place].total.flatMap { Amount(decimal: damaged($0.text(places: 0))) }
      receipt.day = receipts[place].day.flatMap { CalendarDate(iso: damaged($0.iso)) }
    }
    receipts[place] = receipt
  }
}

extension Array {
  fileprivate func randomElement(using random: inout SeededRandom, or other: Element) -> Element {
    randomElement(using: &random) ?? other
  }
}
