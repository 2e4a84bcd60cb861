import PageModel

/// The contents of an archive or a mail, as listed by the program that opened it.
package struct ContainerListing: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case file, encrypted
      /// A link or a device, which can't be copied.
      case special
      /// Signed in a form that encloses the signed content.
      case sealed
      /// The text of a mail itself.
      case body
    }

    /// Its place in the container, which identifies it in requests.
    package var number: Int
    package var kind: Kind
    /// Bytes by the container; nil if it does not say.
    package var size: Int64?
    package var name: [UInt8]
    /// A mail's own text, laid out in columns of characters; empty for files.
    package var text: [UInt8] = []

    package init(number: Int, kind: Kind = .file, size: Int64? = nil, name: [UInt8]) {
      self.number = number
      self.kind = kind
      self.size = size
      self.name = Array(name.prefix(ContainerListing.longestName))
    }
  }

  package var members: [Member] = []
  /// The reason why further members are lost; nil for none.
  package var damage: String?
  /// Whether more members follow than were asked for.
  package var isCut = false

  /// The most bytes of a name; `longestText` of a mail's text.
  static let longestName = 4096
  static let longestText = 1 << 16
  private static let kinds: [String: Member.Kind] = [
    "f": .file, "e": .encrypted, "l": .special, "s": .sealed, "b": .body,
  ]
  private static let bodyName = Array("message".utf8)
  package init(members: [Member]) { self.members = members }

  /// Reads the answer of `hanscan-members FORMAT list`, without records that no such program writes.
  package init(_ answer: [UInt8], limit: Int) {
    var taken: Set<Int> = []
    for record in answer.split(separator: 0) {
      let parts = record.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let number = Self.number(parts[0]), let size = Self.number(parts[2]), parts[1].count == 1
      else { continue }
      let letter = String(decoding: parts[1], as: UTF8.self)
      if letter == "m" { isCut = true }
      if letter == "d" { damage = damage ?? String(decoding: parts[3].prefix(200), as: UTF8.self) }
      guard let kind = Self.kinds[letter], members.count < limit, number >= 0, taken.insert(number).inserted
      else { continue }
      var member = Member(
        number: number, kind: kind, size: size < 0 ? nil : Int64(size),
        name: kind == .body ? Self.bodyName : Array(parts[3]))
      if kind == .body { member.text = Array(parts[3].prefix(Self.longestText)) }
      members.append(member)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count < 20 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// The path of each member below its container, in the members' order; all differ, and none leads out of it.
  ///
  /// Names come from strangers. `..`, the root, drives, control characters and bytes that are no UTF-8 are removed,
  /// long names are cut, and repeated ones get a number.
  package func paths() -> [[[UInt8]]] {
    var taken: Set<[[UInt8]]> = []
    return members.map { member in
      var path = Self.path(member.name)
      if path.isEmpty { path = [Array("member-\(member.number + 1)".utf8)] }
      // Some mail programs name an attachment by its ending alone, which would be a hidden file.
      if String(decoding: path[path.count - 1], as: UTF8.self).wholeMatch(of: /\.[A-Za-z0-9]{1,5}/) != nil {
        path[path.count - 1].insert(contentsOf: Array("member-\(member.number + 1)".utf8), at: 0)
      }
      var number = 2
      let last = path[path.count - 1]
      while !taken.insert(path).inserted {
        let (stem, ending) = Self.parts(last)
        path[path.count - 1] = stem + Array("-\(number)".utf8) + ending
        number += 1
      }
      return path
    }
  }

  /// The most components; further folders are omitted from the front.
  private static let mostComponents = 16
  /// Bytes of a component; file names may have 255, and those of results add the page's number and a suffix.
  private static let longestComponent = 200

  private static func path(_ name: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    // Windows programs write backslashes.
    let separators: Set<UInt8> = name.contains(slash) ? [slash] : [slash, UInt8(ascii: "\\")]
    let components = name.split(whereSeparator: separators.contains).compactMap { part -> [UInt8]? in
      let text = String(decoding: part, as: UTF8.self).unicodeScalars.map { $0.isUnprintable ? "_" : $0 }
      let clean = Array(String(String.UnicodeScalarView(text)).utf8)
      let isNothing = clean.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }
      // A drive of Windows.
      let isDrive = clean.count == 2 && clean[1] == UInt8(ascii: ":")
      return isNothing || isDrive ? nil : shortened(clean)
    }
    return Array(components.suffix(mostComponents))
  }

  /// The name cut before its ending so that it fits.
  private static func shortened(_ name: [UInt8], to length: Int = longestComponent) -> [UInt8] {
    guard name.count > length else { return name }
    let (stem, ending) = parts(name)
    var rest = stem.prefix(max(1, length - ending.count))
    // Do not split a character.
    while let last = rest.last, last & 0xC0 == 0x80 || last >= 0xC0 {
      rest = rest.dropLast()
      if last >= 0xC0 { break }
    }
    return Array(rest) + ending
  }

  private static func parts(_ name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 12 else { return (name, []) }
    return (Array(name[..<dot]), Array(name[dot...]))
  }
}
