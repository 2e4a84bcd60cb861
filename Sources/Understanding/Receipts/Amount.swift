/// A sum of money or a quantity: a decimal number with up to four places and at most thirteen digits before the point.
///
/// All arithmetic is checked: a result out of range is nil, never a trap.
package struct Amount: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, Codable {
  /// In ten-thousandths: some tills print unit prices with four places.
  package let units: Int64

  package static let zero = Amount(units: 0)
  private static let scale: Int64 = 10_000
  private static let limit: Int64 = 10_000_000_000_000 * scale
  /// Thirteen digits that are printed are those of a bar code.
  private static let printedLimit: Int64 = 1_000_000_000_000 * scale

  private init(units: Int64) {
    self.units = units
  }

  static func hundredths(_ count: Int32) -> Amount { Amount(units: Int64(count) * (scale / 100)) }

  /// ASCII digits before and behind the point, as they are printed.
  ///
  /// - Returns: nil if there is no digit, or more of them than an amount may have.
  init?(whole: some Sequence<UInt8>, fraction: some Sequence<UInt8> = [], limit: Int64 = printedLimit) {
    let (whole, fraction) = (Array(whole), Array(fraction))
    guard !whole.isEmpty, fraction.count <= 4 else { return nil }
    var units: Int64 = 0
    for digit in whole + fraction + [UInt8](repeating: 0, count: 4 - fraction.count) {
      units = units * 10 + Int64(digit)
      guard units < limit else { return nil }
    }
    self.init(units: units)
  }

  package static func < (one: Amount, other: Amount) -> Bool { one.units < other.units }

  package static func + (one: Amount, other: Amount) -> Amount? {
    checked(one.units.addingReportingOverflow(other.units))
  }
  package static func - (one: Amount, other: Amount) -> Amount? {
    checked(one.units.subtractingReportingOverflow(other.units))
  }

  /// Rounded towards zero to a ten-thousandth.
  static func * (one: Amount, other: Amount) -> Amount? {
    let product = one.units.multipliedFullWidth(by: other.units)
    guard product.high.magnitude < UInt64(scale) / 4 else { return nil }
    return checked((scale.dividingFullWidth(product).quotient, false))
  }

  package static prefix func - (one: Amount) -> Amount { Amount(units: -one.units) }

  package var magnitude: Amount { units < 0 ? -self : self }
  package var isNegative: Bool { units < 0 }
  var isZero: Bool { units == 0 }
  package var isWhole: Bool { units % Self.scale == 0 }

  /// A tenth, rounded towards zero.
  var tenth: Amount { Amount(units: units / 10) }

  private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Amount? {
    guard !result.overflow, result.partialValue.magnitude < limit.magnitude else { return nil }
    return Amount(units: result.partialValue)
  }

  /// As much of the amount as `part` is of `whole`, in whole units, rounded towards zero; nil if `whole` is zero.
  package func share(_ part: Amount, of whole: Amount) -> Amount? {
    guard whole != .zero else { return nil }
    let share = Double(units) * (Double(part.units) / Double(whole.units)) / Double(Self.scale)
    return Amount(stored: share.rounded(.towardZero))
  }

  package static func sum(_ amounts: some Sequence<Amount>) -> Amount? {
    amounts.reduce(.zero as Amount?) { sum, amount in sum.flatMap { $0 + amount } }
  }

  /// A decimal string without separators: with two places, or none if the currency has none and none are needed.
  package func text(places: Int) -> String {
    let whole = units.magnitude / UInt64(Self.scale)
    var fraction = String(units.magnitude % UInt64(Self.scale))
    fraction = String(repeating: "0", count: 4 - fraction.count) + fraction
    while fraction.count > places, fraction.hasSuffix("0") { fraction.removeLast() }
    return (isNegative ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The amount that `text` gives: ASCII digits, with a minus before them or not, and a point with up to four places or not.
  package init?(decimal text: String) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.map { $0.utf8.map { $0 &- UInt8(ascii: "0") } }
    guard (1...2).contains(parts.count), digits.allSatisfy({ part in part.allSatisfy { $0 < 10 } }),
      let amount = Amount(whole: digits[0], fraction: digits.count > 1 ? digits[1] : [], limit: Self.limit)
    else { return nil }
    self = isNegative ? -amount : amount
  }

  /// The amount that was stored as a binary number: the same one below 2 * 10^11, above it within a thousandth.
  ///
  /// Nil if the number has more digits than an amount may have.
  package init?(stored number: Double) {
    guard number.magnitude < Double(Self.limit / Self.scale) else { return nil }
    guard let amount = Self.checked((Int64((number * Double(Self.scale)).rounded()), false)) else { return nil }
    self = amount
  }

  /// Whole units: those of 32 bits are never too many.
  package init(integerLiteral whole: Int32) { self.init(units: Int64(whole) * Self.scale) }

  /// A decimal string in JSON.
  package init(from decoder: any Decoder) throws {
    guard let amount = Amount(decimal: try String(from: decoder)) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no amount"))
    }
    self = amount
  }

  package func encode(to encoder: any Encoder) throws {
    try text(places: isWhole ? 0 : 4).encode(to: encoder)
  }
}
