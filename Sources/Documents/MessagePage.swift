package import PageModel
import Support

/// The text of a mail as a page without a picture: its boxes are in points of a sheet on which each character has a
/// column.
package enum MessagePage {
  /// Points of a column, of a line, and around all of them.
  private static let (column, line, margin) = (6, 14, 36)
  /// The height of the text within a line, in points.
  private static let height = 10
  private static let tab = 8

  /// - Parameter text: In UTF-8 and NFC.
  package static func page(_ text: [UInt8]) -> RecognisedPage {
    var lines: [Line] = []
    var width = 0
    let rows = String(decoding: text, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (row, text) in rows.enumerated() {
      let words = words(text, top: margin + row * line)
      guard let first = words.first else { continue }
      let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
      lines.append(Line(box: box, confidence: 1, words: words))
      width = max(width, box.x + box.width)
    }
    var preparation = Preparation()
    preparation.source = .document
    return RecognisedPage(
      width: max(width + margin, 2 * margin), height: 2 * margin + rows.count * line, confidence: lines.isEmpty ? 0 : 1,
      lines: lines, preparation: preparation)
  }

  /// The columns that the characters of a text take; white space other than tabs takes one.
  static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + ($1.isWhitespace ? 1 : !$1.isSeen ? 0 : $1.isWide ? 2 : 1) }
  }

  /// The corners of a cell around columns of a row of text, from the upper left one clockwise.
  static func corners(row: Int, columns: Range<Int>) -> [TableGrid.Corner] {
    let (left, right) = (margin + columns.lowerBound * column, margin + columns.upperBound * column)
    let top = margin + row * line - (line - height) / 2
    return [(left, top), (right, top), (right, top + line), (left, top + line)].map {
      TableGrid.Corner(x: $0.0, y: $0.1)
    }
  }

  private static func words(_ text: Substring, top: Int) -> [Word] {
    var words: [Word] = []
    var (place, start, word) = (0, 0, "")
    for character in text + " " {
      if character.isWhitespace {
        if !word.isEmpty {
          let box = Box(x: margin + start * column, y: top, width: (place - start) * column, height: height)
          words.append(Word(text: word, box: box, confidence: 1))
        }
        word = ""
        place = character == "\t" ? (place / tab + 1) * tab : place + 1
        start = place
      } else if character.isSeen {
        word.append(character)
        place += character.isWide ? 2 : 1
      }
    }
    return words
  }
}

extension Character {
  /// Whether it is more than controls, joiners and direction marks.
  fileprivate var isSeen: Bool {
    unicodeScalars.contains { ![.control, .format, .privateUse, .unassigned].contains($0.properties.generalCategory) }
  }

  /// Whether it takes two columns, as Hangul and Han do.
  fileprivate var isWide: Bool { unicodeScalars.first?.isWide ?? false }
}
