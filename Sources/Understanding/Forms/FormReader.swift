import PageModel

/// Reads a form by its description: labels with the cells beside and below them, and the list of items.
struct FormReader {
  let form: FormDescription
  /// The values of each field, those of preferred labels first.
  private(set) var values: [FieldName: [FormValue]] = [:]
  private(set) var items: [FormItem] = []
  /// Fields whose labels have text beside them that is no value of theirs.
  private(set) var unread: Set<FieldName> = []
  /// The lines in tables with the headings of a list.
  private(set) var listed: Set<Int> = []
  /// The amount in Korean words.
  private(set) var words: FormValue?

  private let page: RecognisedPage
  /// Whether a structured file gave the cells, whose texts are exact.
  let isDocument: Bool

  /// The cells of a form have so many labels of its own; fewer stand on any page.
  private static let leastLabels = 4
  /// A page without a title is taken for a form only from here on.
  private static let leastUntitled = 7

  /// Nil if the tables have too few labels.
  init?(_ form: FormDescription, _ page: RecognisedPage, _ tables: [PageTable]) {
    (self.form, self.page) = (form, page)
    // A page without a picture has cells only if a structured file gave them.
    isDocument = page.preparation?.source == .document
    var labels: Set<String> = []
    var open = Set(page.lines.indices.filter { page.lines[$0].kind == .text })
    var joined: Set<Int> = []
    for table in tables {
      guard let cells = FormTable(table, form, isDocument: isDocument) else { continue }
      let list = FormItems(cells, isDocument: isDocument)
      take(list?.items ?? [])
      take(cells, list)
      labels.formUnion(cells.labels.compactMap { $0?.text })
      if cells.isList { listed.formUnion(table.cells.flatMap(\.lines)) }
      open.subtract(table.cells.flatMap(\.lines))
      joined.formUnion(cells.joined.flatMap { table.cells[$0].lines })
    }
    if !isDocument { labels.formUnion(take(open.union(joined).sorted())) }
    guard labels.count >= (form.titles.isEmpty ? Self.leastUntitled : Self.leastLabels) else { return nil }
    // A bill that was paid before may ask for nothing; its sum stands beside.
    for name in values.keys {
      values[name]?.sort { ($0.amount?.isZero == true ? 1 : 0, $0.rank) < ($1.amount?.isZero == true ? 1 : 0, $1.rank) }
    }
  }

  /// The form whose title stands first; of several titles in a line the longest one counts.
  static func form(of page: RecognisedPage) -> FormDescription? {
    for line in page.lines where line.kind == .text {
      let key = line.text.letterKey
      guard (2...40).contains(key.count) else { continue }
      let found = FormDescription.all.compactMap { form in form.title(in: key).map { (form, $0) } }
      if let best = found.max(by: { $0.1 < $1.1 }) { return best.0 }
    }
    return nil
  }

  // MARK: - Values

  private mutating func take(_ table: FormTable, _ list: FormItems?) {
    for (index, label) in table.labels.enumerated() {
      let cell = table.cells[index]
      takeWords(cell)
      guard let label, list?.rows.contains(cell.row) != true else { continue }
      for (role, rank) in label.roles {
        let party = table.party(of: index)
        guard case .field(let name) = role, let name = name.of(party?.party ?? .supplier) else { continue }
        let found = found(name, at: index, label, in: table)
        if found.isEmpty, table.isFilled(by: index) { unread.insert(name) }
        for var value in found {
          value.rank += rank
          value.isSure = party?.isRead != false
          values[name, default: []].append(value)
        }
      }
    }
    for (name, value) in list?.sums ?? [] { values[name, default: []].append(value) }
  }

  /// The items of a list, unless it is a copy of those of another one on the same sheet.
  private mutating func take(_ list: [FormItem]) {
    guard !list.isEmpty else { return }
    let known = Set(items.compactMap(\.item.amount))
    let amounts = list.compactMap(\.item.amount)
    if amounts.isEmpty || 2 * amounts.count(where: known.contains) < amounts.count { items += list }
  }

  private mutating func takeWords(_ cell: PageTable.Cell) {
    guard words == nil, let amount = FormText.words(cell.text), amount > 0 else { return }
    words = FormValue(value: amount.text(places: 0), label: "금", cell: cell)
  }

  /// A text as a value of a field; nil if it can't be one.
  static func parsed(_ text: String, as name: FieldName) -> String? {
    switch name {
    case .total, .tax, .supply, .taxFree: FormText.amount(text)?.text(places: 0)
    case .date: FormText.date(text)
    case .businessNumber, .buyerNumber: FormText.businessNumber(text)
    case .phone: text.unicodeScalars.count(where: \.isDigit) > 6 ? text : nil
    case .approvalNumber:
      text.unicodeScalars.count(where: \.isDigit) > 6 ? text.filter { $0 != " " } : nil
    default: FormText.name(text)
    }
  }

