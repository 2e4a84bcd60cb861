import PageModel
import Support

/// A piece of print that the tagger gives one tag to: letters of one script, digits with what joins them, or a symbol.
struct Token: Sendable {
  /// Its form by symbols; the raw values are part of the features of the fitted weights.
  enum Form: UInt32, Sendable {
    case maskedNumber = 1, businessNumber, date, phone, time, amount, longNumber, shortNumber, otherNumber
    case hangulLabel, latinLabel, hangul, latin, symbol

    /// Whether it may be money or a count.
    var isNumber: Bool { self == .amount || self == .longNumber || self == .shortNumber }
    var isWord: Bool { self == .hangul || self == .latin || isLabel }
    var isLabel: Bool { self == .hangulLabel || self == .latinLabel }
  }

  /// A word of the lexicon that it is part of.
  enum Label: Hashable, Sendable {
    case role(LabelRole)
    case column(Column)
    case title

    /// For the features.
    var code: UInt32 {
      switch self {
      case .role(let role): FeatureCode.of(role.rawValue.unicodeScalars)
      case .column(let column): FeatureCode.of("\(column)".unicodeScalars) ^ 1
      case .title: FeatureCode.of("title".unicodeScalars) ^ 2
      }
    }
  }

  /// Of the receipt's rows.
  var row: Int
  /// In the row's scalars.
  var range: Range<Int>
  /// Of the row's words.
  var part: Int
  /// On the upright page, in pixels.
  var left: Double
  var right: Double
  var middle: Double
  var height: Double
  /// Whether nothing parts it from the token before it.
  var isJoined: Bool
  var label: Label?
  var form = Form.symbol
  /// The digits' value, if it is a number of at most nine digits.
  var number: Int?

  /// The rows of some tokens in their order, each with the range from its first to its last one.
  static func spots(of tokens: ArraySlice<Token>) -> [Finding.Spot] {
    tokens.chunked { $0.row == $1.row }.map { run in
      let (first, last) = (run[run.startIndex], run[run.endIndex - 1])
      return Finding.Spot(row: first.row, range: first.range.lowerBound..<last.range.upperBound)
    }
  }
}

/// The tokens of a receipt, row by row.
struct Tokens: Sendable {
  private(set) var rows: [[Token]] = []

  /// More tokens than that are no receipt's; the rows beyond have none.
  static let most = 12_000

  init(_ ledger: Ledger, on page: RecognisedPage, lexicon: Lexicon) {
    var count = 0
    for row in ledger.rows.indices {
      var line = count < Self.most ? Self.cut(ledger.rows[row], row, page) : []
      Self.mark(&line, ledger, row, lexicon)
      for place in line.indices { Self.judge(&line[place], ledger.rows[row].scalars) }
      count += line.count
      rows.append(line)
    }
  }

  // MARK: - Cutting

  private static func cut(_ row: PrintedRow, _ index: Int, _ page: RecognisedPage) -> [Token] {
    var tokens: [Token] = []
    for (place, part) in row.parts.enumerated() {
      let box = Rows.place(part.word.box, at: place, on: page)
      let width = (box.right - box.left) / Double(max(1, part.range.count))
      var start = part.range.lowerBound
      while start < part.range.upperBound {
        let end = tokenEnd(row.scalars, start, part.range.upperBound)
        tokens.append(
          Token(
            row: index, range: start..<end, part: place,
            left: box.left + width * Double(start - part.range.lowerBound),
            right: box.left + width * Double(end - part.range.lowerBound), middle: box.middle, height: box.height,
            isJoined: start > part.range.lowerBound))
        start = end
      }
    }
    return tokens
  }

