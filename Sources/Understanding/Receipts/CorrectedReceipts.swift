import PageModel

/// Puts what people corrected into the receipts of a page: fields, with checks made again, and receipts that are none.
///
/// A corrected value replaces the one that was read while the page is understood once more, so that sums
/// that did not agree with the misread one may hold now, and prove it. In any case the field has the value
/// that was given.
struct CorrectedReceipts {
  let corrections: [Correction]

  func receipts(on page: RecognisedPage, by reader: ReceiptReader) -> [Receipt] {
    let read = reader.receipts(on: page)
    guard !corrections.isEmpty else { return read }
    let targets = targets(among: read, of: page.box)
    var altered = page
    for target in targets {
      if let field = read[target.receipt].fields[target.name] {
        altered.print(target.value, of: target.name, for: field)
      }
    }
    var receipts = altered == page ? read : reader.receipts(on: altered)
    // If re-reading finds a different number of receipts, keep the first reading.
    if receipts.count != read.count { receipts = read }
    // A value changes its own field and sums: another value in the line that it was read in stays.
    for place in Set(targets.map(\.receipt)) {
      let others = read[place].fields.filter { !FieldName.amounts.contains($0.key) }
      receipts[place].fields.merge(others) { own, _ in own }
    }
    for target in targets {
      receipts[target.receipt].correct(target.name, to: target.value, from: read[target.receipt])
    }
    let gone = places(ofNone: read, page.box)
    let left = (receipts.enumerated() + receiptsByHand(besides: read, of: page.box)).filter {
      !gone.contains($0.offset)
    }
    return left.enumerated().map { place, entry in
      var receipt = entry.element
      let before = read.indices.contains(entry.offset) ? read[entry.offset] : Receipt(noneOn: page.box)
      receipt.keepItems(of: before)
      receipt.checkTax(since: before)
      receipt.doubt(since: before)
      if entry.offset != place { receipt.number = entry.offset + 1 }
      return receipt
    }
  }

  /// The places of receipts that are none: as they are on the page, whatever their order is by now.
  private func places(ofNone receipts: [Receipt], _ page: Box) -> Set<Int> {
    Set(
      corrections.compactMap { correction in
        guard case .receipt(let index) = correction.target else { return nil }
        let fit = receipts.map { $0.box.share(with: correction.box) }
        // One that is not found any more is made of its fields, and is none all the same.
        if index >= receipts.count, fit.allSatisfy({ $0 < 0.5 }) { return index }
        if fit.indices.contains(index), fit[index] >= 0.5 { return index }
        // The whole page is the place of those that were typed in.
        if correction.box == page { return index }
        return fit.indices.max { fit[$0] < fit[$1] }.flatMap { fit[$0] >= 0.5 ? $0 : nil }
      })
  }

  /// Receipts that nobody but a person found, behind those that were read: of fields of the whole page, and of those of
  /// a receipt that is not found any more.
  private func receiptsByHand(besides read: [Receipt], of page: Box) -> [(offset: Int, element: Receipt)] {
    var receipts: [Int: Receipt] = [:]
    for correction in corrections {
      guard case .field(let text, let index) = correction.target, index >= read.count,
        let name = FieldName(rawValue: text),
        correction.box == page || !read.contains(where: { $0.box.holdsMiddle(of: correction.box) })
      else { continue }
      let empty = Receipt(noneOn: page)
      receipts[index, default: empty].correct(name, to: correction.new, from: empty)
    }
    return receipts.sorted { $0.key < $1.key }.filter { !$0.value.fields.isEmpty }.map { ($0.key, $0.value) }
  }

  /// Whether a place that is known has nothing in common with a receipt: what was said there is of one that is gone.
  private func lies(_ place: Box, apartFrom receipt: Box) -> Bool {
    place.width > 0 && place.height > 0 && receipt.width > 0 && receipt.height > 0 && place.share(with: receipt) == 0
  }

  private typealias Target = (receipt: Int, name: FieldName, value: String)

