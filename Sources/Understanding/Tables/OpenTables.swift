import PageModel
import Support

/// Tables without rules: rows of words that are in the same columns, with numbers among them.
enum OpenTables {
  /// A run of words of a line without a wide gap.
  private struct Segment {
    var left: Double
    var right: Double
    var cell: PageTable.Cell

    var isNumber: Bool {
      let letters = cell.text.filter { !$0.isWhitespace }
      return 2 * letters.count(where: \.isNumber) >= letters.count
    }
  }

  private typealias Row = (middle: Double, segments: [Segment])

  /// Gaps between columns are wider than this, rows no further apart, in heights of text.
  private static let leastGap = 1.0
  private static let widestStep = 3.2
  private static let leastRows = 3
  /// Text of longer cells is prose in columns.
  private static let longestText = 18.0
  private static let leastNumbers = 0.25
  /// In pixels.
  private static let widestPage = 1e6

  static func find(in page: RecognisedPage, without taken: [Int: Set<Int>]) -> [PageTable] {
    var rows = page.lines.indices.compactMap { row($0, of: page, without: taken[$0] ?? []) }
    rows.sort { $0.middle < $1.middle }
    let heights = rows.flatMap { $0.segments }.map { Double($0.cell.box.height) }.sorted()
    guard !heights.isEmpty else { return [] }
    let height = heights[heights.count / 2]
    let runs = rows.split { $0.segments.count < 2 }.flatMap { rows in
      rows.chunked { $1.middle - $0.middle <= widestStep * height }
    }
    return runs.compactMap { table(of: Array($0), height: height) }
  }

  private static func row(_ number: Int, of page: RecognisedPage, without taken: Set<Int>) -> Row? {
    let line = page.lines[number]
    guard line.kind == .text else { return nil }
    var segments: [Segment] = []
    for (place, word) in line.words.enumerated() where !taken.contains(place) && !word.text.isEmpty {
      let (left, right) = (Double(word.box.x), max(Double(word.box.x), word.box.right))
      let cell = PageTable.Cell(
        row: 0, column: 0, box: word.box, text: word.text, lines: [number], confidence: word.confidence)
      if let last = segments.last, left - last.right < leastGap * Double(max(word.box.height, last.cell.box.height)) {
        segments[segments.count - 1].right = max(right, last.right)
        segments[segments.count - 1].cell.add(cell)
      } else {
        segments.append(Segment(left: left, right: right, cell: cell))
      }
    }
    return segments.isEmpty ? nil : (Double(line.box.y) + Double(line.box.height) / 2, segments)
  }

  private static func table(of rows: [Row], height: Double) -> PageTable? {
    guard rows.count >= leastRows else { return nil }
    let edges = columnEdges(of: rows, height: height)
    let segments = rows.flatMap { $0.segments }
    let columns = edges.count - 1
    guard columns > 1, 2 * segments.count >= columns * rows.count,
      Double(segments.reduce(0) { $0 + $1.cell.text.count }) <= longestText * Double(segments.count),
      Double(segments.count(where: \.isNumber)) >= leastNumbers * Double(segments.count)
    else { return nil }
    var cells: [PageTable.Cell] = []
    for (index, row) in rows.enumerated() {
      var free = Set(0..<columns)
      for segment in row.segments {
        let first = max(0, min(columns, edges.firstIndex { $0 > segment.left + 0.3 * height } ?? columns) - 1)
        let last = max(first, min(columns, edges.firstIndex { $0 >= segment.right - 0.3 * height } ?? columns) - 1)
        let span = (first...last).filter { free.contains($0) }
        guard let start = span.first else {
          if let cell = cells.lastIndex(where: { $0.row == index && $0.column <= first }) {
            cells[cell].text += " " + segment.cell.text
            cells[cell].box = cells[cell].box.union(segment.cell.box)
          }
          continue
        }
        free.subtract(span)
        var cell = segment.cell
        (cell.row, cell.column, cell.columnSpan) = (index, start, span.count)
        cells.append(cell)
      }
      let box = row.segments.dropFirst().reduce(row.segments[0].cell.box) { $0.union($1.cell.box) }
      for column in free.sorted() {
        cells.append(
          PageTable.Cell(
            row: index, column: column,
            box: Box(
              x: Int(edges[column]), y: box.y, width: Int(edges[column + 1] - edges[column]), height: box.height)))
      }
    }
    return PageTable(ruled: false, cells: cells)
  }

  /// The left edge, the middles of the gaps that nearly all rows share, and the right edge.
  private static func columnEdges(of rows: [Row], height: Double) -> [Double] {
    let segments = rows.flatMap { $0.segments }
    guard let left = segments.map(\.left).min(), let right = segments.map(\.right).max(),
      abs(left) < widestPage, right - left < widestPage
    else {
      return []
    }
    var covered = [Int](repeating: 0, count: Int(right - left) + 3)
    for segment in segments {
      covered[Int(segment.left - left)] += 1
      covered[Int(segment.right - left) + 1] -= 1
    }
    for x in covered.indices.dropFirst() { covered[x] += covered[x - 1] }
    let most = Int(0.08 * Double(rows.count))
    let gaps = covered.indices.split { covered[$0] > most }.filter { gap in
      gap.lowerBound > 0 && gap.upperBound < covered.count && Double(gap.count) >= 0.5 * height
    }
    return joiningHeadings(of: rows, [left] + gaps.map { left + Double($0.lowerBound + $0.upperBound) / 2 } + [right])
  }

  /// Joins a column that has only a heading with a neighbour that has none.
  private static func joiningHeadings(of rows: [Row], _ edges: [Double]) -> [Double] {
    var edges = edges
    var filled = zip(edges, edges.dropFirst()).map { left, right in
      Set(rows.indices.filter { row in rows[row].segments.contains { $0.right > left && $0.left < right } })
    }
    var edge = 1
    while edge < filled.count {
      let (left, right) = (filled[edge - 1], filled[edge])
      guard left.isDisjoint(with: right), left == [0] || right == [0] else {
        edge += 1
        continue
      }
      filled[edge - 1].formUnion(filled.remove(at: edge))
      edges.remove(at: edge)
    }
    return edges
  }
}
