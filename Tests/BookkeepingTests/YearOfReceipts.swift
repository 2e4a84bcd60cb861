import PageModel

@testable import Bookkeeping
@testable import Understanding

/// Receipts of every kind of evidence, tax and account, in each month of a year.
enum YearOfReceipts {
  /// The words of the kind's page, its items, and its values in a month.
  private typealias Kind = (lines: [String], items: [String], values: @Sendable (Int) -> [FieldName: String])

  private static func day(_ month: Int, _ day: Int) -> String {
    "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static let kinds: [Kind] = [
    (
      [], ["국밥", "음료"],
      { month in
        [
          .merchant: "늘봄국수", .businessNumber: "123-45-67891", .date: day(month, 5), .time: "12:4\(month % 10)",
          .currency: "KRW", .payment: "card", .cardName: "신한카드", .cardNumber: "1234-****-****-5678",
          .approvalNumber: "\(30_012_340 + month)", .total: "\(11_000 * month)", .tax: "\(1_000 * month)",
          .account: month % 3 == 0 ? "" : "복리후생비",
        ]
      }
    ),
    (
      [], ["쌀"],
      { month in
        [
          .merchant: "해오름마트", .date: day(month, 6), .currency: "KRW", .payment: "card", .cardName: "하늘카드",
          .total: "29700", .tax: "1336", .supply: "13364", .taxFree: "15000", .account: "소모품비",
        ]
      }
    ),
    (
      ["전자세금계산서"], ["종이", "잉크", "봉투"],
      { month in
        [
          .merchant: "한마음유통", .businessNumber: "222-33-44444", .date: day(month, 28), .currency: "KRW",
          .total: "1100000", .tax: "100000", .supply: "1000000", .account: "811 소모품비",
        ]
      }
    ),
    (
      ["현금영수증(지출증빙)"], [],
      { month in
        [
          .merchant: "푸른식당", .date: day(month, 14), .currency: "KRW", .payment: "cash", .total: "13000",
          .tax: "1000", .supply: "10000", .serviceCharge: "2000", .account: "접대비",
        ]
      }
    ),
    (
      ["현금영수증(소득공제)"], [],
      { month in
        [.merchant: "구름편의점", .date: day(month, 15), .currency: "KRW", .payment: "cash", .total: "3100", .tax: "282"]
      }
    ),
    (
      [], [],
      { month in
        [
          .merchant: "꽃집 \(month)", .date: day(month, 16), .payment: "other",
          .total: month % 2 == 0 ? "30000" : "30001",
        ]
      }
    ),
    (
      [], ["Room"],
      { month in
        [
          .merchant: "HOTEL ASTRA", .date: day(month, 20), .currency: month % 2 == 0 ? "USD" : "JPY", .payment: "card",
          .approvalNumber: "456789", .total: month % 2 == 0 ? "120.50" : "12000", .account: "여비교통비",
        ]
      }
    ),
    (
      [], ["휘발유"],
      { month in
        [
          .merchant: "은하주유소", .businessNumber: "246-81-35706", .date: day(month, 21), .currency: "KRW",
          .payment: "card", .cardName: "국민카드", .total: "\(month == 4 ? "-" : "")50000",
          .tax: "\(month == 4 ? "-" : "")4545", .account: "차량유지비",
        ]
      }
    ),
    (
      ["계산서"], ["생선"],
      { month in
        [
          .merchant: "바다수산", .date: day(month, 22), .currency: "KRW", .total: "300000", .tax: "0",
          .account: "복리후생비 200000, 소모품비 \(month == 7 ? "90000" : "100000")",
        ]
      }
    ),
    (
      [], [],
      { month in
        var values: [FieldName: String] = [.merchant: "늘봄국수", .currency: "KRW", .payment: "card", .total: "9900"]
        values[.date] = month % 4 == 0 ? nil : day(month, 23)
        values[.tax] = month % 4 == 1 ? nil : "800"
        values[.supply] = month % 4 == 1 ? nil : "9000"
        return values
      }
    ),
  ]

  static let rules = """
    number 246-81-35706 = 차량유지비
    shop 꽃집 & total ..30000 = 경조사비
    shop 꽃집 = 접대비
    item 국밥 & total 100000.. = 회의비
    card 하늘 = 소모품비
    total 3,000..3,200 = 복리후생비
    """

