import Foundation

/// How much each of a page's features speaks for each kind: a multinomial logistic regression.
///
/// `make kinds` fits it, with a quadratic penalty, so that few pages do not decide alone; see `Kinds.md`.
enum KindWeights {
  /// The share of each label, together 1.
  static func shares(of features: KindFeatures) -> [(label: PageKind.Label, share: Double)] {
    let scores = KindTable.weights.map { label, weights in
      (label: label, score: zip(weights, features.values).reduce(0) { $0 + 1.2 * $1.0 * $1.1 })
    }
    let highest = scores.map(\.score).max() ?? 0
    let odds = scores.map { (label: $0.label, odds: exp($0.score - highest)) }
    let sum = odds.reduce(0) { $0 + $1.odds }
    return odds.map { ($0.label, $0.odds / sum) }
  }

  /// The features that the weights are for.
  static var features: Int { KindTable.weights.first?.weights.count ?? 0 }
}
