/// Groups of words in a text that is compiled in: the raw values name its sections.
protocol WordGroup: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  static var words: SectionedWords<Self> { get }
}

extension WordGroup {
  /// As they are written, in the order of the text.
  var entries: [String] { Self.words.entries[self] ?? [] }

  /// For entries of two words, a key and what it stands for.
  var pairs: [(key: String, word: String)] {
    entries.compactMap { entry in
      let words = entry.split(separator: " ").map(String.init)
      return words.count == 2 ? (words[0], words[1]) : nil
    }
  }

  func contains(_ word: String) -> Bool { Self.words.sets[self]?.contains(word) == true }

  /// The number of words that stand among letters in lower case; white space and punctuation do not matter.
  func count(in letters: [Unicode.Scalar]) -> Int {
    (Self.words.letters[self] ?? []).count { Understanding.contains($0, in: letters) }
  }

  func isFound(in letters: [Unicode.Scalar]) -> Bool {
    (Self.words.letters[self] ?? []).contains { Understanding.contains($0, in: letters) }
  }
}

/// The words of a text: `[section]` above the entries, one a line, and `#` before remarks.
struct SectionedWords<Group: WordGroup>: Sendable {
  fileprivate private(set) var entries: [Group: [String]] = [:]
  fileprivate let sets: [Group: Set<String>]
  fileprivate let letters: [Group: [[Unicode.Scalar]]]

  init(_ text: [UInt8]) {
    var group: Group?
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = Group(rawValue: String(line.dropFirst().dropLast()))
      } else if let group {
        entries[group, default: []].append(String(line))
      }
    }
    sets = entries.mapValues(Set.init)
    letters = entries.mapValues { $0.map(\.letterKey).filter { !$0.isEmpty } }
  }
}
