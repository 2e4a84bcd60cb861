/// A number in a row, read as money or a quantity.
struct Figure: Sendable {
  /// Of the digits with their symbols, in the row's scalars.
  var range: Range<Int>
  var amount: Amount
  /// ASCII digits alone.
  var digits: String
  /// Whether it has separators of thousands or two decimals where they belong.
  var isShaped: Bool
  /// Whether a sign or word of money is beside it.
  var hasCurrency: Bool
  var isPercent: Bool
  /// The letter directly behind it, such as the counter in `2개`.
  var suffix: Unicode.Scalar?
  /// The letter or sign directly before it, such as `x`.
  var prefix: Unicode.Scalar?
  /// Its value as a number with decimals: `31.270` litres, even if a point separates thousands in amounts.
  var measure: Amount?
  /// Digits behind the point of the measure.
  var measurePlaces = 0
  /// Whether it stands in brackets of its own: `(12,000)`.
  var isBracketed: Bool
  /// Whether a unit of weight or volume follows it: `2.31 lb`, `500ml`.
  var isWeighed = false

  /// Whether it can be money: no percentage, no long run of digits as codes are.
  var isMoney: Bool { !isPercent && (isShaped || hasCurrency || digits.utf8.count <= 9) }
  /// Whether nothing but money looks like it.
  var isClearlyMoney: Bool { !isPercent && (isShaped || hasCurrency) }
}

/// Finds the numbers of a row that can be amounts or quantities.
struct Figures {
  private let scalars: [Unicode.Scalar]
  private let notation: Notation

  /// All numbers of a row, in order.
  static func all(in scalars: [Unicode.Scalar], _ notation: Notation) -> [Figure] {
    let row = Figures(scalars: scalars, notation: notation)
    return scan(scalars) { scalars[$0].isDigit ? row.figure(from: $0) : nil }
  }

  private var style: MoneyStyle { notation.style }

  private func at(_ place: Int) -> Unicode.Scalar { scalars.indices.contains(place) ? scalars[place] : " " }

  /// Digits as they are printed, in groups with what parts them.
  private typealias Number = (groups: [[UInt8]], separators: [Unicode.Scalar], end: Int)

  /// The symbols before a number: a minus, a sign of money, and the symbol directly before them.
  private typealias Lead = (isNegative: Bool, hasCurrency: Bool, prefix: Unicode.Scalar?)

  /// Reads one number.
  ///
  /// - Returns: the place behind everything that belongs to it, and the number, nil if it is a code, date or mask.
  private func figure(from start: Int) -> (end: Int, found: Figure?) {
    let number = number(from: start)
    var end = number.end
    let (behind, second) = (at(end), at(end + 1))
    // Joined by other symbols it is a date, a time, a telephone or card number; `82,l81` was misread.
    let isMisread = behind == "," && second.isLatin && at(end + 2).isDigit
    if "-/:~.".unicodeScalars.contains(behind) && second.isDigit || behind == "_" || isMisread
      || behind == "*" && (second == "*" || second.isDigit)
    {
      let codeEnd = scalars[end...].firstIndex { !$0.isDigit && !"-/:~*._".unicodeScalars.contains($0) }
      return (codeEnd ?? scalars.count, nil)
    }
    var lead = lead(before: start)
    if let prefix = lead.prefix,
      "#_-/".unicodeScalars.contains(prefix) || prefix == "*" && at(start - 2) == "*"
        || prefix.isLetter && !prefix.isHangul && prefix.folded != "x"
    {
      return (end, nil)
    }
    var shape = shape(number)
    // `.05`: some tills print no zero before the point.
    if at(start - 1) == ".", style == .cents, number.separators.isEmpty, number.groups[0].count == 2 {
      shape = (Amount(whole: [0], fraction: number.groups[0]), true)
      lead.isNegative = at(start - 2) == "-"
    }
    if style == .whole, let (place, amount) = tenThousands(shape.amount, end) {
      (end, shape) = (place, (amount, true))
    }
    guard let amount = shape.amount else { return (end, nil) }
    let rest = at(end) == " " ? end + 1 : end
    // `(₩12,000-)` stands behind a sum in words; whether brackets are a minus in Korea, the total tells.
    let isBracketed = lead.prefix == "(" && behind == ")"
    // `12,000-(카드)`, `12,000----`: a dash and no minus.
    let isLast = second.isSpace && lead.prefix != "(" || style == .cents && !second.isDigit && !second.isLetter
    if shape.isShaped, style == .cents || !lead.hasCurrency {
      lead.isNegative =
        lead.isNegative || behind == "-" && isLast || style == .cents && isBracketed
        || scalars.dropFirst(rest).prefix { !$0.isSpace }.elementsEqual("CR".unicodeScalars)
    }
    var figure = Figure(
      range: start..<end, amount: lead.isNegative ? -amount : amount,
      digits: number.groups.joined().map { Unicode.Scalar($0 + 0x30) }.string, isShaped: shape.isShaped,
      hasCurrency: lead.hasCurrency || at(rest) == "원" && !at(rest + 1).isHangul
        || Currency.beside(scalars, start..<end) != nil,
      isPercent: at(rest) == "%", suffix: at(end).isLetter && at(end) != "원" ? at(end) : nil, prefix: lead.prefix,
      isBracketed: isBracketed && !lead.hasCurrency)
    figure.isWeighed = isUnit(behind: end)
    if number.groups.count == 2, number.separators == ["."], !lead.isNegative, (1...4).contains(number.groups[1].count)
    {
      figure.measure = Amount(whole: number.groups[0], fraction: number.groups[1])
      figure.measurePlaces = number.groups[1].count
    }
    return (end, figure)
  }

