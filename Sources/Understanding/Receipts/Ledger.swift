/// An amount with the label that names it.
struct Entry: Sendable {
  var role: LabelRole
  /// Empty for an amount that is told by its place alone.
  var label = ""
  var figure: Figure
  /// Of the receipt's rows.
  var row: Int
  /// Letters of the label that were misread.
  var distance = 0
  /// The text between the label and the amount.
  var tail = ""
  /// The other places of amounts that are added up in this one.
  var more: [Finding.Spot] = []

  var amount: Amount { figure.amount }

  /// Whether nothing but words of money stands between label and amount: `Total eV 2.10` counts something else.
  var isPlain: Bool {
    tail.unicodeScalars.words.allSatisfy {
      $0.unicodeScalars.contains(where: \.isHangul) || ReceiptWord.money.contains($0)
    }
  }

  /// Whether it stands in brackets that do not repeat an amount in words: `일만오천원정 (15,000)`.
  var isBracketed: Bool { figure.isBracketed && !tail.unicodeScalars.contains(where: \.isLetter) }

  /// Whether it is an amount by its form or by the words before it: `Total · Trees >4 m` is none.
  var isOfMoney: Bool { isPlain || figure.isClearlyMoney }

  /// The sum of some amounts, which stands where the first of them does.
  static func sum(_ parts: [Entry]) -> Entry? {
    guard var sum = parts.first, let amount = Amount.sum(parts.map(\.amount)) else { return nil }
    sum.figure.amount = amount
    sum.more += parts.dropFirst().map { Finding.Spot(row: $0.row, range: $0.figure.range) }
    return sum
  }
}

/// All rows of a receipt with what stands in them: the labels, the numbers, and which belongs to which.
struct Ledger: Sendable {
  private(set) var rows: [PrintedRow]
  private(set) var labels: [[LabelHit]]
  private(set) var figures: [[Figure]]
  let notation: Notation
  var style: MoneyStyle { notation.style }
  private(set) var entries: [Entry] = []
  /// Amounts below zero that no label names: `Trade account 5% -8.80`.
  private(set) var deductions: [Entry] = []
  /// Whether a title says that the sale was taken back, and no amount has a minus of its own.
  private(set) var isRefund = false
  /// The row in which the table of tax rates begins; its totals are others.
  private(set) var taxSummary: Int?

  init(_ rows: [PrintedRow], lexicon: Lexicon) {
    self.rows = rows
    var table = lexicon.labels
    let labels = rows.map { table.hits(in: $0) }
    let notation = Notation(rows, labels: labels)
    figures = rows.map { Figures.all(in: $0.scalars, notation) }
    (self.labels, self.notation) = (labels, notation)
    taxSummary = labels.indices.first { row in
      guard let hit = labels[row].first, hit.role == .taxSummary else { return false }
      // `GST 6% 0.30` alone is no table.
      return row > rows.count / 3
    }
    enterAll()
    let start = figures.firstIndex { $0.contains(where: \.isClearlyMoney) } ?? rows.count
    isRefund =
      !figures.joined().contains { $0.amount.isNegative && $0.isClearlyMoney }
      && (rows.indices.contains { isRefund($0, isAbove: $0 < max(3, start), lexicon) }
        || !entries(.total, .paid).isEmpty && entries(.total, .paid).allSatisfy(\.isBracketed))
  }

  /// The same receipt with another reading of one row; the others are not looked at again.
  func replacing(_ row: Int, with other: PrintedRow, lexicon: Lexicon) -> Ledger {
    var ledger = self
    ledger.rows[row] = other
    var table = lexicon.labels
    ledger.labels[row] = table.hits(in: other)
    ledger.figures[row] = Figures.all(in: other.scalars, notation)
    ledger.entries = []
    ledger.enterAll()
    return ledger
  }

