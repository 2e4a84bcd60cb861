/// Korean syllables as their letters, so that a misread vowel is one error and not a whole syllable.
package enum Jamo {
  package static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The numbers of leading consonants, vowels and trailing consonants; no trailing consonant counts as one.
  private static let counts: (leading: UInt32, vowels: UInt32, trailing: UInt32) = (19, 21, 28)

  /// Leading consonant, vowel and trailing consonant of each syllable; other scalars stay as they are.
  ///
  /// The three have codes beyond Unicode's, so that a consonant at the end differs from one at the beginning.
  package static func letters(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in scalars {
      guard let parts = parts(of: scalar.value) else {
        letters.append(scalar.value)
        continue
      }
      letters.append(0x20_0000 + parts.leading)
      letters.append(0x20_0100 + parts.vowel)
      if parts.trailing != 0 { letters.append(0x20_0200 + parts.trailing) }
    }
    return letters
  }

  /// The errors forgiven in a label of `count` letters; measured on labels of other roles, none of which are nearer.
  package static func tolerance(_ count: Int) -> Int {
    switch count {
    case ..<5: 0
    case ..<9: 1
    case ..<16: 2
    default: 3
    }
  }

  /// Whether two syllables differ in one of their three letters; a missing trailing consonant counts as a letter.
  package static func differByOne(_ first: UInt32, _ second: UInt32) -> Bool {
    guard let one = parts(of: first), let other = parts(of: second) else { return false }
    return [one.leading != other.leading, one.vowel != other.vowel, one.trailing != other.trailing].count { $0 } == 1
  }

  /// All syllables that differ from one in a single letter; none for other scalars.
  package static func neighbours(of syllable: UInt32) -> [UInt32] {
    guard let parts = parts(of: syllable) else { return [] }
    func made(_ leading: UInt32, _ vowel: UInt32, _ trailing: UInt32) -> UInt32 {
      syllables.lowerBound + (leading * counts.vowels + vowel) * counts.trailing + trailing
    }
    let all =
      (0..<counts.leading).map { made($0, parts.vowel, parts.trailing) }
      + (0..<counts.vowels).map { made(parts.leading, $0, parts.trailing) }
      + (0..<counts.trailing).map { made(parts.leading, parts.vowel, $0) }
    return all.filter { $0 != syllable }
  }

  /// A syllable of conjoining letters (U+1100, U+1161, U+11A8 and behind); nil if they make none.
  package static func syllable(leading: UInt32, vowel: UInt32, trailing: UInt32? = nil) -> UInt32? {
    guard (0x1100..<0x1100 + counts.leading).contains(leading), (0x1161..<0x1161 + counts.vowels).contains(vowel) else {
      return nil
    }
    let open = syllables.lowerBound + ((leading - 0x1100) * counts.vowels + (vowel - 0x1161)) * counts.trailing
    guard let trailing else { return open }
    return (0x11A8..<0x11A7 + counts.trailing).contains(trailing) ? open + trailing - 0x11A7 : nil
  }

  private static func parts(of value: UInt32) -> (leading: UInt32, vowel: UInt32, trailing: UInt32)? {
    guard syllables.contains(value) else { return nil }
    let index = value - syllables.lowerBound
    let perLeading = counts.vowels * counts.trailing
    return (index / perLeading, index % perLeading / counts.trailing, index % counts.trailing)
  }
}
