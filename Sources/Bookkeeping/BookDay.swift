/// A day of the Gregorian calendar, counted from 1970-01-01, so that days can be subtracted.
package struct BookDay: Hashable, Comparable, Sendable {
  package let number: Int

  package init(number: Int) { self.number = number }

  /// Nil if there is no such day, or not between 1990 and 2099.
  package init?(year: Int, month: Int, day: Int) {
    guard (1990...2099).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    guard day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] else { return nil }
    // Years that begin in March have the leap day at their end (Hinnant's `days_from_civil`).
    let shifted = month > 2 ? year : year - 1
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    number = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
  }

  /// The day of ISO 8601 text such as `2026-03-14`; what follows the day is ignored.
  package init?(iso text: String) {
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Year, month and day (Hinnant's `civil_from_days`).
  var parts: (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let era = days / 146_097
    let ofEra = days % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * ofYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Eight digits.
  var digits: [UInt8] {
    let (year, month, day) = parts
    return Array(String(year * 10_000 + month * 100 + day).utf8)
  }

  package var iso: String {
    let text = String(decoding: digits, as: UTF8.self)
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
  }

  package static func < (one: BookDay, other: BookDay) -> Bool { one.number < other.number }
  package static func - (one: BookDay, other: BookDay) -> Int { one.number - other.number }
}
