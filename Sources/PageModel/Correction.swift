/// One correction of a page by a person: the subject, its place, the old and the new value, the time, the author.
package struct Correction: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// The text of a line: its index among all lines of the page, from 0, when it was corrected.
    case line(Int)
    /// A field, by its name in the page's JSON, of a receipt: its index among those of the page, from 0.
    case field(String, receipt: Int)
    /// A receipt that is none: its index among those of the page, from 0.
    case receipt(Int)
    /// The kind of the page.
    case kind
    /// The page as a whole: somebody has looked at it, and what was doubtful about it (`old`, by its names) is right.
    case page
  }

  package var target: Target
  /// The place of the line, field or receipt.
  ///
  /// A missing field has the place of its receipt; a missing receipt, a kind and a whole page have the page.
  package var box: Box
  /// The replaced value; for a receipt its shop, date and total; empty for a missing field.
  package var old: String
  /// Empty if a line holds no text at all, for a page, and for a receipt that is none.
  package var new: String
  /// UTC, for people.
  package var made: String
  package var author: String
  /// The reader of the page; the store fills it in.
  package var reader: ReaderKey?
  /// The business number, ten digits, of the shop whose name or account the correction gives; nil for all others.
  package var shop: String?

  package init(
    target: Target, box: Box, old: String, new: String, made: String, author: String, reader: ReaderKey? = nil,
    shop: String? = nil
  ) {
    (self.target, self.box, self.old, self.new) = (target, box, old, new)
    (self.made, self.author, self.reader, self.shop) = (made, author, reader, shop)
  }
}
