import PageModel
import Support

/// Pages of receipts of shops that do not exist.
enum StorePages {
  static let cafe = """
    [매장명] 달빛커피 숲속점
    [사업자] 123-45-67891
    [매출일] 2026-03-14 16:17:16 01-한가람
    [영수증] 20260314-01-0028
    은하수라떼 4,500 1 4,500
    별 아메리카노 3,700 2 7,400
    합 계 금 액 11,900
    부 가 세 1,082
    받을 금액 11,900
    """
  static let slip = """
    가맹점 : 늘봄국수
    사업자 : 246-81-35706
    금 액 6,818 원
    부가세 682 원
    합 계 7,500 원
    KB국민카드
    카드번호 : 6200-11**-****-2468 일시불
    거래일시 : 2026/03/15 12:40:10
    승인번호 : 30012399
    """
  static let undated = "꽃집\n장미 41,000\n합계 41,000"
  static let bill = [
    "늘봄국수\n2026-03-16 12:40\n잔치국수 6,000 1 6,000\n비빔국수 7,000 1 7,000",
    "열무국수 5,000 2 10,000\n콩국수 8,000 1 8,000\n합계 31,000\n카드결제 31,000",
  ]
  static let lost = "견본 주차장\n결제금액 6,000원\n안전운전 하세요"

  /// A page whose lines have this text, and their words in columns of letters.
  static func reading(_ text: String) -> RecognisedPage {
    let lines = text.split(separator: "\n").enumerated().map { row, text in
      var x = 20
      let words = text.split(separator: " ").map { word in
        defer { x += 12 * (word.count + 1) }
        return Word(
          text: String(word), box: Box(x: x, y: 40 * row, width: 12 * word.count, height: 30), confidence: 0.99)
      }
      return Line(box: Box(x: 20, y: 40 * row, width: x, height: 30), confidence: 0.99, words: words)
    }
    return RecognisedPage(width: 900, height: 40 * lines.count + 40, confidence: 0.99, lines: lines)
  }

  static func page(_ text: String) -> PageOutcome { .recognised(reading(text)) }

  static func digest(_ name: String) -> ContentDigest {
    ContentDigest(hex: SHA256.digest(of: Array(name.utf8)).hex)
  }
}