  private mutating func enterAll() {
    // The table of net amounts and taxes by rate, as British tills print it.
    let taxTable = style == .cents ? TaxTable(rows, figures) : nil
    let suggested = style == .cents ? SuggestedTips.rows(rows, labels, figures) : []
    for row in rows.indices where taxTable?.rows.contains(row) != true && !suggested.contains(row) { enter(row) }
    if style == .cents { addTaxes() }
    entries += taxTable?.entries ?? []
    if style == .cents { NetAmount.name(in: &entries, rows: rows, figures: figures) }
    // One amount that the payer bears is what was paid; of several the one that is their sum, or none.
    let shares = entries(.share)
    let largest = shares.map(\.amount).max()
    let isAlone = Set(shares.map(\.amount)).count == 1
    let isSum = Amount.sum(Totals.unequal(shares).map(\.amount).filter { $0 != largest }) == largest
    for index in entries.indices where entries[index].role == .share {
      if isAlone || isSum && entries[index].amount == largest { entries[index].role = .paid }
    }
    let named = Set(entries.map(\.row))
    deductions = rows.indices.filter { !named.contains($0) }.compactMap { row in
      guard let figure = figures[row].last, figure.amount.isNegative, figure.isMoney else { return nil }
      return Entry(role: .discount, figure: figure, row: row)
    }
  }

  /// Taxes with no sum between are one: a state's and a city's, or the sum of them that is printed below.
  private mutating func addTaxes() {
    let charges: [LabelRole] = [.service, .discount, .rounding, .count]
    entries = entries.reduce(into: []) { all, entry in
      guard entry.role == .tax, let place = all.lastIndex(where: { !charges.contains($0.role) }),
        all[place].role == .tax
      else { return all.append(entry) }
      let last = all[place]
      // A printed sum may stand above its parts.
      if last.label.contains("total"), entry.amount < last.amount { return }
      let isRepeated = entry.amount == last.amount && (Self.isOneLevy(last, entry) || !last.more.isEmpty)
      all[place] = isRepeated || entry.label.contains("total") ? entry : Entry.sum([last, entry]) ?? last
    }
  }

  /// Whether two taxes have the same name, and neither another rate or number: `Total includes GST`, `GST`.
  private static func isOneLevy(_ one: Entry, _ other: Entry) -> Bool {
    func levy(_ entry: Entry) -> Set<String> {
      Set(entry.label.unicodeScalars.words).subtracting([
        "total", "amount", "incl", "inc", "included", "includes", "including",
      ])
    }
    let names = [levy(one), levy(other)]
    return (names[0] == names[1] || names.contains(["tax"]))
      && one.tail.filter(\.isNumber) == other.tail.filter(\.isNumber)
  }

  /// Whether a row is a title of a refund: `[승인취소]`, `거래유형: 취소`, `14/03/2026 REFUND`.
  ///
  /// Below the amounts a bare word may be a button, and an English one the heading of a notice.
  private func isRefund(_ row: Int, isAbove: Bool, _ lexicon: Lexicon) -> Bool {
    guard figures[row].isEmpty else { return false }
    let scalars = rows[row].scalars
    let isFramed = [scalars.first, scalars.last].allSatisfy { $0.map("[]()<>*-=".unicodeScalars.contains) == true }
    let isTitle = isAbove || isFramed && scalars.contains(where: \.isHangul)
    let value = scalars.lastIndex(of: ":").map { scalars[($0 + 1)...] } ?? []
    return [isTitle ? scalars[...] : [], value].contains { lexicon.has(.refundTitle, $0.string.letterKey) }
  }

  func entries(_ roles: LabelRole...) -> [Entry] { entries.filter { roles.contains($0.role) } }

  /// The last label of a row before a place.
  func label(_ row: Int, before place: Int) -> LabelHit? { labels[row].last { $0.range.upperBound <= place } }

  /// The steps that may stand between the items and the total: a fee, also with a tax, a reduction, or both.
  ///
  /// A tax alone is in the items' amounts: where it made a total of them, one digit of that would have been misread.
  var charges: [(amount: Amount, isReduced: Bool)] {
    func some(_ role: LabelRole, _ most: Int) -> [Amount] {
      [.zero] + entries.lazy.filter { $0.role == role && !$0.amount.isZero }.prefix(most).map(\.amount.magnitude)
    }
    let (services, taxes, reductions) = (some(.service, 2), some(.tax, 1), some(.discount, 3))
    return services.flatMap { service in
      (service.isZero ? [.zero] : taxes).flatMap { tax in
        reductions.compactMap { reduction in
          (service + tax).flatMap { $0 - reduction }.map { ($0, !reduction.isZero) }
        }
      }
    }
  }

  /// Whether a label that opens a row of sums, taxes or payments stands in a row.
  func isSummary(_ row: Int) -> Bool {
    let hit = labels[row].first { $0.role.isMoney || $0.role == .count || $0.role == .taxSummary }
    // `총 3개 17,000`
    return hit.map { $0.range.lowerBound <= 6 } ?? rows[row].scalars.starts(with: ["총", " "])
  }

