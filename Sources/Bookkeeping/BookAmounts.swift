package import Understanding

/// The amounts of a booked line; nil is an amount that is not known.
package struct BookAmounts: Hashable, Sendable {
  package var supply: Amount?
  package var tax: Amount?
  package var exempt: Amount?
  package var service: Amount?
  package var total: Amount?

  /// All of them, in the order of the book's columns.
  package var all: [Amount?] { [supply, tax, exempt, service, total] }

  /// Whether the receipt says how much of it is taxed.
  package var isTaxKnown: Bool { tax != nil || exempt != nil }

  /// Whether supply, tax, exempt amount and service make the total, as far as all are known.
  fileprivate var agree: Bool {
    guard let total, supply != nil || exempt != nil else { return true }
    return Amount.sum([supply, tax, exempt, service].compactMap { $0 }) == total
  }
}

/// The lines that a receipt is booked on.
///
/// Taxed and exempt items are two lines, because they have different tax types. A person may split a receipt between
/// accounts: the account field then reads `복리후생비 30000, 소모품비 11000`.
struct BookSplit {
  typealias Part = (amounts: BookAmounts, account: String)

  private(set) var parts: [Part]
  private(set) var reasons: [CheckReason]

  /// Above this the tax office asks for qualified evidence.
  private static let simpleReceiptLimit = Amount(decimal: "30000")

  init(_ receipt: Receipt, _ evidence: Evidence) {
    let amounts = Self.amounts(of: receipt, evidence)
    let account = receipt.fields[.account]?.value ?? ""
    reasons = CheckReason.all(of: receipt)
    if !amounts.agree { reasons.append(.sumsDiffer) }
    switch evidence {
    case .foreign: reasons.append(.foreignCurrency)
    case .incomeDeduction: reasons.append(.incomeDeduction)
    case .simple, .unclearCashReceipt:
      if let total = amounts.total, let limit = Self.simpleReceiptLimit, total > limit { reasons.append(.noEvidence) }
    case .card, .cashReceipt, .taxInvoice, .invoice: if !amounts.isTaxKnown { reasons.append(.unclearTax) }
    }
    parts = [(amounts, account)]
    let shares = Self.shares(in: account)
    if !shares.isEmpty { split(amounts, by: shares) }
    parts = parts.flatMap(Self.splitByTax)
  }

  private static func amounts(of receipt: Receipt, _ evidence: Evidence) -> BookAmounts {
    var amounts = BookAmounts(
      supply: receipt.amount(.supply), tax: receipt.amount(.tax), exempt: receipt.amount(.taxFree),
      service: receipt.amount(.serviceCharge), total: receipt.amount(.total))
    guard let total = amounts.total, evidence != .foreign else { return amounts }
    let known = Amount.sum([amounts.tax, amounts.exempt, amounts.service].compactMap { $0 })
    if amounts.supply == nil, amounts.tax ?? .zero != .zero { amounts.supply = known.flatMap { total - $0 } }
    // A receipt that prints a tax of zero, or names no taxed amount beside the exempt one, is exempt as a whole.
    if amounts.exempt == nil, amounts.tax == .zero {
      amounts.exempt = amounts.service.flatMap { total - $0 } ?? total
      amounts.supply = nil
    }
    return amounts
  }

  /// The taxed and the exempt part, if there are both.
  private static func splitByTax(_ part: Part) -> [Part] {
    let amounts = part.amounts
    guard let exempt = amounts.exempt, exempt != .zero, amounts.tax ?? .zero != .zero, amounts.agree,
      let total = amounts.total, let taxed = total - exempt
    else { return [part] }
    return [
      (BookAmounts(supply: amounts.supply, tax: amounts.tax, service: amounts.service, total: taxed), part.account),
      (BookAmounts(exempt: exempt, total: exempt), part.account),
    ]
  }

  /// Each account gets its share of tax and exempt amount in whole units; the first gets what is left over.
  private mutating func split(_ amounts: BookAmounts, by shares: [(account: String, amount: Amount)]) {
    guard let total = amounts.total, Amount.sum(shares.map(\.amount)) == total, total != .zero else {
      reasons.append(.splitDiffers)
      return
    }
    func distributed(_ amount: Amount?) -> [Amount?] {
      guard let amount else { return shares.map { _ in nil } }
      var parts = shares.map { amount.share($0.amount, of: total) }
      let rest = Amount.sum(parts.dropFirst().compactMap { $0 }).flatMap { amount - $0 }
      if let rest { parts[0] = rest }
      return parts
    }
    let (tax, exempt) = (distributed(amounts.tax), distributed(amounts.exempt))
    let service = distributed(amounts.service)
    parts = shares.enumerated().map { number, share in
      var part = BookAmounts(
        tax: tax[number], exempt: exempt[number], service: service[number], total: share.amount)
      // The rest, so that each line agrees with its own amount.
      if amounts.supply != nil {
        let known = Amount.sum([part.tax, part.exempt, part.service].compactMap { $0 })
        part.supply = known.flatMap { share.amount - $0 }
      }
      return (part, share.account)
    }
  }

  /// `복리후생비 30000, 소모품비 11,000` as accounts with their amounts; empty if the text is no such list.
  static func shares(in text: String) -> [(account: String, amount: Amount)] {
    guard text.contains(where: { ",;".contains($0) }) else { return [] }
    let found = text.matches(of: /([^,;0-9][^,;]*?)\s+(-?[0-9][0-9,]*(?:\.[0-9]+)?)\s*(?:[,;]\s*|$)/)
    guard found.count > 1, found.map({ String($0.output.0) }).joined() == text else { return [] }
    let shares = found.compactMap { match in
      Amount(decimal: String(match.output.2).replacing(",", with: "")).map {
        (account: String(match.output.1), amount: $0)
      }
    }
    return shares.count == found.count ? shares : []
  }
}

extension Amount {
  /// The amount with as many decimals as its currency has.
  package func text(in currency: String?) -> String {
    text(places: isWhole ? Currency.places(currency ?? "KRW") : 2)
  }
}
