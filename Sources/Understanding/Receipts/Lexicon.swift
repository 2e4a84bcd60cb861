import Support

/// The words by which receipts are understood: labels, names of shops, cards, places.
///
/// The standard one is compiled in; a user's own file of the same form is added to it (`lexicon.txt` says how).
package struct Lexicon: Sendable {
  /// 0 for the words that are compiled in; for others 40 bits of the digest of all that was added.
  private(set) var tag = 0
  /// Letters of a label to what it stands for.
  private(set) var labels = LabelTree()
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

  /// Sections of plain words.
  enum WordSection: String, CaseIterable, Sendable {
    case nameColumn, priceColumn, quantityColumn, amountColumn, discountColumn
    case title, refundTitle, shopWord, companyWord, region, addressWord, cardBrand, surname
  }

  /// The lexicon that is compiled in.
  package static let standard: Lexicon = {
    var lexicon = Lexicon()
    let text = String(decoding: PackageResources.lexicon_txt, as: UTF8.self)
    // A test reads the compiled-in text with `adding`, which throws; here an entry that is wrong is left out.
    for entry in LexiconText.entries(of: text) {
      if case .success(let entry) = entry { lexicon.add(entry) }
    }
    lexicon.sort()
    return lexicon
  }()

  private init() {}

  /// This lexicon with the entries of a user's file; if both have a label or a shop, the file's counts.
  package func adding(_ text: String) throws(LexiconError) -> Lexicon {
    var lexicon = self
    let entries = LexiconText.entries(of: text)
    for entry in entries { lexicon.add(try entry.get()) }
    lexicon.sort()
    if !entries.isEmpty { lexicon.tag = tag(with: text) }
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

  private mutating func add(_ entry: LexiconText.Entry) {
    switch entry {
    case .label(let role, let text): labels.insert(text, role)
    case .word(let section, let text):
      words[section, default: []].insert(text.letterKey)
      if section == .cardBrand { cardNames[text.letterKey] = text }
    case .shop(let number, let name): shops[number] = name
    case .notice(let text): notices.append(text.unicodeScalars.compactMap(\.plain).map(\.folded))
    case .dateOrder(let order): dateOrder = order
    case .brand(let text): brands.append(Self.nameKey(text.unicodeScalars))
    }
  }

  private mutating func sort() {
    brands = Set(brands).sorted { ($1.count, $0.string) < ($0.count, $1.string) }
    let sections: [(WordSection, Column)] = [
      (.nameColumn, .name), (.priceColumn, .price), (.quantityColumn, .quantity), (.amountColumn, .amount),
      (.discountColumn, .discount),
    ]
    let all = sections.flatMap { section, column in (words[section] ?? []).map { (letters: $0, column: column) } }
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