  /// The values that a label may have: in its own cell, right of it, below it, or in the boxes below a wide heading.
  private func found(
    _ name: FieldName, at index: Int, _ label: FormDescription.Label, in table: FormTable
  ) -> [FormValue] {
    var cell = table.cells[index]
    func values(_ cell: PageTable.Cell, isText: Bool = false, rank: Int = 0) -> [FormValue] {
      let text = isText ? cell.text : Self.parsed(cell.text, as: name)
      return text.map { [FormValue(value: $0, label: label.text, cell: cell, rank: rank)] } ?? []
    }
    if isDocument {
      guard let right = table.right(of: index).map({ table.cells[$0] }), !right.text.isEmpty else { return [] }
      return values(right, isText: ![.date, .businessNumber, .buyerNumber, .total, .tax, .supply].contains(name))
    }
    if !label.rest.isEmpty {
      cell.text = label.rest
      return values(cell)
    }
    var places = [[table.right(of: index)].compactMap { $0 }]
    if let right = table.right(of: index), FormTable.isBox(table.cells[right]) {
      // The cell and the boxes of a few characters that follow it.
      let boxes = sequence(first: right) { last in
        table.right(of: last).flatMap { table.labels[$0] == nil && FormTable.isBox(table.cells[$0]) ? $0 : nil }
      }
      places.append(Array(boxes.prefix(20)))
    }
    let below = table.below(index)
    if let below, table.cells[below].columnSpan == cell.columnSpan { places.append([below]) }
    for place in places {
      // A label is no value, and text that is none may be one only beside its label.
      guard let first = place.first, table.labels[first].map({ $0.rest.isEmpty }) != true else { continue }
      let found = values(Self.joined(place.map { table.cells[$0] }))
      if !found.isEmpty { return found }
    }
    guard cell.columnSpan > 2, let boxes = Optional(table.boxes(below: index)), !boxes.isEmpty else { return [] }
    if name == .date { return values(Self.joined(boxes)) }
    // An empty box may be a zero that was not read, and the first box may count the empty ones before the amount.
    let full = boxes.map { box in
      var box = box
      let digits = box.text.filter(\.isNumber)
      let shown = digits.isEmpty ? String(repeating: "0", count: box.columnSpan) : digits
      box.text = shown.map(String.init).joined(separator: " ")
      return box
    }
    let read = boxes.filter { $0.text.contains(where: \.isNumber) }
    let first = full.dropFirst().drop { $0.text.allSatisfy { "0 ".contains($0) } }
    // The digits of supply and tax may be one word, in which the tax repeats all of the supply but its last digit.
    let texts = boxes.flatMap(\.lines).filter(page.lines.indices.contains).flatMap { page.lines[$0].words.map(\.text) }
    let parts = texts.map { (supply: $0.prefix(($0.count + 1) / 2), tax: $0.suffix($0.count / 2)) }
    let both = parts.first { $0.tax.count > 3 && $0.supply.dropLast() == $0.tax && Self.sums.contains(name) }
    var part = Self.joined(boxes)
    part.text = both.map { String(name == .tax ? $0.tax : $0.supply) } ?? ""
    return [full, read, Array(first), both == nil ? [] : [part]].enumerated().flatMap { rank, boxes in
      boxes.isEmpty ? [] : values(Self.joined(boxes), rank: rank)
    }
  }

  /// The most stretches of text outside of the cells; a form has less than 500.
  private static let mostStretches = 2000

  /// Takes the values of labels that stand in lines: behind a label, or, for a sum, near it; and the buyer of a letter.
  ///
  /// - Returns: The labels that were found.
  private mutating func take(_ lines: [Int]) -> [String] {
    let stretches = FormStretch.all(in: lines, of: page, form).prefix(Self.mostStretches)
    let parties = FormStretch.Parties(stretches)
    let amounts = stretches.compactMap { stretch in
      stretch.label == nil ? Self.parsed(stretch.cell.text, as: .total).map { (stretch.cell, $0) } : nil
    }.sorted { ($0.0.box.y &+ $0.0.box.x) < ($1.0.box.y &+ $1.0.box.x) }
    for (index, stretch) in stretches.enumerated() {
      let cell = stretch.cell
      takeWords(cell)
      guard let label = stretch.label else {
        if cell.text.contains(" "), let end = ["귀하", "귀중"].first(where: cell.text.hasSuffix),
          let name = FormText.name(cell.text)
        {
          values[.buyer, default: []].append(FormValue(value: name, label: end, cell: cell))
        }
        continue
      }
      let behind = stretches[(index + 1)...].prefix { $0.label == nil && $0.cell.lines == cell.lines }.map(\.cell)
      let height = Double(cell.box.height)
      let near = amounts.first { other, _ in
        let down = Double(other.box.y) - Double(cell.box.y)
        return down > -0.6 * height && down < 3.5 * height
          && (down < 0.6 * height ? other.box.x > cell.box.x : other.box.right > Double(cell.box.x))
      }
      for (role, rank) in label.roles {
        guard case .field(let role) = role, let name = role.of(parties.party(of: stretch)) else { continue }
        var found = behind.first.flatMap { first in Self.parsed(first.text, as: name).map { (first, $0) } }
        if Self.sums.contains(name) { found = found ?? near }
        if name == .address || name == .date || name == .buyerAddress, behind.count > 1 {
          let joined = Self.joined(behind)
          found = Self.parsed(joined.text, as: name).map { (joined, $0) } ?? found
        }
        guard let found else { continue }
        let isSum = Self.sums.contains(name) && behind.isEmpty
        values[name, default: []].append(
          FormValue(
            value: found.1, label: label.text, cell: found.0, rank: rank + (isSum ? 0 : 100), isSure: false))
      }
    }
    return stretches.compactMap { $0.label?.text }
  }

  static let sums: Set<FieldName> = [.total, .supply, .tax]

  private static func joined(_ cells: [PageTable.Cell]) -> PageTable.Cell {
    cells.dropFirst().reduce(into: cells[0]) { $0.add($1) }
  }
}

extension FieldName {
  /// The field of a party that a label names; nil if no field has it.
  func of(_ party: FormTable.Party) -> FieldName? {
    party == .supplier ? self : self == .phone ? nil : Self.ofBuyer[self] ?? self
  }

  private static let ofBuyer: [FieldName: FieldName] = [
    .merchant: .buyer, .businessNumber: .buyerNumber, .representative: .buyerRepresentative, .address: .buyerAddress,
  ]
}
