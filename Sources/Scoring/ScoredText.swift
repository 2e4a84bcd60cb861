import Foundation

/// A page's text made ready for scoring: in NFKC, cut in lines, ruling lines and outer white space dropped.
///
/// NFKC, because full-width digits and half-width ones mean the same on a receipt. Scores count Unicode scalars.
package struct ScoredText: Sendable {
  /// The lines that hold anything.
  package let lines: [String]

  /// - Parameter foldCase: for known texts that hold capitals alone.
  package init(_ text: String, foldCase: Bool = false) {
    var text = text.precomposedStringWithCompatibilityMapping
    if foldCase { text = text.uppercased() }
    lines = text.unicodeScalars.split(whereSeparator: Self.breaksLine).compactMap { line in
      let bare = Self.trimmed(Self.withoutRules(Array(line)))
      return bare.isEmpty ? nil : Self.string(bare)
    }
  }

  /// Every line without any white space; a line of white space alone is none.
  package var squeezedLines: [[Unicode.Scalar]] {
    lines.map { $0.unicodeScalars.filter { !Self.isSpace($0) } }.filter { !$0.isEmpty }
  }

  /// The parts between white space, in order.
  package var words: [String] {
    lines.flatMap { $0.unicodeScalars.split(whereSeparator: Self.isSpace).map { Self.string(Array($0)) } }
  }

  /// Amounts, dates and other numbers of three digits or more, as they are written.
  ///
  /// A number begins and ends with a digit and holds digits, commas, points, colons, slashes and hyphens.
  package var numbers: [String] {
    lines.flatMap { line -> [String] in
      let scalars = Array(line.unicodeScalars)
      var found: [String] = []
      var start = 0
      while start < scalars.count {
        guard Self.isDigit(scalars[start]) else {
          start += 1
          continue
        }
        var last = start
        var digits = 1
        var index = start + 1
        while index < scalars.count, Self.isDigit(scalars[index]) || Self.joinsNumbers(scalars[index]) {
          if Self.isDigit(scalars[index]) {
            last = index
            digits += 1
          }
          index += 1
        }
        if digits >= 3 { found.append(Self.string(Array(scalars[start...last]))) }
        start = last + 1
      }
      return found
    }
  }

  /// Four or more characters that a ruling line is made of become a space.
  private static func withoutRules(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let scalars = Set("-=_─—~*.·".unicodeScalars)
    var kept: [Unicode.Scalar] = []
    var run: [Unicode.Scalar] = []
    for scalar in line {
      if scalars.contains(scalar) {
        run.append(scalar)
        continue
      }
      kept += run.count >= 4 ? [" "] : run
      run = []
      kept.append(scalar)
    }
    return kept + (run.count >= 4 ? [" "] : run)
  }

  private static func trimmed(_ line: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    let head = line.drop(while: isSpace)
    guard let last = head.lastIndex(where: { !isSpace($0) }) else { return [] }
    return head[...last]
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .decimalNumber }

  private static func joinsNumbers(_ scalar: Unicode.Scalar) -> Bool { ",.:/-".unicodeScalars.contains(scalar) }
}
