import Support

/// Chooses among several readings of one line by their agreement.
///
/// The reading is taken that is expected to be nearest to all of them, each weighed by its confidence; what no reading
/// has seen is never made up. Among nine readings of the lines that `LineReader.doubtfulBelow` names it chose better than
/// the highest confidence (line error 10.47 % against 10.65 %), among four as well.
enum ReadingVote {
  /// How much more a confident reading counts: its confidence to this power.
  private static let power = 8
  /// What a reading's own confidence counts, beside one other reading that agrees with it.
  ///
  /// With less than 1 the less confident side would win where two readings stand against two, since the others count more for it.
  private static let own = 1.0

  /// The index of the chosen reading; nil where there is none.
  static func choice(among readings: [LineReading]) -> Int? {
    let texts = readings.map { Array($0.text.filter { !$0.isWhitespace }) }
    let weights = readings.map { reading in (0..<power).reduce(1.0) { product, _ in product * reading.confidence } }
    var best: (index: Int, worth: Double)?
    for index in readings.indices where !texts[index].isEmpty {
      var worth = own * weights[index]
      for other in readings.indices where other != index {
        let length = max(texts[index].count, texts[other].count, 1)
        worth += weights[other] * (1 - Double(editDistance(texts[index], texts[other])) / Double(length))
      }
      if worth > best?.worth ?? -1 { best = (index, worth) }
    }
    return best?.index
  }
}
