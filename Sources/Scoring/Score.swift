import Support

/// The errors of a reading against the known text; scores of pages add up to the score of a set.
package struct Score: Sendable, Equatable {
  /// Characters that the page holds, white space apart.
  package var characters = 0
  /// Edits over the best one-to-one assignment of lines; a line without a partner costs its length.
  package var lineErrors = 0
  /// Edits in reading order.
  package var orderedErrors = 0
  /// Words that the page holds, that were read, and that both have (as bags of words).
  package var words = 0
  package var wordsRead = 0
  package var wordsShared = 0
  /// Edits between the words in reading order.
  package var wordErrors = 0
  /// Numbers that the page holds, and those of them that were read exactly.
  package var numbers = 0
  package var numbersRight = 0

  package init() {}

  /// Scores a reading against the truth.
  package init(reading: ScoredText, truth: ScoredText) {
    let (known, read) = (truth.squeezedLines, reading.squeezedLines)
    characters = known.reduce(0) { $0 + $1.count }
    lineErrors = Self.lineErrors(known, read)
    orderedErrors = editDistance(known.flatMap { $0 }, read.flatMap { $0 })
    let (knownWords, readWords) = (truth.words, reading.words)
    words = knownWords.count
    wordsRead = readWords.count
    wordsShared = Self.shared(knownWords, readWords)
    wordErrors = editDistance(knownWords, readWords)
    numbers = truth.numbers.count
    numbersRight = Self.shared(truth.numbers, reading.numbers)
  }

  /// Errors for each character of the page, lines in any order.
  package var lineErrorRate: Double { share(lineErrors, of: characters) }
  /// Errors for each character of the page, in reading order.
  package var characterErrorRate: Double { share(orderedErrors, of: characters) }
  /// Wrong, missing and additional words for each word of the page, in reading order.
  package var wordErrorRate: Double { share(wordErrors, of: words) }
  /// The harmonic mean of the shares of words found and words right, in any order.
  package var wordF1: Double { share(2 * wordsShared, of: words + wordsRead) }
  /// The share of numbers that were read exactly; 1 if there are none.
  package var numbersExact: Double { numbers == 0 ? 1 : share(numbersRight, of: numbers) }

  package static func += (total: inout Score, page: Score) {
    total.characters += page.characters
    total.lineErrors += page.lineErrors
    total.orderedErrors += page.orderedErrors
    total.words += page.words
    total.wordsRead += page.wordsRead
    total.wordsShared += page.wordsShared
    total.wordErrors += page.wordErrors
    total.numbers += page.numbers
    total.numbersRight += page.numbersRight
  }

  private func share(_ part: Int, of whole: Int) -> Double { Double(part) / Double(max(whole, 1)) }

  private static func shared(_ first: [String], _ second: [String]) -> Int {
    let counts = { (words: [String]) in Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +) }
    let other = counts(second)
    return counts(first).reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
  }

  private static func lineErrors(_ known: [[Unicode.Scalar]], _ read: [[Unicode.Scalar]]) -> Int {
    let alone = (known + read).reduce(0) { $0 + $1.count }
    return zip(known, pairs(known, read)).reduce(alone) { total, pair in
      total + (pair.1.map { saving(pair.0, read[$0]) } ?? 0)
    }
  }

  /// For each line of a page the index of the line that was read for it; nil if none has a character in common.
  package static func pairs(_ known: [[Unicode.Scalar]], _ read: [[Unicode.Scalar]]) -> [Int?] {
    if known.isEmpty || read.isEmpty { return known.map { _ in nil } }
    // The saving of a pair against two lines without partners; a pair may save nothing, so all may be paired.
    let savings = known.map { line in read.map { saving(line, $0) } }
    return cheapestAssignment(savings).enumerated().map { row, column in
      column.flatMap { savings[row][$0] < 0 ? $0 : nil }
    }
  }

  private static func saving(_ line: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    min(editDistance(line, other) - line.count - other.count, 0)
  }
}
