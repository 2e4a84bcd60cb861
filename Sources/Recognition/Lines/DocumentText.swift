/// Separates documents in Latin letters from receipts by a page's longest lines (`Measurements.md`).
enum DocumentText {
  static let lines = 4
  /// Longer lines, in characters on average, make a document: paper of 80 mm has 42 or 48 columns.
  private static let longLine = 44.0
  /// Columns of running text are as narrow as receipts, but have hardly any capitals.
  private static let runningLine = 30.0
  private static let leastSmallLetters = 0.9

  static func isLatinDocument(_ texts: [String]) -> Bool {
    let scalars = texts.joined().unicodeScalars
    let latin = scalars.filter { $0.properties.isAlphabetic && $0.value < 0x250 }
    guard !texts.isEmpty, !latin.isEmpty, !scalars.contains(where: { (0xAC00...0xD7A3).contains($0.value) }) else {
      return false
    }
    let length = Double(texts.reduce(0) { $0 + $1.count }) / Double(texts.count)
    let small = Double(latin.count { $0.properties.isLowercase }) / Double(latin.count)
    return length >= longLine || length >= runningLine && small >= leastSmallLetters
  }
}
