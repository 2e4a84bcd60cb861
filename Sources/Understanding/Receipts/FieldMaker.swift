import PageModel

/// Makes fields of findings: where they stand, how sure they are, what stands behind them.
struct FieldMaker {
  private(set) var fields: [FieldName: Field] = [:]

  let rows: [PrintedRow]
  let changes: [Mending.Change]
  let proofs: [FieldName: Proof]

  /// A later finding for the same name replaces an earlier one.
  mutating func add(_ name: FieldName, _ finding: Finding?, as proof: Proof? = nil) {
    guard let finding, !finding.value.isEmpty else { return }
    let spots = finding.spots.filter { rows.indices.contains($0.row) }
    guard let first = spots.first else { return }
    let box = spots.dropFirst().reduce(rows[first.row].box(of: first.range)) {
      $0.union(rows[$1.row].box(of: $1.range))
    }
    let printed = spots.map { rows[$0.row].text($0.range) }.joined(separator: " ")
    var field = Field(
      value: finding.value, text: finding.text ?? printed, label: finding.label,
      lines: Array(Set(spots.flatMap { rows[$0.row].lines(of: $0.range) })).sorted(), box: box, confidence: 0,
      proof: proof ?? proofs[name] ?? .read)
    let change = changes.first { change in
      spots.contains {
        $0.row == change.row && rows[$0.row].parts.indices.contains(change.part)
          && rows[$0.row].parts[change.part].range.overlaps($0.range)
      }
    }
    if let change {
      field.mended = true
      field.printed = change.printed
      // The check that chose the reading can't prove it as well.
      if field.proof == .proven { field.proof = .read }
    }
    let read = finding.isCalibrated ? 1 : spots.map { rows[$0.row].confidence(of: $0.range) }.min() ?? 0
    field.confidence = field.proof.confidence(read: read, reliability: finding.reliability)
    fields[name] = field
  }

  /// Puts the name that is known of a shop beside the one that is printed.
  mutating func know(_ name: String) {
    guard let printed = fields[.merchant]?.value,
      Lexicon.nameKey(printed.unicodeScalars) != Lexicon.nameKey(name.unicodeScalars)
    else { return }
    fields[.merchant]?.known = name
  }

  /// The sums.
  mutating func add(totals money: MoneyChecks, places: Int) {
    let totals = money.totals
    func finding(_ entry: Entry?, magnitude: Bool = false, reliability: Double) -> Finding? {
      entry.map { entry in
        let amount = magnitude ? entry.amount.magnitude : money.ledger.isRefund ? -entry.amount.magnitude : entry.amount
        var finding = Finding(
          amount.text(places: places), row: entry.row,
          range: entry.figure.range, label: entry.label.isEmpty ? nil : entry.label,
          reliability: reliability - 0.05 * Double(entry.distance))
        finding.spots += entry.more
        return finding
      }
    }
    let isOwn = totals.total.map { $0.role == .paid || $0.role == .total } ?? false
    add(.total, finding(totals.total, reliability: money.isContested ? 0.75 : isOwn ? 0.93 : 0.78))
    func addComputed(_ name: FieldName, _ amount: Amount, _ row: Int, _ range: Range<Int>, _ label: String) {
      let value = amount.text(places: places)
      add(name, Finding(value, row: row, range: range, label: label, reliability: 0.9), as: .computed)
    }
    if let (computed, source) = totals.computed {
      addComputed(.total, computed, source.row, source.figure.range, source.label)
    }
    add(.tax, finding(totals.tax, reliability: 0.9))
    let supply = totals.supply
    // A receipt that is all free of tax has no supply that tax is computed on.
    let isFree = totals.taxFree.map { free in
      !free.amount.isZero && free.amount == supply?.amount && totals.tax?.amount.isZero ?? true
    }
    let isSupply =
      supply?.role == .supply || supply?.role == .subtotal && money.ledger.style == .cents
      || totals.taxHolds == true && supply?.amount != totals.total?.amount
        && (supply?.role == .price || money.ledger.style == .cents)
    if isSupply, isFree != true { add(.supply, finding(supply, reliability: 0.9)) }
    if totals.tax == nil || supply == nil, let part = money.illegible {
      addComputed(part.name, part.amount, part.row, part.label.range, part.label.label)
    }
    add(.taxFree, finding(totals.taxFree, reliability: 0.9))
    let services = money.ledger.entries(.service).filter { !$0.amount.isZero && $0.isPlain }
    add(.tip, finding(services.first { SuggestedTips.isTip($0.label) }, reliability: 0.9))
    add(.serviceCharge, finding(services.first { Self.isService($0.label) }, reliability: 0.9))
    add(.discount, finding(totals.discount, magnitude: true, reliability: 0.8))
    // `행사 -500` below an item, and no sum of what was taken off.
    if totals.discount == nil, money.itemsProveTotal, money.items.reductions.count == 1,
      let off = money.items.reductions.first, !money.ledger.entries.contains(where: { $0.row == off.row })
    {
      let value = off.figure.amount.magnitude.text(places: places)
      add(.discount, Finding(value, row: off.row, range: off.figure.range, reliability: 0.8))
    }
  }

  /// Whether a label names the service of a restaurant or hotel, and no delivery, toll or tax.
  private static func isService(_ label: String) -> Bool {
    !label.contains("tax") && ["serv", "svr", "svc", "봉사", "서비스료"].contains { label.hasPrefix($0) }
  }
}
