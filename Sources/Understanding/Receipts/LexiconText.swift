/// What is wrong with a lexicon file, and in which line.
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

    init?(_ name: String) {
      if let role = LabelRole(rawValue: name) {
        self = .label(role)
      } else if let section = Lexicon.WordSection(rawValue: name) {
        self = .word(section)
      } else {
        switch name {
        case "shop": self = .shop
        case "notice": self = .notice
        case "brand": self = .brand
        case "dateOrder": self = .dateOrder
        default: return nil
        }
      }
    }

    static var names: String {
      let names = LabelRole.allCases.map(\.rawValue) + Lexicon.WordSection.allCases.map(\.rawValue)
      return (names + ["shop", "notice", "brand", "dateOrder"]).sorted().joined(separator: ", ")
    }
  }

  static let longestLine = 500

  static func entries(of text: String) -> [Result<Entry, LexiconError>] {
    var section: Section?
    var entries: [Result<Entry, LexiconError>] = []
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      func wrong(_ message: String) { entries.append(.failure(LexiconError(line: index + 1, message: message))) }
      let line = String(trimmed(raw.unicodeScalars.compactMap(\.plain)[...]).string)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard line.utf8.count <= longestLine else {
        wrong("longer than \(longestLine) bytes")
        continue
      }
      if line.hasPrefix("["), line.hasSuffix("]") {
        let name = String(line.dropFirst().dropLast())
        section = Section(name)
        if section == nil { wrong("no section [\(name)]; there are: \(Section.names)") }
        continue
      }
      switch section {
      case nil: wrong("'\(line)' stands in no section; write [shop] or another above it")
      case .label(let role):
        line.letterKey.isEmpty ? wrong("'\(line)' has no letter") : entries.append(.success(.label(role, line)))
      case .word(let section):
        line.letterKey.isEmpty ? wrong("'\(line)' has no letter") : entries.append(.success(.word(section, line)))
      case .notice: entries.append(.success(.notice(line)))
      case .brand:
        Lexicon.nameKey(line.unicodeScalars).isEmpty
          ? wrong("'\(line)' has no letter") : entries.append(.success(.brand(line)))
      case .dateOrder:
        let order = DateScanner.Order(rawValue: line).map { Result<Entry, LexiconError>.success(.dateOrder($0)) }
        order.map { entries.append($0) } ?? wrong("'\(line)' is no order of day and month; write dmy or mdy")
      case .shop:
        switch shop(line) {
        case .success(let entry): entries.append(.success(entry))
        case .failure(let problem): wrong(problem.message)
        }
      }
    }
    return entries
  }

  private static func shop(_ line: String) -> Result<Entry, LexiconError> {
    func wrong(_ message: String) -> Result<Entry, LexiconError> { .failure(LexiconError(line: 0, message: message)) }
    let parts = line.split(separator: "=", maxSplits: 1).map { trimmed(Array($0.unicodeScalars)[...]).string }
    guard parts.count == 2, !parts[1].isEmpty else { return wrong("write a business number, '=' and a name") }
    let digits = parts[0].unicodeScalars.filter(\.isDigit).string
    guard digits.utf8.count == 10, parts[0].unicodeScalars.allSatisfy({ $0.isDigit || $0 == "-" || $0 == " " }) else {
      return wrong("'\(parts[0])' is no business number of ten digits")
    }
    guard BusinessNumber.isSound(digits) else {
      return wrong("'\(parts[0])' is no business number: its check digit is wrong")
    }
    return .success(.shop(number: digits, name: parts[1]))
  }
}
