import Understanding

/// The days that a workbook is about, both included.
package struct BookPeriod: Hashable, Sendable {
  /// ISO 8601.
  package let from: String
  package let to: String
  /// The part of a file's name that says which period it is: `2026-01`, `2026-Q1`, `2026-01-05_2026-02-04`.
  package let name: String

  /// A month such as `2026-01`, `2026.1` or `2026년 1월`.
  package init?(month text: String) {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard parts.count == 2, (1...12).contains(parts[1]) else { return nil }
    self.init(year: parts[0], months: parts[1]...parts[1])
  }

  package init?(year: Int) { self.init(year: year, months: 1...12) }

  /// A quarter such as `2026-Q1`, `2026-1` or `2026년 1분기`.
  package init?(quarter text: String) {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard parts.count == 2, (1...4).contains(parts[1]) else { return nil }
    guard let period = Self(year: parts[0], months: parts[1] * 3 - 2...parts[1] * 3) else { return nil }
    self.init(from: period.from, to: period.to, name: "\(parts[0])-Q\(parts[1])")
  }

  /// Days that the caller has checked.
  package init(from: String, to: String) { self.init(from: from, to: to, name: "\(from)_\(to)") }

  private init(from: String, to: String, name: String) { (self.from, self.to, self.name) = (from, to, name) }

  private init?(year: Int, months: ClosedRange<Int>) {
    guard (1990...2098).contains(year) else { return nil }
    let next = months.upperBound == 12 ? (year: year + 1, month: 1) : (year: year, month: months.upperBound + 1)
    guard let first = CalendarDate(year: year, month: months.lowerBound, day: 1),
      let end = CalendarDate(year: next.year, month: next.month, day: 1)
    else { return nil }
    let last = CalendarDate(number: end.number - 1).iso
    self.init(from: first.iso, to: last, name: String(last.prefix(7)))
  }

  package func holds(_ day: String) -> Bool { from <= day && day <= to }
}
