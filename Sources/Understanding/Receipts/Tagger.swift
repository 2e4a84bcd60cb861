import Foundation
import PageModel

/// The tags of a receipt's tokens with their probabilities.
struct Tagging: Sendable {
  let tokens: [Token]
  /// The best sequence.
  let tags: [TaggerModel.Tag]
  private let probabilities: [[Double]]
  private let model: TaggerModel

  /// Tags a receipt: the best sequence by Viterbi's algorithm, the probabilities by the forward and backward one.
  init(_ ledger: Ledger, on page: RecognisedPage, lexicon: Lexicon, model: TaggerModel) {
    self.model = model
    let tokens = Tokens(ledger, on: page, lexicon: lexicon)
    self.tokens = Array(tokens.rows.joined())
    let features = TokenFeatures(geometry: ReceiptGeometry(tokens, ledger, lexicon: lexicon), ledger: ledger)
    var scores: [[Float]] = []
    for row in tokens.rows.indices where !tokens.rows[row].isEmpty {
      let found = features.row(row)
      var shared = [Float](repeating: 0, count: model.tags.count)
      model.add(found.shared, to: &shared)
      for token in found.tokens {
        var own = shared
        model.add(token, to: &own)
        scores.append(own)
      }
    }
    tags = Self.best(scores, model).map { model.tags[$0] }
    probabilities = Self.marginals(scores, model)
  }

  /// The probability, 0 to 1, that a token belongs to a value.
  func probability(of value: TaggedValue, at place: Int) -> Double {
    probability(.begins(value), at: place) + probability(.goesOn(value), at: place)
  }

  func probability(_ tag: TaggerModel.Tag, at place: Int) -> Double {
    model.tags.firstIndex(of: tag).map { probabilities[place][$0] } ?? 0
  }

  /// - Parameter scores: Those of each tag, of each token.
  private static func best(_ scores: [[Float]], _ model: TaggerModel) -> [Int] {
    guard var last = scores.first else { return [] }
    let steps = model.transitions
    let all = last.indices
    // The best tag before each tag, of each token but the first one.
    var from: [[Int]] = []
    for own in scores.dropFirst() {
      let best = all.map { tag in
        all.max { last[$0] + steps[$0 * all.count + tag] < last[$1] + steps[$1 * all.count + tag] } ?? 0
      }
      last = all.map { last[best[$0]] + steps[best[$0] * all.count + $0] + own[$0] }
      from.append(best)
    }
    var tags = [all.max { last[$0] < last[$1] } ?? 0]
    for best in from.reversed() { tags.append(best[tags[tags.count - 1]]) }
    return tags.reversed()
  }

  /// The probability of each tag at each place, with both passes scaled to 1 at each place.
  private static func marginals(_ scores: [[Float]], _ model: TaggerModel) -> [[Double]] {
    let all = model.tags.indices
    let steps = model.transitions.map { exp(Double($0)) }
    func scaled(_ values: [Double]) -> [Double] {
      let sum = values.reduce(0, +)
      return values.map { sum > 0 ? $0 / sum : 1 / Double(all.count) }
    }
    let states = scores.map { own in
      let most = own.max() ?? 0
      return own.map { exp(Double($0 - most)) }
    }
    guard let first = states.first else { return [] }
    var forward = [scaled(first)]
    for state in states.dropFirst() {
      let last = forward[forward.count - 1]
      let next = all.map { tag in all.reduce(0.0) { $0 + last[$1] * steps[$1 * all.count + tag] } * state[tag] }
      forward.append(scaled(next))
    }
    // From the last token to the first one.
    var backward = [[Double](repeating: 1, count: all.count)]
    for state in states.dropFirst().reversed() {
      let last = backward[backward.count - 1]
      let next = all.map { tag in all.reduce(0.0) { $0 + steps[tag * all.count + $1] * state[$1] * last[$1] } }
      backward.append(scaled(next))
    }
    return zip(forward, backward.reversed()).map { scaled(zip($0, $1).map(*)) }
  }
}
