/// The other pages that hold a page's receipts, too: `sameAs` in the page's JSON.
///
/// It is no stage of one page: the pages of a store are compared when a run has read them.
package enum SameReceipts: DerivedValue {
  package struct Other: Codable, Hashable, Sendable {
    /// The path below the input.
    package var document: String
    /// From 1.
    package var page: Int
    /// 0 to 1: digits that agree of all digits.
    package var similarity: Double
    /// The equal values, in words.
    package var by: String

    package init(document: String, page: Int, similarity: Double, by: String) {
      (self.document, self.page, self.similarity, self.by) = (document, page, similarity, by)
    }
  }

  package typealias Value = [Other]

  package static let name = "sameAs"
  /// To be raised with every change that finds other pages the same.
  package static let version = 3
  package static var schema: String { String(decoding: PackageResources.sameAs_schema_json, as: UTF8.self) }

  /// The receipt that two pages share.
  ///
  /// A page is whole if every receipt of it is on the other one.
  package typealias Found = (similarity: Double, agreement: String, isWhole: Bool, otherIsWhole: Bool)

  /// The receipt that both pages hold, the most similar if there are several; nil if there is none.
  package static func find(_ one: ReceiptTrace, _ other: ReceiptTrace) -> Found? {
    let same = one.receipts.enumerated().flatMap { left, receipt in
      other.receipts.enumerated().compactMap { right, candidate in
        let comparison = ReceiptComparison(receipt, candidate)
        return comparison.isSame ? (left: left, right: right, comparison: comparison) : nil
      }
    }
    return same.map(\.comparison).max { $0.similarity < $1.similarity }.map { best in
      (
        (best.similarity * 10_000).rounded() / 10_000, best.agreeing.joined(separator: ", "),
        Set(same.map(\.left)).count == one.receipts.count, Set(same.map(\.right)).count == other.receipts.count
      )
    }
  }

  /// The two receipts of two pages that are most alike; nil if a page holds none.
  package static func compare(
    _ one: ReceiptTrace, _ other: ReceiptTrace, tolerance: Double = ReceiptComparison.tolerance
  ) -> ReceiptComparison? {
    one.receipts.flatMap { left in other.receipts.map { ReceiptComparison(left, $0, tolerance: tolerance) } }
      .max { ($0.isSame ? 1 : 0, $0.similarity) < ($1.isSame ? 1 : 0, $1.similarity) }
  }
}
