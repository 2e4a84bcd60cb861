import CNettle

/// A secret: 256 random bits of the system, as 64 lower-case hexadecimal digits.
package struct Secret: Sendable {
  package let text: String

  package init() {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    text = String(decoding: (0..<64).map { _ in digits[Int(generator.next() & 15)] }, as: UTF8.self)
  }

  /// Whether a guess is right; the time of the comparison does not reveal the position of an error.
  package func isKnown(to guess: String?) -> Bool {
    guard let guess else { return false }
    let (mine, theirs) = (Array(text.utf8), Array(guess.utf8))
    // The length of a secret is public.
    return mine.count == theirs.count && nettle_memeql_sec(mine, theirs, mine.count) == 1
  }
}
