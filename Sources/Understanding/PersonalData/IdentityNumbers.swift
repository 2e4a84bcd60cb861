/// Numbers that identify a person or a card: their places in lines of text, and the parts to hide.
///
/// Resident registration numbers (주민등록번호, 외국인등록번호) keep the date of birth, card numbers the first six and the
/// last four digits, and passport numbers, which are known by their label or by the machine-readable zone that they stand
/// in, the first symbol.
package struct IdentityNumbers {
  /// Places of Unicode scalars that are to be hidden, for each line.
  package private(set) var hidden: [Set<Int>]

  /// - Parameter lines: The lines of a page in reading order.
  package init(in lines: [String]) {
    let texts = lines.map(LabelledText.init)
    hidden = texts.map { Self.residentNumbers(in: $0).union(Self.cardNumbers(in: $0)) }
    for index in texts.indices {
      hidePassports(texts, index)
      hideMachineReadable(texts, index)
    }
  }

  /// Resident registration numbers alone, as a bar code may hold one among its data.
  static func residentNumbers(in text: String) -> Set<Int> { residentNumbers(in: LabelledText(text)) }

  // MARK: - Resident registration numbers

  private static let dashes: Set<Unicode.Scalar> = ["-", "~", "‐", "‑", "‒", "–", "—", "−", "·", "."]
  /// Letters that digits are misread as.
  private static let likeDigits: Set<Unicode.Scalar> = ["O", "o", "I", "l"]

  private static func residentNumbers(in text: LabelledText) -> Set<Int> {
    var hidden: Set<Int> = []
    // A label of persons alone is known well enough to overlook what was misread.
    let isLabelled = text.holds(.ofResident) && !text.holds(.ofCompany)
    func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar.isDigit || isLabelled && likeDigits.contains(scalar) }
    let runs = text.runs(where: isPart)
    for (index, first) in runs.enumerated() {
      // Without a label thirteen digits are more often those of a bar code.
      let isRegistered =
        first.count == 13 && text.holds(.ofRegistration) && !isGlued(text, first.lowerBound, first.upperBound)
        && isPlausible(text.scalars[first], hasDash: true, in: text)
      if isRegistered || isLabelled && (12...14).contains(first.count) {
        hidden.formUnion(first.dropFirst(6))
      } else if first.count == 6, index + 1 < runs.count {
        let second = runs[index + 1]
        let between = text.scalars[first.upperBound..<second.lowerBound]
        let marks = between.filter { !$0.isSpace }
        guard between.count <= 3, marks.count <= 1, marks.allSatisfy(dashes.contains) else { continue }
        if isLabelled {
          if (6...8).contains(second.count) { hidden.formUnion(second) }
        } else if second.count == 7, !isGlued(text, first.lowerBound, second.upperBound),
          isPlausible(text.scalars[first] + text.scalars[second], hasDash: !marks.isEmpty, in: text)
        {
          hidden.formUnion(second)
        }
      }
    }
    return hidden
  }

  /// Whether a number goes on before or behind a range.
  private static func isGlued(_ text: LabelledText, _ start: Int, _ end: Int) -> Bool {
    func isNumber(_ mark: Int, _ next: Int) -> Bool {
      guard text.scalars.indices.contains(mark), text.scalars.indices.contains(next) else { return false }
      return dashes.contains(text.scalars[mark]) && text.scalars[next].isDigit
    }
    return isNumber(start - 1, start - 2) || isNumber(end, end + 1)
  }

  /// Whether thirteen digits without a label of persons are a resident's: a day that there is, and a digit for that century.
  ///
  /// Companies have numbers of the same form; theirs have another check digit. Those of persons have one where the person
  /// was registered before October 2020, and none since.
  private static func isPlausible(_ scalars: ArraySlice<Unicode.Scalar>, hasDash: Bool, in text: LabelledText) -> Bool {
    let digits = scalars.compactMap { $0.digit.map(Int.init) }
    let isOfPerson = !text.holds(.ofCompany) || text.holds(.ofResident)
    guard digits.count == 13, isOfPerson, (1...8).contains(digits[6]) else { return false }
    let isOfThisCentury = [3, 4, 7, 8].contains(digits[6])
    let year = digits[0] * 10 + digits[1]
    let (month, day) = (digits[2] * 10 + digits[3], digits[4] * 10 + digits[5])
    // Every fourth year is a leap year, from 1904 to 1996 as from 2004 to 2096.
    let isDay = CalendarDate(year: 2000 + year, month: month, day: day) != nil
    guard !isOfThisCentury || year < 40, isDay else { return false }
    let sum = zip(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]).reduce(0) { $0 + $1.0 * $1.1 }
    if ((digits[6] > 4 ? 13 : 11) - sum % 11) % 10 == digits[12] { return true }
    let companySum = digits.dropLast().enumerated().reduce(0) { $0 + $1.element * (1 + $1.offset % 2) }
    return hasDash && !text.holds(.ofOtherNumber) && (10 - companySum % 10) % 10 != digits[12]
  }

  // MARK: - Card numbers

  private static func cardNumbers(in text: LabelledText) -> Set<Int> {
    guard text.holds(.ofCard) || !text.holds(.ofOtherNumber) else { return [] }
    let scalars = text.scalars
    let hidden = scan(scalars) { start -> (end: Int, found: ArraySlice<Int>?)? in
      guard scalars[start].isDigit else { return nil }
      // Groups with one and the same mark between them.
      let (groups, end) = groups(in: scalars, from: start, of: \.isDigit) { mark, groups in
        let isMark = " -.".unicodeScalars.contains(scalars[mark]) && scalars[mark] == scalars[start + groups[0]]
        return isMark && scalars[(mark + 1)...].first?.isDigit == true ? mark + 1 : nil
      }
      let places = (start..<end).filter { scalars[$0].isDigit }
      // A label is known well enough to overlook a misread digit.
      let isNumber =
        cardGroups.contains(groups)
        && (text.holds(.ofCardNumber) || isCard(places.compactMap { scalars[$0].digit.map(Int.init) }))
      return (end, isNumber ? places.dropFirst(6).dropLast(4) : nil)
    }
    return Set(hidden.joined())
  }

  private static let cardGroups = [[4, 4, 4, 4], [16], [4, 6, 5], [15], [4, 6, 4], [4, 4, 4, 4, 3], [19]]

  /// Whether digits are the number of a card: by its issuer, its length and its check digit (Luhn).
  private static func isCard(_ digits: [Int]) -> Bool {
    func first(_ count: Int) -> Int { digits.prefix(count).reduce(0) { $0 * 10 + $1 } }
    let isIssued =
      switch digits.count {
      case 14: first(2) == 36 || first(2) == 38 || first(2) == 30
      case 15: first(2) == 34 || first(2) == 37
      case 16:
        [4, 5, 6, 9].contains(digits[0]) || (3528...3589).contains(first(4)) || (2221...2720).contains(first(4))
      default: first(1) == 4 || first(2) == 62
      }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let doubled = digit.offset % 2 == 1 ? digit.element * 2 : digit.element
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return isIssued && sum % 10 == 0
  }

  // MARK: - Passports

  /// Hides the numbers behind a passport's label, or the first one in the next line if there is none.
  private mutating func hidePassports(_ texts: [LabelledText], _ index: Int) {
    guard texts[index].holds(.ofPassport) else { return }
    let isNumbered = texts[index].holds(.ofPassportNumber)
    var found = Self.passports(in: texts[index], allowingDigitsAlone: isNumbered)
    var line = index
    if found.isEmpty, index + 1 < texts.count {
      line = index + 1
      found = Array(Self.passports(in: texts[line], allowingDigitsAlone: false).prefix(1))
    }
    for range in found { hidden[line].formUnion(range.dropFirst()) }
  }

  /// Words of seven to nine letters and digits, most of them digits and no letter behind the fifth symbol.
  private static func passports(in text: LabelledText, allowingDigitsAlone: Bool) -> [Range<Int>] {
    text.runs { $0.isDigit || $0.isLatin }.filter { range in
      let word = text.scalars[range]
      let letters = word.count(where: \.isLatin)
      guard (7...9).contains(word.count), word.suffix(4).allSatisfy(\.isDigit) else { return false }
      return letters == 0 ? allowingDigitsAlone : letters <= 2 && word.first?.isLatin == true
    }
  }

  // MARK: - Machine-readable zones

  /// Hides the numbers in the zone at the foot of passports and identity cards (ICAO 9303).
  ///
  /// A line with numbers is known by the days of birth and expiry, each with a check digit, and the sex between them. In
  /// two lines the document's number and the nationality stand before, and a personal number behind; in three lines the
  /// nationality and a personal number stand behind, and the document's number in the line above, behind its issuer.
  private mutating func hideMachineReadable(_ texts: [LabelledText], _ index: Int) {
    let places = texts[index].printedPlaces
    let line = places.map { texts[index].scalars[$0] }
    func isNumber(_ range: Range<Int>) -> Bool {
      line[range].allSatisfy { $0.isDigit || Self.likeDigits.contains($0) }
    }
    func isCountry(_ range: Range<Int>) -> Bool {
      line.indices.contains(range.upperBound - 1) && line[range].allSatisfy { $0.isLatin || $0 == "<" }
    }
    let sexes: Set<Unicode.Scalar> = ["M", "F", "X", "<"]
    for sex in line.indices.dropFirst(7).dropLast(7)
    where sexes.contains(line[sex]) && isNumber(sex - 7..<sex) && isNumber(sex + 1..<sex + 8) {
      if sex >= 18, isCountry(sex - 10..<sex - 7) {
        hide(places[1..<sex - 10] + places[(sex + 8)...], of: texts, index)
      } else if sex < 9, isCountry(sex + 8..<sex + 11) {
        hide(places[(sex + 11)...], of: texts, index)
        if index > 0 { hide(texts[index - 1].printedPlaces.dropFirst(6), of: texts, index - 1) }
      }
    }
  }

  private mutating func hide(_ places: ArraySlice<Int>, of texts: [LabelledText], _ index: Int) {
    hidden[index].formUnion(places.filter { texts[index].scalars[$0].isDigit || texts[index].scalars[$0].isLatin })
  }
}

/// A line with the labels that stand in it.
private struct LabelledText {
  let scalars: [Unicode.Scalar]
  /// Letters, digits and symbols without white space and points, in lower case.
  private let folded: String

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    folded = String(text.lowercased().filter { !$0.isWhitespace && $0 != "." })
  }

  /// Whether a label of a group stands in it.
  func holds(_ labels: ReceiptWord) -> Bool { labels.entries.contains { folded.contains($0) } }

  /// The places of all but white space.
  var printedPlaces: [Int] { scalars.indices.filter { !scalars[$0].isSpace } }

  /// The runs of scalars that satisfy a condition and stand between others.
  func runs(where isPart: (Unicode.Scalar) -> Bool) -> [Range<Int>] {
    scalars.split { !isPart($0) }.map(\.indices)
  }
}
