import Support

/// Describes a token: generic facts of its text, its place, its neighbours and the labels near it.
///
/// There is no rule for one receipt among them; the worth of each for a tag is fitted.
struct TokenFeatures {
  let geometry: ReceiptGeometry
  let ledger: Ledger

  /// The features of a row's tokens, and those that all of them share.
  func row(_ row: Int) -> (shared: [UInt32], tokens: [[UInt32]]) {
    let line = geometry.tokens.rows[row]
    let factors = Self.factors(line)
    let found = findings(row)
    let shared = features(of: row) + [FeatureCode.of(.style, ledger.style == .cents ? 1 : 0)]
    let tokens = line.indices.map { place in
      var features: [UInt32] = []
      addText(row, line, place, &features)
      addPlace(line, place, &features)
      addNeighbours(row, line, place, &features)
      addLabels(row, line, place, &features)
      addAbove(row, place, &features)
      addNumber(row, place, factors, &features)
      for (kind, range, detail) in found where range.overlaps(line[place].range) {
        features.add(kind, detail)
      }
      return features
    }
    return (shared, tokens)
  }

  /// The findings of the parsers in a row.
  private func findings(_ row: Int) -> [(FeatureKind, Range<Int>, UInt32)] {
    let scalars = ledger.rows[row].scalars
    guard scalars.contains(where: { $0.isDigit || $0.isMask }) else { return [] }
    return PhoneNumbers.numbers(in: scalars).map { (.inPhone, $0, UInt32(scalars[$0].count { $0.isDigit })) }
      + BusinessNumberField.numbers(in: scalars).map {
        (.inBusinessNumber, $0.range, ($0.isGrouped ? 1 : 0) + (BusinessNumber.isSound($0.digits) ? 2 : 0))
      }
      + CardFields.masked(in: scalars).map { (.inCardNumber, $0, 0) }
      + DateScanner(scalars: scalars, style: ledger.style).dates().map { (.inDate, $0.range, $0.isCompact ? 1 : 0) }
  }

  private func text(_ row: Int, _ place: Int) -> ArraySlice<Unicode.Scalar> {
    ledger.rows[row].scalars[geometry.tokens.rows[row][place].range]
  }

  // MARK: - The token itself

  private func addText(_ row: Int, _ line: [Token], _ place: Int, _ features: inout [UInt32]) {
    let token = line[place]
    let text = text(row, place)
    func form(_ place: Int) -> UInt32 { line.indices.contains(place) ? line[place].form.rawValue : 0 }
    features.add(.word, geometry.words[row][place])
    features.add(.form, token.form.rawValue)
    features.add(.shape, Self.shape(text))
    features.add(.length, bucket(Double(text.count), [1, 2, 3, 4, 6, 8, 10, 13]))
    features.add(.label, token.label?.code ?? 0)
    features.add(.joined, token.isJoined ? 1 : 0)
    features.add(.formsAround, token.form.rawValue, form(place - 1), form(place + 1))
    features.add(.placeInRow, UInt32(min(place, 4)))
    features.add(.placeFromEnd, UInt32(min(line.count - 1 - place, 3)))
    if text.first?.isLetter == true {
      // Beginnings and ends of one to three letters, and pairs.
      let letters = text.map(\.folded)
      for count in 1...3 where letters.count >= count {
        features.add(.grams, 0, FeatureCode.of(letters.prefix(count)))
        features.add(.grams, 1, FeatureCode.of(letters.suffix(count)))
      }
      for start in 0..<min(8, max(0, letters.count - 1)) {
        features.add(.grams, 2, FeatureCode.of(letters[start...(start + 1)]))
      }
      for section in geometry.sections[row][place] { features.add(.section2, section) }
      if let last = text.last, text.count > 1, Self.addressEndings.contains(last) {
        features.add(.ending, last.value)
      }
    }
    if geometry.rowsOfWord[geometry.words[row][place]] ?? 0 > 1 {
      features.add(.repeated)
      features.add(.repeatedLabel, token.label == nil ? 0 : 1, bucket(Double(row), [2, 6]))
    }
  }