  /// The place behind the token that begins at `start`.
  private static func tokenEnd(_ scalars: [Unicode.Scalar], _ start: Int, _ limit: Int) -> Int {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isDigit || scalar == "*" || scalar == "#" }
    let first = scalars[start]
    if first.isHangul || first.isLetter {
      return scalars[start..<limit].firstIndex { !$0.isLetter || $0.isHangul != first.isHangul } ?? limit
    }
    guard isDigit(first) else { return start + 1 }
    // Symbols count if a digit follows them.
    let run = scalars[start..<limit].prefix { isDigit($0) || "xX,.-:/'".unicodeScalars.contains($0) }
    return (run.lastIndex(where: isDigit) ?? start) + 1
  }

  // MARK: - Labels

  /// Sets the labels: those that were found in the row, then titles and headings of columns.
  private static func mark(_ line: inout [Token], _ ledger: Ledger, _ row: Int, _ lexicon: Lexicon) {
    let scalars = ledger.rows[row].scalars
    for hit in ledger.labels[row] {
      for place in line.indices where line[place].range.overlaps(hit.range) { line[place].label = .role(hit.role) }
    }
    let found = scan(line) { start -> (end: Int, found: (places: Range<Int>, label: Token.Label)?)? in
      for end in (start + 1..<min(line.count, start + longestLabel) + 1).reversed() where line[start].label == nil {
        let span = line[start..<end]
        let letters = span.flatMap { scalars[$0.range].filter(\.isLetter).map(\.folded) }
        guard scalars[line[start].range.lowerBound].isLetter, span.allSatisfy({ $0.label == nil }), !letters.isEmpty
        else { continue }
        let heading = lexicon.heading(letters[...]).flatMap { $0.length == letters.count ? $0.column : nil }
        let label = lexicon.has(.title, letters) ? Token.Label.title : heading.map(Token.Label.column)
        if let label { return (end, (start..<end, label)) }
      }
      return nil
    }
    for (places, label) in found { for place in places { line[place].label = label } }
  }

  /// In tokens, as labels are printed with spaces between their letters.
  private static let longestLabel = 8

  // MARK: - Forms

  private static func judge(_ token: inout Token, _ scalars: [Unicode.Scalar]) {
    let text = scalars[token.range]
    guard let first = text.first else { return }
    if first.isLetter {
      let isHangul = first.isHangul
      token.form = token.label == nil ? (isHangul ? .hangul : .latin) : isHangul ? .hangulLabel : .latinLabel
      return
    }
    let digits = text.count(where: \.isDigit)
    let masks = text.count { $0.isMask || $0.folded == "x" || $0 == "#" }
    if digits == 0 || masks > 1 {
      token.form = digits == 0 && masks < 3 ? .symbol : .maskedNumber
      return
    }
    if digits <= 9 { token.number = Int(text.filter(\.isDigit).string) }
    let groups = text.split(omittingEmptySubsequences: false) { !$0.isDigit }.map(\.count)
    token.form = form(groups, Set(text.filter { !$0.isDigit }), first: first, digits: digits)
  }

  /// - Parameters:
  ///   - groups: counts of digits between the symbols.
  ///   - joins: the symbols.
  private static func form(
    _ groups: [Int], _ joins: Set<Unicode.Scalar>, first: Unicode.Scalar, digits: Int
  ) -> Token.Form {
    if joins.isEmpty { return digits < 4 ? .shortNumber : digits < 8 ? .longNumber : .otherNumber }
    if joins == ["-"], groups == [3, 2, 5] { return .businessNumber }
    if joins.count == 1, "-./".unicodeScalars.contains(joins.first ?? " "), groups.count == 3,
      groups.allSatisfy({ $0 == 2 || $0 == 1 || $0 == 4 }), groups.count(where: { $0 == 4 }) < 2
    {
      return .date
    }
    if joins == [":"], groups.count == 2 || groups.count == 3, groups.allSatisfy({ $0 <= 2 }) { return .time }
    if joins.contains("-"), (2...3).contains(groups.count), groups.last == 4, (8...12).contains(digits),
      first == "0" || first == "1" || groups.first == 3
    {
      return .phone
    }
    if joins.isSubset(of: [",", ".", "'"]), let lead = groups.first, (1...3).contains(lead),
      groups.dropFirst().dropLast().allSatisfy({ $0 == 3 || $0 == 2 }), let last = groups.last, last == 3 || last == 2
    {
      return .amount
    }
    if joins == ["."], groups.count == 2 { return .amount }
    return .otherNumber
  }
}
