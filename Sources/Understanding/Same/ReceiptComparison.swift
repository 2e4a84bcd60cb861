/// Two receipts compared: what agrees, what differs, and whether they are the same one, scanned twice.
package struct ReceiptComparison: Sendable {
  /// A value that both print, and differently; near ones by one digit, which may be misread.
  package typealias Difference = (name: String, left: String, right: String, isNear: Bool)

  /// Digits that agree of all digits, 0 to 1.
  package private(set) var similarity: Double
  /// The names of what agrees: `date`, `time`, `total`, `approval number`, `business number`.
  package private(set) var agreeing: [String] = []
  package private(set) var differing: [Difference] = []
  /// Numbers that both print, and those that one of them prints alone, as digits.
  package private(set) var numbers: (equal: Int, near: Int, left: [String], right: [String])
  package private(set) var isSame = false

  /// The share of digits that may be misread or missing in the one or the other, where date, time and total agree.
  ///
  /// Of receipts scanned again, folded and at half the resolution, the worst agree in 0.57 of their digits; other
  /// receipts of the same shops reach 0.54, and differ in date, time and total.
  package static let tolerance = 0.6
  /// Without a time that both print this much must agree.
  private static let mostAgree = 0.8

  init(_ left: ReceiptTrace.Entry, _ right: ReceiptTrace.Entry, tolerance: Double = tolerance) {
    let alignment = DigitAlignment(left.numbers, right.numbers)
    similarity = alignment.similarity
    let rows = alignment.rows
    numbers = (
      rows.count(where: \.isEqual), rows.count { $0.left != nil && $0.right != nil && !$0.isEqual },
      rows.filter { $0.right == nil }.compactMap { $0.left.map { Self.text($0.digits) } },
      rows.filter { $0.left == nil }.compactMap { $0.right.map { Self.text($0.digits) } }
    )
    var agreeing: Set<ReceiptTrace.Kind> = []
    var unsettled: Set<ReceiptTrace.Kind> = []
    var isOther = false
    for kind in ReceiptTrace.Kind.allCases {
      guard let one = left.marks[kind], let other = right.marks[kind] else { continue }
      if one.digits == other.digits {
        agreeing.insert(kind)
        self.agreeing.append(kind.rawValue)
        continue
      }
      // If each also prints the other's value, one of them was taken for another field.
      if Self.prints(left, other.digits), Self.prints(right, one.digits) { continue }
      let isNear = Self.isNear(one.digits, other.digits)
      differing.append(
        (kind.rawValue, kind.shown(Self.text(one.digits)), kind.shown(Self.text(other.digits)), isNear))
      let isDoubtful = one.isDoubtful || other.isDoubtful
      if !isNear, kind != .business || !isDoubtful { isOther = true }
      if isNear, !isDoubtful { unsettled.insert(kind) }
    }
    isSame = !isOther && isSame(agreeing, unsettled, alignment, tolerance)
  }

  private func isSame(
    _ agreeing: Set<ReceiptTrace.Kind>, _ unsettled: Set<ReceiptTrace.Kind>, _ alignment: DigitAlignment,
    _ tolerance: Double
  ) -> Bool {
    guard similarity >= 1 - tolerance else { return false }
    let hasApproval = agreeing.contains(.approval)
    // One digit of the time or the total makes another receipt, unless the approval says that it was misread.
    if unsettled.contains(.time) || unsettled.contains(.total) || unsettled.contains(.approval) {
      guard hasApproval || unsettled == [.approval] && agreeing.isSuperset(of: [.date, .time, .total]) else {
        return false
      }
    }
    if unsettled.contains(.date), !agreeing.isSuperset(of: [.time, .total]) { return false }
    let sale = agreeing.intersection([.date, .time, .total])
    if hasApproval, !sale.isEmpty { return true }
    if agreeing.contains(.time), sale.count >= 2 { return true }
    return sale == [.date, .total] && similarity >= Self.mostAgree && !hasOtherNumbers(alignment)
  }

  /// Whether a number is on one receipt where another of as many digits is on the other, both surely read.
  private func hasOtherNumbers(_ alignment: DigitAlignment) -> Bool {
    func isSure(_ number: ReceiptTrace.Number?) -> Bool { number.map { !$0.isDoubtful } ?? false }
    func lengths(_ numbers: [ReceiptTrace.Number?]) -> Set<Int> {
      Set(numbers.filter(isSure).compactMap { $0?.digits.count }.filter { $0 >= 3 })
    }
    // Between two equal rows any number of the one may stand for any of the other.
    return alignment.rows.split(whereSeparator: \.isEqual).contains { rows in
      let ones = lengths(rows.filter { $0.right == nil }.map(\.left))
      let others = lengths(rows.filter { $0.left == nil }.map(\.right))
      return !ones.isDisjoint(with: others) || rows.contains { isSure($0.left) && isSure($0.right) }
    }
  }

  private static func prints(_ receipt: ReceiptTrace.Entry, _ digits: [UInt8]) -> Bool {
    receipt.numbers.contains { $0.digits == digits }
  }

  private static func isNear(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    DigitAlignment.isNear(one, other)
      || one.count == 3 && other.count == 3 && zip(one, other).count { $0 != $1 } == 1
  }

  private static func text(_ digits: [UInt8]) -> String { String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self) }
}

extension ReceiptTrace.Kind {
  /// The digits as the field prints them: `2026-03-14`, `12:30`, `123-45-67891`; a total without its point.
  fileprivate func shown(_ digits: String) -> String {
    switch self {
    case .date where digits.utf8.count == 8: "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    case .time where digits.utf8.count == 4: "\(digits.prefix(2)):\(digits.suffix(2))"
    case .business where digits.utf8.count == 10: BusinessNumber.text(digits)
    default: digits
    }
  }
}
