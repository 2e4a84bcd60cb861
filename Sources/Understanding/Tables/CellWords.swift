import PageModel

/// The words of a page that no table has taken yet.
struct CellWords {
  private typealias Piece = (line: Int, text: String, confidence: Double)

  private let page: RecognisedPage
  /// The words that are in a table, by line.
  private(set) var taken: [Int: Set<Int>] = [:]

  init(of page: RecognisedPage) { self.page = page }

  /// Cells with the words whose middles they hold; a word that runs over several cells is divided by its letters.
  mutating func take(in cells: [TableGrid.Cell]) -> [PageTable.Cell] {
    let boxes = cells.map(\.box)
    let whole = boxes.dropFirst().reduce(boxes.first ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    var pieces = [[Piece]](repeating: [], count: cells.count)
    for (number, line) in page.lines.enumerated() where line.kind == .text && whole.overlaps(line.box) {
      for (place, word) in line.words.enumerated()
      where whole.overlaps(word.box) && taken[number]?.contains(place) != true {
        let near = boxes.indices.filter { boxes[$0].overlaps(word.box) }
        guard !near.isEmpty else { continue }
        let letters = word.letters(rotation: page.preparation?.rotation ?? 0)
        var owners = letters.map { letter in near.first { cells[$0].holds(x: letter.x, y: letter.y) } }
        guard owners.contains(where: { $0 != nil }) else { continue }
        // Letters beyond the table's edge belong to the cell next to them.
        for index in owners.indices.dropFirst() { owners[index] = owners[index] ?? owners[index - 1] }
        for index in owners.indices.dropLast().reversed() { owners[index] = owners[index] ?? owners[index + 1] }
        if let cell = owners[owners.count / 2], word.isWithin(boxes[cell]) { owners = owners.map { _ in cell } }
        taken[number, default: []].insert(place)
        var last: Int?
        for (letter, owner) in zip(letters, owners) {
          guard let cell = owner else { continue }
          if last == cell, let end = pieces[cell].indices.last {
            pieces[cell][end].text += letter.text
          } else {
            pieces[cell].append((number, letter.text, word.confidence))
          }
          last = cell
        }
      }
    }
    return zip(cells, pieces).map { cell, pieces in
      let letters = pieces.reduce(0) { $0 + $1.text.count }
      let sure = pieces.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
      return PageTable.Cell(
        row: cell.row, column: cell.column, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan, box: cell.box,
        text: pieces.map { $0.text }.joined(separator: " "), lines: Set(pieces.map { $0.line }).sorted(),
        confidence: letters == 0 ? 1 : (sure / Double(letters)).rounded(toPlaces: 4))
    }
  }
}

extension Word {
  /// Letters reach over the side of their cell by less than this, in heights of the word.
  private static let overhang = 0.4

  /// Whether it is in one cell but for the edges of its first and last letters.
  ///
  /// The places of letters are estimates: the last one of a full cell may seem to lie in the next.
  fileprivate func isWithin(_ cell: Box) -> Bool {
    let room = Self.overhang * Double(min(box.width, box.height))
    return Double(box.x) > Double(cell.x) - room && box.right < cell.right + room
      && Double(box.y) > Double(cell.y) - room && box.bottom < cell.bottom + room
  }

  /// The middle of each of its letters, by their usual widths, on a page that is turned by `rotation` to be read.
  fileprivate func letters(rotation: Int) -> [(x: Double, y: Double, text: String)] {
    func width(_ letter: Character) -> Double {
      letter.unicodeScalars.first.map { $0.value > 0x2000 } == true ? 1 : 0.55
    }
    let total = max(text.reduce(0) { $0 + width($1) }, 0.01)
    var done = 0.0
    return text.map { letter in
      let share = (done + width(letter) / 2) / total
      done += width(letter)
      let isBackward = rotation == 180 || rotation == 90
      let along = isBackward ? 1 - share : share
      let (across, down) = rotation % 180 == 0 ? (along, 0.5) : (0.5, along)
      return (
        Double(box.x) + Double(box.width) * across, Double(box.y) + Double(box.height) * down, String(letter)
      )
    }
  }
}
