/// A fault of a lexicon file, with its line.
package struct LexiconError: Error, Equatable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// The form of lexicon files: `[section]` lines, one entry in each further line, `#` before remarks.
enum LexiconText {
  enum Entry {
    case label(LabelRole, String)
    case word(Lexicon.WordSection, String)
    /// Ten digits and a name.
    case shop(number: String, name: String)
    case notice(String)
    case brand(String)
    case dateOrder(DateScanner.Order)
  }

  private enum Section {
    case label(LabelRole)
    case word(Lexicon.WordSection)
    case shop, notice, brand, dateOrder

    static let byName: [String: Section] = {
      var sections: [String: Section] = ["shop": .shop, "notice": .notice, "brand": .brand, "dateOrder": .dateOrder]
      for section in Lexicon.WordSection.allCases { sections[section.rawValue] = .word(section) }
      for role in LabelRole.allCases { sections[role.rawValue] = .label(role) }
      return sections
    }()
  }

  static let longestLine = 500

  static func entries(of text: String) -> [Result<Entry, LexiconError>] {
    var section: Section?
    var entries: [Result<Entry, LexiconError>] = []
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = String(trimmed(raw.unicodeScalars.compactMap(\.plain)[...]).string)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do {
        if line.utf8.count <= longestLine, line.hasPrefix("["), line.hasSuffix("]") {
          section = nil
          section = try self.section(String(line.dropFirst().dropLast()))
        } else {
          entries.append(.success(try entry(line, in: section)))
        }
      } catch {
        entries.append(.failure(LexiconError(line: index + 1, message: error.message)))
      }
    }
    return entries
  }

  /// The fault of a line, for a person.
  private struct Fault: Error {
    var message: String

    init(_ message: String) { self.message = message }
  }

  private static func section(_ name: String) throws(Fault) -> Section {
    if let section = Section.byName[name] { return section }
    throw Fault("no section [\(name)]; there are: \(Section.byName.keys.sorted().joined(separator: ", "))")
  }

  private static func entry(_ line: String, in section: Section?) throws(Fault) -> Entry {
    guard line.utf8.count <= longestLine else { throw Fault("longer than \(longestLine) bytes") }
    guard let section else { throw Fault("'\(line)' stands in no section; write [shop] or another above it") }
    let letters: [Unicode.Scalar]
    let entry: Entry
    switch section {
    case .label(let role): (letters, entry) = (line.letterKey, .label(role, line))
    case .word(let section): (letters, entry) = (line.letterKey, .word(section, line))
    case .brand: (letters, entry) = (Lexicon.nameKey(line.unicodeScalars), .brand(line))
    case .notice: return .notice(line)
    case .dateOrder:
      guard let order = DateScanner.Order(rawValue: line) else {
        throw Fault("'\(line)' is no order of day and month; write dmy or mdy")
      }
      return .dateOrder(order)
    case .shop: return try shop(line)
    }
    guard !letters.isEmpty else { throw Fault("'\(line)' has no letter") }
    return entry
  }

  private static func shop(_ line: String) throws(Fault) -> Entry {
    let parts = line.split(separator: "=", maxSplits: 1).map { trimmed(Array($0.unicodeScalars)[...]).string }
    guard parts.count == 2, !parts[1].isEmpty else { throw Fault("write a business number, '=' and a name") }
    let digits = parts[0].unicodeScalars.filter(\.isDigit).string
    guard digits.utf8.count == 10, parts[0].unicodeScalars.allSatisfy({ $0.isDigit || $0 == "-" || $0 == " " }) else {
      throw Fault("'\(parts[0])' is no business number of ten digits")
    }
    guard BusinessNumber.isSound(digits) else {
      throw Fault("'\(parts[0])' is no business number: its check digit is wrong")
    }
    return .shop(number: digits, name: parts[1])
  }
}