  private func number(from start: Int) -> Number {
    var number: Number = ([[]], [], start)
    while number.end < scalars.count {
      let last = number.groups.count - 1
      if let digit = digit(number.end), at(number.end).isDigit || isBetweenDigits(number.end) {
        number.groups[last].append(digit)
        number.end += 1
      } else if let (sign, next) = separator(number.end, last: number.groups[last].count) {
        number.separators.append(sign)
        number.groups.append([])
        number.end = next
      } else if at(number.end).isSpace, isParted(from: start, at: number.end) {
        number.end += 1
      } else {
        break
      }
    }
    return number
  }

  /// These may stand a space away from the number, once: `RM 5.00`, `- 500`.
  private func lead(before start: Int) -> Lead {
    var lead: Lead = (false, false, nil)
    let isSpaced = start > 1 && at(start - 1).isSpace
    var place = isSpaced ? start - 1 : start
    while place > 0 {
      let (sign, other) = (at(place - 1), at(place - 2))
      let length = moneyLength(before: place)
      if length > 0 {
        lead.hasCurrency = true
        place -= length
      } else if "-▲△▼".unicodeScalars.contains(sign), !other.isDigit, !other.isLetter,
        !isSpaced || lead.hasCurrency || other.isSpace
      {
        lead.isNegative = true
        place -= 1
      } else {
        lead.prefix = isSpaced || sign.isSpace ? nil : sign
        break
      }
    }
    return lead
  }

  /// The scalars of a sign of money that ends before a place; 0 if none does.
  private func moneyLength(before place: Int) -> Int {
    let isWon = at(place - 1) == "\\" || at(place - 1).folded == "w" && !at(place - 2).isLetter && style == .whole
    return Currency.sign(scalars, before: place)?.length ?? (isWon ? 1 : 0)
  }

  /// A digit; a zero may be read as the letter O, a one behind a comma as another.
  private func digit(_ place: Int) -> UInt8? {
    at(place).digit ?? ("Ooㅇ".unicodeScalars.contains(at(place)) ? 0 : nil)
      ?? (at(place - 1) == "," && "lI".unicodeScalars.contains(at(place)) ? 1 : nil)
  }

  private func isBetweenDigits(_ place: Int) -> Bool {
    place > 0 && (at(place - 1) == "," || digit(place - 1) != nil)
      && !(at(place + 1).isLetter && digit(place + 1) == nil)
  }

  /// Whether a space parts an amount whose digits were read apart: `₩2 4,050`, `24,05 0`, `£112.4 7`.
  ///
  /// The digits before the space have a sign of money or a comma, and are no amount; with those after it they are one.
  private func isParted(from start: Int, at space: Int) -> Bool {
    let rest = scalars[(space + 1)...].prefix { $0.isDigit || $0 == "," }
    // Digits before other numbers may be a price.
    guard rest.first?.isDigit == true, rest.endIndex >= scalars.count || at(rest.endIndex) == "원" else { return false }
    let isSigned = moneyLength(before: start) > 0
    if style == .cents { return isSigned && rest.count == 1 && at(space - 2) == "." }
    guard isSigned || scalars[start..<space].contains(","), at(start) != "0" else { return false }
    func isGrouped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
      let groups = scalars.split(separator: ",", omittingEmptySubsequences: false)
      return groups.count > 1 && (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    }
    return !isGrouped(scalars[start..<space]) && isGrouped(scalars[start..<space] + rest)
  }

