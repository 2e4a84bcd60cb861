import Support

/// The numbers of two receipts side by side, each in its order.
struct DigitAlignment {
  /// A number of the one, of the other, or of both.
  struct Row {
    var left: ReceiptTrace.Number?
    var right: ReceiptTrace.Number?

    /// Whether it is the same number; else two that stand side by side differ in one digit.
    var isEqual: Bool { left?.digits == right?.digits }
  }

  private(set) var rows: [Row] = []
  /// Digits that agree, counted on both sides, of all digits: 0 to 1.
  private(set) var similarity = 0.0

  /// The alignment in which most digits agree; it takes the product of the two counts.
  ///
  /// Of several such alignments it is the same one whichever of the two is on the left.
  init(_ left: [ReceiptTrace.Number], _ right: [ReceiptTrace.Number]) {
    if right.lexicographicallyPrecedes(left, by: Self.isBefore) {
      self.init(ordered: right, left)
      rows = rows.map { Row(left: $0.right, right: $0.left) }
    } else {
      self.init(ordered: left, right)
    }
  }

  private init(ordered left: [ReceiptTrace.Number], _ right: [ReceiptTrace.Number]) {
    // Both lists are reversed, because `aligned` prefers pairs near the end.
    let (left, right) = (Array(left.reversed()), Array(right.reversed()))
    let pairs = aligned(left, right, gap: 0) { one, other in
      let gain = Self.gain(one.digits, other.digits)
      return gain > 0 ? -gain : 1
    }
    rows = pairs.reversed().map { pair in Row(left: pair.left.map { left[$0] }, right: pair.right.map { right[$0] }) }
    let agreeing = rows.reduce(0) { sum, row in
      guard let one = row.left, let other = row.right else { return sum }
      return sum + Self.gain(one.digits, other.digits)
    }
    let digits = (left + right).reduce(0) { $0 + $1.digits.count }
    similarity = digits > 0 ? Double(agreeing) / Double(digits) : 0
  }

  private static func isBefore(_ one: ReceiptTrace.Number, _ other: ReceiptTrace.Number) -> Bool {
    if one.digits == other.digits { return !one.isDoubtful && other.isDoubtful }
    return one.digits.lexicographicallyPrecedes(other.digits)
  }

  /// Twice the digits of equal numbers, once those of numbers that differ in one digit, 0 for others.
  private static func gain(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one == other { return 2 * one.count }
    return isNear(one, other) ? min(one.count, other.count) : 0
  }

  /// Whether two numbers of four digits or more differ in one digit, or by one that was missed.
  static func isNear(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard abs(one.count - other.count) <= 1, min(one.count, other.count) >= 4 else { return false }
    if one.count == other.count { return zip(one, other).count { $0 != $1 } == 1 }
    let (long, short) = one.count > other.count ? (one, other) : (other, one)
    let place = zip(long, short).prefix { $0 == $1 }.count
    return long[(place + 1)...].elementsEqual(short[place...])
  }
}