  private static let addressEndings = Set("로길동구시군읍면리층호번지가".unicodeScalars)

  /// The kinds of symbols: `0` for digits, `a`, `A`, `가`; runs of more than fourteen are shortened.
  private static func shape(_ text: ArraySlice<Unicode.Scalar>) -> UInt32 {
    var shape: [Unicode.Scalar] = []
    for scalar in text {
      let kind: Unicode.Scalar =
        scalar.isDigit
        ? "0" : scalar.isHangul ? "가" : scalar.isLatin ? (scalar == scalar.folded ? "a" : "A") : scalar
      if text.count <= 14 || shape.last != kind { shape.append(kind) }
    }
    return FeatureCode.of(shape)
  }

  // MARK: - Place

  private func addPlace(_ line: [Token], _ place: Int, _ features: inout [UInt32]) {
    let token = line[place]
    let wide = geometry.right - geometry.left
    let gap = place > 0 ? (token.left - line[place - 1].right) / token.height : -1
    let parts = [0.02, 0.08, 0.2, 0.35, 0.5, 0.7]
    features.add(.gap, bucket(gap, [-0.5, 0.15, 0.5, 1, 2, 4, 8]))
    features.add(.right, bucket((geometry.right - token.right) / wide, parts))
    features.add(.left, bucket((token.left - geometry.left) / wide, parts))
    features.add(.size, bucket(token.height / geometry.height, Self.sizes))
  }

  // MARK: - Around it

  private func addNeighbours(_ row: Int, _ line: [Token], _ place: Int, _ features: inout [UInt32]) {
    for step in [-3, -2, -1, 1, 2] {
      let other = place + step
      let code = UInt32(step + 4)
      guard line.indices.contains(other) else {
        if other == -1 || other == line.count { features.add(.edge, code) }
        continue
      }
      features.add(.wordNear, code, geometry.words[row][other])
      features.add(.formNear, code, line[other].form.rawValue)
      features.add(.labelNear, code, line[other].label?.code ?? 0)
      if abs(step) == 1 {
        for section in geometry.sections[row][other] {
          features.add(.lexiconNear, code, section)
        }
      }
    }
  }

  /// The label to the left, and what lies between.
  private func addLabels(_ row: Int, _ line: [Token], _ place: Int, _ features: inout [UInt32]) {
    let before = line[..<place]
    if let last = before.lastIndex(where: { $0.label != nil }), let label = line[last].label {
      let forms = Set(line[(last + 1)..<place].map(\.form.rawValue)).sorted().reduce(3) { $0 &* 31 &+ $1 }
      features.add(.labelBefore, label.code)
      features.add(.labelBeforeFar, label.code, bucket(Double(place - last), [1, 2, 3, 5, 9]))
      features.add(.labelBeforeOver, label.code, forms)
      if let first = before.first(where: { $0.label != nil })?.label, first != label {
        features.add(.firstLabel, first.code)
      }
    } else {
      features.add(.noLabel)
    }
    let colon = before.indices.last { other in
      guard let sign = text(row, other).first else { return false }
      return sign == ":" || sign == "]" || sign == ")" && other < 6
    }
    guard let colon else {
      features.add(.noColon)
      guard place > 0 else { return }
      let start = letters(row, 0..<min(place, 3))
      features.add(.rowStart, FeatureCode.of(start.prefix(5)))
      features.add(.rowStartShort, FeatureCode.of(start.prefix(2)))
      return
    }
    // The letters before the colon, whether they are a known label or not.
    let name = letters(row, 0..<colon)
    features.add(.colon, bucket(Double(place - colon), [1, 2, 4, 8]))
    features.add(.beforeColon, FeatureCode.of(name.suffix(6)))
    features.add(.beforeColonEnd, FeatureCode.of(name.suffix(2)))
    features.add(.beforeColonStart, FeatureCode.of(name.prefix(2)))
  }

  /// Letters and digits of some tokens, in lower case.
  private func letters(_ row: Int, _ places: Range<Int>) -> [Unicode.Scalar] {
    Lexicon.nameKey(places.flatMap { text(row, $0) })
  }

