/// A number in a row, read as money or a quantity.
struct Figure: Sendable {
  /// Of the digits with their symbols, in the row's scalars.
  var range: Range<Int>
  var amount: Amount
  /// ASCII digits alone.
  var digits: String
  /// Whether it has separators of thousands or two decimals where they belong.
  var isShaped: Bool
  /// Whether a sign or word of money stands beside it.
  var hasCurrency: Bool
  var isPercent: Bool
  /// The letter directly behind it, such as the counter in `2개`.
  var suffix: Unicode.Scalar?
  /// The letter or sign directly before it, such as `x`.
  var prefix: Unicode.Scalar?
  /// What it is as a number with decimals: `31.270` litres, where amounts are whole and a point parts thousands, too.
  var measure: Amount?
  /// Digits behind the point of the measure.
  var measurePlaces = 0
  /// Whether a unit of weight or volume stands behind it: `2.31 lb`, `500ml`.
  var isWeighed = false

  /// Whether it can be money: no percentage, no long run of digits as codes are.
  var isMoney: Bool { !isPercent && (isShaped || hasCurrency || digits.utf8.count <= 9) }
  /// Whether nothing but money looks like it.
  var isClearlyMoney: Bool { !isPercent && (isShaped || hasCurrency) }
}

enum Figures {
  /// All numbers of a row that can be amounts or quantities, in order.
  static func all(in scalars: [Unicode.Scalar], _ notation: Notation) -> [Figure] {
    var figures: [Figure] = []
    var place = 0
    while place < scalars.count {
      guard startsDigits(scalars, place) else {
        place += 1
        continue
      }
      let (end, figure) = figure(scalars, from: place, notation)
      if let figure { figures.append(figure) }
      place = max(end, place + 1)
    }
    return figures
  }

  /// Whether a space parts an amount behind a won sign: `₩2 4,050` and `₩24,05 0`, wide-set digits that were read apart.
  ///
  /// What stands before the space is no amount, and with what stands behind it is one.
  private static func isParted(_ scalars: [Unicode.Scalar], from start: Int, at space: Int) -> Bool {
    guard start > 0, scalars[start - 1] == "₩", scalars[start] != "0" else { return false }
    let rest = scalars[(space + 1)...].prefix { $0.isDigit || $0 == "," }
    let end = rest.endIndex
    // What stands before other numbers may be a price.
    guard rest.first?.isDigit == true, end >= scalars.count || scalars[end] == "원" else { return false }
    func isGrouped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
      let groups = scalars.split(separator: ",", omittingEmptySubsequences: false)
      return groups.count > 1 && (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    }
    return !isGrouped(scalars[start..<space]) && isGrouped(scalars[start..<space] + rest)
  }

