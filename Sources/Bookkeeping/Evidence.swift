import Understanding

/// The kind of evidence that a receipt is to the tax office (증빙).
package enum Evidence: String, Worded, Sendable, CaseIterable {
  case taxInvoice, invoice, card, cashReceipt, incomeDeduction, unclearCashReceipt, simple, foreign

  /// Whether the tax office takes it as evidence of an expense above 30,000 won (적격증빙).
  package var isQualified: Bool { [.taxInvoice, .invoice, .card, .cashReceipt].contains(self) }

  /// Evidence by currency, title, payment and words of the receipt's lines, in this order.
  ///
  /// Card slips quote the law on tax invoices, and receipts of every kind the number to ask about cash receipts. So only
  /// a line that begins with the title is one, and a card payment counts before the words for cash receipts.
  init(_ receipt: Receipt, lines: [String]) {
    let lines = lines.map { $0.filter { !$0.isWhitespace } }
    func words(_ section: BookTable.WordSection) -> [String] { BookTable.standard.words[section] ?? [] }
    func isTitled(_ section: BookTable.WordSection) -> Bool {
      lines.contains { words(section).contains(where: $0.hasPrefix) && $0.count <= Self.longestTitle }
    }
    func holds(_ section: BookTable.WordSection) -> Bool {
      lines.contains { words(section).contains(where: $0.contains) }
    }
    let payment = receipt.fields[.payment]?.value
    // Won have no decimals.
    let isForeign = receipt.fields[.currency].map { $0.value != "KRW" } ?? receipt.fields[.total]?.value.contains(".")
    if isForeign == true {
      self = .foreign
    } else if isTitled(.taxInvoice) {
      self = .taxInvoice
    } else if isTitled(.invoice) {
      self = .invoice
    } else if payment == "card" || payment == nil && receipt.fields[.cardName] != nil {
      self = .card
    } else if holds(.expenses) {
      self = .cashReceipt
    } else if holds(.incomeDeduction) {
      self = .incomeDeduction
    } else {
      self = holds(.cashReceipt) ? .unclearCashReceipt : .simple
    }
  }

  /// A title with the side it is for: `전자세금계산서(공급받는자보관용)`.
  private static let longestTitle = 20
}

/// Whether the tax of a receipt can be deducted (공제), with the reason if not.
package enum Deduction: Worded, CaseIterable, Sendable {
  case yes
  case exempt
  case noEvidence
  case entertainment
  case vehicle

  /// - Parameter account: The name of the account; its words tell entertainment and vehicles.
  init(_ evidence: Evidence, hasTax: Bool, account: String) {
    if !hasTax {
      self = .exempt
    } else if !evidence.isQualified {
      self = .noEvidence
    } else if BookTable.standard.has(.entertainment, in: account) {
      self = .entertainment
    } else {
      self = BookTable.standard.has(.vehicle, in: account) ? .vehicle : .yes
    }
  }
}

/// The tax type of a purchase (과세유형) with the number that Korean accounting programs use.
package enum TaxType: Int, Worded, Sendable, CaseIterable {
  case taxed = 51, exempt = 53, notDeductible = 54, card = 57, cardExempt = 58, cash = 61, cashExempt = 62

  /// Nil for evidence that is in no tax return.
  init?(_ evidence: Evidence, hasTax: Bool, _ deduction: Deduction) {
    guard evidence.isQualified else { return nil }
    if [.entertainment, .vehicle].contains(deduction) {
      self = .notDeductible
      return
    }
    switch evidence {
    case .taxInvoice, .invoice: self = hasTax ? .taxed : .exempt
    case .card: self = hasTax ? .card : .cardExempt
    default: self = hasTax ? .cash : .cashExempt
    }
  }
}
