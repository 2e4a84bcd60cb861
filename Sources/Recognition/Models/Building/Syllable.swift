/// A Hangul syllable of Unicode as the jamo it is made of: index of leading consonant, vowel, trailing consonant.
///
/// Unicode orders the 11,172 syllables as (lead × 21 + vowel) × 28 + trail; trail 0 is none.
package struct Syllable: Hashable, Sendable {
  package static let leads = 19
  package static let vowels = 21
  package static let trails = 28
  package static let first: UInt32 = 0xAC00
  package static let count = leads * vowels * trails

  /// From 0, in code point order.
  package let index: Int

  package init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return nil }
    self.init(scalar)
  }

  package init?(_ scalar: Unicode.Scalar) {
    guard scalar.value >= Self.first, scalar.value < Self.first + UInt32(Self.count) else { return nil }
    index = Int(scalar.value - Self.first)
  }

  private init(index: Int) {
    self.index = index
  }

  /// Every syllable in code point order.
  package static var all: some Sequence<Syllable> {
    (0..<count).lazy.map(Syllable.init(index:))
  }

  package var lead: Int { index / (Self.vowels * Self.trails) }
  package var vowel: Int { index / Self.trails % Self.vowels }
  package var trail: Int { index % Self.trails }

  package var scalar: Unicode.Scalar {
    // Syllables lie between the surrogates and no index leaves their block.
    Unicode.Scalar(Self.first + UInt32(index)) ?? "\u{FFFD}"
  }
}

/// The network's codes of the jamo, learnt from the syllables that a recoder already spells.
package struct JamoCodes: Hashable, Sendable {
  private var leads: [Int32?] = Array(repeating: nil, count: Syllable.leads)
  private var vowels: [Int32?] = Array(repeating: nil, count: Syllable.vowels)
  private var trails: [Int32?] = Array(repeating: nil, count: Syllable.trails)

  /// Throws where two syllables disagree about a jamo's code: such a recoder does not spell by jamo.
  package init(texts: [String], recoder: Recoder) throws(ModelError) {
    for (text, entry) in zip(texts, recoder.entries) {
      guard let syllable = Syllable(text) else { continue }
      guard entry.codes.count == 3 else {
        throw ModelError(.unsupported, "The model spells \(text) in \(entry.codes.count) codes, not by its three jamo.")
      }
      try Self.learn(entry.codes[0], at: syllable.lead, in: &leads, from: text)
      try Self.learn(entry.codes[1], at: syllable.vowel, in: &vowels, from: text)
      try Self.learn(entry.codes[2], at: syllable.trail, in: &trails, from: text)
    }
    guard leads.contains(where: { $0 != nil }) else {
      throw ModelError(.unsupported, "The model has no Hangul syllable to learn the jamo codes from.")
    }
  }

  private static func learn(
    _ code: Int32, at index: Int, in table: inout [Int32?], from text: String
  ) throws(ModelError) {
    if let known = table[index], known != code {
      throw ModelError(.unsupported, "The model spells the jamo of \(text) in two ways (\(known) and \(code)).")
    }
    table[index] = code
  }

  /// Gives a trailing consonant its code; false where it has another already.
  package mutating func setTrail(_ index: Int, code: Int32) -> Bool {
    guard trails.indices.contains(index) else { return false }
    if let known = trails[index] { return known == code }
    trails[index] = code
    return true
  }

  /// The three codes of a syllable; nil where the network has no code for one of its jamo.
  package func codes(of syllable: Syllable) -> [Int32]? {
    guard let lead = leads[syllable.lead], let vowel = vowels[syllable.vowel], let trail = trails[syllable.trail]
    else { return nil }
    return [lead, vowel, trail]
  }

  /// The trailing consonants without a code, as Unicode's conjoining jamo.
  package var missingTrails: [Unicode.Scalar] {
    trails.indices.filter { trails[$0] == nil }.compactMap { Unicode.Scalar(0x11A7 + UInt32($0)) }
  }
}