  private mutating func enter(_ row: Int) {
    let hits = labels[row]
    if hits.isEmpty || isSentence(row) { return }
    /// The place behind the labels that were entered.
    var next = 0
    for (index, head) in hits.enumerated() where index >= next && (head.role.isMoney || head.role == .count) {
      // Text that follows without a number between is part of the same label.
      var last = index
      while last + 1 < hits.count,
        !figures[row].contains(where: {
          !$0.isPercent && $0.range.lowerBound >= hits[last].range.upperBound
            && $0.range.upperBound <= hits[last + 1].range.lowerBound
            && !(hits[last + 1].role == .count && isAside($0, row))
        }), hits[last + 1].role.isMoney || hits[last + 1].role == .count || style == .cents
      {
        last += 1
      }
      let end = last + 1 < hits.count ? hits[last + 1].range.lowerBound : rows[row].scalars.count
      if let figure = amount(row, from: head.range.upperBound, to: end, of: head.role) {
        let tail = rows[row].scalars[min(head.range.upperBound, figure.range.lowerBound)..<figure.range.lowerBound]
        add(head, figure, row, tail.string)
      } else if index == 0, last == hits.count - 1, head.range.lowerBound <= 6 {
        enterBelow(row)
      }
      next = last + 1
    }
  }

  /// Whether a row is running text, in which a word of money names no amount: `total thyroidectomy. 381 However, most`.
  private func isSentence(_ row: Int) -> Bool {
    let others = rows[row].scalars.split { !$0.isLetter }.filter { word in
      word.count > 1 && !labels[row].contains { $0.range.overlaps(word.indices) }
        && !ReceiptWord.money.contains(word.map(\.folded).string)
    }
    return others.count >= Self.leastWords
  }

  /// So many words of a row are none of a label's and none of money: it is a sentence.
  ///
  /// Of 1,288 rows with a label of money on 160 pictures of receipts 39 have so many, and no sum of a receipt stands in
  /// one of them; of 228 such rows of a text of 137 pages 209 have.
  private static let leastWords = 4

  /// Whether several rows end in an amount, as those of a receipt do whose sum was not read; a table has more in a row.
  var hasPrices: Bool {
    rows.indices.lazy.filter { row in
      guard let last = figures[row].last, last.isClearlyMoney, figures[row].count <= 3, !isSentence(row) else {
        return false
      }
      return !rows[row].scalars[last.range.upperBound...].contains { $0.isDigit }
    }.prefix(2).count == 2
  }

  /// The amount above another one, if no label names it: `MERCHANDISj 16.00` above a tax.
  func unnamed(above entry: Entry) -> Entry? {
    let row = entry.row - 1
    guard row >= 0, let figure = figures[row].last, figure.isClearlyMoney, !entries.contains(where: { $0.row == row })
    else { return nil }
    return Entry(role: .subtotal, figure: figure, row: row)
  }

  private mutating func add(_ hit: LabelHit, _ figure: Figure, _ row: Int, _ tail: String) {
    var role = hit.role
    // `Gst 4`: guests; `04.06.26 Room and Tax 90.00`: one of several nights.
    let scanner = DateScanner(scalars: Array(rows[row].scalars.prefix(hit.range.lowerBound)), style: style)
    let isVague = notation.decimals > 0 && !figure.isClearlyMoney
    if role == .tax, style == .cents, isVague || !scanner.dates().isEmpty { return }
    // `Incl. GST 6% 0.86`
    if role == .total, hit.label.hasPrefix("inc"), figures[row].contains(where: \.isPercent) { role = .tax }
    // `Excl. VAT 10.00`, `Incl. VAT 12.00`; `TOTAL (includes GST) 25.00`: a sum with the tax.
    if role == .tax, hit.label.contains("inc") {
      let supply = entries.last { $0.role == .supply }?.amount
      let isAside = rows[row].scalars.dropFirst(hit.range.lowerBound).prefix(hit.range.count).contains("(")
      if supply.map({ figure.amount > $0 }) ?? isAside { role = .total }
    }
    let words = tail.letterKey
    if role == .total || role == .paid {
      // `TOTAL 6% SUPPLIES (EXCL. GST)`, `TOTAL ITEMS SOLD`: sums of something else.
      if ReceiptWord.otherSum.isFound(in: words) {
        role = .subtotal
      } else if ReceiptWord.noSum.isFound(in: tail.prefix { $0 != "(" }.letterKey) {
        role = .count
      }
    }
    // `합계 173,000 17,300` below columns of supplies and taxes.
    let columns = labels[row].count == 1 ? figures[row] : []
    if style == .whole, role == .total || role == .subtotal, columns.count == 2, columns.allSatisfy(\.isShaped),
      Totals.isTax(columns[1].amount, of: columns[0].amount, style),
      let sum = columns[0].amount + columns[1].amount, figures.joined().contains(where: { $0.amount == sum })
    {
      return entries += zip([.supply, .tax], columns).map { Entry(role: $0, label: hit.label, figure: $1, row: row) }
    }
    // `Total 4 item(s) $27.48`
    if role == .count, figure.hasCurrency, figure.isShaped, style == .cents { role = .subtotal }
    var figure = figure
    if role == .refund {
      role = figure.amount.isZero ? .count : .paid
      figure.amount = -figure.amount.magnitude
    }
    // `Rounding 45.35`: what it was rounded to, and no rounding, which is a few of the smallest coins.
    if role == .rounding, figure.amount.magnitude >= 1, style == .cents { role = .paid }
    if let taxSummary, row >= taxSummary, role != .rounding, style == .cents { role = .taxSummary }
    entries.append(
      Entry(role: role, label: hit.label, figure: figure, row: row, distance: hit.distance, tail: tail))
  }

