/// One thing that a person put right on a page: what, where, what stood there, what it is, when, by whom.
public struct Correction: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    /// The text of a line: its index among all lines of the page, from 0, when it was put right.
    case line(Int)
    /// A field, by its name in the page's JSON, of a receipt: its index among those of the page, from 0.
    case field(String, receipt: Int)
    /// A receipt that is none: its index among those of the page, from 0.
    case receipt(Int)
    /// What kind of page it is.
    case kind
    /// The page as a whole: somebody has looked at it, and what was doubtful about it (`old`, by its names) is right.
    case page
  }

  public var target: Target
  /// Where the line, the field or the receipt stands; for a field that was not found the receipt, and the whole page for a
  /// receipt that was not found, for its kind, and for itself.
  public var box: Box
  /// What stood there until then, of a receipt its shop, date and total; empty for a field that was not found.
  public var old: String
  /// Empty where a line holds no text at all, for a page, and for a receipt that is none.
  public var new: String
  /// UTC, for people.
  public var made: String
  public var author: String
  /// What had read the page; the store says so by itself.
  public var reader: ReaderKey?
  /// The business number, ten digits, of the shop whose name or account the correction gives; nil for all others.
  public var shop: String?

  public init(
    target: Target, box: Box, old: String, new: String, made: String, author: String, reader: ReaderKey? = nil,
    shop: String? = nil
  ) {
    self.target = target
    self.box = box
    self.old = old
    self.new = new
    self.made = made
    self.author = author
    self.reader = reader
    self.shop = shop
  }
}
