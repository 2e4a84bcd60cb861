import PageModel

/// A printed row of a receipt: one line, or several that stand side by side, as one run of scalars.
struct PrintedRow: Sendable {
  /// A word with its line of the page, its place in that line and its range in the row's scalars.
  typealias Part = (word: Word, line: Int, place: Int, range: Range<Int>)

  /// The words in plain symbols, with one space between them.
  private(set) var scalars: [Unicode.Scalar] = []
  private(set) var parts: [Part] = []
  /// Indices of the page's lines.
  private(set) var lines: [Int] = []
  private(set) var box: Box

  /// Longer rows are cut: no till prints so much, and what strangers wrote must not cost more than it is worth.
  static let longest = 400

  /// Nil if no word holds a sign.
  init?(_ sources: [(index: Int, line: Line)]) {
    guard let first = sources.first else { return nil }
    box = sources.dropFirst().reduce(first.line.box) { $0.union($1.line.box) }
    for source in sources {
      lines.append(source.index)
      for (place, word) in source.line.words.enumerated() {
        let plain = word.text.unicodeScalars.prefix(Self.longest).compactMap(\.plain)
        guard !plain.isEmpty, scalars.count + plain.count < Self.longest else { continue }
        if !scalars.isEmpty { scalars.append(" ") }
        parts.append((word, source.index, place, scalars.count..<(scalars.count + plain.count)))
        scalars += plain
      }
    }
    if scalars.isEmpty { return nil }
  }

  /// This row with another reading of one word; nil if that holds no sign.
  func replacing(_ part: Int, with text: String) -> PrintedRow? {
    let plain = text.unicodeScalars.prefix(Self.longest).compactMap(\.plain)
    guard !plain.isEmpty, !plain.contains(where: \.isSpace), parts.indices.contains(part) else { return nil }
    var row = self
    let old = parts[part].range
    row.scalars.replaceSubrange(old, with: plain)
    row.parts[part].range = old.lowerBound..<(old.lowerBound + plain.count)
    for later in (part + 1)..<max(part + 1, parts.count) {
      let range = parts[later].range
      row.parts[later].range =
        (range.lowerBound + plain.count - old.count)..<(range.upperBound + plain.count - old.count)
    }
    return row
  }

  /// The letters alone, in lower case.
  var letters: [Unicode.Scalar] { scalars.filter(\.isLetter).map(\.folded) }

  func text(_ range: Range<Int>) -> String { trimmed(scalars[range]).string }

  /// The words that a range of scalars touches.
  func parts(in range: Range<Int>) -> ArraySlice<Part> {
    guard let first = parts.firstIndex(where: { $0.range.upperBound > range.lowerBound }) else { return [] }
    let end = parts[first...].firstIndex { $0.range.lowerBound >= range.upperBound } ?? parts.count
    return parts[first..<max(first, end)]
  }

  func box(of range: Range<Int>) -> Box {
    let touched = parts(in: range)
    guard let first = touched.first else { return box }
    return touched.dropFirst().reduce(first.word.box) { $0.union($1.word.box) }
  }

  func lines(of range: Range<Int>) -> [Int] {
    let lines = parts(in: range).map(\.line)
    return lines.isEmpty ? self.lines : lines
  }

  /// The least confidence of the words in a range.
  func confidence(of range: Range<Int>) -> Double {
    parts(in: range).map(\.word.confidence).min() ?? 0
  }
}
