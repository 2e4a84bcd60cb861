import Foundation
import Support

/// The values of a receipt that the tagger found, each with its probability.
struct TaggedFields: Sendable {
  /// Best first.
  private(set) var candidates: [TaggedValue: [TaggedCandidate]] = [:]

  /// Stretches that are not in the best sequence count from this probability on.
  private static let least = 0.04

  /// Candidates that another print is compared with: hostile pages have thousands.
  private static let mostCompared = 40

  private let model: TaggerModel

  init(_ tagging: Tagging, _ ledger: Ledger, lexicon: Lexicon, model: TaggerModel) {
    self.model = model
    for value in TaggedValue.allCases where !value.isOfItem {
      var found: [TaggedCandidate] = []
      for places in Self.stretches(of: value, in: tagging) {
        let places = Self.cut(places, value, tagging, ledger)
        guard let candidate = Self.candidate(value, places, tagging, ledger) else { continue }
        if let old = found.indices.suffix(Self.mostCompared).first(where: {
          Self.isOnePrint(found[$0].text, candidate.text)
        }) {
          found[old] = Self.both(found[old], candidate)
        } else {
          found.append(candidate)
        }
      }
      candidates[value] = found.sorted { $0.probability > $1.probability }
    }
    candidates[.merchant]?.sort { Self.rank($0, lexicon) > Self.rank($1, lexicon) }
  }

  /// Log-odds of a shop's name, higher for a known chain's and for what ends as shops' names do.
  private static func rank(_ candidate: TaggedCandidate, _ lexicon: Lexicon) -> Double {
    let key = Lexicon.nameKey(candidate.text.unicodeScalars)
    let letters = key.filter(\.isLetter)
    let endsLikeShop = (1...5).contains { $0 < letters.count && lexicon.has(.shopWord, letters.suffix($0)) }
    let probability = min(max(candidate.probability, 0.005), 0.995)
    return log(probability / (1 - probability)) + (lexicon.beginsWithBrand(key) ? bonus : 0)
      + (endsLikeShop ? bonus : 0)
  }

  private static let bonus = 2.0

  /// Whether two texts are one value printed twice, of which one may be misread.
  private static func isOnePrint(_ one: String, _ other: String) -> Bool {
    let (first, second) = (Lexicon.nameKey(one.unicodeScalars), Lexicon.nameKey(other.unicodeScalars))
    if first == second { return true }
    guard !first.contains(where: \.isDigit), !second.contains(where: \.isDigit) else { return false }
    let letters = Jamo.letters(first)
    return editDistance(letters, Jamo.letters(second), limit: letters.count / 6) != nil
  }

  /// Of two prints of one value the one that was read more surely; the other one adds a little to its probability.
  private static func both(_ one: TaggedCandidate, _ other: TaggedCandidate) -> TaggedCandidate {
    let (most, least) = (max(one.probability, other.probability), min(one.probability, other.probability))
    var best = one.reading >= other.reading ? one : other
    best.probability = 1 - (1 - most) * (1 - 0.3 * least)
    return best
  }

  /// The stretches of a value in the best sequence, and those outside of it that are somewhat probable.
  private static func stretches(of value: TaggedValue, in tagging: Tagging) -> [Range<Int>] {
    func isBest(_ place: Int) -> Bool { tagging.tags[place].value == value }
    func isNear(_ place: Int) -> Bool { tagging.tokens[place].row - tagging.tokens[place - 1].row <= 1 }
    func isProbable(_ place: Int) -> Bool { tagging.probability(of: value, at: place) > least }
    return scan(tagging.tokens) { start in
      let isSure = isBest(start)
      guard isSure || isProbable(start) else { return nil }
      let behind = tagging.tokens.indices[(start + 1)...].prefix { place in
        if isSure { return tagging.tags[place] == .goesOn(value) && isNear(place) }
        return !isBest(place) && isNear(place) && isProbable(place)
          && tagging.probability(.begins(value), at: place) < tagging.probability(.goesOn(value), at: place) + 0.05
      }
      return (behind.upperBound, start..<behind.upperBound)
    }
  }

