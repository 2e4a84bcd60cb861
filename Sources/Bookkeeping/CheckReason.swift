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
    case .doubt(let field, let code): BookTable.wording("CheckReason", "\(code)").filled(with: BookNames.field(field))
    case .possibleDouble(let place):
      BookTable.wording("CheckReason", "possibleDouble").filled(with: Wording(place, place))
    default: BookTable.wording("CheckReason", "\(self)")
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
  package static func field(_ name: FieldName) -> Wording { BookTable.wording("FieldName", name.rawValue) }

  /// `card`, `cash` or `other` of a field's value.
  package static func payment(_ value: String) -> Wording {
    BookTable.wording("payment", ["card", "cash"].contains(value) ? value : "other")
  }
}