  /// The last amount between two places: prices and counts stand before it.
  private func amount(_ row: Int, from start: Int, to end: Int, of role: LabelRole) -> Figure? {
    // `부가세:91 서비스차지:0`: another label, which nobody knows.
    let scalars = rows[row].scalars
    let first = figures[row].first { $0.range.lowerBound >= start && !isAside($0, row) }?.range.upperBound ?? end
    let colon = scalars[min(first, end)..<end].firstIndex(of: ":") ?? end
    let end = scalars[min(first, end)..<colon].contains(where: \.isLetter) && colon < end ? first : end
    let all = figures[row].filter {
      $0.range.lowerBound >= start && $0.range.upperBound <= end && $0.isMoney && isCounter($0) == false
    }
    // `EUR 12.00 (USD 14.00)`
    let outer = all.filter { !isAside($0, row) }
    let found = outer.contains(where: \.isClearlyMoney) ? outer : all
    // `Discount -3.30 18.00`: what stands beside it is of another column.
    if role == .discount, let figure = found.last(where: \.amount.isNegative) { return figure }
    let signed = found.filter { $0.hasCurrency && $0.isShaped }
    if style == .cents, signed.count == 1 { return signed[0] }
    return found.last { $0.isClearlyMoney }
      ?? found.last { !scalars[$0.range.upperBound..<max($0.range.upperBound, end)].contains(where: \.isHangul) }
  }

  /// Whether it stands in brackets, perhaps with words.
  private func isAside(_ figure: Figure, _ row: Int) -> Bool {
    rows[row].scalars[..<figure.range.lowerBound].last { "()".unicodeScalars.contains($0) } == "("
  }

  /// `3개`, `2명`, `2nd`: a number of things, or one in a row of them.
  private func isCounter(_ figure: Figure) -> Bool {
    guard let suffix = figure.suffix else { return false }
    return !figure.isShaped && (suffix.isHangul || style == .cents && !figure.hasCurrency)
  }

  /// Enters the amounts of labels that stand alone in their row, if the row below holds nothing but amounts.
  ///
  /// One amount is that of the first label. Several are those of as many labels: slips print both in boxes.
  private mutating func enterBelow(_ row: Int) {
    let (hits, below) = (labels[row], row + 1)
    guard below < rows.count, labels[below].isEmpty, figures[below].contains(where: \.isClearlyMoney) else { return }
    let (found, letters) = (figures[below], rows[below].scalars.filter { $0.isLetter && $0 != "원" })
    guard letters.isEmpty || letters.string == "RM", found.allSatisfy(\.isMoney) else { return }
    if found.count == 1 { return add(hits[0], found[0], below, "") }
    let named = hits.flatMap { rows[row].scalars[$0.range] }.count { $0.isLetter }
    guard found.count == hits.count, hits.allSatisfy(\.role.isMoney), named == rows[row].letters.count else { return }
    for (hit, figure) in zip(hits, found) { add(hit, figure, below, "") }
  }
}