  /// A name ends where its row goes on with something else: at a wide gap or a number of another kind.
  ///
  /// No name and no address holds the address of a mail or of a site.
  private static func cut(
    _ places: Range<Int>, _ value: TaggedValue, _ tagging: Tagging, _ ledger: Ledger
  ) -> Range<Int> {
    guard [.merchant, .representative, .cardName, .address].contains(value) else { return places }
    let ofCard: [Token.Form] = value == .cardName ? [.amount, .longNumber] : []
    let numbers = value == .address ? [] : [.phone, .businessNumber, .maskedNumber] + ofCard
    let places = places.drop { numbers.contains(tagging.tokens[$0].form) }
    for place in places {
      let token = tagging.tokens[place]
      let row = ledger.rows[token.row]
      let word = row.scalars[row.parts[token.part].range].map(\.folded).string
      if word.contains("@") || word.hasPrefix("www") || word.contains("://") { return places.lowerBound..<place }
      guard place > places.lowerBound, value != .address, token.row == tagging.tokens[place - 1].row else { continue }
      let isFar = token.left - tagging.tokens[place - 1].right > 2.5 * token.height
      if isFar || numbers.contains(token.form) { return places.lowerBound..<place }
    }
    return places
  }

  private static func candidate(
    _ value: TaggedValue, _ places: Range<Int>, _ tagging: Tagging, _ ledger: Ledger
  ) -> TaggedCandidate? {
    guard !places.isEmpty else { return nil }
    var spots = Token.spots(of: tagging.tokens[places])
    if value == .phone, let spot = spots.first,
      let whole = PhoneNumbers.numbers(in: ledger.rows[spot.row].scalars).first(where: { $0.overlaps(spot.range) })
    {
      spots = [Finding.Spot(row: spot.row, range: whole)]
    }
    for index in spots.indices where value != .phone { spots[index].range = trimmed(spots, at: index, ledger.rows) }
    spots.removeAll { ledger.rows[$0.row].text($0.range).isEmpty }
    let text = spots.map { ledger.rows[$0.row].text($0.range) }.joined(separator: " ")
    guard isSound(text, value), !isOfLabelsAlone(places, value, tagging),
      spots.first.map({ isOther(value, $0, tagging, ledger) }) != true
    else { return nil }
    let sum = places.map { tagging.probability(of: value, at: $0) }.reduce(0, +)
    let reading = spots.map { ledger.rows[$0.row].confidence(of: $0.range) }.min() ?? 0
    return TaggedCandidate(
      value: value, text: text, spots: spots, probability: sum / Double(places.count), reading: reading)
  }

  /// Whether the label before a value, or the rest of its row, tells that it is another one or a part of an item.
  private static func isOther(_ value: TaggedValue, _ spot: Finding.Spot, _ tags: Tagging, _ ledger: Ledger) -> Bool {
    let row = ledger.rows[spot.row]
    let number = row.scalars[spot.range]
    let role = ledger.label(spot.row, before: spot.range.lowerBound)?.role
    let isCard = value == .cardNumber
    let isItem = ledger.figures[spot.row].contains { $0.isClearlyMoney && $0.range.overlaps(spot.range) == isCard }
    switch value {
    // `원승인번호` names the sale that a refund takes back, and `적립승인번호` points.
    case .approvalNumber:
      let words = row.scalars[..<spot.range.lowerBound].split { $0.isDigit || $0.isSpace }
      return role == .other || role == .receiptNumber
        || words.last.map { ReceiptWord.membership.isFound(in: $0.string.letterKey) } == true
    case .representative: return isItem && role != .representative
    case .phone:
      // In Korea a number with its area begins with 0, and one without an area has eight digits.
      let isLong = ledger.style == .whole && number.count > 9 && !["0", "1", "(", "+"].contains(number.first)
      return role != .phone && (isItem || isLong)
    case .cardNumber:
      // Digits without a mask are those of a card if the row names it, and the rows above tell of points.
      let isOfCard = ReceiptWord.ofCard.isFound(in: row.letters)
      let isNamed =
        isOfCard || number.contains { "*#Xx".unicodeScalars.contains($0) }
        || tags.tokens.indices.contains {
          tags.tokens[$0].row == spot.row && tags.probability(of: .cardName, at: $0) > least
        }
      return isItem || !isNamed || role == .otherDate || number.count > 8 && number.starts(with: ["0", "1", "0"])
        || role != .cardNumber
          && (ReceiptWord.membership.isFound(in: row.letters)
            || !isOfCard && CardFields.isMembership(ledger, spot.row))
    default: return false
    }
  }

