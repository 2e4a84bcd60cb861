extension Page {
  /// The content of one receipt or form on a page.
  public struct Receipt: Codable, Hashable, Sendable {
    /// The number by which corrections refer to the receipt, if it is not its place on the page; nil otherwise.
    public let number: Int?
    /// The kind of form: `tax-invoice`, `statement`, `quote`, `bill` or `receipt`; nil for a receipt without a form.
    public let form: String?
    private let refund: Bool?
    /// The numbers of all pages of a receipt that goes over several of its file, from 1; nil for a receipt of one page.
    ///
    /// Values of the other pages have no lines.
    public let pages: [Int]?
    /// The box around the receipt.
    public let box: Box
    /// Its lines, as indices of the page's lines.
    public let lines: [Int]
    /// The fields that were found.
    public let fields: [FieldName: Field]
    /// The items in the order of the receipt.
    public let items: [Item]
    private let foundDoubts: [Doubt]?
    /// The checks that apply to the receipt, with their results.
    public let checks: [Check]

    /// Whether the sale was taken back; the total is then negative.
    public var isRefund: Bool { refund == true }
    /// The fields that a person should look at.
    public var doubts: [Doubt] { foundDoubts ?? [] }

    /// A field by its name; nil if it was not found.
    public subscript(name: FieldName) -> Field? { fields[name] }

    private enum CodingKeys: String, CodingKey {
      case number, form, refund, pages, box, lines, fields, items, foundDoubts = "doubts", checks
    }
  }

  /// The name of a field.
  public enum FieldName: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// The shop: its name, business number (사업자등록번호), representative, telephone number and address.
    case merchant, businessNumber, representative, phone, address
    /// The day in ISO 8601, such as `2026-03-14`.
    case date
    /// The time of day, `HH:MM` or `HH:MM:SS`.
    case time
    /// The code of ISO 4217, such as `KRW`.
    case currency
    /// The amount that was finally paid; negative for a refund.
    case total
    /// The tax, the amount that it was computed on, and the amount that is free of tax.
    case tax, supply, taxFree
    /// The reduction, as an amount above 0.
    case discount
    /// The way of payment: `card`, `cash` or `other`.
    case payment
    /// The card, the approval of the payment, and the number of instalments.
    case cardName, cardNumber, approvalNumber, installment
    /// A charge for service, and a tip.
    case serviceCharge, tip
    /// The paying party of a form with two parties.
    case buyer, buyerNumber, buyerRepresentative, buyerAddress
    /// The account and the remark for the book, which only a person enters.
    case account, memo
  }

  /// One value of a receipt, with its place, its proof and its probability.
  public struct Field: Codable, Hashable, Sendable {
    /// The evidence for a value.
    public enum Proof: String, Codable, CaseIterable, Sendable {
      /// A check on the page holds that a single misread digit would break.
      case proven
      /// A structured file, such as an electronic tax invoice, contains the value.
      case document
      /// The value was read, and no such check covers it.
      case read
      /// The value is not legible and was computed from other values.
      case computed
      /// A check fails with the value.
      case conflict
    }

    /// The value in a fixed form: an amount is a decimal string without separators.
    public let value: String
    /// The text as printed.
    public let text: String
    /// The shop's name from corrections, if it differs from the printed one; nil otherwise.
    public let known: String?
    /// The label by which the field was found; nil if its form or place told.
    public let label: String?
    /// Its lines, as indices of the page's lines.
    public let lines: [Int]
    /// The box around the text.
    public let box: Box
    /// The calibrated probability that the value is right, from 0 to 1.
    public let confidence: Double
    /// The evidence for the value.
    public let proof: Proof
    private let mended: Bool?
    /// The reading that was replaced, if the value is mended or corrected; nil otherwise.
    public let printed: String?
    private let corrected: Bool?

    /// Whether another candidate of the reader was taken because the arithmetic requires it.
    public var isMended: Bool { mended == true }
    /// Whether a person entered the value.
    public var isCorrected: Bool { corrected == true }
  }

  /// One line of a receipt's items.
  public struct Item: Codable, Hashable, Sendable {
    /// The name as printed.
    public let name: String
    /// The price of one unit as a decimal string; nil if it is not printed.
    public let unitPrice: String?
    /// The quantity as a decimal string; nil if it is not printed.
    public let quantity: String?
    /// The amount as a decimal string; nil if it is not printed.
    public let amount: String?
    /// Its lines, as indices of the page's lines.
    public let lines: [Int]
  }

  /// A rule that a sound receipt obeys, and its result.
  public struct Check: Codable, Hashable, Sendable {
    /// The name, such as `items-sum-to-total`.
    public let name: String
    /// Whether the rule holds.
    public let holds: Bool
    /// One sentence for a person.
    public let detail: String
  }

  /// A field that a person should look at, with the reason.
  public struct Doubt: Codable, Hashable, Sendable {
    /// The reason for a doubt.
    public enum Reason: String, Codable, CaseIterable, Sendable {
      /// A check fails with the value.
      case conflict
      /// The value is right with a probability below 0.8.
      case unsure
      /// Every receipt has this field, and it was not found.
      case missing
      /// Handwriting stands beside its label, and nothing proves a printed value.
      case handwritten
    }

    /// The field.
    public let field: FieldName
    /// The reason.
    public let code: Reason
    /// One sentence for a person.
    public let detail: String
  }

  /// A receipt that is no longer found since a person corrected lines of its page.
  public struct LostReceipt: Codable, Hashable, Sendable {
    /// The box around the receipt.
    public let box: Box
    /// Its lines, as indices of the page's lines.
    public let lines: [Int]
    /// One sentence for a person.
    public let detail: String
  }
}
