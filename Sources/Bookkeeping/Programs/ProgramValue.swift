import PageModel
import Support
import Understanding

/// A value that a layout can ask of a line of the book.
package enum ProgramValue: Hashable, Sendable {
  case literal(String)
  case named(Name)

  package enum Name: String, CaseIterable, Sendable {
    case year, month, day, date, date8, key, currency
    case taxType = "tax-type"
    case deduction
    case deductionReason = "deduction-reason"
    case shop
    case businessNumber = "business-number"
    case businessDigits = "business-digits"
    case card
    case cardCode = "card-code"
    case cardNumber = "card-number"
    case approval
    case cashApproval = "cash-approval"
    /// `net` is the amount before tax, or the exempt one; `spent` is the total with its sign turned.
    case net, tax, service, total, spent
    case items, remark, side, debit, credit, account
    case accountCode = "account-code"
    case accountPath = "account-path"
    case contra
    case contraCode = "contra-code"
    case contraPath = "contra-path"
    case partnerCode = "partner-code"
  }

  /// As a layout writes it.
  package var name: String {
    switch self {
    case .literal(let text): "'\(text)'"
    case .named(let name): name.rawValue
    }
  }

  /// `'TEXT'` is a text, all else a name.
  package init?(_ text: String) {
    if text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      self = .literal(String(text.dropFirst().dropLast()))
    } else {
      guard let name = Name(rawValue: text) else { return nil }
      self = .named(name)
    }
  }
}

/// A line of the book as a program takes it, once for each side of a journal.
struct ProgramLine {
  let entry: BookEntry
  let codes: ProgramCodes
  /// Nil if the program takes one row for each line.
  var side: Side?

  enum Side: Sendable { case expense, payment }

  private var payment: String { entry.value(.payment) ?? (entry.evidence == .card ? "card" : "other") }
  /// A refund swaps debit and credit, because a journal takes no negative amounts.
  private var isDebit: Bool { (side != .payment) != (entry.amounts.total?.isNegative ?? false) }

  /// The value of a column; a name without a code, `card 신한`, is added to `unmapped`, and its cell stays empty.
  func value(_ value: ProgramValue, unmapped: inout Set<String>) -> TableValue {
    let name: ProgramValue.Name
    switch value {
    case .literal(let text): return .text(text)
    case .named(let named): name = named
    }
    func field(_ name: FieldName) -> TableValue { .text(orNone: entry.value(name)) }
    func number(_ text: String) -> TableValue { Int(text).map { .number(String($0)) } ?? .none }
    func money(_ amount: Amount?) -> TableValue { amount.map { .number($0.text(in: entry.currency)) } ?? .none }
    /// The code of a name, if there is a name.
    func code(_ code: String?, _ kind: String, of name: String?) -> TableValue {
      if code == nil, let name, !name.isEmpty { unmapped.insert("\(kind) \(name)") }
      return .text(orNone: code)
    }
    let parts = (entry.day ?? "").split(separator: "-").map(String.init)
    let day = parts.count == 3 ? parts : ["", "", ""]
    let (amounts, account, contra) = (entry.amounts, entry.bookedAccount, codes.contra(payment))
    let (businessNumber, shop) = (entry.value(.businessNumber), entry.value(.merchant))
    return switch name {
    case .year: number(day[0])
    case .month: number(day[1])
    case .day: number(day[2])
    case .date: .text(orNone: entry.day)
    case .date8: .text(orNone: day.joined())
    case .key: .text(entry.key.text)
    case .currency: .text(entry.currency ?? "KRW")
    case .net: money(amounts.supply ?? amounts.exempt ?? amounts.total)
    case .tax: money(amounts.tax ?? .zero)
    case .service: money(amounts.service ?? .zero)
    case .total: money(amounts.total)
    case .spent: money(amounts.total.map { -$0 })
    case .side: .number(isDebit ? "3" : "4")
    case .debit: isDebit ? money(amounts.total?.magnitude) : .none
    case .credit: isDebit ? .none : money(amounts.total?.magnitude)
    case .taxType: entry.taxType.map { .number(String($0.rawValue)) } ?? .none
    case .deduction: .text(entry.deduction == .yes ? "공제" : "불공제")
    case .deductionReason:
      switch entry.deduction {
      case .entertainment: .text("기업업무추진비")
      case .vehicle: .text("비영업용 소형승용차")
      default: .none
      }
    case .shop: field(.merchant)
    case .businessNumber: field(.businessNumber)
    case .businessDigits: .text(orNone: businessNumber?.filter(\.isNumber))
    case .card: field(.cardName)
    case .cardNumber: field(.cardNumber)
    case .approval: field(.approvalNumber)
    case .cashApproval: entry.evidence == .cashReceipt ? field(.approvalNumber) : .none
    case .items: .text(orNone: entry.itemSummary(.korean))
    case .remark: .text(orNone: entry.value(.memo) ?? entry.itemSummary(.korean))
    case .account: .text(orNone: side == .payment ? contra?.name : account)
    case .accountCode where side == .payment: code(contra?.code, "contra", of: payment)
    case .accountCode: code(codes.account(account), "account", of: account)
    case .accountPath: .text(codes.path(account) ?? "Expenses:Unknown")
    case .contra: .text(contra?.name ?? payment)
    case .contraCode: code(contra?.code, "contra", of: payment)
    case .contraPath: .text(codes.path(payment) ?? (payment == "cash" ? "Assets:Cash" : "Liabilities:Card"))
    case .partnerCode: code(codes.partner(businessNumber, shop), "partner", of: businessNumber ?? shop)
    case .cardCode: entry.value(.cardName).map { code(codes.card($0), "card", of: $0) } ?? .none
    }
  }
}
