/// Korean syllables as the letters that they are made of, so that a misread vowel is one error and not a whole syllable.
enum Jamo {
  /// Leading consonant, vowel and trailing consonant of each syllable; other scalars stay as they are.
  ///
  /// The three have codes of their own, beyond Unicode's: a consonant at the end is another than one at the beginning.
  static func letters(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in scalars {
      guard scalar.value >= 0xAC00, scalar.value <= 0xD7A3 else {
        letters.append(scalar.value)
        continue
      }
      let index = scalar.value - 0xAC00
      letters.append(0x20_0000 + index / 588)
      letters.append(0x20_0100 + index % 588 / 28)
      if index % 28 != 0 { letters.append(0x20_0200 + index % 28) }
    }
    return letters
  }

  /// Errors forgiven in a label of so many letters; measured on labels of other roles, none of which are nearer.
  static func tolerance(_ count: Int) -> Int {
    switch count {
    case ..<5: 0
    case ..<9: 1
    case ..<16: 2
    default: 3
    }
  }
}