  /// The label and the text above it, and the form of the token below.
  private func addAbove(_ row: Int, _ place: Int, _ features: inout [UInt32]) {
    let all = geometry.tokens.rows
    let token = all[row][place]
    func touches(_ other: Token) -> Bool {
      other.left < token.right + token.height && other.right > token.left - token.height
    }
    for back in 1...2 where row >= back && !all[row - back].isEmpty {
      let line = all[row - back]
      if let label = line.first(where: { $0.label != nil && touches($0) })?.label {
        let isAlone = line.allSatisfy { $0.label != nil || $0.form == .symbol }
        features.add(.labelAbove, UInt32(back), label.code, isAlone ? 1 : 0)
      }
      guard back == 1 else { continue }
      let text = letters(row - 1, line.indices)
      if text.count < 9 {
        features.add(.textAbove, FeatureCode.of(text.prefix(6)))
        features.add(.textAboveEnd, FeatureCode.of(text.suffix(2)))
      }
      if let label = line.first?.label {
        features.add(.rowAbove, label.code, line.count > 1 ? 1 : 0)
      }
    }
    let below = row + 1 < all.count ? all[row + 1].first(where: touches) : nil
    features.add(.formBelow, below?.form.rawValue ?? 0)
  }

  // MARK: - Numbers

  private func addNumber(_ row: Int, _ place: Int, _ factors: [Int: UInt32], _ features: inout [UInt32]) {
    let line = geometry.tokens.rows[row]
    let token = line[place]
    guard token.form.isNumber || token.form == .otherNumber else { return }
    if let heading = heading(above: row),
      let column = heading.columns.min(by: { distance(token, $0.token) < distance(token, $1.token) })
    {
      let code = FeatureCode.of("\(column.column)".unicodeScalars)
      features.add(.column, code)
      features.add(.columnSection, code, section(row).rawValue)
    }
    guard token.form.isNumber else { return }
    let numbers = line.indices.filter { line[$0].form.isNumber }
    let index = numbers.firstIndex(of: place) ?? 0
    let value = token.number ?? 0
    features.add(.numberFromLeft, UInt32(min(index, 6)), UInt32(min(numbers.count, 5)))
    features.add(.numberFromRight, UInt32(min(numbers.count - index, 6)))
    features.add(.factor, factors[place] ?? 0)
    features.add(.printedTimes, UInt32(min(geometry.timesOfNumber[value] ?? 0, 3)))
    features.add(.magnitude, bucket(Double(value), [0, 1, 2, 5, 10, 99, 999, 9999, 99999]))
  }

  /// Between the ends or the middles of a number and a heading, whichever are nearer.
  private func distance(_ token: Token, _ heading: Token) -> Double {
    min(
      abs(token.right - heading.right),
      abs(token.left + token.right - heading.left - heading.right) / 2)
  }

  // MARK: - The row: its place, its size, the forms of its tokens, its distance from the anchors

  private static let distances: [Double] = [-12, -6, -3, -2, -1, 0, 1, 2, 3, 6, 12]

  /// The features of a row, for all of its tokens.
  private func features(of row: Int) -> [UInt32] {
    let rows = geometry.tokens.rows
    let line = rows[row]
    guard let first = line.first, let last = line.last else { return [] }
    let wide = geometry.right - geometry.left
    let margins = ((first.left - geometry.left) / wide, (geometry.right - last.right) / wide)
    let heights = line.map(\.height).sorted()
    let isCentred = abs(margins.0 - margins.1) < 0.08 && margins.0 > 0.12
    let down = (first.middle - geometry.top) / (geometry.bottom - geometry.top)
    var features = [
      FeatureCode.of(.height, bucket(down, [0.04, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9])),
      FeatureCode.of(.rowFromTop, UInt32(min(row, 6))),
      FeatureCode.of(.rowFromEnd, UInt32(min(rows.count - 1 - row, 4))),
      isCentred
        ? FeatureCode.of(.centred)
        : FeatureCode.of(.margins, bucket(margins.0, [0.03, 0.1, 0.3]), bucket(margins.1, [0.05, 0.2, 0.5])),
      FeatureCode.of(.rowSize, bucket(heights[heights.count / 2] / geometry.height, Self.sizes)),
      FeatureCode.of(.pattern, geometry.patterns[row]),
      FeatureCode.of(.patternBefore, row > 0 ? geometry.patterns[row - 1] : 0),
      FeatureCode.of(.patternBehind, row + 1 < rows.count ? geometry.patterns[row + 1] : 0),
      FeatureCode.of(.tokensInRow, bucket(Double(line.count), [1, 2, 3, 5, 8, 12])),
      FeatureCode.of(.rowLabel, first.label?.code ?? 0),
    ]
    for anchor in ReceiptGeometry.Anchor.allCases { addAnchor(anchor, row, &features) }
    addList(row, &features)
    return features
  }

