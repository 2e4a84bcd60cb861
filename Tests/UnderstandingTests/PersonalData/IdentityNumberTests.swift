import PageModel
import Testing

@testable import Understanding

@Suite struct IdentityNumberTests {
  /// A page with these lines, a word for each part between spaces.
  private func page(_ lines: [String]) -> RecognisedPage {
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    return RecognisedPage(
      width: 100, height: 100, confidence: 1,
      lines: lines.map { line in
        Line(
          box: box, confidence: 1,
          words: line.split(separator: " ").map { Word(text: String($0), box: box, confidence: 1) })
      })
  }

  private func masked(_ lines: [String]) -> [String] { page(lines).withoutIdentityNumbers.lines.map(\.text) }

  @Test(arguments: [
    ("주민등록번호: 900101-1234567", "주민등록번호: 900101-*******"), ("홍길동 (900101-1234567) 귀하", "홍길동 (900101-*******) 귀하"),
    ("주민번호 9001011234567", "주민번호 900101*******"), ("주민등록번호 900101 1234567", "주민등록번호 900101 *******"),
    ("900101 - 1234568 남", "900101 - ******* 남"), ("900101–1234567", "900101–*******"),
    ("주 민 등 록 번 호 9OO101-l234567", "주 민 등 록 번 호 9OO101-*******"),
    ("외국인등록번호 850228-5123456", "외국인등록번호 850228-*******"), ("000229-3123458", "000229-*******"),
    ("성명 주민(법인)등록번호 900101-1234567", "성명 주민(법인)등록번호 900101-*******"),
    ("두 분: 900101-1234567, 920202-2345678", "두 분: 900101-*******, 920202-*******"),
    ("등록번호 9001011234567 상호 홍길동", "등록번호 900101******* 상호 홍길동"),
  ]) func `of a resident's number the date of birth is left`(line: String, expected: String) {
    #expect(masked([line]) == [expected])
  }

  @Test(arguments: [
    // No such day, no such century, a birth to come.
    "901301-1234567", "900230-1234567", "010229-3123456", "900101-9234567", "900101-0234567", "990101-3234567",
    // A company's number: by its check digit, or by its label.
    "110111-3000009", "법인등록번호 : 110111-3000017", "법인번호 900101-1234567", "성명 주민(법인)등록번호 110111-3000009",
    // Numbers of something else.
    "주문번호 260115-3000123", "9001011234567", "900101 1234567", "1900101-1234567", "900101-12345678", "01-900101-1234567",
    "등록번호 9013011234567", "등록번호 1101113000009", "법인등록번호 9001011234567", "등록번호 123-45-67891 상품 8801043014809",
    "900101-1******", "T 02-123-4567, 010-1234-5678", "합계 1,900,101-1,234,567", "2026-01-15 12:34:56",
  ]) func `what is no resident's number stays`(line: String) {
    #expect(masked([line]) == [line])
  }

  @Test(arguments: [
    ("카드번호 4111-1111-1111-1111", "카드번호 4111-11**-****-1111"), ("4111 1111 1111 1111", "4111 11** **** 1111"),
    ("CARD 4111111111111111", "CARD 411111******1111"), ("5500.0000.0000.0004", "5500.00**.****.0004"),
    ("3782-822463-10005", "3782-82****-*0005"), ("승인 카드 9490-1234-5678-9013", "승인 카드 9490-12**-****-9013"),
    ("카드번호: 9410-1234-5678-9012", "카드번호: 9410-12**-****-9012"),
    ("주문번호 카드 4111-1111-1111-1111", "주문번호 카드 4111-11**-****-1111"),
  ]) func `of a card's number six and four digits are left`(line: String, expected: String) {
    #expect(masked([line]) == [expected])
  }

  @Test(arguments: [
    // Another check digit, issuer, or length; a part of more.
    "4111-1111-1111-1112", "1111-1111-1111-1117", "4111-1111-1111", "3922-0531-0029-6555-6332", "14111-1111-1111-1111",
    "주문번호 4111-1111-1111-1111", "4111-11**-****-1111", "8801043014809", "4111-1111 1111-1111",
  ]) func `what is no card's number stays`(line: String) {
    #expect(masked([line]) == [line])
  }

  @Test func `a passport's number is known by its label, on its line or the next one`() {
    #expect(masked(["Passport No. : M12345678"]) == ["Passport No. : M********"])
    #expect(masked(["여권번호 M123A4567 만료 2030-01-01"]) == ["여권번호 M******** 만료 2030-01-01"])
    #expect(masked(["PASSPORT NUMBER 123456789"]) == ["PASSPORT NUMBER 1********"])
    #expect(masked(["여권번호 / Passport No", "M12345678 2026"]) == ["여권번호 / Passport No", "M******** 2026"])
    for lines in [["M12345678"], ["Passport", "20260115"], ["여권번호", "합계 12345678"], ["승인번호 A12345678"]] {
      #expect(masked(lines) == lines)
    }
  }

  @Test func `of a machine-readable zone the numbers of document and person are hidden`() {
    #expect(
      masked(["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]) == [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L*********UTO7408122F1204159*********<<<<<**",
      ])
    #expect(
      masked(["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<1234<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]) == [
        "I<UTOD*********<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<****<<*", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
      ])
    // Read with a gap, and with letters for digits.
    #expect(
      masked(["M12345678 4KOR85O4124M 29O4122 1039482<<<<<<02"]) == ["M******** *KOR85O4124M 29O4122 *******<<<<<<**"])
    for line in ["7408122F1204159", "AB12345674KOR8504124H29041221039482<<<<<<02", "SN 12345678 KOR 8504124 M 2904"] {
      #expect(masked([line]) == [line])
    }
  }

  @Test func `nothing of a number is left in other readings, in candidates and in bar codes`() {
    var page = page(["주민등록번호 900101-1234567", "합계 1,000"])
    page.lines[0].readings = [
      Candidate(text: "주민등록번호 900101-1234567", confidence: 0.9),
      Candidate(text: "주민등록번호 900101-123A567", confidence: 0.5),
    ]
    page.lines[0].words[1].candidates = [
      Candidate(text: "900101-1234567", confidence: 0.9), Candidate(text: "900101-I234567", confidence: 0.5),
    ]
    page.lines[1].readings = [
      Candidate(text: "합계 1,000", confidence: 0.9), Candidate(text: "900101-1234567", confidence: 0.1),
    ]
    page.signals = PageSignals()
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    page.signals?.barcodes = [
      Barcode(format: .qr, box: box, text: "홍길동|900101-1234567"),
      Barcode(format: .code128, box: box, text: "4111111111111111"),
    ]
    let masked = page.withoutIdentityNumbers
    #expect(!"\(masked)".contains("234567") && !"\(masked)".contains("A567"))
    #expect(masked.lines[1].readings.map(\.text) == ["합계 1,000", "900101-*******"])
    #expect(masked.signals?.barcodes.map(\.text) == ["홍길동|900101-*******", "4111111111111111"])
    #expect(masked.withoutIdentityNumbers == masked)
  }
}
