import PageModel

/// Decides by the first lines of a page whether it is unreadable: text in an unknown script, or no text at all.
struct ReadabilityCheck {
  /// A word of this confidence counts as read.
  private static let readFrom = 0.9
  /// A page with a larger share of its letters in such words is read on.
  private static let leastShare = 0.05
  /// The letters examined before a page is given up; the Hebrew one of the samples has 47 in 16 lines.
  private static let letters = 40.0
  static let lines = 8
  /// A page whose letters have a higher mean confidence is read on.
  private static let readableFrom = 0.7
  /// A page without more letters is judged by fewer, and more strictly.
  private static let fewLetters = 8.0
  private static let fewReadableFrom = 0.4
  /// A page with this many words of receipts is readable, and one with any is read on.
  private static let enoughKnown = 2

  /// Whether pages are given up at all: the thresholds fit Tesseract's confidences, not those of other engines.
  let isActive: Bool
  private var lineCount = 0
  private var letterCount = 0.0
  private var readCount = 0.0
  private var sum = 0.0
  private var known: Set<String> = []
  /// Computed again after each line, so that a title in a strange font does no harm.
  private(set) var isUnreadable = false

  init(isActive: Bool = true) {
    self.isActive = isActive
  }

  /// Takes a line as read, before it is judged to be text or noise.
  mutating func note(_ line: ReadLine) {
    guard let reading = line.reading, let estimate = line.estimate else { return }
    note(zip(reading.words, estimate.means(of: reading.words)).map { ($0.word.text, $1) })
  }

  mutating func note(_ words: [(text: String, confidence: Double)]) {
    lineCount += 1
    for word in words where !word.text.contains(where: \.isNumber) {
      let count = Double(word.text.count { $0.isLetter })
      letterCount += count
      sum += word.confidence * count
      if word.confidence >= Self.readFrom { readCount += count }
    }
    if known.count < Self.enoughKnown { known.formUnion(KnownWords.words(in: words.map(\.text))) }
    isUnreadable =
      lineCount >= Self.lines && known.isEmpty && isHopeless(letters: Self.letters, below: Self.readableFrom)
  }

  /// Takes a line from further down, of which only words of receipts count: a photo may be sharp only there.
  mutating func lookAhead(at line: ReadLine) {
    guard let reading = line.reading else { return }
    known.formUnion(KnownWords.words(in: reading.words.map(\.word.text)))
    if !known.isEmpty { isUnreadable = false }
  }

  mutating func finish() {
    guard known.count < Self.enoughKnown else { return }
    isUnreadable =
      isUnreadable || isHopeless(letters: Self.fewLetters, below: Self.fewReadableFrom)
      || lineCount >= Self.lines && isHopeless(letters: Self.letters, below: Self.readableFrom)
  }

  private func isHopeless(letters: Double, below mean: Double) -> Bool {
    isActive && letterCount >= letters && readCount <= Self.leastShare * letterCount && sum < mean * letterCount
  }
}
