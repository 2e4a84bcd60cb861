package import PageModel
import Support

/// Other values that the fields of a receipt may have: of its sums, of the tagger, and of its lines.
package struct FieldCandidates: Sendable {
  /// An amount that other values of the receipt make: what its total would be.
  ///
  /// The parts are names of fields, or `items`.
  package typealias Sum = (value: String, parts: [String])

  package let sums: [Sum]
  /// The likeliest first; none is the present value.
  package private(set) var values: [FieldName: [String]] = [:]

  /// Values of one field, at most.
  private static let most = 3
  /// A shop's name stands in one of so many rows, if no label tells it.
  private static let headRows = 6

  /// - Parameter names: The names of the shop's other receipts, the likeliest first.
  package init(_ receipt: Receipt, on page: RecognisedPage, names: [String] = []) {
    let reader = ReceiptReader()
    let lines = receipt.lines.filter(page.lines.indices.contains)
    let ledger = Ledger(Rows.make(page, lines), lexicon: reader.lexicon)
    let tagged = Dictionary(grouping: reader.candidates(on: page, ledger, atMost: Self.most), by: \.value.rawValue)
    sums = Self.sums(of: receipt)
    for name in FieldName.allCases {
      let field = receipt.fields[name]
      var found = (field?.known).map { [$0] } ?? []
      switch name {
      case .total: found += sums.map(\.value) + Self.totals(in: ledger)
      case .tax, .supply: found += Self.difference(name == .tax ? .supply : .tax, in: receipt)
      case .date: found += Self.days(ledger, lines.map { page.lines[$0] })
      default: found += (name == .merchant ? names : []) + (tagged[name.rawValue] ?? []).map(\.text)
      }
      if name == .merchant { found += Self.shops(field, ledger, on: page) }
      let isAmount = FieldName.amounts.contains(name)
      let others = found.compactMap { name.value(of: $0, in: receipt) }.filter { value in
        value != field?.value && (isAmount ? Amount(decimal: value).map { $0 > .zero } ?? false : !value.isEmpty)
      }
      if !others.isEmpty { values[name] = Array(others.distinct.prefix(Self.most)) }
    }
  }

  private static func text(_ amount: Amount) -> String { amount.text(places: amount.isWhole ? 0 : 2) }

  private static func sums(of receipt: Receipt) -> [Sum] {
    var sums: [Sum] = []
    func add(_ amount: Amount?, _ parts: [String]) {
      guard let text = amount.map(text) else { return }
      sums.append((FieldName.total.value(of: text, in: receipt) ?? text, parts))
    }
    if receipt.fields[.supply] != nil, receipt.fields[.tax] != nil {
      let parts = [FieldName.supply, .tax, .taxFree, .serviceCharge].filter { receipt.fields[$0] != nil }
      add(Amount.sum(parts.compactMap(receipt.amount)), parts.map(\.rawValue))
    }
    let items = receipt.items.compactMap { $0.amount.flatMap { Amount(decimal: $0) } }
    if !items.isEmpty, items.count == receipt.items.count {
      add(Amount.sum(items).flatMap { $0 - (receipt.amount(.discount)?.magnitude ?? .zero) }, ["items"])
    }
    return sums
  }

  /// The total less supply or tax, if no check fails with the total.
  private static func difference(_ other: FieldName, in receipt: Receipt) -> [String] {
    guard receipt.fields[.total]?.proof != .conflict, let total = receipt.amount(.total),
      let part = receipt.amount(other)
    else { return [] }
    return [total - part].compactMap { $0.map(text) }
  }

  /// Amounts with a label of what was paid, then those that are printed several times, then the largest one.
  private static func totals(in ledger: Ledger) -> [String] {
    let labelled = ledger.entries(.paid, .total) + ledger.entries(.refund, .card, .cash, .price, .subtotal)
    let printed = ledger.figures.joined().filter(\.isClearlyMoney).map(\.amount)
    let counts = Dictionary(printed.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }
    let repeated = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    return (labelled.map(\.amount) + repeated + [printed.max()].compactMap { $0 }).map { text($0) }
  }

  /// The days in the rows, then those in other readings of the lines.
  private static func days(_ ledger: Ledger, _ lines: [Line]) -> [String] {
    let readings = lines.flatMap { $0.readings.map { Array($0.text.unicodeScalars) } }
    return (ledger.rows.map(\.scalars) + readings).flatMap { scalars in
      DateScanner(scalars: scalars, style: ledger.style).dates().map(\.date.iso)
    }
  }

  /// Names behind a label of the shop, other readings of the name's line, then the first rows.
  private static func shops(_ field: Field?, _ ledger: Ledger, on page: RecognisedPage) -> [String] {
    let labelled = ledger.rows.indices.compactMap { row in
      ledger.labels[row].first { $0.role == .merchant }.map { hit in
        ledger.rows[row].scalars[hit.range.upperBound...].drop { !$0.isLetter && $0 != "(" }
      }
    }
    let isWhole = field?.lines.count == 1 && field?.label == nil
    let readings = isWhole ? field?.lines.flatMap { page.lines[$0].readings.map(\.text) } ?? [] : []
    let heads = ledger.rows.prefix(headRows).map(\.scalars).filter { scalars in
      scalars.count(where: \.isDigit) < 3 && scalars.count(where: \.isLetter) > 1
    }
    return labelled.map { trimmed($0).string } + readings + heads.map(\.string)
  }
}