  /// Without the symbols that part it from its label and its neighbours, and without a bracket that has no other half.
  ///
  /// A bracket may close in the row below. A comma stays if the value goes on in the next row.
  private static func trimmed(_ spots: [Finding.Spot], at index: Int, _ rows: [PrintedRow]) -> Range<Int> {
    let scalars = rows[spots[index].row].scalars
    let before = spots[..<index].flatMap { rows[$0.row].scalars[$0.range] }
    var (start, end) = (spots[index].range.lowerBound, spots[index].range.upperBound)
    func isEdge(_ scalar: Unicode.Scalar) -> Bool { " :;,/-_|=".unicodeScalars.contains(scalar) }
    func count(_ sign: Unicode.Scalar) -> Int { (before + scalars[start..<end]).count { $0 == sign } }
    // `주)별빛`: the bracket before it.
    if start > 0, scalars[start - 1] == "(", scalars[end - 1] != ")", count("(") < count(")") { start -= 1 }
    while start < end {
      let (first, last) = (scalars[start], scalars[end - 1])
      let isOfNumber = first == "#" && !scalars[start..<end].contains(where: \.isLetter)
      if isEdge(first) || ")]>".unicodeScalars.contains(first) || isOfNumber {
        start += 1
      } else if isEdge(last) && (index == spots.count - 1 || last != ",") || "([<".unicodeScalars.contains(last)
        || last == ")" && count("(") < count(")") || last == "]" && count("[") < count("]")
      {
        end -= 1
      } else if first == "(" && count("(") > count(")") || first == "[" && count("[") > count("]") {
        start += 1
      } else {
        break
      }
    }
    return start..<end
  }

  /// Whether a text has the form of its value at all.
  private static func isSound(_ text: String, _ value: TaggedValue) -> Bool {
    let key = Lexicon.nameKey(text.unicodeScalars)
    let digits = key.count(where: \.isDigit)
    if ReceiptWord.noName.contains(key.string) { return false }
    switch value {
    case .approvalNumber: return (4...20).contains(digits) && !text.contains("*")
    // `500 1 500 50` are numbers of an item.
    case .phone: return (8...13).contains(digits) && !text.contains(#/^[0-9 ]+ [0-9] /#)
    case .businessNumber: return digits == 10
    case .cardNumber: return digits >= 3
    case .representative: return (2...40).contains(key.count) && digits < 2
    case .address: return key.count >= 5 && text.unicodeScalars.split { !$0.isLetter }.contains { $0.count > 1 }
    default: return key.count >= 2 && digits < key.count
    }
  }

  private static func isOfLabelsAlone(_ places: Range<Int>, _ value: TaggedValue, _ tagging: Tagging) -> Bool {
    guard [.merchant, .representative, .cardName, .address].contains(value) else { return false }
    return tagging.tokens[places].allSatisfy { token in
      token.label.map { value != .cardName || $0 != .role(.card) } ?? (token.form == .symbol)
    }
  }

  /// Values that are less probable than this are left out: one more wrong value costs as much as a missing one.
  private static let leastShown = 0.35

  /// The best candidate for a value as a finding; nil where none is probable enough.
  ///
  /// - Parameter ledger: the rows as they are now, which may have been mended since they were tagged.
  func finding(_ value: TaggedValue, _ ledger: Ledger) -> Finding? {
    guard let best = candidates[value]?.first, let first = best.spots.first else { return nil }
    let probability = model.calibrated(value, probability: best.probability, reading: best.reading)
    guard probability >= Self.leastShown else { return nil }
    var finding = Finding(best.text, row: first.row, range: first.range, reliability: probability)
    finding.spots = best.spots.map { spot in
      Finding.Spot(row: spot.row, range: spot.range.clamped(to: ledger.rows[spot.row].scalars.indices))
    }
    finding.isCalibrated = true
    return finding
  }
}

/// A text that the tagger takes for the value of a field.
package struct TaggedCandidate: Sendable {
  package let value: TaggedValue
  package let text: String
  /// Rows and ranges of their scalars; a value that goes on in the next row has two.
  let spots: [Finding.Spot]
  /// The mean of its tokens, raised where it is printed more than once.
  package fileprivate(set) var probability: Double
  /// The least confidence of its words.
  package let reading: Double
}
