/// The name of a line of the book that stays the same over runs, sorts and renames: page content, receipt, part.
package struct BookKey: Hashable, Comparable, Sendable {
  package let content: ContentDigest
  /// From 0.
  package let page: Int
  /// As corrections number it, from 1.
  package let receipt: Int
  /// From 1; a receipt that is booked on several lines has several parts.
  package let part: Int

  package init(content: ContentDigest, page: Int, receipt: Int, part: Int) {
    (self.content, self.page, self.receipt, self.part) = (content, page, receipt, part)
  }

  /// The key of the receipt as a whole.
  package var whole: BookKey { BookKey(content: content, page: page, receipt: receipt, part: 1) }

  package var text: String { "\(content.hex):\(page + 1):\(receipt):\(part)" }

  /// The key that `text` gave.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0].utf8.count == 64, parts[0].utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
      return nil
    }
    let numbers = parts.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ (1...1_000_000).contains($0) }) else { return nil }
    self.init(content: ContentDigest(hex: parts[0]), page: numbers[0] - 1, receipt: numbers[1], part: numbers[2])
  }

  package static func < (one: BookKey, other: BookKey) -> Bool {
    (one.content.hex, one.page, one.receipt, one.part) < (other.content.hex, other.page, other.receipt, other.part)
  }
}

/// A value of a line of the book under a name, such as the heading of a column that a person added.
package struct BookValue: Hashable, Sendable {
  package let key: BookKey
  package let name: String
  /// Empty to remove the value.
  package let value: String

  package init(key: BookKey, name: String, value: String) {
    (self.key, self.name, self.value) = (key, name, value)
  }
}
