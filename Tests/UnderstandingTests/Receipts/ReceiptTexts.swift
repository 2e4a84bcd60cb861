import PageModel

@testable import Understanding

/// Receipts of shops that do not exist, as tills of several kinds print them.
enum ReceiptTexts {
  static let cafe = """
    [영 수 증]
    [매장명] 달빛커피 숲속점
    [사업자] 123-45-67891
    [주 소] 서울 중구 은하수로 77 (달동,
    별빛빌딩) 2층
    [대표자] 한가람 [TEL] 02-555-0101
    [매출일] 2026-03-14 16:17:16 01-한가람
    [영수증] 20260314-01-0028
    상 품 명 단 가 수량 금 액
    은하수라떼
    000214 4,500 1 4,500
    R) 별 아메리카노
    000068 3,700 2 7,400
    합 계 금 액 11,900
    부가세 과세물품가액 10,818
    부 가 세 1,082
    받을 금액 11,900
    """

  static let mart = """
    해오름마트 강변점
    123-45-67891 대표: 이하늘
    경기도 수원시 팔달구 강변로 15
    TEL) 031-555-0102
    [등록] 2026/03/14(토) 21:07 POS No:1383
    상품명 단가 수량 금액
    01 햇살우유 1L
    8801234567893 2,900 2 5,800
    02 바람사과 5입
    8801234567909 9,900 1 9,900
    행사할인 -1,000
    03* 무지개쌀 4kg
    8801234567916 15,000 1 15,000
    합 계 30,700
    할 인 -1,000
    결제금액 29,700
    면세물품가액 15,000
    과세물품가액 13,364
    부 가 세 1,336
    신용카드 29,700
    하늘카드 29,700
    카드번호 5300-12**-****-1357
    할부개월 [03]
    승인번호 30012346
    """

  static let convenience = """
    구름편의점 해변점 051-555-0103
    구름리테일(주) 1234567891
    부산 해운대구 모래로 9
    2026/03/14 곽*서 NO:12020
    삼각)파도참치 1 1,200
    솔바람생수500 2 1,900
    합계수량/금액 3 3,100
    과세 매출 2,818
    부가세 282
    합 계 3,100
    현금 5,000
    거스름돈 1,900
    현금영수증(소득공제)
    승인번호 030012347
    ------- 26/03/14 17:59:37 -------
    """

  static let slip = """
    IC신용승인 (고객용)
    단말기 : IA70000001 전표번호 : 000123
    가맹점 : 늘봄국수
    주 소 : 서울 중구 들꽃로4길 12
    대표자 : 나그네
    사업자 : 123-45-67891 TEL : 02-555-0104
    금 액 6,818 원
    부가세 682 원
    합 계 7,500 원
    KB국민카드
    카드번호 : 6200-11**-****-2468(C) 일시불
    거래일시 : 2026/03/14 12:40:10
    승인번호 : 30012399
    매입 : 국민카드 가맹 : 700000001
    """

  static let bilingual = """
    [신용승인]
    매출전표 (고객용)
    가맹점명 은빛분식
    사업자번호 123-45-67891
    대표자 서가을 TEL 02-555-0177
    주소 서울 마포구 들빛길 3
    금액/AMOUNT 9,091원
    세금/TAXES 909원
    봉사료/TIPS 0원
    합계/TOTAL 10,000원
    카드번호/CARD NO 9410-61**-****-123*
    카드종류 신한카드
    유효기간 **/**
    거래일시 21/05/06 13:22:11
    할부 일시불
    승인번호(KPN) 12345678
    가맹점번호 00123456
    매입사 신한카드
    """

  static let kiosk = """
    별다방 언덕길점 T: 02-555-0123
    서울 중구 언덕길 12
    구름이 TEL: 02-555-0123
    123-45-67891
    [매장#1234, POS 02] 2021-05-06 13:22:11
    아이스 라떼 4,600 1 4,600
    치즈 케이크 5,900 1 5,900
    작은 과자 500 1 500
    결제금액 11,000
    (부가세 1,000)
    신용카드 11,000
    승인번호 30012345
    """