  static let codes: [(name: String, text: String)] = [
    ("no codes", ""),
    (
      "codes",
      """
      account 복리후생비 = 811
      account 소모품비 = 830
      account 접대비 = 813
      account 차량유지비 = 822
      account 여비교통비 = 812
      account 경조사비 = 814
      card 신한 = 99601
      card 하늘카드 = 99602
      contra card = 253 미지급금
      contra cash = 101
      contra other = 103 보통예금
      partner 123-45-67891 = 00101
      partner 바다수산 = 00102
      path 복리후생비 = Expenses:Welfare
      path card = Liabilities:Card:Company
      """
    ),
  ]

  static var entries: [BookEntry] {
    let decisions: [AccountProposer.Decision] = [
      ("1234567891", "늘봄국수", "복리후생비", 3), ("1234567891", "늘봄국수", "회의비", 1), (nil, "구름편의점", "소모품비", 2),
      (nil, "구름편의점", "복리후생비", 2), (nil, "바다수산", "복리후생비 1, 소모품비 2", 5),
    ]
    let proposers = [
      AccountProposer(decisions: decisions),
      (try? AccountRules(rules)).map { AccountProposer(rules: $0, decisions: decisions) },
    ]
    return (1...12).flatMap { month in
      kinds.enumerated().flatMap { place, kind in
        let number = month * 100 + place
        let receipt = Receipts.receipt(
          kind.values(month), items: kind.items, corrected: month == 5 ? [.total, .date] : [],
          conflict: month == 5 || month == 6 ? [.total] : [])
        let page = Receipts.page(
          [receipt], lines: ["견본"] + kind.lines, path: "\(month)/\(place).png", number: number)
        return BookEntry.entries(on: page, proposing: proposers[month % 2])
      }
    }
  }

  /// Lists with lines of the year's receipts, and with questions.
  static let lists = [
    """
    이용내역 2026년
    이용일|이용시간|카드번호|가맹점명|가맹점사업자번호|이용금액|승인번호|매입일자
    2026-01-05|12:41|본인5678|늘봄국수|123-45-67891|11,000|30012341|2026-01-07
    2026-02-05|12:42|본인5678|늘봄국수 본점|123-45-67891|22,000|30012342|2026-02-07
    2026-03-05|12:43|본인5678|늘봄국수|123-45-67891|33,100|30012343|2026-03-07
    2026-04-05|12:44|본인5678|다른 가게|246-81-35706|44,000|30012354|2026-04-07
    2026-05-06|12:45|본인5678|늘봄국수|123-45-67891|55,000|30012345|2026-05-08
    2026-05-06|12:46|본인5678|늘봄국수|123-45-67891|-55,000|30012345|2026-05-08
    2026-06-06||본인9999|해오름마트||29,700||2026-06-08
    2026-07-21|10:00|본인5678|은하주유소|246-81-35706|50,000|77777777|2026-07-23
    2026-08-20|10:00|본인5678|HOTEL ASTRA||168,700|456789|2026-08-23
    2026-09-28|||한마음유통|222-33-44444|1,100,000||
    2026-10-14|||푸른식당||26,000||
    2026-10-15|||모르는 가게||3,150||
    """,
    "이용일자|가맹점명|이용금액|승인금액\n2026-03-14|별빛식당|12,000|10,000\n2026-03-15|별빛식당|8,000|8,000",
    "이름|메모\n홍길동|회의",
    "이용일자|가맹점명|이용금액\n2026-03-14|별빛식당|12,000\n2026-03-15|별빛식당|많이\n언젠가|별빛식당|8,000\n2026-03-17|별빛식당|9,000\n"
      + "2026-03-18|별빛식당|9,000\n2026-03-19|달빛식당|9,000\n2026-03-20|달빛식당|9,000\n2026-03-21|달빛식당|9,000\n2026-03-22|별빛식당|9,000",
  ]
}

extension ListSamples {
  static let all = [
    taxOfficeCards, cashReceipts, taxInvoices, invoices, cardCompany, cardCompanyWithForeign, bank, expenseSheet,
    english,
  ]
}
