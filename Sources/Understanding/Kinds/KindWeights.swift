import Foundation

/// The weight of each feature for each kind: a multinomial logistic regression.
///
/// `make kinds` fits it, with a quadratic penalty, so that few pages do not decide alone; see `Kinds.md`.
enum KindWeights {
  /// The lines of `kinds.weights`, compiled in; a test checks that each kind has a weight for each feature.
  static let table: [(label: PageKind.Label, weights: [Double])] = {
    let text = String(decoding: PackageResources.kinds_weights, as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let label = PageKind.Label(rawValue: words[0]) else { return nil }
      return (label, words.dropFirst().compactMap(Double.init))
    }
  }()

  /// The share of each label, together 1.
  static func shares(of features: KindFeatures) -> [(label: PageKind.Label, share: Double)] {
    let scores = table.map { label, weights in
      (label: label, score: zip(weights, features.values).reduce(0) { $0 + 1.2 * $1.0 * $1.1 })
    }
    let highest = scores.map(\.score).max() ?? 0
    let odds = scores.map { (label: $0.label, odds: exp($0.score - highest)) }
    let sum = odds.reduce(0) { $0 + $1.odds }
    return odds.map { ($0.label, $0.odds / sum) }
  }
}
