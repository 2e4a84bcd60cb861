/// A table of a form: its cells by their places, the labels among them, and whose box each is in.
struct FormTable {
  enum Party { case supplier, buyer }

  /// A box of a party; it is read if its letters or those of the other one tell the party, and not the usual order.
  private typealias Head = (cell: PageTable.Cell, party: Party, isRead: Bool)

  let cells: [PageTable.Cell]
  let labels: [FormDescription.Label?]
  /// Cells with a label behind other text: the rules between them were not found, so that their lines say more than they do.
  let joined: [Int]
  private var places: [Int: Int] = [:]
  private var heads: [Head] = []

  /// A page may hold a table of many places with few cells.
  private static let mostPlaces = 10_000
  /// Further cells are no labels; a form has less than 200.
  private static let mostLabels = 500

  /// - Parameter isDocument: Whether a structured file gave the table: labels then are in every other column, or in the
  ///   first row of a list, and no value is taken for one.
  init?(_ table: PageTable, _ form: FormDescription, isDocument: Bool) {
    cells = table.cells
    guard cells.reduce(0, { $0 + $1.rowSpan * $1.columnSpan }) <= Self.mostPlaces else { return nil }
    let several = isDocument ? [] : cells.map { form.hasInnerLabel($0.text) }
    joined = several.indices.filter { several[$0] }
    var count = 0
    labels = cells.enumerated().map { index, cell in
      guard count < Self.mostLabels, isDocument || !several[index],
        !isDocument || (table.columns > 4 ? cell.row == 0 : cell.column % 2 == 0), let label = form.label(cell.text)
      else { return nil }
      count += 1
      return label
    }
    for (index, cell) in cells.enumerated() {
      for row in cell.row..<cell.row + cell.rowSpan {
        for column in cell.column..<cell.column + cell.columnSpan { places[Self.place(row, column)] = index }
      }
    }
    heads = namedBoxes()
  }

  /// Whether columns are headed as those of a list: amounts beside prices or quantities.
  var isList: Bool {
    let roles = Set(labels.compactMap { $0 }.filter(\.rest.isEmpty).flatMap(\.roles.keys))
    return roles.contains(.column(.amount)) && [.unitPrice, .quantity].contains { roles.contains(.column($0)) }
  }

  private static func place(_ row: Int, _ column: Int) -> Int { row << 20 | column }

  func index(_ row: Int, _ column: Int) -> Int? { places[Self.place(row, column)] }

  func right(of index: Int) -> Int? { self.index(cells[index].row, cells[index].column + cells[index].columnSpan) }

  func below(_ index: Int) -> Int? { self.index(cells[index].row + cells[index].rowSpan, cells[index].column) }

  /// The boxes below a wide heading that hold digits, with the empty ones between and behind them, by column.
  ///
  /// The box that counts the empty ones before an amount is left out where its own heading tells it.
  func boxes(below index: Int) -> [PageTable.Cell] {
    let head = cells[index]
    let within = cells.indices.filter {
      let cell = cells[$0]
      return cell.row >= head.row + head.rowSpan && cell.column >= head.column
        && cell.column + cell.columnSpan <= head.column + head.columnSpan
    }
    let blanks = within.first { Self.blanks.contains(labels[$0]?.text ?? "") }.map { cells[$0].column }
    guard let row = within.last(where: { cells[$0].text.contains(where: \.isNumber) }).map({ cells[$0].row }) else {
      return []
    }
    let boxes = within.map { cells[$0] }.filter { $0.row == row && $0.column != blanks }
    return Array(boxes.sorted { $0.column < $1.column }.drop { !$0.text.contains(where: \.isNumber) })
  }

  /// Whether text that is no label stands beside a label, below it, or in the boxes below a wide one.
  func isFilled(by index: Int) -> Bool {
    let below = below(index).flatMap { cells[$0].columnSpan == cells[index].columnSpan ? $0 : nil }
    return labels[index]?.rest.isEmpty == false || !boxes(below: index).isEmpty
      || [right(of: index), below].contains { $0.map { labels[$0] == nil && !cells[$0].text.isEmpty } ?? false }
  }

  /// Whether a cell may be one of a row of boxes with a few digits each.
  static func isBox(_ cell: PageTable.Cell) -> Bool {
    cell.text.count < 5 && !cell.text.contains(where: \.isLetter)
  }

  private static let blanks: Set = ["공란수", "공란"]

  /// The boxes of the parties; those whose upright letters were misread are told by the other one, or by their order.
  private func namedBoxes() -> [Head] {
    let upright = Array("공급받는자".unicodeScalars)
    var heads: [(cell: PageTable.Cell, party: Party?)] = []
    for (index, cell) in cells.enumerated() {
      let roles = labels[index]?.roles ?? [:]
      if roles[.buyerBox] != nil {
        heads.append((cell, .buyer))
      } else if roles[.supplierBox] != nil {
        heads.append((cell, .supplier))
      } else if cell.rowSpan > 2, cell.columnSpan == 1, labels[index] == nil {
        let key = cell.text.letterKey
        guard key.count <= 5, key.allSatisfy(upright.contains) || key.count == 1 else { continue }
        heads.append((cell, key.contains("받") || key.contains("는") ? .buyer : nil))
      }
    }
    let isRead = heads.contains { $0.party != nil }
    // Two boxes side by side never belong to one party, whatever was read in them.
    if heads.count == 2 {
      let isBuyerFirst = heads[0].party.map { $0 == .buyer } ?? (heads[1].party == .supplier)
      (heads[0].party, heads[1].party) = isBuyerFirst ? (.buyer, .supplier) : (.supplier, .buyer)
    }
    return heads.map { ($0.cell, $0.party ?? .supplier, isRead || heads.count == 1) }
  }

  /// The party in whose box a cell stands: right of its name, or below it; nil if there is no box.
  func party(of index: Int) -> (party: Party, isRead: Bool)? {
    let cell = cells[index]
    let left = heads.filter { head, _, _ in
      head.column < cell.column && (head.row..<head.row + head.rowSpan).contains(cell.row)
    }.max { $0.cell.column < $1.cell.column }
    let above = heads.filter { head, _, _ in
      head.row < cell.row && (head.column..<head.column + head.columnSpan).contains(cell.column)
    }.max { $0.cell.row < $1.cell.row }
    return (left ?? above).map { ($0.party, $0.isRead) }
  }
}
