/// Which of an item's numbers is the price, which the quantity and which the amount: what agrees by arithmetic first.
struct ItemNumbers {
  var price: Figure?
  var quantity: Figure?
  var amount: Figure
  /// How many of the last numbers these are; those before belong to the name.
  var used: Int

  /// - Parameters:
  ///   - hasDiscount: the list has a column of discounts before the amounts.
  ///   - order: the quantity stands before the price.
  /// - Returns: nil where the last number is no amount.
  init?(_ tail: [Figure], hasDiscount: Bool, order quantityFirst: Bool) {
    guard let last = tail.last,
      last.isClearlyMoney || tail.count >= 2 || last.amount.isZero
    else { return nil }
    amount = last
    let count = tail.count
    if count >= 4 {
      // Price, quantity, discount, amount.
      let (one, two, off) = (tail[count - 4], tail[count - 3], tail[count - 2])
      if let product = one.amount * two.amount, product - off.amount.magnitude == last.amount,
        hasDiscount || !off.amount.isZero
      {
        (price, quantity) = Self.sorted(one, two, quantityFirst)
        used = 4
        return
      }
    }
    if count >= 3 {
      let (one, two) = (tail[count - 3], tail[count - 2])
      if one.amount * two.amount == last.amount, !last.amount.isZero || Self.isCount(one) || Self.isCount(two) {
        (price, quantity) = Self.sorted(one, two, quantityFirst)
        used = 3
        return
      }
    }
    if count >= 4, hasDiscount, Self.isCount(tail[count - 3]) {
      (price, quantity) = (tail[count - 4], tail[count - 3])
      used = 4
      return
    }
    if count >= 3 {
      let (one, two) = (tail[count - 3], tail[count - 2])
      if hasDiscount, Self.isCount(one), two.isClearlyMoney || two.amount.isZero {
        // Quantity, discount, amount.
        quantity = one
        used = 3
        return
      }
      if Self.isCount(two), one.isClearlyMoney {
        (price, quantity) = (one, two)
        used = 3
        return
      }
      if Self.isCount(one), two.isClearlyMoney {
        (price, quantity) = (two, one)
        used = 3
        return
      }
    }
    if count >= 2 {
      let one = tail[count - 2]
      if Self.isCount(one) {
        quantity = one
        used = 2
        return
      }
      if one.isClearlyMoney {
        price = one
        used = 2
        return
      }
    }
    used = 1
  }

  private static func isCount(_ figure: Figure) -> Bool {
    !figure.isShaped && !figure.hasCurrency && figure.digits.utf8.count <= 4 && !figure.amount.isNegative
  }

  /// Price and quantity of two numbers, in the order of the headings unless only one of them can be a count.
  private static func sorted(_ one: Figure, _ two: Figure, _ quantityFirst: Bool) -> (Figure, Figure) {
    switch (isCount(one), isCount(two)) {
    case (true, false): (two, one)
    case (false, true): (one, two)
    default: quantityFirst ? (two, one) : (one, two)
    }
  }
}

/// The names of items, without numbers of order and marks.
enum ItemName {
  /// - Parameter count: items before this one.
  static func clean(_ scalars: ArraySlice<Unicode.Scalar>, count: Int) -> String {
    var rest = trimmed(scalars)
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
        : sign.isSpace && isPadded || sign == "*" && isPadded
          || (sign == "." || sign == ")") && isNext
      {
        if !sign.isSpace { end += 1 }
        rest = trimmed(rest[end...])
      }
    }
    return rest.string
  }

  /// A line that describes the item above it.
  static func isOption(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first else { return true }
    return "└▶→>+·ㄴ↳ⓞ[".unicodeScalars.contains(first) && first != "[" || first == "-" && scalars.count > 1
  }

  /// A bar code or an article's number: one word, mostly of digits, without Korean letters.
  static func isCode(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    let digits = scalars.count { $0.isDigit }
    return scalars.count >= 4 && digits * 3 >= scalars.count * 2 && !scalars.contains { $0.isHangul || $0.isSpace }
  }
}