  /// A zero may be read as the letter O.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.digit ?? (scalar == "O" || scalar == "o" || scalar == "ㅇ" ? 0 : nil)
  }

  private static func startsDigits(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    scalars[place].isDigit
  }

  /// Reads one number.
  ///
  /// - Returns: the place behind everything that belongs to it, and the number, nil where it is a code, date or mask.
  private static func figure(
    _ scalars: [Unicode.Scalar], from start: Int, _ notation: Notation
  ) -> (end: Int, figure: Figure?) {
    let style = notation.style
    var groups: [[UInt8]] = [[]]
    var separators: [Unicode.Scalar] = []
    var place = start
    while place < scalars.count {
      if let digit = digit(scalars[place]), scalars[place].isDigit || isBetweenDigits(scalars, place) {
        groups[groups.count - 1].append(digit)
        place += 1
      } else if let (sign, next) = separator(scalars, place, notation, last: groups.last?.count ?? 0) {
        separators.append(sign)
        groups.append([])
        place = next
      } else if style == .whole, scalars[place].isSpace, isParted(scalars, from: start, at: place) {
        place += 1
      } else {
        break
      }
    }
    // Joined by other symbols it is a date, a time, a telephone or card number.
    let behind = place < scalars.count ? scalars[place] : " "
    let second = place + 1 < scalars.count ? scalars[place + 1] : " "
    if (behind == "-" || behind == "/" || behind == ":" || behind == "~" || behind == ".") && second.isDigit
      || behind == "*" && (second == "*" || second.isDigit) || behind == "_"
    {
      return (codeEnd(scalars, place), nil)
    }
    var before = start - 1
    var isNegative = false
    var hasCurrency = false
    var prefix: Unicode.Scalar?
    while before >= 0 {
      let sign = scalars[before]
      if sign == "-" || sign == "▲" || sign == "△" || sign == "▼" {
        isNegative = before == 0 || !scalars[before - 1].isDigit && !scalars[before - 1].isLetter
        if !isNegative { prefix = sign }
      } else if "₩\\$￦£€".unicodeScalars.contains(sign) {
        hasCurrency = true
        // `S$`, `US$`: the letters are part of the sign.
        if sign == "$" { before -= countryLetters(scalars, before: before) }
      } else if (sign == "W" || sign == "w"), before == 0 || !scalars[before - 1].isLetter, style == .whole {
        hasCurrency = true
      } else if sign.folded == "m", before > 0, scalars[before - 1].folded == "r",
        before == 1 || !scalars[before - 2].isLetter
      {
        hasCurrency = true
        before -= 1
      } else if !sign.isSpace {
        prefix = sign
        break
      } else if hasCurrency || before == start - 1 || isNegative {
        // `RM 5.00`, `- 500`: the sign may stand a space away, once.
        if before == start - 1, let joined = spacedSign(scalars, before, style) {
          isNegative = joined.isNegative
          hasCurrency = joined.hasCurrency
        }
        break
      }
      before -= 1
    }
    if let prefix, prefix.isLetter, !isMultiplication(prefix) && !prefix.isHangul || prefix == "#" || prefix == "_" {
      return (place, nil)
    }
    if prefix == "-" || prefix == "/" || prefix == "*" && start >= 2 && scalars[start - 2] == "*" {
      return (place, nil)
    }
    var shape = shape(groups, separators, notation)
    // `.05`: some tills print no zero before the point.
    if prefix == ".", style == .cents, separators.isEmpty, groups[0].count == 2, let start = scalars[..<start].last,
      start == "."
    {
      shape = (Amount(whole: [0], fraction: groups[0]), true)
      let sign = before > 0 ? scalars[before - 1] : " "
      isNegative = sign == "-"
    }
    if style == .whole, let (end, amount) = tenThousands(shape.amount, scalars, place) {
      place = end
      shape = (amount, true)
    }
    guard let amount = shape.amount else { return (place, nil) }
    hasCurrency = hasCurrency || Currency.beside(scalars, start..<place) != nil
    var suffix: Unicode.Scalar?
    var isPercent = false
    var rest = place
    if rest < scalars.count, scalars[rest] == " ", rest + 1 < scalars.count { rest += 1 }
    if rest < scalars.count {
      if scalars[rest] == "%" { isPercent = true }
      if scalars[rest] == "€" { hasCurrency = true }
      if scalars[rest] == "원", rest + 1 >= scalars.count || !scalars[rest + 1].isHangul { hasCurrency = true }
    }
    if place < scalars.count, scalars[place].isLetter, scalars[place] != "원" { suffix = scalars[place] }
    if style == .cents, shape.isShaped {
      let word = scalars[rest...].prefix { !$0.isSpace }
      isNegative =
        isNegative || behind == "-" && !second.isDigit && !second.isLetter || prefix == "(" && behind == ")"
        || word.elementsEqual("CR".unicodeScalars)
    }
    var figure = Figure(
      range: start..<place, amount: isNegative ? -amount : amount,
      digits: groups.joined().map { Unicode.Scalar($0 + 0x30) }.string,
      isShaped: shape.isShaped, hasCurrency: hasCurrency, isPercent: isPercent, suffix: suffix, prefix: prefix)
    figure.isWeighed = Self.isUnit(scalars, behind: place)
    if groups.count == 2, separators == ["."], !isNegative, (1...4).contains(groups[1].count) {
      figure.measure = Amount(whole: groups[0], fraction: groups[1])
      figure.measurePlaces = groups[1].count
    }
    return (place, figure)
  }

  /// `5만원`, `3만 5천원`, `1만5,000원`: what stands for ten thousands, with what is added to them.
  private static func tenThousands(
    _ count: Amount?, _ scalars: [Unicode.Scalar], _ start: Int
  ) -> (end: Int, amount: Amount)? {
    guard let count, start < scalars.count, scalars[start] == "만", let tenThousand = Amount(whole: 10_000) else {
      return nil
    }
    let rest = scalars[(start + 1)...].drop { $0.isSpace }
    let number = rest.prefix { $0.isDigit || $0 == "," }
    let isThousands = rest[number.endIndex...].first == "천"
    let end = number.endIndex + (isThousands ? 1 : 0)
    guard end < scalars.count, scalars[end] == "원" else { return nil }
    let digits = number.compactMap(\.digit) + (isThousands ? [0, 0, 0] : [])
    guard digits.count <= 4, let added = digits.isEmpty ? .zero : Amount(whole: digits) else { return nil }
    return (count * tenThousand).flatMap { $0 + added }.map { (end, $0) }
  }

  /// A sign of money or of minus that stands one space before the number.
  private static func spacedSign(
    _ scalars: [Unicode.Scalar], _ space: Int, _ style: MoneyStyle
  ) -> (isNegative: Bool, hasCurrency: Bool)? {
    guard space > 0 else { return nil }
    let sign = scalars[space - 1]
    let isAlone = space == 1 || scalars[space - 2].isSpace || scalars[space - 2] == "-"
    if "₩\\$£€".unicodeScalars.contains(sign) { return (space > 1 && scalars[space - 2] == "-", true) }
    if sign.folded == "m", space > 1, scalars[space - 2].folded == "r", space == 2 || !scalars[space - 3].isLetter {
      return (space > 2 && scalars[space - 3] == "-", true)
    }
    if "-▲△▼".unicodeScalars.contains(sign), isAlone { return (true, false) }
    return nil
  }

  private static let units: Set<String> = ["g", "kg", "lb", "lbs", "oz", "l", "ml", "gal", "litre", "litres", "ltr"]

  /// Whether a unit of weight or volume stands directly, or a space, behind a place.
  private static func isUnit(_ scalars: [Unicode.Scalar], behind place: Int) -> Bool {
    guard place < scalars.count else { return false }
    let letters = scalars[(scalars[place].isSpace ? place + 1 : place)...].prefix { $0.isLetter }
    return letters.count <= 6 && units.contains(letters.map(\.folded).string)
  }

  /// How many capital letters stand as a word of their own before a dollar sign.
  private static func countryLetters(_ scalars: [Unicode.Scalar], before place: Int) -> Int {
    let letters = scalars[..<place].reversed().prefix { $0.isLatin }
    guard letters.count <= 2, letters.allSatisfy({ $0.properties.isUppercase }) else { return 0 }
    return letters.count
  }

  private static func isMultiplication(_ sign: Unicode.Scalar) -> Bool { sign == "x" || sign == "X" }

  private static func isBetweenDigits(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    let after = place + 1 < scalars.count ? scalars[place + 1] : " "
    return place > 0 && (scalars[place - 1].isDigit || scalars[place - 1] == "," || digit(scalars[place - 1]) != nil)
      && !(after.isLetter && digit(after) == nil)
  }

  /// A separator at a place with digits behind it: the sign, and where the digits begin.
  ///
  /// A space behind a comma is forgiven where exactly three digits follow, behind a point where exactly two do.
  private static func separator(
    _ scalars: [Unicode.Scalar], _ place: Int, _ notation: Notation, last: Int
  ) -> (Unicode.Scalar, Int)? {
    let sign = scalars[place]
    if notation.hasSpaces, sign.isSpace, last <= 3, scalars[(place + 1)...].prefix(while: \.isDigit).count == 3 {
      return (" ", place + 1)
    }
    guard sign == "," || sign == "." || sign == "·" || sign == "'" else { return nil }
    var next = place + 1
    if next < scalars.count, digit(scalars[next]) != nil { return (sign == "·" ? "." : sign, next) }
    guard next < scalars.count, scalars[next].isSpace, last <= 3 else { return nil }
    next += 1
    let digits = scalars[next...].prefix { $0.isDigit }.count
    let end = next + digits
    let closes = end >= scalars.count || scalars[end].isSpace || scalars[end] == "원" || scalars[end] == ","
    guard closes else { return nil }
    if digits == 3, sign == "," { return (",", next) }
    if digits == 2, sign == ".", notation.style == .cents { return (".", next) }
    return nil
  }

  /// The place behind a run of digits and the symbols that join them.
  private static func codeEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    var place = start
    while place < scalars.count, scalars[place].isDigit || "-/:~*._".unicodeScalars.contains(scalars[place]) {
      place += 1
    }
    return place
  }

  private static func shape(
    _ groups: [[UInt8]], _ separators: [Unicode.Scalar], _ notation: Notation
  ) -> (amount: Amount?, isShaped: Bool) {
    guard let first = groups.first, let last = groups.last else { return (nil, false) }
    guard let sign = separators.last else { return (Amount(whole: first), false) }
    let isCents = notation.style == .cents
    let isPoint = sign == notation.point && notation.decimals > 0
    if areThousands(groups, separators), !isCents || !isPoint {
      return (Amount(whole: groups.joined()), first != [0])
    }
    // The last group may be decimals, the others thousands.
    guard groups.count == 2 || areThousands(groups.dropLast(), separators.dropLast()),
      isPoint || sign == "." || last.count == 2 && isCents, (1...4).contains(last.count)
    else { return (nil, false) }
    let amount = Amount(whole: groups.dropLast().joined(), fraction: last)
    return (amount, isCents && last.count == max(2, notation.decimals))
  }

  /// Whether groups of digits are those of thousands, or in India of hundreds before them: `1,20,345`.
  private static func areThousands(
    _ groups: some Sequence<[UInt8]>, _ separators: some Sequence<Unicode.Scalar>
  ) -> Bool {
    let counts = groups.map(\.count)
    guard let first = counts.first, (1...3).contains(first) else { return false }
    return counts.dropFirst().allSatisfy { $0 == 3 }
      || counts.last == 3 && first < 3 && counts.dropFirst().dropLast().allSatisfy { $0 == 2 }
        && separators.allSatisfy { $0 == "," }
  }
}
