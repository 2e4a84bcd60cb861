/// The kinds of symbols on a receipt; only ASCII digits are digits.
extension Unicode.Scalar {
  var isDigit: Bool { value >= 0x30 && value <= 0x39 }
  var digit: UInt8? { isDigit ? UInt8(value - 0x30) : nil }
  var isLatin: Bool { (value | 0x20) >= 0x61 && (value | 0x20) <= 0x7A }
  /// A syllable or a single letter of the Korean script.
  var isHangul: Bool { value >= 0xAC00 && value <= 0xD7A3 || value >= 0x3131 && value <= 0x318E }
  /// Any other letter of a script counts as one too, by its place beyond ASCII.
  var isLetter: Bool { isLatin || isHangul || value >= 0xC0 && value < 0x2000 || value >= 0x4E00 && value <= 0x9FFF }
  var isMask: Bool { self == "*" }
  var isSpace: Bool { value == 0x20 }

  /// ASCII letters in lower case.
  var folded: Unicode.Scalar {
    value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value) + 0x20) : self
  }

  /// The plain form of symbols that mean the same on a receipt; nil for what is no symbol at all.
  ///
  /// Full-width forms become ASCII; controls, marks of direction and what has no width are dropped.
  var plain: Unicode.Scalar? {
    switch value {
    case 0x20...0x7E: return self
    case 0x09, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return " "
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF0...0xFFFF:
      return nil
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0)
    case 0x2010...0x2015, 0x2212, 0x2500, 0xFF70: return "-"
    case 0x2018, 0x2019, 0x60, 0xB4: return "'"
    case 0x201C, 0x201D: return "\""
    case 0xB7, 0x2022, 0x2027, 0x30FB, 0x318D, 0x22C5: return "·"
    case 0x2217, 0x2731, 0x204E: return "*"
    case 0xD7, 0x2715: return "x"
    case 0x2236, 0xFE55: return ":"
    case 0x3010, 0x3014, 0x2772: return "["
    case 0x3011, 0x3015, 0x2773: return "]"
    case 0xFFE5, 0xFFE6: return value == 0xFFE5 ? "¥" : "₩"
    default: return self
    }
  }
}

extension Sequence<Unicode.Scalar> {
  var string: String { String(String.UnicodeScalarView(self)) }

  /// Runs of letters, in lower case.
  var words: [String] { split { !$0.isLetter }.map { $0.map(\.folded).string } }
}

extension StringProtocol {
  /// The letters alone, in lower case: what labels and names are compared by.
  var letterKey: [Unicode.Scalar] {
    unicodeScalars.compactMap(\.plain).filter(\.isLetter).map(\.folded)
  }
}

/// Finds things in a row from left to right.
///
/// - Parameter find: what begins at a place, if anything, and where the search goes on; nil to go on at the next place.
func scan<Found>(_ elements: [some Any], _ find: (Int) -> (end: Int, found: Found?)?) -> [Found] {
  var all: [Found] = []
  var place = 0
  while place < elements.count {
    let next = find(place)
    if let found = next?.found { all.append(found) }
    place = max(next?.end ?? 0, place + 1)
  }
  return all
}

/// The groups of a number: runs of its parts that separators divide.
///
/// - Parameters:
///   - most: A number of more parts ends, whatever follows.
///   - afterSeparator: The place of the part behind a separator, from its place and the counts of parts in the groups
///     before it; nil if the number ends there.
/// - Returns: The count of parts in each group, and the place behind the last part.
func groups(
  in scalars: [Unicode.Scalar], from start: Int, of isPart: (Unicode.Scalar) -> Bool, most: Int = .max,
  afterSeparator: (_ place: Int, _ groups: [Int]) -> Int?
) -> (counts: [Int], end: Int) {
  var (counts, parts, place) = ([0], 0, start)
  while place < scalars.count, parts <= most {
    if isPart(scalars[place]) {
      counts[counts.count - 1] += 1
      parts += 1
      place += 1
    } else if let next = afterSeparator(place, counts) {
      counts.append(0)
      place = next
    } else {
      break
    }
  }
  return (counts, place)
}

/// Without white space at both ends.
func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
  let start = scalars.firstIndex { !$0.isSpace } ?? scalars.endIndex
  let end = scalars.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? start
  return scalars[start..<max(start, end)]
}
