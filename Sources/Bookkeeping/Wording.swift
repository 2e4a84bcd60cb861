package import Support

/// The language of the workbook and of its CSV; a store keeps the one of its first export.
package typealias BookLanguage = MessageLanguage

/// A text in both languages of exports.
package struct Wording: Hashable, Sendable {
  package let korean: String
  package let english: String

  package init(_ korean: String, _ english: String) { (self.korean, self.english) = (korean, english) }

  package func callAsFunction(_ language: BookLanguage) -> String { language == .korean ? korean : english }

  /// The text with one value in place of `{NAME}`.
  func filled(with value: Wording) -> Wording {
    Wording(korean.filled { _ in value.korean }, english.filled { _ in value.english })
  }
}

/// A value whose words `book.txt` has, in the section of its type.
package protocol Worded {}

extension Worded {
  package var wording: Wording { BookTable.wording("\(Self.self)", "\(self)") }
}
