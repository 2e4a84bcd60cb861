/// Compares the digits of a page's own text with those that were read in the picture.
///
/// A font with a wrong table of characters gives other digits than it draws, and the same ones each time.
struct DigitComparison {
  /// One word of the text layer, and the words that were read in its place.
  struct Word {
    var seen = ""
    var compared = 0
    var different = 0
  }

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
    var found = [Word](repeating: Word(), count: words.count)
    let told = words.enumerated().flatMap { index, text in text.unicodeScalars.map { (index, $0) } }
    let seen = Array(reading.unicodeScalars)
    let pairs = Self.aligned(told.map(\.1), seen)
    var alike = 0
    var substitutions: [Int] = []
    for (left, right) in pairs {
      guard let left, let right else { continue }
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

  /// The pairs of the cheapest alignment, by the places on both sides; it prefers digits beside digits.
  private static func aligned(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> [(Int?, Int?)] {
    let width = right.count + 1
    let gap = 2
    func cost(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Int {
      one == other ? 0 : digit(one) != nil && digit(other) != nil ? 1 : gap
    }
    var costs = [Int](repeating: 0, count: (left.count + 1) * width)
    for i in 0...left.count {
      for j in 0...right.count where i + j > 0 {
        var best = Int.max
        if i > 0 { best = min(best, costs[(i - 1) * width + j] + gap) }
        if j > 0 { best = min(best, costs[i * width + j - 1] + gap) }
        if i > 0, j > 0 { best = min(best, costs[(i - 1) * width + j - 1] + cost(left[i - 1], right[j - 1])) }
        costs[i * width + j] = best
      }
    }
    var pairs: [(Int?, Int?)] = []
    var (i, j) = (left.count, right.count)
    while i > 0 || j > 0 {
      let here = costs[i * width + j]
      if i > 0, j > 0, here == costs[(i - 1) * width + j - 1] + cost(left[i - 1], right[j - 1]) {
        (i, j) = (i - 1, j - 1)
        pairs.append((i, j))
      } else if i > 0, here == costs[(i - 1) * width + j] + gap {
        i -= 1
        pairs.append((i, nil))
      } else {
        j -= 1
        pairs.append((nil, j))
      }
    }
    return pairs.reversed()
  }
}
