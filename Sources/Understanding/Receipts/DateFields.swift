/// The date and the time of the sale, among all that a receipt prints.
struct DateFields: Sendable {
  private(set) var date: (finding: Finding, value: CalendarDate)?
  private(set) var time: (finding: Finding, value: ClockTime)?
  /// The weekday printed beside the date; 0 is Sunday.
  private(set) var weekday: Int?
  /// Other places that print the same date, and the same time.
  private(set) var dateRepeats = 0
  private(set) var timeRepeats = 0

  private struct Candidate {
    var hit: DateScanner.DateHit
    var row: Int
    var label: LabelHit?
    var score: Double
    var times: [DateScanner.TimeHit]
  }

  private typealias TimeCandidate = (hit: DateScanner.TimeHit, row: Int, score: Double)

  init(_ ledger: Ledger, lexicon: Lexicon) {
    var candidates: [Candidate] = []
    var times: [TimeCandidate] = []
    let order = lexicon.dateOrder ?? Self.order(ledger)
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      guard scalars.contains(where: \.isDigit) else { continue }
      let scanner = DateScanner(scalars: scalars, style: ledger.style, order: order)
      let (days, rowTimes) = (scanner.dates(), scanner.times())
      // `10:00 ~ 22:00`, `40H 12:00-13:00`: hours of business, seats of a cinema.
      let isSpan = rowTimes.count > 1
      // `2026-03-1S` has lost a digit.
      for hit in days
      where scalars[hit.range.upperBound - 2].isDigit || scalars[hit.range.upperBound...].first?.isLatin != true {
        let label = ledger.label(row, before: hit.range.lowerBound)
        var score = 1 - Double(row) / Double(max(ledger.rows.count, 1)) * 0.5
        switch label?.role {
        case .date: score += 2
        case .otherDate: score -= 4
        case .receiptNumber, .other, .approval, .businessNumber: score -= hit.isCompact ? 5 : 1
        default: if hit.isCompact { score -= 5 }
        }
        // `2026-03-01 ~ 2026-03-31`: a period.
        if scalars.contains("~") { score -= 1 }
        let beside = rowTimes.filter { $0.range.lowerBound >= hit.range.upperBound || ledger.style == .cents }
        if !beside.isEmpty, !isSpan { score += 1.5 }
        candidates.append(
          Candidate(
            hit: hit, row: row, label: label, score: score, times: isSpan ? Array(beside.prefix(1)) : beside))
      }
      for hit in rowTimes {
        let role = ledger.label(row, before: hit.range.lowerBound)?.role
        var score = -Double(row) / Double(max(ledger.rows.count, 1)) * 0.5
        if role == .date { score += 2 }
        let isBare = days.isEmpty && role != .date && hit.time.second == nil
        if role == .otherDate || isBare && ReceiptWord.otherTime.isFound(in: ledger.rows[row].letters) { score -= 4 }
        // The clock of a telephone's screen, and a misread price in a row of money.
        let isScreen = row == 0 && hit.range.lowerBound == 0
        if isSpan || isBare && (isScreen || ledger.figures[row].contains(where: \.isClearlyMoney)) { score -= 1 }
        times.append((hit, row, score))
      }
    }
    choose(candidates, times, ledger)
    countRepeats(candidates, times, ledger)
  }

  /// The order of day and month on a receipt: as its other dates have it, else by the country.
  private static func order(_ ledger: Ledger) -> DateScanner.Order {
    guard ledger.style == .cents else { return .dayFirst }
    let told = ledger.rows.flatMap { DateScanner(scalars: $0.scalars, style: .cents).dates().compactMap(\.order) }
    if told.contains(.dayFirst) { return .dayFirst }
    if told.contains(.monthFirst) { return .monthFirst }
    return Currency.elsewhere(ledger) == "USD" ? .monthFirst : .dayFirst
  }

  private mutating func choose(_ candidates: [Candidate], _ times: [TimeCandidate], _ ledger: Ledger) {
    let best = candidates.filter { $0.score > -2 }.map { candidate in
      var scored = candidate
      scored.score += 0.3 * Double(min(candidates.count { $0.hit.date == candidate.hit.date }, 4) - 1)
      return scored
    }.max { $0.score < $1.score }
    if let best {
      var reliability = best.label?.role == .date ? 0.985 : 0.97
      if candidates.contains(where: { $0.hit.date != best.hit.date && $0.score > best.score - 1 }) { reliability = 0.9 }
      let finding = Finding(
        best.hit.date.iso, row: best.row, range: best.hit.range,
        label: best.label?.role == .date ? best.label?.label : nil,
        reliability: reliability)
      date = (finding, best.hit.date)
      weekday =
        best.hit.weekday ?? candidates.first { $0.hit.date == best.hit.date && $0.hit.weekday != nil }?.hit.weekday
    }
    // The time stands behind the date, or in another row of the same date, or behind a label of its own.
    let beside = best?.times.first.map { ($0, best?.row ?? 0) }
    let again = candidates.first { $0.hit.date == best?.hit.date && !$0.times.isEmpty && $0.label?.role != .otherDate }
    let alone = times.filter { $0.score > -1 }.max { $0.score < $1.score }
    if let (hit, row) = beside ?? again.flatMap({ one in one.times.first.map { ($0, one.row) } })
      ?? alone.map({ ($0.hit, $0.row) })
    {
      let label = ledger.label(row, before: hit.range.lowerBound).flatMap { $0.role == .date ? $0.label : nil }
      time = (
        Finding(
          hit.time.text, row: row, range: hit.range, label: label, reliability: beside != nil ? 0.98 : 0.93),
        hit.time
      )
    }
  }

  /// Counts further prints of the date and time: other rows, and numbers of receipts that begin with the date.
  private mutating func countRepeats(_ candidates: [Candidate], _ times: [TimeCandidate], _ ledger: Ledger) {
    if let date {
      let spot = date.finding.spots.first
      let others = candidates.filter {
        // The day of another sale, which this one takes back, proves nothing.
        !Self.isOfAnotherSale($0.label) && $0.hit.date == date.value
          && ($0.row != spot?.row || $0.hit.range != spot?.range)
      }
      dateRepeats = others.count
      let compact = date.value.compact
      for row in ledger.rows.indices where row != spot?.row {
        if !others.contains(where: { $0.row == row }) {
          let runs = ledger.rows[row].scalars.split { !$0.isDigit }.filter { $0.count > 8 }
          dateRepeats += runs.count { contains(Array(compact.unicodeScalars), in: Array($0)) }
        }
        if let hit = ledger.labels[row].first(where: { $0.role == .receiptNumber }) {
          let text = ledger.rows[row].scalars[ledger.range(after: hit, in: row)]
          if text.prefix(while: \.isDigit).string == compact.dropFirst(2) { dateRepeats += 1 }
        }
      }
    }
    if let time {
      let spot = time.finding.spots.first
      timeRepeats = times.count {
        $0.hit.time == time.value && ($0.row != spot?.row || $0.hit.range != spot?.range)
      }
    }
  }

  /// `원거래일`, `original date`: what a refund takes back.
  private static func isOfAnotherSale(_ label: LabelHit?) -> Bool {
    guard let label, label.role == .otherDate else { return false }
    return ["원거래", "원승인", "original"].contains { label.label.hasPrefix($0) }
  }
}