  /// The last correction of each field, with the receipt that is in its place.
  private func targets(among receipts: [Receipt], of page: Box) -> [Target] {
    var targets: [Target] = []
    for correction in corrections {
      guard case .field(let text, let index) = correction.target, let name = FieldName(rawValue: text) else { continue }
      // The middle of the page is no place of a receipt.
      let inPlace =
        correction.box == page ? [] : receipts.indices.filter { receipts[$0].box.holdsMiddle(of: correction.box) }
      let receipt = inPlace.contains(index) || inPlace.isEmpty ? index : inPlace[0]
      guard receipts.indices.contains(receipt), !lies(correction.box, apartFrom: receipts[receipt].box) else {
        continue
      }
      targets.removeAll { $0.receipt == receipt && $0.name == name }
      targets.append((receipt, name, correction.new))
    }
    return targets
  }
}

extension Receipt {
  /// A receipt of which nothing was read.
  fileprivate init(noneOn page: Box) { self.init(box: page, lines: [], fields: [:], items: [], checks: []) }

  /// Checks of sums that speak of the total, besides that of supply and tax.
  private static let checksOfTotal: Set<String> = [
    "items-sum-to-total", "received-minus-change-is-total", "sum-and-reductions-make-total", "total-printed-twice",
  ]

  fileprivate mutating func correct(_ name: FieldName, to value: String, from read: Receipt) {
    let before = read.fields[name]
    defer { markRefund() }
    guard !value.isEmpty else {
      fields[name] = nil
      return
    }
    var field =
      fields[name] ?? before
      ?? Field(value: "", text: "", label: nil, lines: [], box: box, confidence: 1, proof: .read)
    if field.value != value {
      field.proof = .read
      // They were made with another amount.
      if FieldName.amounts.contains(name) { checks.removeAll { $0.name == Check.partsName } }
      if name == .total { checks.removeAll { Self.checksOfTotal.contains($0.name) } }
    }
    field.value = value
    field.confidence = 1
    field.corrected = true
    field.mended = nil
    field.text = before?.text ?? ""
    field.printed = before?.value == value ? nil : before?.text
    fields[name] = field
  }

  /// Checks that are made of the items.
  private static let checksOfItems: Set<String> = [
    "items-sum-to-total", "price-times-quantity-is-amount", "article-number-check-digit",
    "barcode-holds-article-number",
  ]

  /// Keeps the items that were read, with their checks: others replace them only if they prove the total.
  ///
  /// Items that made the total that was read were not too many.
  fileprivate mutating func keepItems(of read: Receipt) {
    let prove = itemsHold == true && fields[.total]?.proof == .proven
    let isBetter = prove && (read.itemsHold != true || items.count > read.items.count)
    guard items != read.items && !isBetter || itemsHold == nil && read.itemsHold != nil else { return }
    items = read.items
    checks.removeAll { Self.checksOfItems.contains($0.name) }
    checks = read.checks.filter { Self.checksOfItems.contains($0.name) } + checks
    // Items that made an earlier sum do so whatever the total is.
    if let sum = Amount.sum(items.compactMap { $0.amount.flatMap { Amount(decimal: $0) } }),
      let total = fields[.total]?.value, total != read.fields[.total]?.value,
      let place = checks.firstIndex(where: { $0.name == "items-sum-to-total" }),
      !checks[place].holds || sum == read.amount(.total)
    {
      let text = sum.text(places: total.contains(".") || !sum.isWhole ? 2 : 0)
      checks[place] = .sum(text, of: items.count, is: total, holds: sum == amount(.total))
    }
    let proof: Proof = fails(since: read) ? .conflict : .read
    if prove || fields[.total]?.proof != .proven { fields[.total]?.proof = proof }
  }

  /// Whether a check fails that did not fail with what was read.
  private func fails(since read: Receipt) -> Bool {
    checks.contains { check in !check.holds && read.checks.first { $0.name == check.name }?.holds != false }
  }

