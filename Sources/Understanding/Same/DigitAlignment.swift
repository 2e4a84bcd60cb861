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
    let width = right.count + 1
    var best = [Int32](repeating: 0, count: (left.count + 1) * width)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        let gain = Self.gain(left[i].digits, right[j].digits)
        var value = max(best[(i + 1) * width + j], best[i * width + j + 1])
        if gain > 0 { value = max(value, best[(i + 1) * width + j + 1] + gain) }
        best[i * width + j] = value
      }
    }
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let gain = Self.gain(left[i].digits, right[j].digits)
      let value = best[i * width + j]
      if gain > 0, value == best[(i + 1) * width + j + 1] + gain {
        rows.append(Row(left: left[i], right: right[j]))
        (i, j) = (i + 1, j + 1)
      } else if value == best[(i + 1) * width + j] {
        rows.append(Row(left: left[i]))
        i += 1
      } else {
        rows.append(Row(right: right[j]))
        j += 1
      }
    }
    rows += left[i...].map { Row(left: $0) } + right[j...].map { Row(right: $0) }
    let digits = (left + right).reduce(0) { $0 + $1.digits.count }
    similarity = digits > 0 ? Double(best[0]) / Double(digits) : 0
  }

  private static func isBefore(_ one: ReceiptTrace.Number, _ other: ReceiptTrace.Number) -> Bool {
    if one.digits == other.digits { return !one.isDoubtful && other.isDoubtful }
    return one.digits.lexicographicallyPrecedes(other.digits)
  }

  /// Twice the digits of equal numbers, once those of numbers that differ in one digit, 0 for others.
  private static func gain(_ one: [UInt8], _ other: [UInt8]) -> Int32 {
    if one == other { return Int32(2 * one.count) }
    return isNear(one, other) ? Int32(min(one.count, other.count)) : 0
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
