import Glibc

/// A day of the Gregorian calendar, counted from 1970-01-01, so that days can be subtracted.
package struct CalendarDate: Hashable, Comparable, Sendable, RawRepresentable, Codable {
  package let number: Int

  package init(number: Int) { self.number = number }

  /// Nil if there is no such day, or not between 1990 and 2099: no till is older, and none prints a later day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1990...2099).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    number = timegm(&time) / 86_400
    // A day beyond the month's last one has become one of the next month.
    if time.tm_mday != day { return nil }
  }

  /// The day of eight digits such as 20260314.
  init?(compact digits: Int) { self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100) }

  /// The day of ISO 8601 text such as `2026-03-14`; what follows the day is ignored.
  package init?(iso text: String) {
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Eight digits, as receipts' numbers have them.
  package var compact: String { String(digits) }

  private var digits: Int {
    // A number from a damaged store may be of no year that has four digits.
    var (seconds, time) = (min(max(number, 0), 1_000_000) * 86_400, tm())
    gmtime_r(&seconds, &time)
    return (Int(time.tm_year) + 1900) * 10_000 + Int(time.tm_mon + 1) * 100 + Int(time.tm_mday)
  }

  package var iso: String {
    let text = compact
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
  }

  package static func < (one: CalendarDate, other: CalendarDate) -> Bool { one.number < other.number }
  package static func - (one: CalendarDate, other: CalendarDate) -> Int { one.number - other.number }

  /// 0 is Sunday; 1970 began with a Thursday.
  var weekday: Int { (number + 4) % 7 }

  /// Whether the weekday tells this date from every one that differs in a single digit of its eight.
  var weekdayIsUnique: Bool {
    for power in [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
      let own = digits / power % 10
      for digit in 0...9 where digit != own {
        if CalendarDate(compact: digits + (digit - own) * power)?.weekday == weekday { return false }
      }
    }
    return true
  }

  /// Its JSON is the number alone.
  package init(rawValue: Int) { self.init(number: rawValue) }

  package var rawValue: Int { number }
}

/// A time of the day as far as it is printed.
struct ClockTime: Hashable, Sendable {
  let hour: Int
  let minute: Int
  let second: Int?

  init?(hour: Int, minute: Int, second: Int?) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second ?? 0) else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  var text: String { "\(two(hour)):\(two(minute))" + (second.map { ":\(two($0))" } ?? "") }
}

func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
