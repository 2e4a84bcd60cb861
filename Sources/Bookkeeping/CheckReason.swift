package import Understanding

/// A reason for which a person should look at a line of the book (확인 필요).
package enum CheckReason: Hashable, Sendable {
  case doubt(FieldName, FieldDoubt.Code)
  case contradiction
  case unclearTax
  case sumsDiffer
  case splitDiffers
  case noEvidence
  case incomeDeduction
  case foreignCurrency
  case missingFile
  case vehicle
  case possibleDouble(of: String)

  package var wording: Wording {
    switch self {
    case .doubt(let field, let code):
      let name = BookNames.field(field)
      return switch code {
      case .conflict: Wording("\(name.korean) 검산 불일치", "\(name.english): a check fails")
      case .unsure: Wording("\(name.korean) 확인", "\(name.english): not sure")
      case .missing: Wording("\(name.korean) 없음", "\(name.english): not found")
      }
    case .contradiction: return Wording("입력한 값이 검산과 다름", "The entered value contradicts a check")
    case .unclearTax: return Wording("과세·면세 구분 없음", "Taxed or exempt: not printed")
    case .sumsDiffer: return Wording("공급가액·부가세·면세 합이 합계와 다름", "Supply, tax and exempt do not make the total")
    case .splitDiffers: return Wording("계정별 금액의 합이 합계와 다름", "The amounts of the accounts do not make the total")
    case .noEvidence: return Wording("3만원 초과 적격증빙 없음", "Above 30,000 won without qualified evidence")
    case .incomeDeduction: return Wording("소득공제용은 경비 증빙이 아님", "A receipt for income deduction is no evidence")
    case .foreignCurrency: return Wording("외화: 카드 청구 금액으로 기장", "Foreign currency: book what the card was charged")
    case .vehicle: return Wording("비영업용 승용차인지 확인", "Passenger car: is its tax deductible?")
    case .missingFile: return Wording("원본 파일 없음", "The scan is gone")
    case .possibleDouble(let place): return Wording("중복 의심: \(place)", "Possible double of \(place)")
    }
  }

  /// The fields that a booked line has.
  private static let booked: Set<FieldName> = [
    .merchant, .businessNumber, .date, .total, .supply, .tax, .taxFree, .serviceCharge, .payment, .approvalNumber,
  ]

  /// The doubts and contradictions of a receipt.
  static func all(of receipt: Receipt) -> [CheckReason] {
    let doubts = (receipt.doubts ?? []).filter { booked.contains($0.field) }
    let contradicts = receipt.fields.contains { $0.value.corrected == true && $0.value.proof == .conflict }
    return doubts.map { .doubt($0.field, $0.code) } + (contradicts ? [.contradiction] : [])
  }
}

/// The names of fields and of their values, as bookkeepers call them.
package enum BookNames {
  package static func field(_ name: FieldName) -> Wording {
    switch name {
    case .merchant: Wording("상호", "Shop")
    case .businessNumber: Wording("사업자번호", "Business number")
    case .representative: Wording("대표자", "Representative")
    case .phone: Wording("전화", "Phone")
    case .address: Wording("주소", "Address")
    case .date: Wording("날짜", "Date")
    case .time: Wording("시각", "Time")
    case .currency: Wording("통화", "Currency")
    case .total: Wording("합계", "Total")
    case .tax: Wording("부가세", "Tax")
    case .supply: Wording("공급가액", "Before tax")
    case .taxFree: Wording("면세", "Exempt")
    case .discount: Wording("할인", "Discount")
    case .payment: Wording("결제", "Payment")
    case .cardName: Wording("카드", "Card")
    case .cardNumber: Wording("카드번호", "Card number")
    case .approvalNumber: Wording("승인번호", "Approval number")
    case .installment: Wording("할부", "Installment")
    case .serviceCharge: Wording("봉사료", "Service")
    case .tip: Wording("팁", "Tip")
    case .account: Wording("계정과목", "Account")
    case .buyer: Wording("공급받는자", "Buyer")
    case .buyerNumber: Wording("공급받는자 등록번호", "Buyer's number")
    case .buyerRepresentative: Wording("공급받는자 성명", "Buyer's representative")
    case .buyerAddress: Wording("공급받는자 주소", "Buyer's address")
    case .memo: Wording("적요", "Memo")
    }
  }

  /// `card`, `cash` or `other` of a field's value.
  package static func payment(_ value: String) -> Wording {
    switch value {
    case "card": Wording("카드", "card")
    case "cash": Wording("현금", "cash")
    default: Wording("기타", "other")
    }
  }
}
