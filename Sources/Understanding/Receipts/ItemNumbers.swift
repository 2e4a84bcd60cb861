/// The price, the quantity and the amount among an item's numbers: those that agree by arithmetic first.
struct ItemNumbers {
  var price: Figure?
  var quantity: Figure?
  var amount: Figure
  /// The count of the last numbers that these are; those before belong to the name.
  var used: Int
  /// Whether the amount is more than price and quantity make, and a column of discounts has none.
  var isExtended = false

  /// - Parameters:
  ///   - hasDiscount: the list has a column of discounts before the amounts.
  ///   - order: the quantity stands before the price.
  /// - Returns: nil where the last number is no amount.
  static func of(_ tail: [Figure], hasDiscount: Bool, order quantityFirst: Bool) -> ItemNumbers? {
    guard let last = tail.last, last.isClearlyMoney || tail.count >= 2 || last.amount.isZero else { return nil }
    let count = tail.count
    if count >= 4 {
      // Price, quantity, discount, amount.
      let (one, two, off) = (tail[count - 4], tail[count - 3], tail[count - 2])
      if let product = one.amount * two.amount, product - off.amount.magnitude == last.amount,
        hasDiscount || !off.amount.isZero
      {
        let (price, quantity) = sorted(one, two, quantityFirst)
        return ItemNumbers(price: price, quantity: quantity, amount: last, used: 4)
      }
      // `5,700 1개 0 6,400`: the counter says which is the quantity; options are in the amount.
      if two.suffix == "개", isCount(two), one.isClearlyMoney {
        let isExtended = off.amount.isZero && (one.amount * two.amount).map { $0 < last.amount } ?? false
        return ItemNumbers(price: one, quantity: two, amount: last, used: 4, isExtended: isExtended)
      }
    }
    if count >= 3 {
      let (one, two) = (tail[count - 3], tail[count - 2])
      if one.amount * two.amount == last.amount, !last.amount.isZero || isCount(one) || isCount(two) {
        let (price, quantity) = sorted(one, two, quantityFirst)
        return ItemNumbers(price: price, quantity: quantity, amount: last, used: 3)
      }
      for (one, two) in [(one, two), (two, one)] {
        guard let measured = measured(two), makes(one, measured, last) else { continue }
        return ItemNumbers(price: one, quantity: measured, amount: last, used: 3)
      }
      // Price, discount, amount.
      if one.isClearlyMoney, two.isClearlyMoney, !two.amount.isZero, one.amount - two.amount.magnitude == last.amount {
        return ItemNumbers(price: one, amount: last, used: 3)
      }
      for (money, pieces) in [(one, two), (two, one)] where isCount(pieces) && money.isClearlyMoney {
        return ItemNumbers(price: money, quantity: pieces, amount: last, used: 3)
      }
    }
    if count >= 2 {
      let one = tail[count - 2]
      if isCount(one), !one.amount.isZero || last.amount.isZero {
        return ItemNumbers(quantity: one, amount: last, used: 2)
      }
      if one.isClearlyMoney { return ItemNumbers(price: one, amount: last, used: 2) }
    }
    return ItemNumbers(amount: last, used: 1)
  }

  /// A number as a measured quantity, `31.270` litres; nil where it is none.
  static func measured(_ figure: Figure) -> Figure? {
    guard let measure = figure.measure, !figure.hasCurrency,
      figure.measurePlaces != 2 || !figure.isShaped || figure.isWeighed
    else { return nil }
    var measured = figure
    measured.amount = measure
    return measured
  }

  /// Whether price times quantity is the amount, as near as the quantity's last digit and a till's coin tell.
  static func makes(_ price: Figure, _ quantity: Figure, _ amount: Figure) -> Bool {
    let half: [UInt8] = [UInt8](repeating: 0, count: min(quantity.measurePlaces, 3)) + [5]
    let isWhole = price.amount.isWhole && amount.amount.isWhole && amount.amount >= 100
    guard let step = Amount(whole: [0], fraction: half),
      let slack = (price.amount.magnitude * step).flatMap({ $0 + (isWhole ? 10 : .hundredths(1)) }),
      let product = price.amount * quantity.amount, let off = (product - amount.amount)?.magnitude
    else { return false }
    return off <= slack && !amount.amount.isZero
  }

