import Glibc
import PageModel

/// Classifies a piece of ink by its features: a network of one hidden layer.
///
/// `Marks.md` documents its training data, and `make marks` fits its weights again.
struct MarkVerdict: Sendable {
  /// The classes in the order of the network's outputs: the shapes, other strokes, and no pen's ink.
  static let names = ["circle", "triangle", "square", "star", "check", "cross", "unknown", "none"]

  /// The weights: four parts with an empty line between them, and a row of numbers in each other line.
  ///
  /// Means and spreads are those of each feature, in the order of `MarkFeatures`. The others have a row for each hidden
  /// unit or each class, its bias at the end.
  private static let table: (means: [Double], spreads: [Double], hidden: [[Double]], output: [[Double]]) = {
    let parts = String(decoding: PackageResources.marks_txt, as: UTF8.self).split(separator: "\n\n").map { part in
      part.split(separator: "\n").map { row in row.split(separator: " ").compactMap { Double($0) } }
    }
    return (parts[0][0], parts[1][0], parts[2], parts[3])
  }()

  /// 0 to 1 each, together 1.
  let shares: [Double]

  init(_ features: [Double]) {
    let table = Self.table
    let inputs = zip(features, zip(table.means, table.spreads)).map { ($0 - $1.0) / $1.1 }
    let hidden = Self.layer(inputs, table.hidden).map { max($0, 0.05 * $0) }
    let outputs = Self.layer(hidden, table.output)
    let most = outputs.max() ?? 0
    let powers = outputs.map { exp($0 - most) }
    let sum = powers.reduce(0, +)
    shares = powers.map { $0 / sum }
  }

  /// Applies rows of weights, each with its bias at the end.
  private static func layer(_ inputs: [Double], _ rows: [[Double]]) -> [Double] {
    rows.map { row in zip(row, inputs).reduce(row.last ?? 0) { $0 + $1.0 * $1.1 } }
  }

  var best: (shape: PenMark.Shape, share: Double) {
    let best = zip(Self.names.prefix(6), shares).max { $0.1 < $1.1 }
    return (best.flatMap { PenMark.Shape(rawValue: $0.0) } ?? .unknown, best?.1 ?? -1)
  }

  /// The share of a pen's strokes that are none of the six.
  var other: Double { shares.count > 6 ? shares[6] : 0 }
}
