import Foundation

/// How much each of a page's features speaks for each kind: a multinomial logistic regression.
///
/// Fitted by `Kinds.md` with a quadratic penalty, so that few pages do not decide alone.
enum KindWeights {
  /// The share of each label, together 1.
  static func shares(of features: KindFeatures) -> [(label: PageKind.Label, share: Double)] {
    let scores = table.map { label, weights in
      (label: label, score: zip(weights, features.values).reduce(0) { $0 + $1.0 * $1.1 })
    }
    let highest = scores.map(\.score).max() ?? 0
    let odds = scores.map { (label: $0.label, odds: exp($0.score - highest)) }
    let sum = odds.reduce(0) { $0 + $1.odds }
    return odds.map { ($0.label, $0.odds / sum) }
  }

  /// The features that the weights are for.
  static var features: Int { table.first?.1.count ?? 0 }

  /// In the order of `KindFeatures`: one; words of receipts, slips, invoices, registrations, screens; amount of text, no
  /// text, running text, digits, width of a line, tall, wide; total, items, card, business number; ruling lines,
  /// confidence; dark ground, share of the ground, colour, tones, smoothness, darkness; empty, tones without text, title
  /// of a slip and of a receipt, words of a line, print on the page, lines side by side, height of print, widest lines,
  /// card without items, text on dark ground.
  private static let table: [(PageKind.Label, [Double])] = [
    (
      .receipt,
      [
        -2.13, 4.62, -1.11, -0.13, -1.13, -0.36, 0.74, -0.55, -1.17, 0.19, 0.11, 1.36, -0.57,
        0.26, 0.86, 0.03, 1.37, 0.76, 0.72, 0.20, -0.48, -0.62, 0.59, -0.48, 0.01, -0.03,
        -0.23, -1.85, 1.03, 0.64, 1.08, -0.52, 0.64, -0.58, -0.55, 0.23,
      ]
    ),
    (
      .cardSlip,
      [
        -1.77, -0.08, 2.89, -0.36, -0.17, 0.58, 0.13, -0.37, -0.33, 0.11, -0.22, 0.71, -0.34,
        2.04, -0.71, 0.61, 0.15, 0.26, 0.31, -0.12, -0.25, -0.15, 0.06, 0.37, -0.18, -0.05,
        -0.13, 2.14, 0.34, -0.55, -0.25, -0.18, 0.52, -0.26, 1.10, -0.11,
      ]
    ),
    (
      .invoice,
      [
        -0.83, -0.87, -0.03, 4.06, -0.44, -0.70, 0.58, -0.52, -0.56, 0.42, 0.33, 0.38, -0.01,
        1.31, 2.63, -0.06, -0.45, -0.53, 0.43, -0.17, 0.63, -0.04, -0.93, 0.79, -0.27, -0.19,
        -0.13, -0.03, -0.17, 0.29, -1.25, 0.74, -1.61, 0.46, -0.03, -0.16,
      ]
    ),
    (
      .registration,
      [
        -1.07, 0.21, -0.07, -0.43, 4.51, 0.66, 0.19, -0.53, 0.11, -0.22, -0.27, 1.16, -0.57,
        -0.52, -0.36, -0.10, 1.40, -0.51, -0.15, -0.10, 0.27, 0.18, -0.33, 0.04, -0.20, -0.10,
        -0.18, -0.07, -0.26, 0.63, -0.15, 0.12, -0.25, 0.47, -0.08, -0.08,
      ]
    ),
    (
      .document,
      [
        -1.85, -1.30, -0.18, -2.01, -1.57, -1.14, 0.35, -0.34, 0.64, -2.31, 2.19, 0.11, -1.57,
        -0.84, -0.81, -0.05, -0.64, 0.27, 1.23, -0.81, 1.60, -0.57, -1.16, -0.39, -0.12, -0.06,
        -0.11, -0.04, -0.19, 2.72, 0.32, -0.53, 1.30, 1.70, -0.05, -0.81,
      ]
    ),
    (
      .photo,
      [
        1.84, -0.12, -0.06, -0.04, -0.05, -0.24, -0.72, 1.71, -0.39, -0.08, -0.37, -0.89, 1.16,
        -0.17, -0.09, -0.05, -0.20, -0.06, -1.53, 0.97, -1.68, 1.74, 1.86, -1.57, 1.31, -0.15,
        2.81, -0.01, -0.09, -0.40, -0.08, 0.47, -0.13, -0.64, -0.04, -0.44,
      ]
    ),
    (
      .drawing,
      [
        4.15, -1.02, -0.51, -1.48, -0.64, -0.34, -0.57, 0.69, 1.48, 0.01, -2.53, -1.53, 0.52,
        -0.75, -0.66, -0.12, -0.33, 0.94, -0.31, -0.97, 0.80, 0.31, -1.08, 2.55, -1.87, -3.22,
        0.01, -0.12, -0.06, -2.28, -0.71, -0.15, -0.66, -1.10, -0.12, -0.41,
      ]
    ),
    (
      .blank,
      [
        1.14, -0.08, -0.04, -0.14, -0.07, -0.14, -0.95, 1.48, -0.24, 0.21, -0.23, -0.35, 1.05,
        -0.09, -0.08, -0.01, -0.04, -0.67, -1.35, -0.15, 1.04, -0.31, -1.28, 0.32, -0.19, 3.79,
        -0.86, 0.00, -0.01, -0.31, -1.09, -0.07, -1.07, -0.56, -0.01, -0.07,
      ]
    ),
    (
      .screenshot,
      [
        0.26, -1.37, -0.90, 0.53, -0.44, 1.68, 0.25, -1.59, 0.45, 1.66, 0.98, -0.93, 0.33,
        -1.24, -0.77, -0.25, -1.26, -0.47, 0.65, 1.14, -1.94, -0.54, 2.27, -1.63, 1.51, 0.00,
        -1.19, -0.02, -0.59, -0.74, 2.13, 0.12, 1.26, 0.50, -0.23, 1.84,
      ]
    ),
  ]
}