  private static func isCount(_ figure: Figure) -> Bool {
    !figure.isShaped && !figure.hasCurrency && figure.digits.utf8.count <= 4 && !figure.amount.isNegative
      && !figure.isWeighed
  }

  /// Price and quantity of two numbers, in the order of the headings unless only one of them can be a count.
  private static func sorted(_ one: Figure, _ two: Figure, _ quantityFirst: Bool) -> (Figure, Figure) {
    let isQuantityFirst = isCount(one) == isCount(two) ? quantityFirst : isCount(one)
    return isQuantityFirst ? (two, one) : (one, two)
  }
}

/// The names of items, without numbers of order and marks.
enum ItemName {
  /// - Parameters:
  ///   - count: items before this one.
  ///   - isNumbered: a number alone before the name is the row's, where it is the next one.
  static func clean(_ scalars: ArraySlice<Unicode.Scalar>, count: Int, isNumbered: Bool) -> String {
    var rest = trimmed(scalars)
    // `3/14 별망치`: the day, on bills written by hand.
    let month = rest.prefix { $0.isDigit }
    if (1...2).contains(month.count), month.endIndex < rest.endIndex, rest[month.endIndex] == "/" {
      let day = rest[(month.endIndex + 1)...].prefix { $0.isDigit }
      if (1...2).contains(day.count), day.endIndex < rest.endIndex, rest[day.endIndex].isSpace {
        rest = trimmed(rest[day.endIndex...])
      }
    }
    // `2026-03-12 Room`: the night, on bills of hotels.
    if let date = DateScanner(scalars: Array(rest), style: .whole).dates().first, date.range.lowerBound == 0,
      !date.isCompact, rest.startIndex + date.range.upperBound < rest.endIndex
    {
      rest = trimmed(rest[(rest.startIndex + date.range.upperBound)...])
    }
    // `01 `, `(02) `, `3. `, `03* `: the number of the row.
    var place = rest.startIndex
    let isBracketed = rest.first == "("
    if isBracketed { place += 1 }
    let digits = rest[place...].prefix { $0.isDigit }
    if (1...3).contains(digits.count), digits.endIndex < rest.endIndex {
      var end = digits.endIndex
      let sign = rest[end]
      let isPadded = digits.first == "0" && digits.count > 1
      let isNext = Int(digits.string) == count + 1
      if isBracketed
        ? sign == ")" && (isPadded || isNext)
        : sign.isSpace && (isPadded || isNumbered && isNext) || sign == "*" && isPadded
          || (sign == "." || sign == ")") && isNext
      {
        if !sign.isSpace { end += 1 }
        rest = trimmed(rest[end...])
      }
    }
    // `201234 별셔츠`: the article's number.
    let code = rest.prefix { $0.isDigit }
    if code.count >= 6, code.endIndex < rest.endIndex, rest[code.endIndex].isSpace {
      rest = trimmed(rest[code.endIndex...])
    }
    // `MILK 1G 007100000052 F`: the article's number, and the letter of its tax.
    let words = rest.split(whereSeparator: \.isSpace)
    if let code = words.lastIndex(where: { $0.prefix { $0.isDigit }.count >= 8 }), code > 0,
      words[(code + 1)...].allSatisfy({ $0.count == 1 })
    {
      rest = trimmed(rest[..<words[code].startIndex])
    }
    return rest.string
  }

  /// A bar code or an article's number: one word, mostly of digits, without Korean letters.
  static func isCode(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    let digits = scalars.count { $0.isDigit }
    return scalars.count >= 4 && digits * 3 >= scalars.count * 2 && !scalars.contains { $0.isHangul || $0.isSpace }
  }
}
