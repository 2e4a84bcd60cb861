/// Dates and times as they are printed in a row.
struct DateScanner {
  struct DateHit: Sendable {
    var date: CalendarDate
    var range: Range<Int>
    /// Printed beside it; 0 is Sunday.
    var weekday: Int?
    /// Only digits, such as `20260314`.
    var isCompact: Bool
  }

  struct TimeHit: Sendable {
    var time: ClockTime
    var range: Range<Int>
  }

  private let scalars: [Unicode.Scalar]
  private let style: MoneyStyle

  init(_ scalars: [Unicode.Scalar], style: MoneyStyle) {
    self.scalars = scalars
    self.style = style
  }

  private func at(_ place: Int) -> Unicode.Scalar { place < scalars.count && place >= 0 ? scalars[place] : "\n" }

  private func digits(from place: Int) -> (value: Int, end: Int)? {
    var end = place
    var value = 0
    while at(end).isDigit, end - place < 15 {
      value = value * 10 + Int(scalars[end].value - 0x30)
      end += 1
    }
    return end > place ? (value, end) : nil
  }

  private func skipSpaces(_ place: Int) -> Int {
    var place = place
    while at(place).isSpace { place += 1 }
    return place
  }

  // MARK: - Dates

  func dates() -> [DateHit] {
    var hits: [DateHit] = []
    var place = 0
    while place < scalars.count {
      let isNumber = at(place).isDigit && !at(place - 1).isDigit
      let isWord = at(place).isLatin && !at(place - 1).isLatin
      if isNumber, let hit = numeric(place) ?? dayFirstName(place) ?? compact(place) {
        hits.append(hit)
        place = hit.range.upperBound
      } else if isWord, let hit = monthFirstName(place) {
        hits.append(hit)
        place = hit.range.upperBound
      } else {
        place += 1
      }
    }
    return hits
  }

  /// The place behind a separator of dates, with the spaces that Korean tills set around it.
  private func behindSeparator(_ place: Int, spaced: Bool) -> Int? {
    let sign = spaced ? skipSpaces(place) : place
    guard "-/.년월,".unicodeScalars.contains(at(sign)) else { return nil }
    if at(sign) == ",", style == .cents { return nil }
    return spaced ? skipSpaces(sign + 1) : sign + 1
  }

  private func numeric(_ start: Int) -> DateHit? {
    guard let first = digits(from: start) else { return nil }
    let count = first.end - start
    guard count <= 4, count != 3, at(start - 1) != "." || count == 4, at(start - 1) != "-" || count == 4 else {
      return nil
    }
    let spaced = count == 4
    guard let second = behindSeparator(first.end, spaced: spaced).flatMap({ digits(from: $0) }) else { return nil }
    guard let thirdStart = behindSeparator(second.end, spaced: spaced) else { return nil }
    guard var third = digits(from: thirdStart) else { return nil }
    // `2026-03-1412:30`: the space before the time was lost.
    if third.end - thirdStart == 4, count == 4 || style == .whole, at(third.end) == ":" {
      third = (third.value / 100, thirdStart + 2)
    }
    // `14/03/20 26`: a space within the year.
    if count <= 2, third.end - thirdStart == 2, third.value == 20 || third.value == 19, at(third.end).isSpace,
      let rest = digits(from: third.end + 1), rest.end == third.end + 3, at(rest.end) != ":"
    {
      third = (third.value * 100 + rest.value, third.end + 3)
      return Self.dayFirst(first.value, second.value, third.value).map {
        DateHit(date: $0, range: start..<third.end, weekday: weekday(around: start..<third.end), isCompact: false)
      }
    }
    let length = third.end - thirdStart
    guard length <= 2 || length == 4 && count <= 2 else { return nil }
    if at(third.end) == "-" && at(third.end + 1).isDigit { return nil }
    let date: CalendarDate?
    if count == 4 {
      date = CalendarDate(year: first.value, month: second.value, day: third.value)
    } else if length == 4 {
      date = Self.dayFirst(first.value, second.value, third.value)
    } else if style == .whole {
      guard count == 2, length == 2 else { return nil }
      date = CalendarDate(year: 2000 + first.value, month: second.value, day: third.value)
    } else {
      guard length == 2 else { return nil }
      date =
        Self.dayFirst(first.value, second.value, 2000 + third.value)
        ?? CalendarDate(year: 2000 + first.value, month: second.value, day: third.value)
    }
    guard let date else { return nil }
    var end = third.end
    if at(skipSpaces(end)) == "일" { end = skipSpaces(end) + 1 }
    return DateHit(date: date, range: start..<end, weekday: weekday(around: start..<end), isCompact: false)
  }

