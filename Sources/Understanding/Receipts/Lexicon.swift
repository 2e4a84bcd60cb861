import CTexts
import Support

/// A fault of a lexicon file, with its line.
package struct LexiconError: Error, Equatable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// The words by which receipts are understood: labels, names of shops, cards, places.
///
/// The standard one is compiled in; a user's own file of the same form is added to it (`lexicon.txt` says how).
package struct Lexicon: Sendable {
  /// 0 for the words that are compiled in; for others 40 bits of the digest of all that was added.
  private(set) var tag = 0
  /// Letters of a label to what it stands for.
  private(set) var labels = LabelTable()
  /// Sections of words that are no labels, by their letters.
  private(set) var words: [WordSection: Set<[Unicode.Scalar]>] = [:]
  /// Names of shops by business number, ten digits, that the user listed: each receipt with the number gets them.
  private(set) var shops: [String: String] = [:]
  /// Those that corrections gave, which are beside what is printed: one number may have several shops.
  private(set) var knownShops: [String: String] = [:]
  /// Sentences' parts that are looked for anywhere in a line, in lower case.
  private(set) var notices: [[Unicode.Scalar]] = []
  /// Headings of lists of items, by their first letter, longest first.
  private var headings: [Unicode.Scalar: [(letters: [Unicode.Scalar], column: Column)]] = [:]
  /// Cards and banks by their letters.
  private(set) var cardNames: [[Unicode.Scalar]: String] = [:]
  /// The order of day and month if a date has both meanings; nil if the receipt's country tells it.
  private(set) var dateOrder: DateScanner.Order?
  /// Chains, by letters and digits, longest first.
  private(set) var brands: [[Unicode.Scalar]] = []

  /// Sections of words: the first ones are headings of a `Column` each, and the last four have no plain words.
  enum WordSection: String, CaseIterable, Sendable {
    case nameColumn, priceColumn, quantityColumn, amountColumn, discountColumn
    case title, refundTitle, shopWord, companyWord, region, addressWord, cardBrand, surname
    // Their entries have forms of their own.
    case shop, notice, brand, dateOrder
  }

  /// The lexicon that is compiled in.
  package static let standard: Lexicon = {
    var lexicon = Lexicon()
    // A test reads the compiled-in text with `adding`, which throws; here an entry that is wrong is left out.
    _ = lexicon.read(String(decoding: [UInt8](embedded: hanscan_lexicon_txt), as: UTF8.self))
    return lexicon
  }()

  private init() {}

  /// This lexicon with the entries of a user's file; if both have a label or a shop, the file's counts.
  package func adding(_ text: String) throws(LexiconError) -> Lexicon {
    var lexicon = self
    let faults = lexicon.read(text)
    if let fault = faults.compactMap({ $0 }).first { throw fault }
    if !faults.isEmpty { lexicon.tag = tag(with: text) }
    return lexicon
  }

  /// This lexicon with names that corrections gave shops, by business number, ten digits.
  package func adding(knownShops named: [String: String]) -> Lexicon {
    guard !named.isEmpty else { return self }
    var lexicon = self
    lexicon.knownShops = named
    lexicon.tag = tag(with: named.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined())
    return lexicon
  }

  private func tag(with text: String) -> Int {
    SHA256.tag(of: withUnsafeBytes(of: tag.bigEndian) { Array($0) } + Array(text.utf8))
  }

  // MARK: - Reading

  /// A section of a lexicon file.
  private enum Section {
    case label(LabelRole)
    case word(WordSection)
  }

  private static let longestLine = 500

  /// Adds the entries of a text: `[section]` lines, one entry in each further line, `#` before remarks.
  ///
  /// - Returns: The fault of each entry and of each unknown section, in their order; nil for an entry that was added.
  private mutating func read(_ text: String) -> [LexiconError?] {
    var section: Section?
    var faults: [LexiconError?] = []
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = trimmed(raw.unicodeScalars.compactMap(\.plain)[...]).string
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.utf8.count <= Self.longestLine, line.hasPrefix("["), line.hasSuffix("]") {
        let name = String(line.dropFirst().dropLast())
        section = LabelRole(rawValue: name).map(Section.label) ?? WordSection(rawValue: name).map(Section.word)
        if section != nil { continue }
        let names = (LabelRole.allCases.map(\.rawValue) + WordSection.allCases.map(\.rawValue)).sorted()
        let list = names.joined(separator: ", ")
        faults.append(LexiconError(line: index + 1, message: "no section [\(name)]; there are: \(list)"))
      } else {
        faults.append(add(line, to: section).map { LexiconError(line: index + 1, message: $0) })
      }
    }
    sort()
    return faults
  }

  /// Adds an entry, or returns its fault for a person.
  private mutating func add(_ line: String, to section: Section?) -> String? {
    guard line.utf8.count <= Self.longestLine else { return "longer than \(Self.longestLine) bytes" }
    let letters = line.letterKey
    switch section {
    case nil: return "'\(line)' stands in no section; write [shop] or another above it"
    case .word(.brand):
      let key = Self.nameKey(line.unicodeScalars)
      if key.isEmpty { return "'\(line)' has no letter" }
      brands.append(key)
    case .word(.notice): notices.append(line.unicodeScalars.compactMap(\.plain).map(\.folded))
    case .word(.dateOrder):
      guard let order = DateScanner.Order(rawValue: line) else {
        return "'\(line)' is no order of day and month; write dmy or mdy"
      }
      dateOrder = order
    case .word(.shop): return addShop(line)
    case .label where letters.isEmpty, .word where letters.isEmpty: return "'\(line)' has no letter"
    case .label(let role): labels.insert(line, role)
    case .word(let section):
      words[section, default: []].insert(letters)
      if section == .cardBrand { cardNames[letters] = line }
    }
    return nil
  }

  private mutating func addShop(_ line: String) -> String? {
    let parts = line.split(separator: "=", maxSplits: 1).map { trimmed(Array($0.unicodeScalars)[...]).string }
    guard parts.count == 2, !parts[1].isEmpty else { return "write a business number, '=' and a name" }
    let digits = parts[0].unicodeScalars.filter(\.isDigit).string
    guard digits.utf8.count == 10, parts[0].unicodeScalars.allSatisfy({ $0.isDigit || $0 == "-" || $0 == " " }) else {
      return "'\(parts[0])' is no business number of ten digits"
    }
    guard BusinessNumber.isSound(digits) else {
      return "'\(parts[0])' is no business number: its check digit is wrong"
    }
    shops[digits] = parts[1]
    return nil
  }

  private mutating func sort() {
    brands = Set(brands).sorted { ($1.count, $0.string) < ($0.count, $1.string) }
    let all = Column.allCases.flatMap { column in
      let headings = WordSection(rawValue: column.rawValue + "Column").flatMap { words[$0] } ?? []
      return headings.map { (letters: $0, column: column) }
    }
    headings = Dictionary(grouping: all.filter { !$0.letters.isEmpty }) { $0.letters[0] }.mapValues { headings in
      headings.sorted { ($1.letters.count, $0.letters.string) < ($0.letters.count, $1.letters.string) }
    }
  }

  /// The longest heading that letters begin with.
  func heading(_ letters: ArraySlice<Unicode.Scalar>) -> (column: Column, length: Int)? {
    headings[letters.first ?? " "]?.first { letters.starts(with: $0.letters) }.map { ($0.column, $0.letters.count) }
  }

  func has(_ section: WordSection, _ letters: some Sequence<Unicode.Scalar>) -> Bool {
    words[section]?.contains(Array(letters)) == true
  }

  /// Letters and digits in lower case.
  static func nameKey(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    scalars.compactMap(\.plain).filter { $0.isLetter || $0.isDigit }.map(\.folded)
  }

  func hasNotice(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    let text = scalars.map(\.folded)
    return notices.contains { contains($0, in: text) }
  }

  /// A word whose beginning is a chain's name but for one letter (jamo), with that name; nil if none or two are so near.
  func brandMisread(as word: [Unicode.Scalar], least: Int) -> String? {
    guard word.count >= 2, word[0].isHangul, !beginsWithBrand(Self.nameKey(word)) else { return nil }
    var found: [Unicode.Scalar]?
    for brand in brands where brand.allSatisfy(\.isHangul) && brand.count <= word.count {
      let letters = Jamo.letters(brand)
      guard letters.count >= least, word.prefix(brand.count).allSatisfy(\.isHangul),
        editDistance(letters, Jamo.letters(word.prefix(brand.count)), limit: 1) == 1
      else { continue }
      // Of two that are as near the longer one is meant if it begins with the other.
      if let other = found, !other.starts(with: brand) { return nil }
      found = found ?? brand
    }
    return found.map { ($0 + word.dropFirst($0.count)).string }
  }

  /// Whether a name begins with a chain's.
  func beginsWithBrand(_ key: [Unicode.Scalar]) -> Bool {
    brands.contains { key.starts(with: $0) }
  }
}

/// Whether `part` stands somewhere in `whole`; an empty part stands nowhere.
func contains(_ part: [Unicode.Scalar], in whole: [Unicode.Scalar]) -> Bool {
  !part.isEmpty && whole.indices.contains { whole[$0] == part[0] && whole[$0...].starts(with: part) }
}
