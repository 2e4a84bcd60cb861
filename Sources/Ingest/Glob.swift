import Foundation

/// A pattern for paths: `*` and `?` within a name, `[a-z]` and `[!a-z]`, `**` for any number of directories, `\` to
/// quote.
///
/// Each name is compared by `fnmatch`. Canonically equal characters match (NFC and NFD names match the same pattern), and
/// case counts. Bytes that are no UTF-8 match themselves and `?`.
struct Glob: Sendable {
  /// The bytes of a name, composed if they are UTF-8, and a NUL.
  typealias Name = [CChar]

  private let pieces: [Name]
  /// A pattern with a final slash matches directories alone.
  let matchesDirectoriesOnly: Bool
  /// A pattern without another slash is compared with a name, not a path.
  let isNamePattern: Bool

  init(_ pattern: [UInt8]) {
    let slash = UInt8(ascii: "/")
    matchesDirectoriesOnly = pattern.last == slash
    isNamePattern = !(matchesDirectoriesOnly ? pattern.dropLast() : pattern[...]).contains(slash)
    pieces = pattern.split(separator: slash).map(Self.name).filter { $0 != Self.name(".".utf8) }
  }

  static func isPattern(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  func matches(_ path: [Name]) -> Bool {
    states(after: path).last == true
  }

  /// Whether the pattern matches a file or a directory that the file lies in.
  func takes(_ file: [Name]) -> Bool {
    file.indices.contains { (!matchesDirectoriesOnly || $0 + 1 < file.count) && matches(Array(file[...$0])) }
  }

  /// Whether a name of the pattern matches the last one of a path, as `@eaDir` does in `**/@eaDir/*.jpg`.
  ///
  /// `**` matches no name, and as in a shell `*`, `?` and `[...]` match no leading dot.
  func names(_ path: [Name]) -> Bool {
    guard let last = path.last else { return false }
    return zip(pieces, isNamePattern ? [true] : states(after: path.dropLast())).contains { piece, isNext in
      isNext && piece != Self.anyDirectories && Self.matches(piece, last, FNM_PERIOD)
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
        if piece == Self.anyDirectories {
          next[index] = true
        } else if Self.matches(piece, name) {
          next[index + 1] = true
        }
      }
      skipDirectories(&next)
      states = next
    }
    return states
  }

  private func skipDirectories(_ states: inout [Bool]) {
    for (index, piece) in pieces.enumerated() where states[index] {
      if piece == Self.anyDirectories { states[index + 1] = true }
    }
  }

  private static let anyDirectories = name("**".utf8)

  static func name(_ bytes: some Collection<UInt8>) -> Name {
    let text = String(validating: bytes, as: UTF8.self)?.precomposedStringWithCanonicalMapping
    return (text.map { Array($0.utf8) } ?? Array(bytes)).map { CChar(bitPattern: $0) } + [0]
  }

  /// The locale in which `fnmatch` takes bytes for UTF-8.
  ///
  /// The C library makes it once and never changes it; Swift cannot see that its pointer is safe to share. Debian 12 always
  /// has `C.UTF-8`.
  nonisolated(unsafe) private static let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  private static func matches(_ pattern: Name, _ name: Name, _ flags: CInt = 0) -> Bool {
    let previous = uselocale(locale)
    defer { uselocale(previous) }
    return fnmatch(pattern, name, flags) == 0
  }
}
