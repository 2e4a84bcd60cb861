import Foundation
import PageModel
import Understanding

/// What a queue knows of a page: little, as it knows all pages of a store.
struct PageSummaryFacts: Sendable {
  /// What a queue knows of a receipt.
  struct Receipt: Decodable, Sendable {
    struct Field: Decodable, Sendable {
      var value: String
      var proof: String
      var corrected: Bool?

      /// Whether a person said what it is.
      var isCorrected: Bool { corrected == true }
      /// Whether nobody has to look at it any more.
      var isSettled: Bool { isCorrected || proof == Proof.proven.rawValue }
    }

    private struct Check: Decodable {
      var holds: Bool
    }

    var merchant: Field?
    var date: Field?
    var total: Field?
    var currency: String?
    /// Whether a check fails, or a field contradicts one, and nobody has said yet what the receipt's total is.
    var hasConflict: Bool

    private enum Keys: CodingKey { case fields, checks }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let fields = try container.decode([String: Field].self, forKey: .fields)
      merchant = fields[FieldName.merchant.rawValue]
      date = fields[FieldName.date.rawValue]
      total = fields[FieldName.total.rawValue]
      currency = fields[FieldName.currency.rawValue]?.value
      let checks = try container.decode([Check].self, forKey: .checks)
      hasConflict =
        fields.values.contains { $0.proof == Proof.conflict.rawValue && !$0.isCorrected }
        || checks.contains { !$0.holds } && total?.isCorrected != true
    }
  }

  private struct Quality: Decodable {
    struct Reason: Decodable { var code: String }
    var score: Int
    var reasons: [Reason]
  }

  private struct Kind: Decodable {
    var label: String
  }

  let state: PageState
  /// Of a hundred characters so many are expected to be right; nil where nothing was read.
  let score: Int?
  /// Codes of what may have made the page hard to read.
  let reasons: [String]
  /// The likeliest kind of page.
  let kind: String?
  let receipts: [Receipt]

  init(_ state: PageState, _ derived: DerivedValues) {
    let quality = Self.decode(Quality.self, QualityStage.self, derived)
    self.state = state
    score = quality?.score
    reasons = quality?.reasons.map(\.code) ?? []
    kind = Self.decode([Kind].self, KindsStage.self, derived)?.first?.label
    receipts = Self.decode([Receipt].self, ReceiptsStage.self, derived) ?? []
  }

  /// A part of a stage's value, where it is of this version.
  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ stage: any DerivedValue.Type, _ derived: DerivedValues
  ) -> Value? {
    guard let value = derived[stage.name], stage.isReadable(value.version), let json = value.json else { return nil }
    return try? JSONDecoder().decode(type, from: Data(json.utf8))
  }
}
