import PageModel

/// A pattern for paths: `*` and `?` within a name, `[a-z]` and `[!a-z]`, `**` for any number of directories, `\` to
/// quote.
///
/// Canonically equal characters match (NFC and NFD names match the same pattern), and case counts. Bytes that are no
/// UTF-8 match themselves and `?`. The time of matching is proportional to pattern and path.
struct Glob: Sendable {
  typealias Name = [Character]

  private enum Piece: Sendable {
    case anyDirectories
    case name([Token])
  }

  fileprivate enum Token: Sendable {
    case character(Character)
    case one
    case many
    case set([ClosedRange<Character>], negated: Bool)
  }

  private let pieces: [Piece]
  /// A pattern with a final slash matches directories alone.
  let matchesDirectoriesOnly: Bool
  /// A pattern without another slash is compared with a name, not a path.
  let isNamePattern: Bool

  init(_ pattern: [UInt8]) {
    let slash = UInt8(ascii: "/")
    let parts = pattern.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    matchesDirectoriesOnly = pattern.last == slash
    isNamePattern = !(matchesDirectoriesOnly ? pattern.dropLast() : pattern[...]).contains(slash)
    pieces = parts.map { part in
      part.elementsEqual([UInt8(ascii: "*"), UInt8(ascii: "*")])
        ? .anyDirectories : .name(Self.tokens(of: Self.characters(of: part)))
    }
  }

  static func isPattern(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  func matches(_ path: [Name]) -> Bool {
    states(after: path).last == true
  }

  /// Whether a name of the pattern matches the last one of a path, as `@eaDir` does in `**/@eaDir/*.jpg`.
  ///
  /// `**` matches no name, and as in a shell `*`, `?` and `[...]` match no leading dot.
  func names(_ path: [Name]) -> Bool {
    guard let last = path.last else { return false }
    let states = isNamePattern ? [true] : states(after: path.dropLast())
    return zip(pieces, states).contains { piece, isNext in
      guard isNext, case .name(let tokens) = piece, Self.matches(tokens, last) else { return false }
      return last.first != "." || tokens.first?.isDot == true
    }
  }

  /// Whether something below the directory of this path could match.
  func canMatch(below path: [Name]) -> Bool {
    states(after: path).dropLast().contains(true)
  }

  /// The pieces that could come next, once for each piece and once for the end.
  private func states(after path: [Name]) -> [Bool] {
    var states = [Bool](repeating: false, count: pieces.count + 1)
    states[0] = true
    skipDirectories(&states)
    for name in path {
      var next = [Bool](repeating: false, count: pieces.count + 1)
      for (index, piece) in pieces.enumerated() where states[index] {
        switch piece {
        case .anyDirectories: next[index] = true
        case .name(let tokens): if Self.matches(tokens, name) { next[index + 1] = true }
        }
      }
      skipDirectories(&next)
      states = next
    }
    return states
  }

  private func skipDirectories(_ states: inout [Bool]) {
    for (index, piece) in pieces.enumerated() where states[index] {
      if case .anyDirectories = piece { states[index + 1] = true }
    }
  }

  /// Walks back to the last star alone, because an earlier one can match nothing more.
  private static func matches(_ tokens: [Token], _ name: Name) -> Bool {
    var token = 0
    var position = 0
    var star: (token: Int, position: Int)?
    while position < name.count {
      if token < tokens.count, case .many = tokens[token] {
        star = (token, position)
        token += 1
      } else if token < tokens.count, tokens[token].matches(name[position]) {
        token += 1
        position += 1
      } else if let last = star {
        star = (last.token, last.position + 1)
        token = last.token + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { if case .many = $0 { true } else { false } }
  }
}

extension Glob {
  /// The characters of a name; a byte that is no UTF-8 becomes a character that no name can hold.
  static func characters(of bytes: some Collection<UInt8>) -> Name {
    if let text = String(validating: bytes, as: UTF8.self) { return Array(text) }
    var name: Name = []
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      if let text = String(validating: rest.prefix(length), as: UTF8.self), text.unicodeScalars.count == 1 {
        name += text
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(0x10_FF00 + UInt32(first)) { name.append(Character(scalar)) }
        rest = rest.dropFirst()
      }
    }
    return name
  }

  private static func tokens(of characters: Name) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case "*":
        if case .many? = tokens.last { continue }
        tokens.append(.many)
      case "?": tokens.append(.one)
      case "\\" where index < characters.count:
        tokens.append(.character(characters[index]))
        index += 1
      case "[":
        tokens.append(set(in: characters, at: &index) ?? .character("["))
      default: tokens.append(.character(character))
      }
    }
    return tokens
  }

  /// The set that opens before `index`; nil without a closing bracket, which makes the bracket a plain character.
  private static func set(in characters: Name, at index: inout Int) -> Token? {
    var position = index
    var negated = false
    if position < characters.count, characters[position] == "!" || characters[position] == "^" {
      negated = true
      position += 1
    }
    var ranges: [ClosedRange<Character>] = []
    let start = position
    while position < characters.count {
      var low = characters[position]
      if low == "]", position > start {
        index = position + 1
        return .set(ranges, negated: negated)
      }
      if low == "\\", position + 1 < characters.count {
        position += 1
        low = characters[position]
      }
      position += 1
      if position + 1 < characters.count, characters[position] == "-", characters[position + 1] != "]" {
        let high = characters[position + 1]
        position += 2
        if low <= high { ranges.append(low...high) }
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }
}

extension Glob.Token {
  fileprivate var isDot: Bool { if case .character(".") = self { true } else { false } }

  fileprivate func matches(_ character: Character) -> Bool {
    switch self {
    case .character(let own): own == character
    case .one, .many: true
    case .set(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
    }
  }
}
