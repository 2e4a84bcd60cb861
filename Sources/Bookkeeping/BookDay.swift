import Glibc

/// A day of the Gregorian calendar, counted from 1970-01-01, so that days can be subtracted.
package struct BookDay: Hashable, Comparable, Sendable {
  package let number: Int

  package init(number: Int) { self.number = number }

  /// Nil if there is no such day, or not between 1990 and 2099.
  package init?(year: Int, month: Int, day: Int) {
    guard (1990...2099).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    number = timegm(&time) / 86_400
    // A day beyond the month's last one has become one of the next month.
    if time.tm_mday != day { return nil }
  }

  /// The day of ISO 8601 text such as `2026-03-14`; what follows the day is ignored.
  package init?(iso text: String) {
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Eight digits.
  var digits: [UInt8] {
    // A number from a damaged store may be of no year that has four digits.
    var (seconds, time) = (min(max(number, 0), 1_000_000) * 86_400, tm())
    gmtime_r(&seconds, &time)
    return Array(String((Int(time.tm_year) + 1900) * 10_000 + Int(time.tm_mon + 1) * 100 + Int(time.tm_mday)).utf8)
  }

  package var iso: String {
    let text = String(decoding: digits, as: UTF8.self)
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
  }

  package static func < (one: BookDay, other: BookDay) -> Bool { one.number < other.number }
  package static func - (one: BookDay, other: BookDay) -> Int { one.number - other.number }
}
