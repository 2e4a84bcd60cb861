import Foundation

/// Normalises text: NFC, without blanks, and without ruling lines.
enum TextNormalisation {
  /// NFC without white space and control characters, full-width forms of ASCII as ASCII.
  static func cleaned(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control { continue }
      let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
      kept.append(isFullWidth ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
    }
    // Nothing composes below U+0300 or among the Hangul syllables, so nearly every word takes this fast path.
    let isPlain = kept.allSatisfy { $0.value < 0x300 || (0xAC00...0xD7A3).contains($0.value) }
    return isPlain ? String(kept) : String(kept).precomposedStringWithCanonicalMapping
  }

  /// Symbols of printed ruling lines, and the readings of drawn ones.
  private static let ruleSymbols: Set<Unicode.Scalar> = [
    "-", "=", "_", "~", "*", ".", "·", "—", "–", "‐", "─", "━", "═", "ㅡ", "…", "‥", "+", "#", "'", "\"", ":",
  ]

  /// Whether words are a ruling line: four symbols or more, none of them a letter or digit, mostly the same one.
  static func isRule(_ words: [String], least: Int = 4) -> Bool {
    let symbols = words.flatMap(\.unicodeScalars)
    guard symbols.allSatisfy(ruleSymbols.contains) else { return false }
    let most = Dictionary(grouping: symbols) { $0 }.values.map(\.count).max() ?? 0
    return symbols.count >= least && most * 2 >= symbols.count
  }

  /// The script of a word's letters; nil for digits and symbols alone, and for a mixture.
  static func script(of text: String) -> String? {
    let scripts = text.unicodeScalars.compactMap { scalar -> String? in
      switch scalar.value {
      case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: "Hangul"
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: "Latin"
      case 0x4E00...0x9FFF, 0x3400...0x4DBF: "Han"
      case 0x3040...0x309F: "Hiragana"
      case 0x30A0...0x30FF: "Katakana"
      case 0x400...0x4FF: "Cyrillic"
      case 0x370...0x3FF: "Greek"
      default: nil
      }
    }
    return scripts.allSatisfy { $0 == scripts[0] } ? scripts.first : nil
  }
}