  static let taxi = """
    택시요금 영수증
    회사명 : 은하운수(주)
    사업자번호 123-45-67891
    차량번호 : 서울32바1234
    승차시간 : 2026-03-14 18:02
    하차시간 : 2026-03-14 18:31
    승차요금 : 14,300원
    결제금액 : 14,300원
    카드번호 : 9410-61**-****-1234
    승인번호 : 30012345
    감사합니다
    """

  static let delivery = """
    주문확인서
    상호: 바람피자 언덕점
    주문일시: 2026.03.14 오후 07:05
    메뉴 수량 금액
    고르곤피자 L 1 21,900
    콜라 1.25L 2 5,000
    주문금액 26,900
    배달팁 3,000
    할인금액 2,000
    총 결제금액 27,900
    결제방법 카카오페이
    """

  static let hardware = """
    BLUE LANTERN HARDWARE SDN BHD
    (123456-X)
    NO. 12, JALAN KELAPA 3/4,
    TAMAN MELATI,
    43000 KAJANG, SELANGOR.
    TEL : 03-5550105
    GST ID : 000123456789
    TAX INVOICE
    DOC NO. : CS00001234 DATE: 14/03/2018
    CASHIER : USER TIME: 17:21:00
    ITEM QTY S/PRICE AMOUNT TAX
    1587 2 7.42 14.84 SR
    SPRAY PAINT
    1811 1 5.30 5.30 SR
    NAIL BOX
    TOTAL SALES (EXCLUDING GST) : 19.00
    TOTAL GST : 1.14
    ROUNDING : 0.01
    TOTAL SALES (INCLUSIVE OF GST) : 20.15
    CASH : 50.00
    CHANGE : 29.85
    GST SUMMARY
    TAX CODE % AMT(RM) TAX(RM)
    SR 6 19.00 1.14
    TOTAL: 19.00 1.14
    """

  static let diner = """
    THE PAPER BOAT
    CAFE
    LOT 8, LORONG BUNGA 2
    50480 KUALA LUMPUR
    14 MAR 2018 18:40
    1 FISH SOUP RM12.90
    2 TEA RM4.20
    SUBTOTAL RM17.10
    SERVICE CHARGE 10% RM1.71
    ROUNDING ADJ -RM0.01
    TOTAL RM18.80
    VISA RM18.80
    """

  static let all = [cafe, mart, convenience, slip, bilingual, kiosk, taxi, delivery, hardware, diner]
}

extension RecognisedPage {
  /// A page of these lines, one below the other, with the reader's second choices for some words.
  init(text: String, candidates: [String: [String]] = [:], confidence: Double = 0.99) {
    var lines: [Line] = []
    for (row, text) in text.split(separator: "\n").enumerated() {
      var words: [Word] = []
      var x = 20
      for word in text.split(separator: " ") {
        let box = Box(x: x, y: 40 * row, width: 12 * word.count, height: 30)
        let choices = candidates[String(word)].map { [String(word)] + $0 } ?? []
        words.append(
          Word(
            text: String(word), box: box, confidence: confidence,
            candidates: choices.map { Candidate(text: $0, confidence: 0.5) }))
        x += 12 * (word.count + 1)
      }
      let box = Box(x: 20, y: 40 * row, width: x, height: 30)
      lines.append(Line(box: box, confidence: confidence, words: words))
    }
    self.init(width: 900, height: 40 * lines.count + 40, confidence: confidence, lines: lines)
  }
}

/// The only receipt of a page with these lines; nil where there is none or more than one.
func understood(_ text: String, candidates: [String: [String]] = [:]) -> Receipt? {
  let receipts = ReceiptReader().receipts(on: RecognisedPage(text: text, candidates: candidates))
  return receipts.count == 1 ? receipts[0] : nil
}

extension Receipt {
  func value(_ name: FieldName) -> String? { fields[name]?.value }
  func proof(_ name: FieldName) -> Proof? { fields[name]?.proof }
  func check(_ name: String) -> Bool? { checks.first { $0.name == name }?.holds }
}
