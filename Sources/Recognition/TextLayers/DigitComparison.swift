import Support

/// Compares the digits of a page's own text with those that were read in the picture.
struct DigitComparison {
  /// One word of the text layer, and the words that were read in its place.
  typealias Word = (seen: String, compared: Int, different: Int)

  /// The count of each pair of a layer's digit and the digit read for it.
  private var counts = [Int](repeating: 0, count: 100)
  /// Words of which most digits were read as others.
  private var contradicted: [Int] = []

  /// A reading that differs more in its other characters says nothing about digits.
  private static let leastLikeness = 0.7
  /// More misread digits in one word are no accident.
  private static let mostAccidental = 2

  /// Compares the words of a line with its reading; nil if the reading says nothing about their digits.
  mutating func compare(_ words: [String], with reading: String) -> [Word]? {
    var found = [Word](repeating: ("", 0, 0), count: words.count)
    let told = words.enumerated().flatMap { index, text in text.unicodeScalars.map { (index, $0) } }
    let seen = Array(reading.unicodeScalars)
    // Digits are more likely beside other digits than beside a gap.
    let pairs = aligned(told.map(\.1), seen, gap: 2) { one, other in
      one == other ? 0 : Self.digit(one) != nil && Self.digit(other) != nil ? 1 : 2
    }
    var alike = 0
    var substitutions: [Int] = []
    for case (let left?, let right?) in pairs {
      let (word, scalar) = told[left]
      found[word].seen.unicodeScalars.append(seen[right])
      guard let from = Self.digit(scalar), let to = Self.digit(seen[right]) else {
        if scalar == seen[right] { alike += 1 }
        continue
      }
      alike += 1
      found[word].compared += 1
      if from != to { found[word].different += 1 }
      substitutions.append(from * 10 + to)
    }
    guard Double(alike) >= Self.leastLikeness * Double(max(told.count, seen.count)) else { return nil }
    for pair in substitutions { counts[pair] += 1 }
    contradicted += found.filter { $0.different > 1 && $0.different * 2 >= $0.compared }.map(\.different)
    return found
  }

  /// Whether a font draws other digits than its text says: whole numbers differ, or one digit always becomes another.
  var isSystematic: Bool {
    if contradicted.count > 1 || contradicted.contains(where: { $0 > Self.mostAccidental }) { return true }
    return (0..<10).contains { digit in
      let all = counts[digit * 10..<digit * 10 + 10].reduce(0, +)
      return (0..<10).contains { other in
        let count = counts[digit * 10 + other]
        return other != digit && count > Self.mostAccidental && count * 2 >= all
      }
    }
  }

  static func digit(_ scalar: Unicode.Scalar) -> Int? {
    ("0"..."9").contains(scalar) ? Int(scalar.value) - 48 : nil
  }
}