  private static let sizes = [0.7, 0.9, 1.15, 1.4, 1.8]

  private func addAnchor(_ anchor: ReceiptGeometry.Anchor, _ row: Int, _ features: inout [UInt32]) {
    guard let rows = geometry.anchors[anchor], let first = rows.first else {
      return features.add(.anchorMissing, anchor.rawValue)
    }
    let next = rows.partitioningIndex { $0 >= row }
    let near = [next, next - 1].filter(rows.indices.contains).map { rows[$0] }
    let nearest = near.min { abs($0 - row) < abs($1 - row) } ?? first
    features.add(.anchor, anchor.rawValue, bucket(Double(nearest - row), Self.distances))
    if [.amount, .businessNumber, .sum].contains(anchor) {
      features.add(.firstAnchor, anchor.rawValue, bucket(Double(first - row), Self.distances))
    }
  }

  /// Whether the row lies in a list under its headings, in the sums below it, or outside, and whether its numbers agree.
  private func addList(_ row: Int, _ features: inout [UInt32]) {
    features.add(.list, heading(above: row).map { bucket(Double(row - $0.row), [1, 2, 4, 8, 16]) + 1 } ?? 0)
    features.add(.section, section(row).rawValue)
    if !Self.factors(geometry.tokens.rows[row]).isEmpty { features.add(.product) }
    if row + 1 < geometry.tokens.rows.count, !Self.factors(geometry.tokens.rows[row + 1]).isEmpty {
      features.add(.productBelow)
    }
  }

  private enum Section: UInt32 { case outside, list, sums }

  private func section(_ row: Int) -> Section {
    guard let heading = heading(above: row) else { return .outside }
    let sums = geometry.anchors[.sum] ?? []
    let next = sums.partitioningIndex { $0 > heading.row }
    return next < sums.count && sums[next] <= row ? .sums : .list
  }

  private func heading(above row: Int) -> (row: Int, columns: [(column: Column, token: Token)])? {
    let next = geometry.headings.partitioningIndex { $0.row >= row }
    return next > 0 ? geometry.headings[next - 1] : nil
  }

  /// The tokens of a row that are price (1), quantity (2) and amount (3) by arithmetic: the product of two is the third.
  private static func factors(_ line: [Token]) -> [Int: UInt32] {
    let numbers = line.indices.filter { line[$0].form.isNumber }.suffix(8).compactMap { place in
      line[place].number.map { (place: place, value: $0) }
    }
    var found: [Int: UInt32] = [:]
    for (one, first) in numbers.enumerated() {
      for (two, second) in numbers.enumerated().dropFirst(one + 1) {
        for third in numbers.dropFirst(two + 1) where first.value > 0 && second.value > 0 && third.value > 0 {
          if first.value.multipliedReportingOverflow(by: second.value) == (third.value, false) {
            (found[first.place], found[second.place], found[third.place]) = (1, 2, 3)
          } else if second.value != third.value,
            first.value.multipliedReportingOverflow(by: third.value) == (second.value, false)
          {
            (found[first.place], found[third.place], found[second.place]) = (1, 2, 3)
          }
        }
      }
    }
    return found
  }
}
