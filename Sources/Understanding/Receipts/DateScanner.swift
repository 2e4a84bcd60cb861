import Support

/// Dates and times as they are printed in a row.
struct DateScanner {
  struct DateHit: Sendable {
    var date: CalendarDate
    var range: Range<Int>
    /// Printed beside it; 0 is Sunday.
    var weekday: Int?
    /// Only digits, such as `20260314`.
    var isCompact: Bool
    /// The one of two small numbers that is the day; nil if the date does not tell.
    var order: Order?
  }

  /// Whether the day stands before the month, `14/03/2026`, or behind it, as in the United States.
  enum Order: String, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
  }

  typealias TimeHit = (time: ClockTime, range: Range<Int>)

  let scalars: [Unicode.Scalar]
  let style: MoneyStyle
  /// Of dates that have a meaning either way.
  var order = Order.dayFirst

  /// The year that two digits stand for: of this century up to `lastYear`, of the last one beyond it.
  private static func year(_ value: Int) -> Int { value > 99 ? value : value <= lastYear ? 2000 + value : 1900 + value }
  /// No receipt that is read is of a later year; a clock would give the same page other dates on another day.
  private static let lastYear = 35

  private func at(_ place: Int) -> Unicode.Scalar { place < scalars.count && place >= 0 ? scalars[place] : "\n" }

  private func digits(from place: Int) -> (value: Int, end: Int)? {
    let digits = scalars.dropFirst(place).prefix(15).prefix { $0.isDigit }
    return digits.isEmpty ? nil : (digits.compactMap(\.digit).reduce(0) { $0 * 10 + Int($1) }, digits.endIndex)
  }

  private func skipSpaces(_ place: Int) -> Int {
    scalars.dropFirst(place).firstIndex { !$0.isSpace } ?? max(place, scalars.count)
  }

  // MARK: - Dates

  func dates() -> [DateHit] {
    let hits = scan(scalars) { place -> (end: Int, found: DateHit?)? in
      let isNumber = at(place).isDigit && !at(place - 1).isDigit
      let isWord = at(place).isLatin && !at(place - 1).isLatin
      let hit =
        isNumber ? numeric(place) ?? dayFirstName(place) ?? compact(place) : isWord ? monthFirstName(place) : nil
      return hit.map { ($0.range.upperBound, $0) }
    }
    return hits.filter { $0.date.iso < "\(2001 + Self.lastYear)" }
  }

  /// The place behind a separator of dates, with the spaces that Korean tills set around it.
  private func afterSeparator(_ place: Int, spaced: Bool) -> Int? {
    let sign = spaced ? skipSpaces(place) : place
    guard "-/.년월,".unicodeScalars.contains(at(sign)), at(sign) != "," || style != .cents else { return nil }
    return spaced ? skipSpaces(sign + 1) : sign + 1
  }

  private func numeric(_ start: Int) -> DateHit? {
    guard let first = digits(from: start) else { return nil }
    let count = first.end - start
    guard count <= 4, count != 3, at(start - 1) != "." || count == 4, at(start - 1) != "-" || count == 4 else {
      return nil
    }
    let spaced = count == 4 || at(skipSpaces(first.end)) == "년"
    guard let second = afterSeparator(first.end, spaced: spaced).flatMap({ digits(from: $0) }),
      let thirdStart = afterSeparator(second.end, spaced: spaced) ?? lostSeparator(second.end, count),
      var third = digits(from: thirdStart)
    else { return nil }
    // `2026-03-1412:30`: the space before the time was lost.
    if third.end - thirdStart == 4, count == 4 || style == .whole, at(third.end) == ":" {
      third = (third.value / 100, thirdStart + 2)
    }
    var length = third.end - thirdStart
    // `14/03/20 26`: a space within the year.
    if count <= 2, length == 2, third.value == 20 || third.value == 19, at(third.end).isSpace,
      let rest = digits(from: third.end + 1), rest.end == third.end + 3, at(rest.end) != ":"
    {
      third = (third.value * 100 + rest.value, rest.end)
      length = 4
    }
    guard length <= 2 || length == 4 && count <= 2, at(third.end) != "-" || !at(third.end + 1).isDigit else {
      return nil
    }
    let yearFirst = CalendarDate(year: Self.year(first.value), month: second.value, day: third.value)
    let date: CalendarDate?
    if count == 4 {
      date = yearFirst
    } else if length == 4 {
      date = self.date(first.value, second.value, third.value)
    } else if style == .whole || at(start - 1) == "'" {
      date = count == 2 ? yearFirst : nil
    } else {
      date = length == 2 ? self.date(first.value, second.value, Self.year(third.value)) ?? yearFirst : nil
    }
    guard let date else { return nil }
    let suffix = skipSpaces(third.end)
    // `15 일요일` has a weekday and `15 일시불` a way to pay, and neither has a suffix of the day.
    let isWord = suffix > third.end ? at(suffix + 1).isHangul : at(suffix + 1) == "요" && at(suffix + 2) == "일"
    let end = at(suffix) == "일" && !isWord ? suffix + 1 : third.end
    return hit(date, start..<end, order: length == 4 && count <= 2 ? Self.order(first.value, second.value) : nil)
  }

  private func hit(_ date: CalendarDate, _ range: Range<Int>, order: Order? = nil) -> DateHit {
    DateHit(date: date, range: range, weekday: weekday(around: range), isCompact: false, order: order)
  }

  /// `27.03 2018`: the place of a year behind a space, where the sign before it was lost.
  private func lostSeparator(_ place: Int, _ count: Int) -> Int? {
    guard count <= 2, at(place).isSpace, let year = digits(from: place + 1), year.end == place + 5,
      (1990...2099).contains(year.value), at(year.end) != ":"
    else { return nil }
    return place + 1
  }

  /// Day and month in the given order; the other way where only that is a date.
  private func date(_ one: Int, _ two: Int, _ year: Int) -> CalendarDate? {
    let dayFirst = CalendarDate(year: year, month: two, day: one)
    let monthFirst = CalendarDate(year: year, month: one, day: two)
    return order == .dayFirst ? dayFirst ?? monthFirst : monthFirst ?? dayFirst
  }

  /// The order that a date tells: one of its numbers is no month.
  private static func order(_ one: Int, _ two: Int) -> Order? {
    if one > 12, two <= 12 { return .dayFirst }
    return one <= 12 && two > 12 ? .monthFirst : nil
  }

  private static let months = ReceiptWord.month.entries
  private static let otherMonths = ReceiptWord.monthElsewhere.entries.map {
    Set($0.split(separator: " ").map(String.init))
  }

  /// A month by its name or the beginning of it, and the place behind it.
  private func month(_ place: Int, isEnglish: Bool) -> (value: Int, end: Int)? {
    var end = place
    while at(end).isLetter, !at(end).isHangul, end - place < 10 { end += 1 }
    guard end - place >= 3 else { return nil }
    let name = scalars[place..<end].map(\.folded).string.lowercased()
    let found =
      Self.months.firstIndex { $0.hasPrefix(name) }
      ?? (isEnglish ? nil : Self.otherMonths.firstIndex { $0.contains(name) })
    return found.map { ($0 + 1, end) }
  }

  /// `02/an/2018`: a month between slashes or hyphens with a letter lost or misread, where only one is so near.
  private func misreadMonth(_ place: Int) -> (value: Int, end: Int)? {
    var end = place
    while at(end).isLatin || at(end) == "0" || at(end) == "1" { end += 1 }
    guard (2...3).contains(end - place), at(end) == at(place - 1), "-/".unicodeScalars.contains(at(end)) else {
      return nil
    }
    let name = scalars[place..<end].map(\.folded.value)
    let near = Self.months.indices.filter {
      editDistance(name, Self.months[$0].unicodeScalars.prefix(3).map(\.value), limit: 1) != nil
    }
    return near.count == 1 ? (near[0] + 1, end) : nil
  }

  private func behindNameSeparator(_ place: Int) -> Int {
    var place = skipSpaces(place)
    if "-/.,'".unicodeScalars.contains(at(place)) { place = skipSpaces(place + 1) }
    return at(place) == "'" ? place + 1 : place
  }

  /// The place behind the letters of an ordinal: `2nd`, `14th of`.
  private func behindOrdinal(_ place: Int) -> Int {
    let letters = String(String.UnicodeScalarView([at(place).folded, at(place + 1).folded]))
    guard ["st", "nd", "rd", "th"].contains(letters), !at(place + 2).isLetter else { return place }
    let next = skipSpaces(place + 2)
    return at(next).folded == "o" && at(next + 1).folded == "f" && at(next + 2).isSpace ? next + 2 : place + 2
  }

  /// A date such as `14. März 2026` or `2nd May 26`.
  private func dayFirstName(_ start: Int) -> DateHit? {
    guard let day = digits(from: start), day.end - start <= 2, at(start - 1) != "#" else { return nil }
    let name = behindNameSeparator(behindOrdinal(day.end))
    guard let month = month(name, isEnglish: false) ?? misreadMonth(name) else { return nil }
    let yearStart = behindNameSeparator(month.end)
    // `1 Jun 26.15`: another number, and the month before its day.
    guard let year = digits(from: yearStart), [2, 4].contains(year.end - yearStart),
      !".',".unicodeScalars.contains(at(year.end)) || !at(year.end + 1).isDigit,
      let date = CalendarDate(year: Self.year(year.value), month: month.value, day: day.value)
    else { return nil }
    return hit(date, start..<year.end)
  }

  /// A date such as `March 14, 2026` or `Mar14 26`.
  private func monthFirstName(_ start: Int) -> DateHit? {
    guard let month = month(start, isEnglish: true) else { return nil }
    let dayStart = behindNameSeparator(month.end)
    guard let day = digits(from: dayStart), day.end - dayStart <= 2 else { return nil }
    let dayEnd = behindOrdinal(day.end)
    let yearStart = behindNameSeparator(dayEnd)
    guard yearStart > dayEnd, let year = digits(from: yearStart), [2, 4].contains(year.end - yearStart),
      at(year.end) != ":", let date = CalendarDate(year: Self.year(year.value), month: month.value, day: day.value)
    else { return nil }
    return hit(date, start..<year.end)
  }

  /// `20260314`, `20260314123059`: counted only if a label asks for a date, or a time stands behind a hyphen.
  private func compact(_ start: Int) -> DateHit? {
    compactParts(start).map { date, time in
      DateHit(date: date, range: start..<(start + 8), isCompact: time?.range.lowerBound != start + 9)
    }
  }

  /// By the count of digits, the number that divides off those of the time.
  private static let divisors = [8: 1, 12: 10_000, 14: 1_000_000]

  /// The date and the time in `20260314123059` and `20260314-123059`.
  private func compactParts(_ start: Int) -> (date: CalendarDate, time: TimeHit?)? {
    guard let all = digits(from: start), let divisor = Self.divisors[all.end - start],
      let date = CalendarDate(compact: all.value / divisor)
    else { return nil }
    let begin = divisor > 1 ? start + 8 : start + 9
    guard divisor > 1 || at(all.end) == "-", let clock = digits(from: begin), [4, 6].contains(clock.end - begin) else {
      return (date, nil)
    }
    let hasSeconds = clock.end - begin == 6
    let value = hasSeconds ? clock.value : clock.value * 100
    let time = ClockTime(hour: value / 10_000, minute: value / 100 % 100, second: hasSeconds ? value % 100 : nil)
    return (date, time.map { ($0, begin..<clock.end) })
  }

  private func weekday(around range: Range<Int>) -> Int? {
    let korean = Array("일월화수목금토".unicodeScalars)
    // `2026. 3. 8. (일)`
    let open = skipSpaces(at(range.upperBound) == "." ? range.upperBound + 1 : range.upperBound)
    let start = "([<,".unicodeScalars.contains(at(open)) ? skipSpaces(open + 1) : open
    if let day = korean.firstIndex(of: at(start)),
      at(start + 1) == "요" || start > open && ")]>".unicodeScalars.contains(at(start + 1))
    {
      return day
    }
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
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

  /// Times of day as they are printed in the row.
  func times() -> [TimeHit] {
    scan(scalars) { place in
      guard at(place).isDigit else { return nil }
      let isStart = !at(place - 1).isDigit && !(":;".unicodeScalars.contains(at(place - 1)) && at(place - 2).isDigit)
      // `l7:45`, `09:S0:18`: a letter for a digit; `2026-03-14T12:30` has none, and `O7:45` only a zero.
      let isCut = at(place - 1).isLatin && !at(place - 2).isLetter && !"TtOo".unicodeScalars.contains(at(place - 1))
      let hit = isStart && !isCut || isDateEnd(place) ? time(place) : nil
      return (hit ?? (isStart ? compactParts(place)?.time : nil)).map { ($0.range.upperBound, $0) }
    }
  }

  /// `2026-03-1412:30`: two digits before a colon, behind a date that lost its space.
  private func isDateEnd(_ place: Int) -> Bool {
    at(place - 2).isDigit && at(place - 1).isDigit && at(place + 1).isDigit && at(place + 2) == ":"
      && "-/.".unicodeScalars.contains(at(place - 3))
  }

  private func time(_ start: Int) -> TimeHit? {
    guard let hour = digits(from: start), hour.end - start <= 2, ":;시".unicodeScalars.contains(at(hour.end)),
      let minute = pair(from: skipSpaces(hour.end + 1))
    else { return nil }
    var (end, second): (Int, Int?) = (minute.end, nil)
    if ":;.".unicodeScalars.contains(at(end)), let found = pair(from: end + 1) {
      (second, end) = (found.value, found.end)
    } else if at(end) == "분" {
      end += 1
      if let last = digits(from: skipSpaces(end)), at(last.end) == "초" { (second, end) = (last.value, last.end + 1) }
    }
    var value = hour.value
    if let isAfternoon = halfDay(start..<end), value <= 12 { value = value % 12 + (isAfternoon ? 12 : 0) }
    return ClockTime(hour: value, minute: minute.value, second: second).map { ($0, start..<end) }
  }

  /// Two digits, also those that a space parts: `10:2 0:59`, but not `4:3 1.50`.
  private func pair(from place: Int) -> (value: Int, end: Int)? {
    let (isSpaced, behind) = (at(place).isDigit && at(place + 1).isSpace, at(place + 3))
    let next = isSpaced && !".,".unicodeScalars.contains(behind) && !behind.isHangul ? place + 2 : place + 1
    guard let first = at(place).digit, let second = at(next).digit, !at(next + 1).isDigit else { return nil }
    return (Int(first) * 10 + Int(second), next + 1)
  }

  /// Whether AM or PM stands beside a time; nil where neither does.
  private func halfDay(_ range: Range<Int>) -> Bool? {
    func half(_ place: Int) -> Bool? { ["p": true, "a": false][at(place).folded] }
    let behind = skipSpaces(range.upperBound)
    let last = at(behind + 1) == "." ? behind + 2 : behind + 1
    // `8:53:47P`
    let isLetter = behind == range.upperBound && !at(behind + 1).isLetter
    if isLetter || at(last).folded == "m" && !at(last + 1).isLetter, let half = half(behind) { return half }
    var before = range.lowerBound - 1
    while at(before).isSpace { before -= 1 }
    if at(before).folded == "m", !at(before - 2).isLetter, let half = half(before - 1) { return half }
    return at(before - 1) == "오" ? ["후": true, "전": false][at(before)] : nil
  }
}
