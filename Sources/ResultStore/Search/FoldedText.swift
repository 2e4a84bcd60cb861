import Foundation
import Support

/// A line as the search compares it, with the place of each part in the line.
///
/// Letters are in lower case and without accents, conjoining jamo are whole syllables, full-width letters plain ones,
/// white space is one space, and commas between thousands are left out: `12,000` is `12000`.
struct FoldedText {
  /// The kind of a unit; a word of letters or digits begins and ends with a change of kind.
  enum Kind: Hashable {
    case space
    case digit
    /// Hangul, Han and Kana, which are found by any two that are beside each other.
    case syllable
    case letter
    case other
  }

  struct Unit: Hashable {
    var value: UInt32
    /// Unicode scalars of the line, from 0.
    var place: Range<Int>
    var kind: Kind { FoldedText.kind(of: value) }
    var isDigit: Bool { kind == .digit }
  }

  private(set) var units: [Unit] = []

  init(_ text: some StringProtocol) {
    var open: (leading: UInt32, vowel: UInt32?)?
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let value = scalar.value
      if (0x1100...0x11FF).contains(value), let last = units.indices.last, let jamo = open {
        let vowel = jamo.vowel ?? value
        let trailing = jamo.vowel == nil ? nil : value
        if let syllable = Jamo.syllable(leading: jamo.leading, vowel: vowel, trailing: trailing) {
          units[last] = Unit(value: syllable, place: units[last].place.lowerBound..<place + 1)
          open = trailing == nil ? (jamo.leading, vowel) : nil
          continue
        }
      }
      open = (0x1100...0x1112).contains(value) ? (value, nil) : nil
      guard let folded = Self.folded(scalar) else { continue }
      if folded == Self.space, units.last?.value ?? Self.space == Self.space { continue }
      units.append(Unit(value: folded, place: place..<place + 1))
    }
    if units.last?.value == Self.space { units.removeLast() }
    // Leaves out commas that part thousands.
    guard units.contains(where: { $0.value == Self.comma }) else { return }
    let all = units
    units = all.indices.filter { index in
      guard all[index].value == Self.comma, index > 0, all[index - 1].kind == .digit, index + 3 < all.count,
        all[index + 1...index + 3].allSatisfy({ $0.kind == .digit })
      else { return true }
      return index + 4 < all.count && all[index + 4].kind == .digit
    }.map { all[$0] }
  }

  static let space: UInt32 = 0x20
  static let comma: UInt32 = 0x2C
  static let dash: UInt32 = 0x2D

  static func kind(of value: UInt32) -> Kind {
    switch value {
    case space: .space
    case 0x30...0x39: .digit
    case 0x61...0x7A: .letter
    case ..<0x80: .other
    case Jamo.syllables, 0x3131...0x318E, 0x4E00...0x9FCC, 0x3400...0x4DB5, 0x3041...0x3096, 0x30A1...0x30FA: .syllable
    default: Unicode.Scalar(value)?.properties.isAlphabetic == true ? .letter : .other
    }
  }

  /// Nil for what counts as nothing, such as an accent that follows its letter.
  private static func folded(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x41...0x5A: return scalar.value + 0x20
    case 0x21..<0x7F, Jamo.syllables: return scalar.value
    case 0x300...0x36F, 0x200B...0x200F, 0x202A...0x202E, 0xFE00...0xFE0F, 0xFEFF: return nil
    // A dash is a dash, however long.
    case 0x2010...0x2015, 0x2212: return dash
    case 0xFFE6: return 0x20A9
    case 0xFF01...0xFF5E:
      let plain = scalar.value - 0xFEE0
      return (0x41...0x5A).contains(plain) ? plain + 0x20 : plain
    default: break
    }
    if scalar.properties.isWhitespace || scalar.value < 0x20 { return space }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    return withoutAccents[lower] ?? lower
  }

  /// Latin letters with accents, and the letters that they stand on.
  private static let withoutAccents: [UInt32: UInt32] = {
    var letters: [UInt32: UInt32] = [:]
    for value in Array(UInt32(0xC0)...0x24F) + Array(0x1E00...0x1EFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let parts = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
      if parts.count > 1, let letter = parts.first { letters[value] = letter.value }
    }
    return letters
  }()
}
