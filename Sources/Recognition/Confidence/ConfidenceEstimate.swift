import Glibc
import Support

/// Estimates how likely each character of a reading is right, from the facts known once the line is read.
struct ConfidenceEstimate {
  /// The signals of each character, in this order.
  ///
  /// - `own`: the network's doubt of the character, and `mean` of all characters of the line
  /// - `doubted`: the share of the line's other readings with another character in its place; 0 without other readings
  /// - `height`: of the capitals in the picture, relative to 20 pixels, as a logarithm
  /// - `length`: the line's count of characters, relative to 12 and at most that, as a logarithm
  let signals: [[Double]]
  /// For each character, 0 to 1.
  let shares: [Double]

  /// - Parameters:
  ///   - index: The place of the judged reading.
  ///   - readings: All readings of the line.
  ///   - height: The capitals' height in the picture, in pixels; nil if unknown.
  init(of index: Int, among readings: [LineReading], height: Double?) {
    let characters = readings[index].words.flatMap(\.characters)
    let others = readings.indices.filter { $0 != index }.map { readings[$0].words.flatMap(\.characters).map(\.text) }
    let texts = characters.map(\.text)
    var doubts = [Double](repeating: 0, count: texts.count)
    for other in others {
      for (place, isSame) in Self.agreement(of: texts, with: other).enumerated() where !isSame {
        doubts[place] += 1 / Double(others.count)
      }
    }
    let line = [
      log(min(max(height ?? 20, 5), 40) / 20), log(Double(min(max(texts.count, 1), 12)) / 12),
    ]
    let mean = Self.doubt(readings[index].confidence)
    signals = characters.indices.map { [Self.doubt(characters[$0].confidence), mean, doubts[$0]] + line }
    shares = signals.map(Self.share)
  }

  /// 0 without characters.
  var mean: Double { mean(shares.indices) }

  /// The mean of each of the reading's words.
  func means(of words: [WordReading]) -> [Double] {
    var end = 0
    return words.map { word in
      end += word.characters.count
      return mean(end - word.characters.count..<end)
    }
  }

  /// The mean over some characters; 0 for none.
  func mean(_ range: Range<Int>) -> Double {
    let part = shares[range.clamped(to: shares.indices)]
    return part.isEmpty ? 0 : part.reduce(0, +) / Double(part.count)
  }

  /// The network's confidences crowd below 1, so the logarithm of the distance is the signal.
  private static func doubt(_ confidence: Double) -> Double { log(1.002 - min(max(confidence, 0), 1)) }

  /// For each character of a text whether another text has it at the same place, in the cheapest alignment.
  static func agreement(of text: [String], with other: [String]) -> [Bool] {
    var result = [Bool](repeating: false, count: text.count)
    for case (let place?, let own?) in aligned(other, text, gap: 1, cost: { $0 == $1 ? 0 : 1 }) {
      result[own] = other[place] == text[own]
    }
    return result
  }

  private static func share(_ signals: [Double]) -> Double {
    let sum = zip(ConfidenceTable.weights, signals).reduce(ConfidenceTable.bias) { $0 + $1.0 * $1.1 }
    return 1 / (1 + exp(-sum))
  }
}