  /// Checks amounts that a person changed against each other, also if the reader would not take them for such.
  ///
  /// Cash may be rounded by two hundredths.
  fileprivate mutating func checkTax(since read: Receipt) {
    let parts = [FieldName.supply, .tax, .taxFree, .serviceCharge, .tip, .discount]
    let changed = (parts + [.total]).filter {
      fields[$0]?.corrected == true && fields[$0]?.value != read.fields[$0]?.value
    }
    guard !changed.isEmpty, !checks.contains(where: { $0.name == Check.partsName }), let tax = amount(.tax),
      let text = fields[.total]?.value, let total = Amount(decimal: text),
      // If no supply was read, it is what a tax leaves of the total.
      fields[.supply] != nil || tax.magnitude >= total.magnitude && !tax.isZero
    else { return }
    var (sum, list, holds) = (Amount.zero, [String](), false)
    var used: Set<FieldName> = [.total]
    for name in parts where !holds {
      guard let value = fields[name]?.value, let part = Amount(decimal: value) else { continue }
      let noun = name == .taxFree ? "free of tax" : name == .serviceCharge ? "service" : name.rawValue
      sum = (name == .discount ? sum - part.magnitude : sum + part) ?? sum
      list.append("\(noun) \(value)")
      used.insert(name)
      holds = list.count > 1 && (sum - total).map { $0.magnitude <= .hundredths(2) } == true
    }
    checks.insert(.parts(list.joined(separator: ", "), make: text, holds), at: 0)
    let proof: Proof = holds ? .proven : .conflict
    for name in changed where used.contains(name) && fields[name]?.proof.isCertain != true {
      fields[name]?.proof = proof
    }
  }

  /// A typing mistake is more likely than a wrong proof; only sums that are known can fail.
  fileprivate mutating func doubt(since read: Receipt) {
    guard !fails(since: read) else { return }
    for name in FieldName.allCases {
      guard let field = fields[name], field.corrected == true, field.proof != .proven,
        let before = read.fields[name], before.proof == .proven, before.value != field.value
      else { continue }
      fields[name]?.proof = .conflict
      checks.add(
        "read-value-was-proven", false,
        "\(before.value) was read, and checks of the receipt proved it; they do not prove \(field.value).")
    }
  }
}

extension RecognisedPage {
  /// Puts a value where a field was read: in the place of its digits, which are in one word or in several of a line.
  fileprivate mutating func print(_ value: String, of name: FieldName, for field: Field) {
    guard field.value != value, let printed = name.printed(value) else { return }
    for text in [field.printed, field.text].compactMap({ $0 }) {
      let wanted = text.unicodeScalars.filter(\.isDigit)
      guard !wanted.isEmpty else { continue }
      for line in field.lines.reversed() where lines.indices.contains(line) {
        guard let words = lines[line].words(with: Array(wanted)) else { continue }
        lines[line].replaceDigits(of: words, with: printed)
        return
      }
    }
  }
}

extension Line {
  /// The fewest words side by side whose digits these are, the last ones of several.
  fileprivate func words(with digits: [Unicode.Scalar]) -> Range<Int>? {
    var found: Range<Int>?
    for start in words.indices {
      var here: [Unicode.Scalar] = []
      for end in start..<words.count {
        here += words[end].text.unicodeScalars.filter(\.isDigit)
        if here.count > digits.count { break }
        if here == digits, words[start].text.unicodeScalars.contains(where: \.isDigit) {
          found = start..<end + 1
          break
        }
      }
    }
    return found
  }

  /// Keeps the text before the first digit and after the last one.
  fileprivate mutating func replaceDigits(of range: Range<Int>, with text: String) {
    guard let last = range.last else { return }
    let head = words[range.lowerBound].text.unicodeScalars.prefix { !$0.isDigit }
    let tail = words[last].text.unicodeScalars.reversed().prefix { !$0.isDigit }.reversed()
    words[range.lowerBound].text = head.string + text + tail.string
    for index in range.dropFirst() { words[index].text = "" }
    for index in range { words[index].candidates = [] }
    readings = []
  }
}
