package import PageModel

/// A page that may hold a part of a receipt that goes over several pages.
package struct ReceiptPart {
  /// The first part names a shop, a business number or a date, and has no total; the last one has a total alone.
  package enum Place: Sendable { case first, middle, last }

  package let page: PageRecord
  package let place: Place
  /// The receipt of the page alone; nil if its text is none.
  let receipt: Receipt?
  let reading: RecognisedPage
  let rows: [PrintedRow]
  /// `Page 2 of 3` or `2/3` in a line of its own.
  let number: (page: Int, count: Int)?

  private static let carried = ["carriedforward", "carriedover", "continued", "이월", "다음장", "다음쪽", "계속"]

  /// Nil if the page holds a whole receipt, a form, several receipts, one that a person removed, or no amounts.
  package init?(_ page: PageRecord, by reader: ReceiptReader) {
    let found = page.derived.ownReceipts ?? []
    let fields = found.first?.fields ?? [:]
    let hasRemoved = page.corrections.contains { if case .receipt = $0.target { true } else { false } }
    guard case .recognised(let read) = page.outcome, found.count <= 1, found.first?.form == nil, !hasRemoved,
      page.derived[SeparatorStage.name]?.json == nil,
      // Most pages hold a whole receipt: nothing else of them is looked at.
      fields[.date] == nil || fields[.total]?.isPrinted != true || fields[.total]?.proof != .proven
    else { return nil }
    let reading = read.withoutHandwriting
    let text = reading.textLines.prefix(ReceiptBlocks.most)
    let printed = Rows.make(reading, found.first?.lines.filter(reading.lines.indices.contains) ?? Array(text))
    guard !printed.isEmpty else { return nil }
    let ledger = Ledger(printed, lexicon: reader.lexicon)
    guard ledger.figures.contains(where: { $0.contains(where: \.isClearlyMoney) }) else { return nil }
    func rows(of name: FieldName) -> [Int] {
      let lines = fields[name]?.lines ?? []
      return printed.indices.filter { lines.contains(where: printed[$0].lines.contains) }
    }
    // Rows of items, and those with an amount or the number of the page, name no shop.
    let items = Set(found.first?.items.flatMap(\.lines) ?? [])
    let isOther = rows(of: .merchant).contains { row in
      !items.isDisjoint(with: printed[row].lines) || ledger.figures[row].contains(where: \.isClearlyMoney)
        || Self.number(in: printed[row].scalars.string) != nil
    }
    let hasShop = fields[.merchant]?.corrected == true || fields[.merchant] != nil && !isOther
    let isCarried = rows(of: .total).contains { row in
      Self.carried.contains { printed[row].letters.string.contains($0) }
    }
    // A total that only a person gave is not printed here.
    let role = reader.lexicon.labels.labels.first { $0.text == fields[.total]?.label }?.role
    let isHead = hasShop || fields[.date] != nil || fields[.businessNumber] != nil
    let hasTotal =
      fields[.total]?.isPrinted == true && !isCarried
      && (fields[.total]?.proof == .proven || role != nil && role != .subtotal
        || fields[.total]?.corrected == true && !isHead)
    let number = text.lazy.compactMap { Self.number(in: reading.lines[$0].text) }.first
    // Another amount that the reader took for the total may be one.
    let isOpen = fields[.total]?.isPrinted != true || isCarried || role == .subtotal
    switch (isHead, hasTotal) {
    case (true, false) where isOpen: place = .first
    case (false, false) where isOpen: place = .middle
    // If its own items make its total, nothing is missing.
    case (false, true) where found.first?.itemsHold != true: place = .last
    default: return nil
    }
    (self.page, self.reading, self.rows, self.number, receipt) = (page, reading, printed, number, found.first)
  }

  static func number(in line: String) -> (page: Int, count: Int)? {
    guard line.utf8.count <= 24 else { return nil }
    let form = #/(?i)\W*(?:(?:page|p\.)\W*)?(\d{1,2})\s*(?:of|/)\s*(\d{1,2})\s*(?:쪽|페이지)?\W*/#
    guard let match = line.wholeMatch(of: form), let page = Int(match.1), let count = Int(match.2) else { return nil }
    return page >= 1 && page <= count ? (page, count) : nil
  }

  /// The receipt that parts make, the first one first; nil if they are not surely parts of one.
  ///
  /// The reader of all receipts reads the lines of all parts, so that their sums are checked.
  package static func receipt(of parts: [ReceiptPart], by reader: ReceiptReader) -> Receipt? {
    guard let first = parts.first, let own = first.receipt, let last = parts.last else { return nil }
    var page = first.reading
    (page.height, page.lines, page.preparation, page.signals) = (0, [], nil, nil)
    var places: [(part: Int, line: Int)] = []
    for (index, part) in parts.enumerated() {
      for line in part.rows.flatMap(\.lines) {
        page.lines.append(part.reading.levelLine(line, below: page.height))
        places.append((index, line))
      }
      page.height += Int(max(0, min(1e7, Rows.upright(part.reading.box, on: part.reading).height)))
    }
    guard page.lines.count <= ReceiptBlocks.most else { return nil }
    let read = reader.receipts(on: page)
    guard let whole = read.first, read.count == 1, whole.form == nil,
      whole.fields[.total]?.text == last.receipt?.fields[.total]?.text,
      isSure(parts, whole, Set(whole.items.flatMap { $0.lines.map { places[$0].part } }))
    else { return nil }
    // The last correction of a field counts, whatever page it was made on.
    let made = parts.flatMap(\.page.corrections).sorted { $0.made < $1.made }
    let corrections = made.compactMap { correction -> Correction? in
      guard case .field(let name, receipt: 0) = correction.target else { return nil }
      var correction = correction
      (correction.target, correction.box) = (.field(name, receipt: 0), page.box)
      return correction
    }
    guard var receipt = CorrectedReceipts(corrections: corrections).receipts(on: page, by: reader).first else {
      return nil
    }
    // The JSON of the other pages has the places on them.
    let onFirst = { (lines: [Int]) in lines.compactMap { places[$0].part == 0 ? places[$0].line : nil } }
    receipt.otherLines = receipt.lines.compactMap { places[$0].part > 0 ? page.lines[$0].text : nil }
    receipt.lines = onFirst(receipt.lines)
    (receipt.box, receipt.pages) = (own.box, parts.map { $0.page.index + 1 })
    for name in receipt.fields.keys {
      let lines = onFirst(receipt.fields[name]?.lines ?? [])
      receipt.fields[name]?.lines = lines
      receipt.fields[name]?.box = lines.isEmpty ? own.box : ReceiptBlocks.box(first.reading, lines)
    }
    for name in [FieldName.merchant, .businessNumber, .date] { receipt.fields[name] = own.fields[name] }
    for index in receipt.items.indices { receipt.items[index].lines = onFirst(receipt.items[index].lines) }
    let marks = parts.dropFirst().flatMap { $0.page.derived.value(of: MarksStage.self) ?? [] }
    receipt.otherTags = marks.contains { $0.tag != nil } ? Set(marks.compactMap(\.tag)).sorted() : nil
    let beside = parts.flatMap { $0.reading.fieldsBesideHandwriting(among: $0.rows.flatMap(\.lines), reader.lexicon) }
    receipt.doubts = FieldDoubt.all(about: receipt, handwritten: Set(beside))
    return receipt
  }

  /// Whether a page number, or the items of all parts, say that these are parts of one receipt.
  ///
  /// - Parameters:
  ///   - whole: The receipt as it was read, whatever people corrected.
  ///   - withItems: The parts that its items are on.
  private static func isSure(_ parts: [ReceiptPart], _ whole: Receipt, _ withItems: Set<Int>) -> Bool {
    let isInOrder = parts.enumerated().allSatisfy { place, part in
      part.number.map { $0.page == place + 1 && $0.count == parts.count } ?? true
    }
    guard isInOrder else { return false }
    if parts[parts.count - 1].number != nil { return true }
    let isProven = { (receipt: Receipt?) in receipt?.fields[.total]?.proof.isCertain == true }
    return whole.itemsHold == true && isProven(whole) && withItems.count == parts.count
      && !parts.contains { isProven($0.receipt) }
  }
}

extension RecognisedPage {
  /// A line in the place that it has on the upright, level page, so far below the top.
  fileprivate func levelLine(_ index: Int, below top: Int) -> Line {
    let whole = Rows.upright(box, on: self)
    func level(_ box: Box) -> Box {
      let place = Rows.place(box, at: 0, on: self)
      let (x, y) = (place.left - whole.x + whole.width / 2, place.top - whole.y + whole.height / 2 + Double(top))
      let numbers = [x, y, place.right - place.left, place.height].map { Int(max(-1e9, min(1e9, $0.rounded()))) }
      return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    var line = lines[index]
    (line.box, line.block, line.baseline) = (level(line.box), 0, nil)
    for word in line.words.indices { line.words[word].box = level(line.words[word].box) }
    return line
  }
}

extension Receipt {
  /// Whether its items make its sum; nil if that can't be checked.
  var itemsHold: Bool? { checks.first { $0.name == "items-sum-to-total" }?.holds }
}

extension Field {
  fileprivate var isPrinted: Bool { !text.isEmpty }
}
