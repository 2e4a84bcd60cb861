extension DateScanner {
  /// Times of day as they are printed in the row.
  func times() -> [TimeHit] {
    scan(scalars) { place in
      guard at(place).isDigit else { return nil }
      let isStart = !at(place - 1).isDigit
      let hit = (isStart || isDateEnd(place) ? time(place) : nil) ?? (isStart ? compactTime(place) : nil)
      return hit.map { ($0.range.upperBound, $0) }
    }
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
    func half(_ place: Int) -> Bool? { ["p": true, "a": false][at(place).folded] }
    // `8:53:47P`
    if !at(range.upperBound + 1).isLetter, let half = half(range.upperBound) { return half }
    let behind = skipSpaces(range.upperBound)
    if at(behind + 1).folded == "m", !at(behind + 2).isLetter, let half = half(behind) { return half }
    var before = range.lowerBound - 1
    while at(before).isSpace { before -= 1 }
    if at(before).folded == "m", !at(before - 2).isLetter, let half = half(before - 1) { return half }
    return at(before - 1) == "오" ? ["후": true, "전": false][at(before)] : nil
  }

  /// The time in `20260314123059` and `20260314-123059`.
  func compactTime(_ start: Int) -> TimeHit? {
    guard let all = digits(from: start), [8, 12, 14].contains(all.end - start), compactDate(start) != nil else {
      return nil
    }
    let begin = all.end - start > 8 ? start + 8 : start + 9
    guard begin == start + 8 || at(all.end) == "-", let end = digits(from: begin)?.end, [4, 6].contains(end - begin),
      let hour = number(begin, 2), let minute = number(begin + 2, 2)
    else { return nil }
    let second = end - begin == 6 ? number(begin + 4, 2) : nil
    return ClockTime(hour: hour, minute: minute, second: second).map { TimeHit(time: $0, range: begin..<end) }
  }
}