  /// `5만원`, `3만 5천원`, `1만5,000원`: what stands for ten thousands, with what is added to them.
  private func tenThousands(_ count: Amount?, _ start: Int) -> (end: Int, amount: Amount)? {
    guard let count, at(start) == "만" else { return nil }
    let rest = scalars[(start + 1)...].drop { $0.isSpace }
    let number = rest.prefix { $0.isDigit || $0 == "," }
    let isThousands = at(number.endIndex) == "천"
    let end = number.endIndex + (isThousands ? 1 : 0)
    let digits = number.compactMap(\.digit) + (isThousands ? [0, 0, 0] : [])
    guard at(end) == "원", digits.count <= 4, let added = digits.isEmpty ? .zero : Amount(whole: digits) else {
      return nil
    }
    return (count * 10_000).flatMap { $0 + added }.map { (end, $0) }
  }

  /// Whether a unit of weight or volume stands directly, or a space, behind a place.
  private func isUnit(behind place: Int) -> Bool {
    let letters = scalars.dropFirst(at(place).isSpace ? place + 1 : place).prefix { $0.isLetter }
    return letters.count <= 6 && ReceiptWord.unit.contains(letters.map(\.folded).string)
  }

  /// A separator at a place with digits behind it: the sign, and where the digits begin.
  ///
  /// A space beside a comma is forgiven where exactly three digits follow, beside a point where exactly two do. No amount
  /// begins with a zero: a space alone parts `12 000`.
  private func separator(_ place: Int, last: Int) -> (Unicode.Scalar, Int)? {
    let (isSpaced, next) = (at(place).isSpace, place + 1)
    func digits(from start: Int) -> Int { scalars.dropFirst(start).prefix { $0.isDigit }.count }
    let isGroup = isSpaced && last <= 3 && digits(from: next) == 3
    if isGroup, notation.hasSpaces || style == .whole && at(next) == "0" { return (" ", next) }
    let place = isSpaced ? next : place
    guard let sign = Self.separators[at(place)] else { return nil }
    if !isSpaced, digit(place + 1) != nil, at(place) != ";" || digits(from: place + 1) == 3 { return (sign, place + 1) }
    let start = at(place + 1).isSpace ? place + 2 : place + 1
    let count = digits(from: start)
    // `2 .50` and `12 .50 6.00` have a count before an amount below one.
    let isJoined = !isSpaced || last > 1 && at(next - last - 2) != "." && start + count >= scalars.count
    let isPoint = count == 2 && sign == "." && style == .cents && isJoined
    let isSound = last <= 3 && " 원,".unicodeScalars.contains(at(start + count))
    return isSound && (isPoint || count == 3 && at(place) == ",") ? (sign, start) : nil
  }

  /// The separators by what is printed; some are misread.
  private static let separators: [Unicode.Scalar: Unicode.Scalar] = [",": ",", ";": ",", ".": ".", "·": ".", "'": "'"]

  private func shape(_ number: Number) -> (amount: Amount?, isShaped: Bool) {
    let (groups, separators) = (number.groups, number.separators)
    guard let last = groups.last, let sign = separators.last else { return (Amount(whole: groups[0]), false) }
    let isCents = style == .cents
    let isPoint = sign == notation.point && notation.decimals > 0
    if areThousands(groups, separators), !isCents || !isPoint {
      return (Amount(whole: groups.joined()), groups[0] != [0])
    }
    // The last group may be decimals, the others thousands.
    guard groups.count == 2 || areThousands(groups.dropLast(), separators.dropLast()),
      isPoint || sign == "." || last.count == 2 && isCents, (1...4).contains(last.count)
    else { return (nil, false) }
    let amount = Amount(whole: groups.dropLast().joined(), fraction: last)
    return (amount, isCents && last.count == max(2, notation.decimals))
  }

  /// Whether groups of digits are those of thousands, or in India of hundreds before them: `1,20,345`.
  private func areThousands(
    _ groups: some Sequence<[UInt8]>, _ separators: some Sequence<Unicode.Scalar>
  ) -> Bool {
    let counts = groups.map(\.count)
    guard let first = counts.first, (1...3).contains(first) else { return false }
    return counts.dropFirst().allSatisfy { $0 == 3 }
      || counts.last == 3 && first < 3 && counts.dropFirst().dropLast().allSatisfy { $0 == 2 }
        && separators.allSatisfy { $0 == "," }
  }
}
