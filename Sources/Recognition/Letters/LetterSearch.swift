import Glibc

/// Finds the likeliest text of a line by the network's probabilities and the model of characters together.
///
/// A prefix beam search: hypotheses are prefixes of codes, each with the probabilities that the steps so far end with its
/// last code or with a blank. Source: Hannun and others, "First-Pass Large Vocabulary Continuous Speech Recognition
/// using Bi-Directional Recurrent DNNs", 2014.
struct LetterSearch {
  private let model: CharacterModel
  private let spelling: SpellingTable
  private var nodes: [Node] = []

  private static let beam = 16
  /// Codes of one step that are tried, and the least probability of one.
  private static let choices = 12
  private static let leastProbability: Float = 1e-4
  /// A hypothesis so far behind the best one, as a natural logarithm, is given up.
  private static let farBehind: Float = 16
  static let modelWeight: Float = 0.5
  /// For each character, because a model of characters prefers short texts.
  private static let characterBonus: Float = 1.5

  init(model: CharacterModel, spelling: SpellingTable) {
    self.model = model
    self.spelling = spelling
  }

  private struct Node {
    var parent: Int32
    var code: Int32
    /// Of `SpellingTable`.
    var state: Int32 = 0
    /// The number of the character that its code ends; -1 inside of one.
    var character: Int32 = -1
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// The last step that reached it.
    var step: Int32 = -1
    /// Logarithms of the probabilities that the steps end with a blank, or with its code.
    var blank = -Float.infinity
    var said = -Float.infinity
    var nextBlank = -Float.infinity
    var nextSaid = -Float.infinity
    /// By the model of characters, with the bonus.
    var text: Float = 0
    var context = CharacterModel.start

    var worth: Float { logSum(blank, said) + text }
  }

  /// The characters of the likeliest text, by their numbers; nil if no hypothesis ends with a whole character.
  mutating func likeliest(_ probabilities: [Float]) -> [Int]? {
    nodes = [Node(parent: -1, code: -1, blank: 0)]
    var active = [0]
    for step in 0..<probabilities.count / model.codes {
      let start = step * model.codes
      let choices = probabilities.withUnsafeBufferPointer {
        Self.choices(of: $0[start..<start + model.codes], model.blank)
      }
      active = advance(active, step: Int32(step), blank: log(probabilities[start + model.blank]), choices: choices)
    }
    let whole = active.filter { nodes[$0].state == 0 }
    func worth(_ node: Int) -> Float {
      nodes[node].worth + Self.modelWeight * model.logProbabilityOfEnd(in: nodes[node].context)
    }
    return whole.max { worth($0) < worth($1) }.map(characters)
  }

  private func characters(of last: Int) -> [Int] {
    let path = sequence(first: nodes[last]) { $0.parent >= 0 ? nodes[Int($0.parent)] : nil }
    return path.map { Int($0.character) }.filter { $0 >= 0 }.reversed()
  }

  /// The likeliest codes of a step without the blank, with the logarithms of their probabilities.
  private static func choices(
    of step: Slice<UnsafeBufferPointer<Float>>, _ blank: Int
  ) -> [(code: Int, score: Float)] {
    var found: [(code: Int, score: Float)] = []
    for code in 0..<step.count where step[step.startIndex + code] >= leastProbability && code != blank {
      found.append((code, log(step[step.startIndex + code])))
    }
    if found.count > choices { found = Array(found.sorted { $0.score > $1.score }.prefix(choices)) }
    return found
  }

  private mutating func advance(
    _ active: [Int], step: Int32, blank: Float, choices: [(code: Int, score: Float)]
  ) -> [Int] {
    var reached: [Int] = []
    func reach(_ node: Int) {
      if nodes[node].step == step { return }
      nodes[node].step = step
      (nodes[node].nextBlank, nodes[node].nextSaid) = (-.infinity, -.infinity)
      reached.append(node)
    }
    for node in active {
      let (code, blankBefore, said) = (Int(nodes[node].code), nodes[node].blank, nodes[node].said)
      let both = logSum(blankBefore, said)
      reach(node)
      nodes[node].nextBlank = logSum(nodes[node].nextBlank, both + blank)
      for choice in choices {
        if choice.code == code { nodes[node].nextSaid = logSum(nodes[node].nextSaid, said + choice.score) }
        guard let child = child(of: node, saying: choice.code) else { continue }
        reach(child)
        // A code that comes twice has a blank between.
        let before = choice.code == code ? blankBefore : both
        nodes[child].nextSaid = logSum(nodes[child].nextSaid, before + choice.score)
      }
    }
    var ranked: [(node: Int, worth: Float)] = []
    for node in reached {
      (nodes[node].blank, nodes[node].said) = (nodes[node].nextBlank, nodes[node].nextSaid)
      ranked.append((node, nodes[node].worth))
    }
    ranked.sort { $0.worth > $1.worth }
    let least = (ranked.first?.worth ?? 0) - Self.farBehind
    return ranked.prefix(Self.beam).prefix { $0.worth >= least }.map(\.node)
  }

  /// The hypothesis one code longer; nil if no character goes on with that code.
  private mutating func child(of parent: Int, saying code: Int) -> Int? {
    var place = nodes[parent].firstChild
    while place >= 0 {
      if nodes[Int(place)].code == code { return Int(place) }
      place = nodes[Int(place)].nextSibling
    }
    guard let (state, character) = spelling.next(Int(nodes[parent].state), code) else { return nil }
    var node = Node(
      parent: Int32(parent), code: Int32(code), state: state, character: character,
      nextSibling: nodes[parent].firstChild, text: nodes[parent].text, context: nodes[parent].context)
    if character >= 0 {
      let probability = model.logProbability(of: Int(character), in: &node.context)
      node.text += Self.modelWeight * probability + Self.characterBonus
    }
    nodes[parent].firstChild = Int32(nodes.count)
    nodes.append(node)
    return nodes.count - 1
  }
}

/// The logarithm of the sum of two numbers, by their logarithms.
private func logSum(_ left: Float, _ right: Float) -> Float {
  let (greater, less) = left > right ? (left, right) : (right, left)
  return less == -.infinity ? greater : greater + log1p(exp(less - greater))
}

/// Says which codes continue a character.
///
/// State 0 is between characters, every other one is the beginning of a character of several codes.
struct SpellingTable {
  private let codes: Int
  /// For each state and code the next state, or -1.
  private var states: [Int32]
  /// For each state and code the number of the character that the code ends, or -1.
  private var characters: [Int32]

  init(_ model: CharacterModel) {
    codes = model.codes
    states = [Int32](repeating: -1, count: codes)
    characters = states
    for character in 0..<model.characterCount {
      var place: Int?
      var state = 0
      for code in model.spelling(character) {
        if let place {
          if states[place] <= 0 {
            states[place] = Int32(states.count / codes)
            states += [Int32](repeating: -1, count: codes)
            characters += [Int32](repeating: -1, count: codes)
          }
          state = Int(states[place])
        }
        place = state * codes + code
      }
      guard let place else { continue }
      (states[place], characters[place]) = (max(states[place], 0), Int32(character))
    }
  }

  func next(_ state: Int, _ code: Int) -> (state: Int32, character: Int32)? {
    let place = state * codes + code
    return states[place] < 0 ? nil : (characters[place] >= 0 ? 0 : states[place], characters[place])
  }
}
