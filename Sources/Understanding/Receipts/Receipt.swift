package import PageModel

/// The names of a receipt's fields, as they are in the page's JSON.
package enum FieldName: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
  case merchant, businessNumber, representative, phone, address
  /// ISO 8601, `2026-03-14`.
  case date
  /// `HH:MM` or `HH:MM:SS`, as far as it is printed.
  case time
  /// ISO 4217.
  case currency
  /// The amount finally paid.
  case total
  case tax
  /// The amount before tax.
  case supply
  case taxFree
  /// Above 0 if something was taken off.
  case discount
  /// `card`, `cash` or `other`.
  case payment
  case cardName, cardNumber, approvalNumber, installment
  /// A charge for service; a tip is voluntary.
  case serviceCharge, tip
  /// The other party of a form, which pays.
  case buyer, buyerNumber, buyerRepresentative, buyerAddress
  /// The account that it is booked on, and a remark for the book: a person gives them, no receipt prints them.
  case account, memo
}

/// The evidence for a value.
package enum Proof: String, Codable, CaseIterable, Sendable {
  /// A check on the page that a single misread digit would break holds.
  case proven
  /// A structured file says so, such as an electronic tax invoice.
  case document
  /// It is there; no such check.
  case read
  /// It is not legible and was derived from other values.
  case computed
  /// A check fails.
  case conflict

  /// Whether nobody has to look at it.
  package var isCertain: Bool { self == .proven || self == .document }

  /// The confidence of a field with this proof.
  ///
  /// - Parameters:
  ///   - read: the reader's confidence in the words that it stands in.
  ///   - reliability: the share of right ones among such findings where all was read right.
  func confidence(read: Double, reliability: Double) -> Double {
    let read = max(0, min(1, read))
    let confidence =
      switch self {
      case .document: 1.0
      case .proven: 0.99 + 0.009 * read
      case .read: reliability * read
      case .computed: 0.6 * read
      case .conflict: min(0.5, reliability * read * 0.6)
      }
    return confidence.rounded(toPlaces: 4)
  }
}

/// One value of a receipt, with its place and its evidence.
package struct Field: Codable, Hashable, Sendable {
  /// In the form that its name fixes; amounts are decimal strings without separators.
  package var value: String
  /// As printed.
  package var text: String
  /// The name that corrections gave the shop of this business number, if it is another than the one that is printed.
  package var known: String?
  /// The label that it was found by, as the lexicon has it; nil if its form or place alone told.
  package var label: String?
  /// Indices of the page's lines.
  package var lines: [Int]
  package var box: Box
  /// 0 to 1: the estimated share of right values among those of this confidence.
  package var confidence: Double
  package var proof: Proof
  /// True if an alternative of the reader was taken because arithmetic asks for it; nil otherwise.
  package var mended: Bool?
  /// The reading that was replaced, where `mended` or `corrected`.
  package var printed: String?
  /// True if a person said what it is; nil otherwise.
  package var corrected: Bool?
}

/// One thing that was bought.
package struct Item: Codable, Hashable, Sendable {
  package var name: String
  package var unitPrice: String?
  package var quantity: String?
  package var amount: String?
  /// Indices of the page's lines.
  package var lines: [Int]
}

/// One thing that must hold on a sound receipt, and whether it does.
package struct Check: Codable, Hashable, Sendable {
  /// Such as `items-sum-to-total`; `Fields.md` lists them.
  package var name: String
  package var holds: Bool
  /// One sentence for a person.
  package var detail: String
}

/// The values of one receipt.
package struct Receipt: Codable, Hashable, Sendable {
  package var box: Box
  /// Indices of the page's lines, in order.
  package var lines: [Int]
  package var fields: [FieldName: Field]
  package var items: [Item]
  package var checks: [Check]
  /// Fields that a person should look at; nil if there is none.
  package var doubts: [FieldDoubt]?
  /// Its number in corrections, from 1, if that differs from its place because an earlier receipt was removed.
  package var number: Int?
  /// The kind of form by whose description it was read; nil for a receipt.
  package var form: String?
  /// True if the total is negative; nil otherwise.
  package var refund: Bool?
  /// The numbers of all pages of a receipt that goes over several of its file, from 1; nil for a receipt of one page.
  ///
  /// Values of the other pages have no lines, and the box of the receipt.
  package var pages: [Int]?
  /// The lines of text on its other pages, and the tags of the marks there.
  package var otherLines: [String]?
  package var otherTags: [String]?

  /// The amount of a field; nil if there is none.
  package func amount(_ name: FieldName) -> Amount? { fields[name].flatMap { Amount(decimal: $0.value) } }

  /// Whether a field belongs to all pages together: it is neither on the first one nor always that page's.
  package func isOfAllPages(_ name: FieldName) -> Bool {
    pages != nil && fields[name]?.lines.isEmpty != false
      && ![.merchant, .businessNumber, .date, .account, .memo].contains(name)
  }

  mutating func markRefund() { refund = fields[.total]?.value.hasPrefix("-") == true ? true : nil }

  /// The number in corrections of the receipt in a place of a page's receipts, from 0.
  package func number(at place: Int) -> Int { number ?? place + 1 }

  /// Shop, date and total, as far as they were found: what a person knows it by.
  package var outline: String {
    [FieldName.merchant, .date, .total].compactMap { fields[$0]?.value }.joined(separator: " ")
  }

  /// The business number of the shop, ten digits, if its check digit is right.
  package var shopNumber: String? {
    let digits = fields[.businessNumber]?.value.unicodeScalars.filter(\.isDigit).string
    return digits.flatMap { BusinessNumber.isSound($0) ? $0 : nil }
  }
}

extension [Receipt] {
  /// The receipt that corrections call so.
  package func numbered(_ number: Int) -> Receipt? {
    enumerated().first { $0.element.number(at: $0.offset) == number }?.element
  }
}
