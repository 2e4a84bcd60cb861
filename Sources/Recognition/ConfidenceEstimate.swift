import Glibc
import PageModel

/// How likely each character of a reading is right, estimated from what is known when the line has been read.
///
/// A logistic model on few signals, fitted on drawn pages; `Confidence.md` has the figures and the command.
struct ConfidenceEstimate {
  /// For each character, in the order of `names`.
  let signals: [[Double]]
  /// For each character, 0 to 1.
  let shares: [Double]

  /// What the signals are, in their order.
  static let names = [
    "own", "mean", "least", "neighbours", "reread", "doubted", "disagreement", "odd", "height", "short",
  ]

  /// - Parameters:
  ///   - index: The place of the reading that is judged.
  ///   - readings: All readings of the line.
  ///   - height: That of the capitals in the picture, in pixels; nil where it is not known.
  init(of index: Int, among readings: [LineReading], height: Double?) {
    let characters = readings[index].words.flatMap(\.characters)
    let others = readings.indices.filter { $0 != index }.map { readings[$0].words.flatMap(\.characters).map(\.text) }
    let texts = characters.map(\.text)
    var doubts = [Double](repeating: 0, count: texts.count)
    for other in others {
      for (place, isSame) in Self.agreement(of: texts, with: other).enumerated() where !isSame { doubts[place] += 1 }
    }
    if !others.isEmpty { doubts = doubts.map { $0 / Double(others.count) } }
    let count = Double(max(1, texts.count))
    let mean = readings[index].confidence
    let least = characters.map(\.confidence).min() ?? 0
    let line = [
      Self.doubt(mean), Self.doubt(least), others.isEmpty ? 0 : 1, doubts.reduce(0, +) / count,
      log(min(max(height ?? 20, 5), 40) / 20), 1 / count,
    ]
    signals = characters.indices.map { place in
      let beside = [place - 1, place + 1].filter(characters.indices.contains).map { characters[$0].confidence }
      return [
        Self.doubt(characters[place].confidence), line[0], line[1], Self.doubt(beside.min() ?? 1), line[2],
        doubts[place], line[3], Self.isOdd(texts[place]) ? 1 : 0, line[4], line[5],
      ]
    }
    shares = signals.map(Self.share)
  }

  /// The mean over all characters; 0 where there are none.
  var mean: Double { mean(shares.indices) }

  /// The mean over some characters; 0 where there are none.
  func mean(_ range: Range<Int>) -> Double {
    let part = shares[range.clamped(to: shares.indices)]
    return part.isEmpty ? 0 : part.reduce(0, +) / Double(part.count)
  }

  /// The network's confidences crowd below 1: what tells is how far below, on a logarithmic scale.
  private static func doubt(_ confidence: Double) -> Double { log(1.002 - min(max(confidence, 0), 1)) }

  /// Whether a character is none of those that make up receipts.
  private static func isOdd(_ text: String) -> Bool {
    !text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0xAC00...0xD7A3, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: ".,:-/()*%₩#[]&".unicodeScalars.contains(scalar)
      }
    }
  }

  /// For each character of a text whether another text has it at the same place, in the cheapest alignment.
  static func agreement(of text: [String], with other: [String]) -> [Bool] {
    let (rows, columns) = (text.count, other.count)
    var costs = [Int](repeating: 0, count: (rows + 1) * (columns + 1))
    for row in 0...rows {
      for column in 0...columns {
        let place = row * (columns + 1) + column
        guard row > 0, column > 0 else {
          costs[place] = row + column
          continue
        }
        let same = text[row - 1] == other[column - 1] ? 0 : 1
        costs[place] = min(
          costs[place - columns - 2] + same, costs[place - 1] + 1, costs[place - columns - 1] + 1)
      }
    }
    var result = [Bool](repeating: false, count: rows)
    var (row, column) = (rows, columns)
    while row > 0 {
      let place = row * (columns + 1) + column
      if column > 0 {
        let isSame = text[row - 1] == other[column - 1]
        if costs[place] == costs[place - columns - 2] + (isSame ? 0 : 1) {
          result[row - 1] = isSame
          row -= 1
          column -= 1
          continue
        }
        if costs[place] == costs[place - 1] + 1 {
          column -= 1
          continue
        }
      }
      row -= 1
    }
    return result
  }

  private static func share(_ signals: [Double]) -> Double {
    let sum = zip(ConfidenceTable.weights, signals).reduce(ConfidenceTable.bias) { $0 + $1.0 * $1.1 }
    return 1 / (1 + exp(-sum))
  }
}
