/// Turns what a token is described by into 32 bits: the weights of the tagger are looked up by them.
///
/// Of 14,000 features two have one code in one model of 45. Programs that fit weights call this code, so that nothing
/// has to be written twice.
enum FeatureCode {
  /// Of letters and digits (FNV-1a over the scalars).
  static func of(_ scalars: some Sequence<Unicode.Scalar>) -> UInt32 {
    var code: UInt32 = 2_166_136_261
    for scalar in scalars { code = (code ^ scalar.value) &* 16_777_619 }
    return code
  }

  /// Of a kind of feature and up to three values.
  static func of(_ kind: FeatureKind, _ one: UInt32 = 0, _ two: UInt32 = 0, _ three: UInt32 = 0) -> UInt32 {
    var code = kind.rawValue &* 0x9E37_79B1
    for value in [one, two, three] {
      code = (code ^ value) &* 0x85EB_CA6B
      code ^= code >> 13
    }
    code = code &* 0xC2B2_AE35
    return code ^ (code >> 16)
  }
}

extension [UInt32] {
  /// Adds a feature of a kind and up to three values.
  mutating func add(_ kind: FeatureKind, _ one: UInt32 = 0, _ two: UInt32 = 0, _ three: UInt32 = 0) {
    append(FeatureCode.of(kind, one, two, three))
  }
}

/// The fact that a feature states; the raw values are part of what the weights were fitted on, so a new one goes to the end.
enum FeatureKind: UInt32, Sendable {
  // Of the row.
  case height = 1, rowFromTop, rowFromEnd, centred, margins, rowSize, pattern, patternBefore, patternBehind, tokensInRow
  case rowLabel, anchorMissing, anchor, firstAnchor, list, section, product, productBelow
  // Of the token.
  case word, form, shape, length, label, joined, formsAround, placeInRow, placeFromEnd, grams, section2, ending
  case repeated, repeatedLabel, gap, right, left, size
  // Of what stands around it.
  case wordNear, formNear, labelNear, lexiconNear, edge
  case labelBefore, labelBeforeFar, labelBeforeOver, firstLabel, noLabel, colon, noColon, beforeColon, beforeColonEnd
  case beforeColonStart, rowStart, rowStartShort, labelAbove, textAbove, textAboveEnd, rowAbove, formBelow
  // Of numbers.
  case column, columnSection, numberFromLeft, numberFromRight, factor, printedTimes, magnitude
  // Of the parsers.
  case inPhone, inBusinessNumber, inCardNumber, inDate, style
}
