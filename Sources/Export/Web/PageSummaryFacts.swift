import Foundation
package import PageModel
package import Support
import Understanding

/// The data of a page in a queue: small, because a queue holds all pages of a store.
package struct PageSummaryFacts: Sendable {
  /// The data of a receipt in a queue.
  package struct Receipt: Decodable, Sendable {
    package struct Field: Decodable, Sendable {
      package var value: String
      package var proof: String
      package var corrected: Bool?
      package var confidence: Double

      /// Whether a person said what it is.
      package var isCorrected: Bool { corrected == true }
      /// Whether nobody has to look at it any more.
      package var isSettled: Bool { isCorrected || Proof(rawValue: proof)?.isCertain == true }
    }

    private struct Check: Decodable { var holds: Bool }
    private struct Doubt: Decodable { var field: String }

    package var merchant: Field?
    package var date: Field?
    package var total: Field?
    package var currency: String?
    package var businessNumber: String?
    package var approvalNumber: String?
    /// Names of the fields that are not found or doubtful.
    package var doubts: Set<String>
    /// Whether a person entered a value that a check speaks against.
    package var isContradicted: Bool
    /// Fields that contradict a check, as far as nobody has said what they are, by their names.
    package var conflicts: [String]
    /// Whether a check fails.
    package var fails: Bool
    /// Its number in corrections, from 1, if that differs from its place among the page's receipts.
    package var number: Int?

    /// Whether a check fails, or a field contradicts one, and nobody has said yet what the receipt's total is.
    package var hasConflict: Bool { !conflicts.isEmpty || fails && total?.isCorrected != true }

    /// The expected number of wrong fields among shop, date and total.
    package var expectedWrong: Double {
      [merchant, date, total].reduce(0) { sum, field in
        sum + (field.map { $0.isCorrected ? 0 : 1 - $0.confidence } ?? Self.missing)
      }
    }

    /// A value that every receipt has and that was not found is wrong.
    private static let missing = 0.9

    private static let amounts = Set(FieldName.amounts.map(\.rawValue))

    private enum Keys: CodingKey { case fields, checks, number, doubts }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let fields = try container.decode([String: Field].self, forKey: .fields)
      merchant = fields[FieldName.merchant.rawValue]
      date = fields[FieldName.date.rawValue]
      total = fields[FieldName.total.rawValue]
      currency = fields[FieldName.currency.rawValue]?.value
      businessNumber = fields[FieldName.businessNumber.rawValue]?.value
      approvalNumber = fields[FieldName.approvalNumber.rawValue]?.value
      doubts = Set(try container.decodeIfPresent([Doubt].self, forKey: .doubts)?.map(\.field) ?? [])
      let contradicted = fields.filter { $0.value.proof == Proof.conflict.rawValue }
      isContradicted = contradicted.contains { $0.value.isCorrected }
      // A person who has accepted the total has accepted what its checks say of other amounts.
      let isTotalCorrected = total?.isCorrected == true
      conflicts = contradicted.filter { !$0.value.isCorrected && !(isTotalCorrected && Self.amounts.contains($0.key)) }
        .keys.sorted()
      fails = try container.decode([Check].self, forKey: .checks).contains { !$0.holds }
      number = try container.decodeIfPresent(Int.self, forKey: .number)
    }
  }

  package let state: PageState
  /// Of a hundred characters so many are expected to be right; nil if nothing was read.
  package let score: Int?
  /// Codes of what may have made the page hard to read.
  package let reasons: [String]
  /// The likeliest kind of page.
  package let kind: String?
  package let receipts: [Receipt]
  /// Whether corrected lines removed a receipt and nobody has confirmed that yet.
  package let hasLostReceipts: Bool
  /// The shapes of its pen marks and what they stand for, each once.
  package let tags: [String]
  /// Doubts that somebody has looked at.
  package let settled: Set<Doubt>

  /// The expected number of wrong fields, with the share of misread characters.
  package var expectedWrong: Double {
    let isUnread = state == .failed || state == .unsupported
    return receipts.reduce(isUnread ? 1 : 0) { $0 + $1.expectedWrong } + Double(100 - (score ?? 100)) / 100
  }

  /// Takes the data of a stored page.
  package init(_ page: PageRecord) {
    self.init(page.outcome.state, page.derived, settled: page.corrections.settledDoubts)
  }

  package init(_ state: PageState, _ derived: DerivedValues, settled: Set<Doubt>) {
    self.settled = settled
    let quality = derived.value(of: QualityStage.self)
    self.state = state
    score = quality?.score
    reasons = quality?.reasons.map(\.code.rawValue) ?? []
    kind = derived.value(of: KindsStage.self)?.first?.label.rawValue
    hasLostReceipts = derived.value(of: LostReceiptsStage.self)?.isEmpty == false
    let marks = derived.value(of: MarksStage.self) ?? []
    tags = Set(marks.flatMap { [$0.shape.rawValue, $0.tag].compactMap(\.self) }).sorted()
    let made = derived[ReceiptsStage.name].flatMap { ReceiptsStage.isReadable($0.version) ? $0.json : nil }
    // A part of each receipt: decoding all of it takes several times as long.
    receipts = made.flatMap { try? JSONDecoder().decode([Receipt].self, from: Data($0.utf8)) } ?? []
  }

  /// A row of the queue's page.
  ///
  /// - Parameters:
  ///   - path: As it is shown.
  ///   - index: From 0.
  package func row(path: String, index: Int, pageCount: Int) -> JSONValue.Members {
    [
      "path": .string(path), "page": .integer(index + 1), "pageCount": .integer(pageCount),
      "state": .string(state.rawValue), "doubts": Doubt.json(Doubt.all(of: self)),
      "receipts": .array(receipts.map(Self.json)), "expectedWrong": .number(expectedWrong),
      "lost": hasLostReceipts ? .boolean(true) : nil, "score": score.map { .integer($0) },
      "kind": kind.map { .string($0) }, "tags": tags.isEmpty ? nil : .array(tags.map { .string($0) }),
    ]
  }

  private static func json(_ receipt: Receipt) -> JSONValue {
    func json(_ field: Receipt.Field?) -> JSONValue? {
      guard let field else { return nil }
      let corrected: JSONValue? = field.isCorrected ? .boolean(true) : nil
      return .object(["value": .string(field.value), "proof": .string(field.proof), "corrected": corrected])
    }
    return .object([
      "conflicts": .array(receipt.conflicts.map { .string($0) }), "fails": .boolean(receipt.fails),
      "number": receipt.number.map { .integer($0) }, "merchant": json(receipt.merchant), "date": json(receipt.date),
      "total": json(receipt.total), "currency": receipt.currency.map { .string($0) },
    ])
  }
}
