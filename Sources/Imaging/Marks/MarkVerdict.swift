import Glibc
import PageModel

/// Classifies a piece of ink by its features: a network of one hidden layer with the weights of `MarkTable`.
struct MarkVerdict: Sendable {
  /// The classes in the order of the network's outputs: the shapes, other strokes, and no pen's ink.
  static let names = ["circle", "triangle", "square", "star", "check", "cross", "unknown", "none"]

  /// 0 to 1 each, together 1.
  let shares: [Double]

  init(_ features: [Double]) {
    let table = MarkTable.standard
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
