import PageModel

/// An item of a form's list, with the tax of its own.
struct FormItem {
  var item: Item
  var tax: Amount?
  /// The amounts of columns with other headings: a sum of parts and labour may be the amount of the item.
  var others: [Amount] = []

  var amount: Amount? { item.amount.flatMap { Amount(decimal: $0) } }
  var isProduct: Bool? {
    guard let price = item.unitPrice.flatMap({ Amount(decimal: $0) }), let amount,
      let count = item.quantity.flatMap({ Amount(decimal: $0) })
    else { return nil }
    return price * count == amount || others.contains { price * count == $0 }
  }
}

/// The list of items in a table: its heading names the columns, its last row may sum them.
struct FormItems {
  private(set) var items: [FormItem] = []
  private(set) var sums: [(FieldName, FormValue)] = []
  private var heads: [FormColumn: ClosedRange<Int>] = [:]
  private(set) var rows: ClosedRange<Int>

  private let table: FormTable
  private let isDocument: Bool

  private typealias Head = (row: Int, rank: Int, columns: ClosedRange<Int>)

  /// Nil for a table without a column of names and one of amounts.
  ///
  /// - Parameter isDocument: Whether a structured file gave the table: each of its rows is an item, also without a name.
  init?(_ table: FormTable, isDocument: Bool) {
    (self.table, self.isDocument) = (table, isDocument)
    var heads: [FormColumn: Head] = [:]
    for (index, label) in table.labels.enumerated() {
      guard let label, label.rest.isEmpty else { continue }
      let cell = table.cells[index]
      for (role, rank) in label.roles {
        guard case .column(let column) = role, heads[column].map({ $0.row == cell.row && $0.rank > rank }) ?? true
        else { continue }
        heads[column] = (cell.row, rank, cell.column...cell.column + cell.columnSpan - 1)
      }
    }
    if heads[.name] == nil, table.isList, let row = heads.values.map(\.row).max() {
      heads[.name] = Self.names(in: table, below: row)
    }
    guard let name = heads[.name], heads[.amount] != nil || heads[.unitPrice] != nil else { return nil }
    heads = heads.filter { abs($0.value.row - name.row) < 3 && ($0.key == .name || $0.value.columns != name.columns) }
    let first = heads.values.map(\.row).min() ?? 0
    let last = heads.values.map(\.row).max() ?? 0
    self.heads = heads.mapValues(\.columns)
    rows = first...last
    read(from: last + 1)
  }

  /// The widest column of text below a row of headings, none of which is known for it.
  private static func names(in table: FormTable, below row: Int) -> Head? {
    let heads = table.cells.indices.filter { table.labels[$0] != nil && (row - 2...row).contains(table.cells[$0].row) }
    let known = Set(heads.flatMap { table.cells[$0].column..<table.cells[$0].column + table.cells[$0].columnSpan })
    return table.cells.filter {
      $0.row > row && $0.columnSpan == 1 && !known.contains($0.column) && $0.text.contains(where: \.isLetter)
    }.max { $0.box.width < $1.box.width }.map { (row, 0, $0.column...$0.column) }
  }

  private mutating func read(from start: Int) {
    let end = table.cells.map { $0.row + $0.rowSpan }.max() ?? 0
    guard start < end else { return }
    let indices = Dictionary(grouping: table.cells.indices) { table.cells[$0].row }
    for row in start..<end {
      let cells = indices[row] ?? []
      let roles = cells.compactMap { table.labels[$0] }.filter { $0.rest.isEmpty || $0.roles[.end] != nil }
      if roles.contains(where: { $0.roles[.end] != nil }) {
        sum(row)
        if sums.isEmpty { continue }
        rows = rows.lowerBound...row
        return
      }
      rows = rows.lowerBound...row
      if roles.contains(where: { $0.roles[.skip] != nil }) { continue }
      let lines = Set(cells.flatMap { table.cells[$0].lines }).sorted()
      var texts: [FormColumn: String] = [:]
      for (column, place) in heads {
        guard let cell = cell(row, column) else { continue }
        texts[column] = part(of: cell, at: place.lowerBound) ?? cell.text
      }
      let other = cells.map { table.cells[$0] }.filter { cell in !heads.values.contains { $0.contains(cell.column) } }
      add(texts, lines, other.compactMap { FormText.amount($0.text) })
    }
  }

  private mutating func add(_ texts: [FormColumn: String], _ lines: [Int], _ others: [Amount]) {
    func amount(_ column: FormColumn) -> String? {
      texts[column].flatMap { FormText.amount($0) }?.text(places: 0)
    }
    let name = texts[.name] ?? ""
    guard isDocument || name.contains(where: { $0.isLetter || $0.isNumber }),
      amount(.amount) ?? amount(.unitPrice) ?? amount(.quantity) != nil
    else { return }
    let item = Item(
      name: name, unitPrice: amount(.unitPrice), quantity: amount(.quantity), amount: amount(.amount),
      lines: lines)
    items.append(FormItem(item: item, tax: texts[.tax].flatMap { FormText.amount($0) }, others: others))
  }

  /// The sums that are in a row: with a column of taxes that of amounts is the supply, else it is the total.
  private mutating func sum(_ row: Int) {
    let hasTax = cell(row, .tax).map { FormText.amount($0.text) != nil } ?? false
    for (column, name) in [(FormColumn.amount, hasTax ? FieldName.supply : .total), (.tax, .tax)] {
      guard let cell = cell(row, column), let amount = FormText.amount(cell.text) else { continue }
      sums.append((name, FormValue(value: amount.text(places: 0), label: "합계", cell: cell)))
    }
  }

  private func cell(_ row: Int, _ column: FormColumn) -> PageTable.Cell? {
    heads[column].flatMap { table.index(row, $0.lowerBound) }.map { table.cells[$0] }
  }

  /// The text of one column in a cell over several columns between which the rule was not found.
  private func part(of cell: PageTable.Cell, at column: Int) -> String? {
    let words = cell.text.split(separator: " ")
    guard cell.columnSpan > 1, words.count == cell.columnSpan, words.allSatisfy({ FormText.amount(String($0)) != nil })
    else { return nil }
    return String(words[max(0, min(words.count - 1, column - cell.column))])
  }
}