  /// Day before month; the other way where only that is a date.
  private static func dayFirst(_ day: Int, _ month: Int, _ year: Int) -> CalendarDate? {
    CalendarDate(year: year, month: month, day: day) ?? CalendarDate(year: year, month: day, day: month)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private func month(_ place: Int) -> (value: Int, end: Int)? {
    var end = place
    while at(end).isLatin { end += 1 }
    guard end - place >= 3, end - place <= 9 else { return nil }
    let name = scalars[place..<(place + 3)].map(\.folded).string
    return Self.months.firstIndex(of: name).map { ($0 + 1, end) }
  }

  private func behindNameSeparator(_ place: Int) -> Int {
    var place = skipSpaces(place)
    if "-/.,'".unicodeScalars.contains(at(place)) { place = skipSpaces(place + 1) }
    return at(place) == "'" ? place + 1 : place
  }

  private func dayFirstName(_ start: Int) -> DateHit? {
    guard let day = digits(from: start), day.end - start <= 2, let month = month(behindNameSeparator(day.end)) else {
      return nil
    }
    let yearStart = behindNameSeparator(month.end)
    guard let year = digits(from: yearStart), [2, 4].contains(year.end - yearStart) else { return nil }
    let full = year.value < 100 ? 2000 + year.value : year.value
    guard let date = CalendarDate(year: full, month: month.value, day: day.value) else { return nil }
    return DateHit(
      date: date, range: start..<year.end, weekday: weekday(around: start..<year.end), isCompact: false)
  }

  private func monthFirstName(_ start: Int) -> DateHit? {
    guard let month = month(start) else { return nil }
    let dayStart = behindNameSeparator(month.end)
    guard let day = digits(from: dayStart), day.end - dayStart <= 2 else { return nil }
    let yearStart = behindNameSeparator(day.end)
    guard yearStart > day.end, let year = digits(from: yearStart), year.end - yearStart == 4,
      let date = CalendarDate(year: year.value, month: month.value, day: day.value)
    else { return nil }
    return DateHit(
      date: date, range: start..<year.end, weekday: weekday(around: start..<year.end), isCompact: false)
  }

  /// `20260314`, `20260314123059`: counted only where a label asks for a date.
  private func compact(_ start: Int) -> DateHit? {
    guard let all = digits(from: start), [8, 12, 14].contains(all.end - start),
      let year = number(start, 4), let month = number(start + 4, 2), let day = number(start + 6, 2),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    return DateHit(date: date, range: start..<(start + 8), weekday: nil, isCompact: true)
  }

  private func number(_ start: Int, _ count: Int) -> Int? {
    guard start + count <= scalars.count else { return nil }
    var value = 0
    for place in start..<(start + count) {
      guard let digit = scalars[place].digit else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  private func weekday(around range: Range<Int>) -> Int? {
    let korean = Array("일월화수목금토".unicodeScalars)
    let open = skipSpaces(range.upperBound)
    if "([<".unicodeScalars.contains(at(open)), let day = korean.firstIndex(of: at(open + 1)),
      ")]>요".unicodeScalars.contains(at(open + 2))
    {
      return day
    }
    if at(open + 1) == "요", let day = korean.firstIndex(of: at(open)) { return day }
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    var start = open
    if "([,".unicodeScalars.contains(at(start)) { start = skipSpaces(start + 1) }
    if let day = names.firstIndex(where: { isWord($0, at: start) }) { return day }
    var before = range.lowerBound - 1
    while before >= 0, " ,".unicodeScalars.contains(at(before)) { before -= 1 }
    while before >= 0, at(before).isLatin { before -= 1 }
    return names.firstIndex { isWord($0, at: before + 1) }
  }

  /// Whether a name of a weekday, whole or cut to three letters, stands at a place.
  private func isWord(_ name: String, at place: Int) -> Bool {
    let letters = scalars[min(place, scalars.count)...].prefix { $0.isLatin }.map(\.folded)
    guard letters.count == 3 || letters.count >= 6 && letters.suffix(3).string == "day" || letters.string == "tues"
    else { return false }
    return letters.prefix(3).string == name
  }

  // MARK: - Times

  func times() -> [TimeHit] {
    var hits: [TimeHit] = []
    var place = 0
    while place < scalars.count {
      if at(place).isDigit, !at(place - 1).isDigit || isDateEnd(place), let hit = time(place) {
        hits.append(hit)
        place = hit.range.upperBound
      } else if at(place).isDigit, !at(place - 1).isDigit, let hit = compactTime(place) {
        hits.append(hit)
        place = hit.range.upperBound
      } else {
        place += 1
      }
    }
    return hits
  }

  /// `2026-03-1412:30`: two digits before a colon, behind a date that lost its space.
  private func isDateEnd(_ place: Int) -> Bool {
    at(place - 2).isDigit && at(place - 1).isDigit && at(place + 1).isDigit && at(place + 2) == ":"
      && "-/.".unicodeScalars.contains(at(place - 3))
  }

  private func time(_ start: Int) -> TimeHit? {
    guard let hour = digits(from: start), hour.end - start <= 2 else { return nil }
    var minuteStart = hour.end
    if at(minuteStart) == ":" || at(minuteStart) == ";" {
      minuteStart += 1
      if at(minuteStart).isSpace { minuteStart += 1 }
    } else if at(minuteStart) == "시" {
      minuteStart = skipSpaces(minuteStart + 1)
    } else {
      return nil
    }
    guard let minute = digits(from: minuteStart), minute.end - minuteStart == 2 else { return nil }
    var end = minute.end
    var second: Int?
    if ":;.".unicodeScalars.contains(at(end)), let found = digits(from: end + 1), found.end - end == 3 {
      (second, end) = (found.value, found.end)
    } else if at(end) == "분" {
      end += 1
      let start = skipSpaces(end)
      if let found = digits(from: start), at(found.end) == "초" { (second, end) = (found.value, found.end + 1) }
    }
    var value = hour.value
    if let isAfternoon = halfDay(start..<end), value <= 12 { value = value % 12 + (isAfternoon ? 12 : 0) }
    guard let time = ClockTime(hour: value, minute: minute.value, second: second) else { return nil }
    return TimeHit(time: time, range: start..<end)
  }

  /// Whether AM or PM stands beside a time; nil where neither does.
  private func halfDay(_ range: Range<Int>) -> Bool? {
    let behind = skipSpaces(range.upperBound)
    if at(behind + 1).folded == "m", !at(behind + 2).isLetter {
      if at(behind).folded == "p" { return true }
      if at(behind).folded == "a" { return false }
    }
    var before = range.lowerBound - 1
    while at(before).isSpace { before -= 1 }
    if at(before).folded == "m", !at(before - 2).isLetter {
      if at(before - 1).folded == "p" { return true }
      if at(before - 1).folded == "a" { return false }
    }
    if at(before) == "후", at(before - 1) == "오" { return true }
    if at(before) == "전", at(before - 1) == "오" { return false }
    return nil
  }

  /// The time in `20260314123059`.
  private func compactTime(_ start: Int) -> TimeHit? {
    guard let all = digits(from: start), [12, 14].contains(all.end - start), compact(start) != nil,
      let hour = number(start + 8, 2), let minute = number(start + 10, 2)
    else { return nil }
    let second = all.end - start == 14 ? number(start + 12, 2) : nil
    return ClockTime(hour: hour, minute: minute, second: second).map {
      TimeHit(time: $0, range: (start + 8)..<all.end)
    }
  }
}
