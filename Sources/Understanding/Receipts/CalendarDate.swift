/// A day of the Gregorian calendar between 1990 and 2099: no till is older, and none prints what lies beyond.
struct CalendarDate: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int

  init?(year: Int, month: Int, day: Int) {
    guard (1990...2099).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    guard day <= days else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  var iso: String { "\(year)-\(two(month))-\(two(day))" }
  /// Eight digits, as receipts' numbers have them.
  var compact: String { "\(year)\(two(month))\(two(day))" }

  /// 0 is Sunday (Sakamoto's method).
  var weekday: Int {
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let shifted = month < 3 ? year - 1 : year
    return (shifted + shifted / 4 - shifted / 100 + shifted / 400 + offsets[month - 1] + day) % 7
  }

  /// Whether the weekday tells this date from every one that differs in a single digit of its eight.
  var weekdayIsUnique: Bool {
    let digits = Array(compact.utf8).map { Int($0) - 48 }
    for place in digits.indices {
      for digit in 0...9 where digit != digits[place] {
        var other = digits
        other[place] = digit
        let year = other[0..<4].reduce(0) { $0 * 10 + $1 }
        let date = CalendarDate(year: year, month: other[4] * 10 + other[5], day: other[6] * 10 + other[7])
        if let date, date.weekday == weekday { return false }
      }
    }
    return true
  }
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
