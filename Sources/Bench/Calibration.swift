/// The distance of stated confidences from the share of right characters, over many lines or pages.
struct Calibration {
  /// One line or page: what was stated, what was found, and how much it counts.
  struct Sample: Codable {
    var confidence: Double
    /// The share of right characters, 0 to 1.
    var right: Double
    var weight: Double
  }

  /// Samples of similar confidence.
  struct Bin: Codable {
    var confidence: Double
    var right: Double
    var weight: Double
  }

  private let samples: [Sample]
  /// In the order of their confidence; of equal weight, as far as samples allow.
  let bins: [Bin]

  init(_ samples: [Sample], bins count: Int) {
    self.samples = samples.filter { $0.weight > 0 }.sorted { $0.confidence < $1.confidence }
    let total = self.samples.reduce(0) { $0 + $1.weight }
    var bins: [Bin] = []
    var (sum, weight) = (Bin(confidence: 0, right: 0, weight: 0), 0.0)
    for sample in self.samples {
      sum.confidence += sample.confidence * sample.weight
      sum.right += sample.right * sample.weight
      sum.weight += sample.weight
      weight += sample.weight
      if weight >= total * Double(bins.count + 1) / Double(count) - 1e-9 {
        bins.append(
          Bin(confidence: sum.confidence / sum.weight, right: sum.right / sum.weight, weight: sum.weight))
        sum = Bin(confidence: 0, right: 0, weight: 0)
      }
    }
    self.bins = bins
  }

  /// The expected calibration error: the mean distance of bins from the diagonal (Naeini, Cooper and Hauskrecht 2015).
  var expectedError: Double {
    let total = bins.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return 0 }
    return bins.reduce(0) { $0 + $1.weight * abs($1.confidence - $1.right) } / total
  }

  /// The mean distance of single samples.
  var meanAbsoluteError: Double { mean { abs($0.confidence - $0.right) } }
  var meanConfidence: Double { mean(\.confidence) }
  var meanRight: Double { mean(\.right) }

  /// The share of all wrong characters that the least confident part holds.
  func errors(inLeast share: Double) -> Double {
    let total = samples.reduce(0) { $0 + $1.weight }
    let wrong = samples.reduce(0) { $0 + $1.weight * (1 - $1.right) }
    guard wrong > 0 else { return 0 }
    var (seen, found) = (0.0, 0.0)
    for sample in samples {
      guard seen < share * total else { break }
      let part = min(sample.weight, share * total - seen)
      seen += part
      found += part * (1 - sample.right)
    }
    return found / wrong
  }

  private func mean(_ value: (Sample) -> Double) -> Double {
    let total = samples.reduce(0) { $0 + $1.weight }
    return total > 0 ? samples.reduce(0) { $0 + $1.weight * value($1) } / total : 0
  }
}
