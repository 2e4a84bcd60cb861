import PageModel
import RunSupport
import Support

/// Reads the words of a call as getopt_long(3) does: options before or after operands, shortened names, `--` ends them.
struct ArgumentParser {
  private let options: [DeclaredOption]
  private var words: ArraySlice<[UInt8]>
  private var operands: [ScanPath] = []

  /// Gives the options what the words say, and returns the operands.
  static func parse(_ words: [[UInt8]], into options: [DeclaredOption]) throws(RunFailure) -> [ScanPath] {
    var parser = ArgumentParser(options: options, words: words[...])
    while let word = parser.words.popFirst() {
      if word == Array("--".utf8) { return parser.operands + parser.words.map(ScanPath.init(bytes:)) }
      if word.starts(with: Array("--".utf8)) {
        try parser.takeName(word)
      } else if word.first == UInt8(ascii: "-"), word.count > 1 {
        try parser.takeLetters(word)
      } else {
        parser.operands.append(ScanPath(bytes: word))
      }
    }
    return parser.operands
  }

  private mutating func takeName(_ word: [UInt8]) throws(RunFailure) {
    let parts = word.dropFirst(2).split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    let similar = options.filter { $0.name.hasPrefix(name) }
    guard let option = similar.first(where: { $0.name == name }) ?? (similar.count == 1 ? similar[0] : nil) else {
      throw unknown(word, Suggestion.of("--\(name)", among: options.map { "--\($0.name)" }))
    }
    if option.value == nil, parts.count > 1 {
      throw .usage("--\(option.name) takes no value: \(ScanPath(bytes: word))")
    }
    try give(option, parts.count > 1 ? Array(parts[1]) : nil)
  }

  private mutating func takeLetters(_ word: [UInt8]) throws(RunFailure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter?.asciiValue == letter }) else { throw unknown(word) }
      let takesRest = option.value != nil && !letters.isEmpty
      try give(option, takesRest ? Array(letters) : nil)
      if takesRest { return }
    }
  }

  private mutating func give(_ option: DeclaredOption, _ value: [UInt8]?) throws(RunFailure) {
    guard let placeholder = option.value else { return option.given.append([]) }
    guard let value = value ?? words.popFirst() else {
      throw .usage("--\(option.name) needs a value: --\(option.name) \(placeholder)")
    }
    option.given.append(value)
  }

  private func unknown(_ word: [UInt8], _ hint: Message = "") -> RunFailure {
    .usage("unknown option \(ScanPath(bytes: word))\(hint)")
  }
}
