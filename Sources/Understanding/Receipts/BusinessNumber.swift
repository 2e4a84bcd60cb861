/// Korean business registration numbers: ten digits in groups of three, two and five, the last of them a check digit.
enum BusinessNumber {
  private static let weights = [1, 3, 7, 1, 3, 7, 1, 3]

  /// Whether ten ASCII digits have the check digit that the tax service reckons.
  ///
  /// Any single changed digit breaks it: the weights 1, 3 and 7 share no factor with 10, and the ninth digit adds five
  /// times itself and the tens of that, which are ten different last digits.
  static func isSound(_ digits: String) -> Bool {
    let values = digits.unicodeScalars.compactMap { $0.digit.map(Int.init) }
    guard values.count == 10, digits.utf8.count == 10, Set(values).count > 1 else { return false }
    var sum = zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 }
    sum += values[8] * 5 + values[8] * 5 / 10
    return (10 - sum % 10) % 10 == values[9]
  }

  /// `123-45-67890`.
  static func text(_ digits: String) -> String {
    "\(digits.prefix(3))-\(digits.dropFirst(3).prefix(2))-\(digits.dropFirst(5))"
  }
}
