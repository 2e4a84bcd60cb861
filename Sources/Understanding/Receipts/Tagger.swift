import Foundation
import PageModel

/// The tags of a receipt's tokens with their probabilities.
struct Tagging: Sendable {
  let tokens: [Token]
  /// The best sequence.
  let tags: [TaggerModel.Tag]
  private let probabilities: [Double]
  private let model: TaggerModel

  /// Tags a receipt: the best sequence by Viterbi's algorithm, the probabilities by the forward and backward one.
  init(_ ledger: Ledger, on page: RecognisedPage, lexicon: Lexicon, model: TaggerModel) {
    self.model = model
    let tokens = Tokens(ledger, on: page, lexicon: lexicon)
    self.tokens = Array(tokens.rows.joined())
    let features = TokenFeatures(ReceiptGeometry(tokens, ledger, lexicon: lexicon), ledger)
    var scores: [Float] = []
    scores.reserveCapacity(tokens.count * model.tags.count)
    for row in tokens.rows.indices where !tokens.rows[row].isEmpty {
      let found = features.row(row)
      var shared = [Float](repeating: 0, count: model.tags.count)
      model.add(found.shared, to: &shared)
      for token in found.tokens {
        var own = shared
        model.add(token, to: &own)
        scores += own
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
    guard let index = model.tags.firstIndex(of: tag) else { return 0 }
    return probabilities[place * model.tags.count + index]
  }

  private static func best(_ scores: [Float], _ model: TaggerModel) -> [Int] {
    let count = model.tags.count
    let length = scores.count / count
    guard length > 0 else { return [] }
    var from = [Int8](repeating: 0, count: scores.count)
    var last = Array(scores[..<count])
    for place in 1..<max(1, length) {
      var next = [Float](repeating: 0, count: count)
      for tag in 0..<count {
        var best = 0
        var value = -Float.infinity
        for before in 0..<count where last[before] + model.transitions[before * count + tag] > value {
          value = last[before] + model.transitions[before * count + tag]
          best = before
        }
        next[tag] = value + scores[place * count + tag]
        from[place * count + tag] = Int8(best)
      }
      last = next
    }
    var tags = [Int](repeating: 0, count: length)
    tags[length - 1] = last.indices.max { last[$0] < last[$1] } ?? 0
    for place in stride(from: length - 1, to: 0, by: -1) { tags[place - 1] = Int(from[place * count + tags[place]]) }
    return tags
  }

  /// The probability of each tag at each place, with both passes scaled to 1 at each place.
  private static func marginals(_ scores: [Float], _ model: TaggerModel) -> [Double] {
    let count = model.tags.count
    let length = scores.count / count
    guard length > 0 else { return [] }
    let steps = model.transitions.map { exp(Double($0)) }
    var states = [Double](repeating: 0, count: scores.count)
    for place in 0..<length {
      let most = scores[(place * count)..<((place + 1) * count)].max() ?? 0
      for tag in 0..<count { states[place * count + tag] = exp(Double(scores[place * count + tag] - most)) }
    }
    func scale(_ values: inout [Double], _ place: Int) {
      let sum = values[(place * count)..<((place + 1) * count)].reduce(0, +)
      for tag in 0..<count {
        values[place * count + tag] = sum > 0 ? values[place * count + tag] / sum : 1 / Double(count)
      }
    }
    var forward = states
    scale(&forward, 0)
    for place in 1..<max(1, length) {
      for tag in 0..<count {
        var sum = 0.0
        for before in 0..<count { sum += forward[(place - 1) * count + before] * steps[before * count + tag] }
        forward[place * count + tag] = sum * states[place * count + tag]
      }
      scale(&forward, place)
    }
    var backward = [Double](repeating: 1, count: scores.count)
    for place in stride(from: length - 2, through: 0, by: -1) {
      for tag in 0..<count {
        var sum = 0.0
        for next in 0..<count {
          sum += steps[tag * count + next] * states[(place + 1) * count + next] * backward[(place + 1) * count + next]
        }
        backward[place * count + tag] = sum
      }
      scale(&backward, place)
    }
    var both = zip(forward, backward).map(*)
    for place in 0..<length { scale(&both, place) }
    return both
  }
}
