/// Measures of the receipt as a whole, by which the features of its rows and tokens are made.
struct ReceiptGeometry: Sendable {
  /// Rows of which each receipt has a few, and by which others are placed.
  enum Anchor: UInt32, CaseIterable, Sendable {
    case businessNumber = 1, phone, date, card, amount, region, title, sum
  }

  let tokens: Tokens
  /// Median height of the tokens, and the edges of the print, in pixels.
  let height: Double
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  /// Rows of each anchor, in order.
  private(set) var anchors: [Anchor: [Int]] = [:]
  /// Rows that name at least two columns of a list, with the tokens that do.
  private(set) var headings: [(row: Int, columns: [(column: Column, token: Token)])] = []
  /// The forms of each row's tokens, as one number.
  private(set) var patterns: [UInt32] = []
  /// In how many tokens a number stands, and in how many rows a word.
  private(set) var timesOfNumber: [Int: Int] = [:]
  private(set) var rowsOfWord: [UInt32: Int] = [:]
  /// The letters or digits of each token, digits as 0, as a number.
  private(set) var words: [[UInt32]] = []
  /// Sections of the lexicon that each token belongs to, begins or ends with.
  private(set) var sections: [[Set<UInt32>]] = []

  init(_ tokens: Tokens, _ ledger: Ledger, lexicon: Lexicon) {
    self.tokens = tokens
    let all = tokens.rows.joined()
    let heights = all.map(\.height).sorted()
    height = max(1, heights.isEmpty ? 1 : heights[heights.count / 2])
    left = all.map(\.left).min() ?? 0
    right = max(left + 1, all.map(\.right).max() ?? 1)
    top = all.map(\.middle).min() ?? 0
    bottom = max(top + 1, all.map(\.middle).max() ?? 1)
    for (row, line) in tokens.rows.enumerated() {
      let scalars = ledger.rows[row].scalars
      words.append(line.map { Self.word(scalars[$0.range]) })
      sections.append(line.map { Self.sections(scalars[$0.range], lexicon) })
      patterns.append(Self.pattern(line))
      place(line, row)
      for number in line.compactMap({ $0.form.isNumber ? $0.number : nil }) {
        timesOfNumber[number, default: 0] += 1
      }
      let names = zip(line, words[row]).filter { $0.0.form.isWord && $0.0.range.count > 1 }.map(\.1)
      for word in Set(names) { rowsOfWord[word, default: 0] += 1 }
      let columns: [(column: Column, token: Token)] = line.compactMap { token in
        guard case .column(let column) = token.label else { return nil }
        return (column, token)
      }
      if Set(columns.map(\.column)).count >= 2 { headings.append((row, columns)) }
    }
  }

  private mutating func place(_ line: [Token], _ row: Int) {
    var found = Set(line.compactMap { Self.anchorOfForm[$0.form] })
    if !Self.regions.isDisjoint(with: sections[row].joined()) { found.insert(.region) }
    let labels = Set(line.compactMap(\.label))
    if labels.contains(.title) { found.insert(.title) }
    if !labels.isDisjoint(with: Self.sums) { found.insert(.sum) }
    for anchor in found { anchors[anchor, default: []].append(row) }
  }

  private static let anchorOfForm: [Token.Form: Anchor] = [
    .businessNumber: .businessNumber, .phone: .phone, .date: .date, .maskedNumber: .card, .amount: .amount,
  ]
  private static let sums = [LabelRole.total, .paid, .supply, .tax, .subtotal].map(Token.Label.role)

  /// Letters in lower case and digits as 0, of twelve scalars at most.
  static func word(_ text: ArraySlice<Unicode.Scalar>) -> UInt32 {
    FeatureCode.of(text.prefix(12).lazy.map { $0.isDigit ? "0" : $0.folded })
  }

  /// The forms of a row's tokens up to six, without symbols; of words that follow each other one counts.
  private static func pattern(_ line: [Token]) -> UInt32 {
    var forms: [UInt32] = []
    for (place, token) in line.enumerated() where token.form != .symbol && forms.count < 6 {
      if place == 0 || line[place - 1].form != token.form || token.form.isNumber { forms.append(token.form.rawValue) }
    }
    return forms.reduce(7) { $0 &* 31 &+ $1 }
  }

  // MARK: - Lexicon

  private static let whole: [Lexicon.WordSection] = [
    .shopWord, .companyWord, .region, .addressWord, .cardBrand, .surname,
  ]
  private static let regions: Set<UInt32> = [code(.region, 0), code(.region, 1)]

  /// - Parameter match: 0 if the word is in the section, 1 if its beginning is, 2 if its end is.
  private static func code(_ section: Lexicon.WordSection, _ match: UInt32) -> UInt32 {
    UInt32(whole.firstIndex(of: section) ?? 0) * 3 + match
  }
  private static let brand: UInt32 = 100

  private static func sections(_ text: ArraySlice<Unicode.Scalar>, _ lexicon: Lexicon) -> Set<UInt32> {
    let letters = text.prefix(30).map(\.folded)
    guard letters.first?.isLetter == true else { return [] }
    var found: Set<UInt32> = []
    for section in whole {
      let isWhole = lexicon.has(section, letters)
      let (isPart, match): (Bool, UInt32) =
        switch section {
        case .region, .cardBrand, .companyWord:
          ((2..<max(2, letters.count)).contains { lexicon.has(section, letters.prefix($0)) }, 1)
        case .shopWord, .addressWord:
          ((1..<max(1, letters.count)).contains { lexicon.has(section, letters.suffix($0)) }, 2)
        case .surname: ((2...4).contains(letters.count) && lexicon.has(section, letters.prefix(1)), 1)
        default: (false, 0)
        }
      if isWhole || isPart { found.insert(code(section, isWhole ? 0 : match)) }
    }
    if lexicon.beginsWithBrand(letters) { found.insert(brand) }
    return found
  }
}

/// The place of a value among rising limits: a feature says in which range a measure lies.
func bucket(_ value: Double, _ limits: [Double]) -> UInt32 {
  UInt32(limits.firstIndex { value <= $0 } ?? limits.count)
}
