/// The values of a receipt for filters.
package struct ReceiptOutline: Hashable, Sendable {
  /// The receipt's place on its page, from 0.
  package let ordinal: Int
  /// An ISO day.
  package let date: String?
  package let total: Double?
  package let shop: String?
  /// Whether its total is proven or was corrected by a person, and no check contradicts a corrected field.
  package let isProven: Bool

  package init(ordinal: Int, date: String?, total: Double?, shop: String?, isProven: Bool) {
    (self.ordinal, self.date, self.total, self.shop, self.isProven) = (ordinal, date, total, shop, isProven)
  }
}
