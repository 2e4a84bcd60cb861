import Support

/// A table of drawn rules: the borders of its rows and columns, and the crossings that each cell covers.
struct RuledGrid: Sendable {
  typealias Cell = (row: Int, column: Int, rowSpan: Int, columnSpan: Int)

  /// In the maps' rows and columns: one more than the table has.
  var rows: [Double]
  var columns: [Double]
  var cells: [Cell]

  /// The grid without rows and columns that end no cell, because there was no rule.
  fileprivate func withoutEmptyLines() -> RuledGrid {
    let usedRows = Set(cells.flatMap { [$0.row, $0.row + $0.rowSpan] }).sorted()
    let usedColumns = Set(cells.flatMap { [$0.column, $0.column + $0.columnSpan] }).sorted()
    func place(_ value: Int, _ used: [Int]) -> Int { used.firstIndex(of: value) ?? 0 }
    let cells = cells.map { cell -> Cell in
      let (row, column) = (place(cell.row, usedRows), place(cell.column, usedColumns))
      let (bottom, right) = (cell.row + cell.rowSpan, cell.column + cell.columnSpan)
      return (row, column, place(bottom, usedRows) - row, place(right, usedColumns) - column)
    }
    return RuledGrid(rows: usedRows.map { rows[$0] }, columns: usedColumns.map { columns[$0] }, cells: cells)
  }
}

/// The inked part of a rule, or a side of a cell, in the maps: its row or column, and its ends.
struct RuleSpan: Sendable {
  var level: Double
  var from: Double
  var to: Double
  var isUpright = false
}

struct GridBuilder {
  /// A part of the page in the maps' columns and rows.
  private typealias Region = (left: Double, right: Double, top: Double, bottom: Double)

  let em: Double
  let levels: [RuleSpan]
  let uprights: [RuleSpan]
  let look: SideLook
  /// Rules that are no further apart are one.
  private var tolerance: Double { 0.4 * em }

  /// A table has no more rows or columns.
  private static let most = 300

  func grids() -> [RuledGrid] {
    guard let top = levels.map(\.level).min(), let bottom = levels.map(\.level).max() else { return [] }
    var left = levels.map(\.from).min() ?? 0
    var right = levels.map(\.to).max() ?? 0
    if let first = uprights.map(\.level).min(), let last = uprights.map(\.level).max() {
      left = first - left < em ? first : min(left, first)
      right = right - last < em ? last : max(right, last)
    }
    return grids(in: (left, right, top, bottom), depth: 0)
  }

  private func grids(in region: Region, depth: Int) -> [RuledGrid] {
    blocks(of: region).flatMap { block -> [RuledGrid] in
      if depth < 4, let column = division(of: block) {
        var (first, second) = (block, block)
        (first.right, second.left) = (column, column)
        return grids(in: first, depth: depth + 1) + grids(in: second, depth: depth + 1)
      }
      return grid(of: block).map { [$0] } ?? []
    }
  }

  private func rows(in region: Region) -> [Double] {
    let width = region.right - region.left
    let inside = levels.filter { span in
      span.level > region.top - tolerance && span.level < region.bottom + tolerance
        && min(span.to, region.right) - max(span.from, region.left) > min(em, 0.5 * width)
    }
    return Self.clustered(inside.map(\.level) + [region.top, region.bottom], gap: tolerance)
  }

  private func columns(in region: Region) -> [Double] {
    let rows = rows(in: region)
    let crossing = uprights.filter { span in
      span.level > region.left - tolerance && span.level < region.right + tolerance
        && zip(rows, rows.dropFirst()).contains { top, bottom in
          Self.covered([RuleSpan(level: 0, from: span.from - tolerance, to: span.to + tolerance)], top, bottom) > 0.75
        }
    }
    return Self.clustered(
      crossing.map(\.level) + inkedColumns(of: rows, in: region) + [region.left, region.right], gap: tolerance)
  }

  /// Columns that are inked over neighbouring rows, for longer than a letter's stroke.
  private func inkedColumns(of rows: [Double], in region: Region) -> [Double] {
    var open: [(column: Double, top: Double)] = []
    var found: [Double] = []
    let count = max(0, Int(region.right - region.left) + 1)
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      let shares = look.shares(from: region.left, count: count, top: top, bottom: bottom)
      open = shares.indices.split { shares[$0] < 0.93 }.map { run in
        let column = region.left + Double(run.lowerBound + run.upperBound - 1) / 2
        return (column, open.first { abs($0.column - column) < 0.3 * tolerance }?.top ?? top)
      }
      found += open.filter { bottom - $0.top >= 1.7 * em }.map(\.column)
    }
    return found
  }

  /// The inked spans at a row or column, each widened by `tolerance` at both ends.
  private func spans(_ spans: [RuleSpan], at level: Double) -> [RuleSpan] {
    spans.filter { abs($0.level - level) <= 1.25 * tolerance }
      .map { RuleSpan(level: $0.level, from: $0.from - tolerance, to: $0.to + tolerance) }
  }

  /// Bands between rules from side to side, those with the same columns joined.
  private func blocks(of region: Region) -> [Region] {
    let rows = rows(in: region)
    guard rows.count <= Self.most else { return [] }
    let full = rows.enumerated().filter { index, row in
      index == 0 || index == rows.count - 1
        || Self.covered(spans(levels, at: row), region.left, region.right) > 0.93 && !isSpanned(row, in: region)
    }.map(\.element)
    var blocks: [Region] = []
    var known: [Double] = []
    // No text fits into a band that is less high: it is the space between two tables.
    for (top, bottom) in zip(full, full.dropFirst()) where bottom - top > 0.5 * em {
      let band: Region = (region.left, region.right, top, bottom)
      let columns = columns(in: band)
      if !blocks.isEmpty, isPart(columns, of: known) || isPart(known, of: columns) {
        blocks[blocks.count - 1].bottom = bottom
        known = Self.clustered(known + columns, gap: tolerance)
      } else {
        blocks.append(band)
        known = columns
      }
    }
    return blocks
  }

  /// Whether a cell between two uprights goes on below a row; one of a single character is narrow.
  private func isSpanned(_ row: Double, in region: Region) -> Bool {
    let crossing = uprights.filter { span in
      span.level > region.left + tolerance && span.level < region.right - tolerance
        && span.from < row - tolerance && span.to > row + tolerance
    }
    guard !crossing.isEmpty else { return false }
    let columns = Self.clustered(crossing.map(\.level) + [region.left, region.right], gap: tolerance)
    return zip(columns, columns.dropFirst()).contains { left, right in
      right - left > 2 * tolerance && look.share(of: RuleSpan(level: row, from: left, to: right)) < 0.5
    }
  }

  private func isPart(_ some: [Double], of others: [Double]) -> Bool {
    some.allSatisfy { level in others.contains { abs($0 - level) <= 1.25 * tolerance } }
  }

  /// A column from top to bottom with different rows on both sides: two tables side by side.
  private func division(of block: Region) -> Double? {
    let columns = columns(in: block)
    guard columns.count > 2 else { return nil }
    return columns[1..<(columns.count - 1)].first { column in
      guard Self.covered(spans(uprights, at: column), block.top, block.bottom) > 0.93 else { return false }
      var (left, right) = (block, block)
      (left.right, right.left) = (column, column)
      let (first, second) = (rows(in: left), rows(in: right))
      return !isPart(first, of: second) && !isPart(second, of: first)
    }
  }

  private func grid(of block: Region) -> RuledGrid? {
    let (rows, columns) = (rows(in: block), columns(in: block))
    let (height, width) = (rows.count - 1, columns.count - 1)
    guard height > 0, width > 0, height <= Self.most, width <= Self.most else { return nil }
    let right = columns.dropFirst().dropLast().map { column in
      sides(zip(rows, rows.dropFirst()).map { .init(level: column, from: $0, to: $1, isUpright: true) }, of: uprights)
    }
    let below = rows.dropFirst().dropLast().map { row in
      sides(zip(columns, columns.dropFirst()).map { .init(level: row, from: $0, to: $1) }, of: levels)
    }
    var cells: [RuledGrid.Cell] = []
    var isTaken = [[Bool]](repeating: Array(repeating: false, count: width), count: height)
    for row in 0..<height {
      for column in 0..<width where !isTaken[row][column] {
        var last = column
        while last < width - 1, !right[last][row], !isTaken[row][last + 1] { last += 1 }
        var bottom = row
        while bottom < height - 1, !(column...last).contains(where: { below[bottom][$0] || isTaken[bottom + 1][$0] }) {
          bottom += 1
        }
        for y in row...bottom { for x in column...last { isTaken[y][x] = true } }
        cells.append((row, column, bottom - row + 1, last - column + 1))
      }
    }
    return RuledGrid(rows: rows, columns: columns, cells: cells).withoutEmptyLines()
  }

  private func sides(_ sides: [RuleSpan], of spans: [RuleSpan]) -> [Bool] {
    sides.map { side in
      let share = look.share(of: side)
      let covered = Self.covered(self.spans(spans, at: side.level), side.from, side.to)
      return covered > 0.6 && share > 0.75 || share > 0.88
    }
  }

  /// The middles of groups of values that are no further apart than `gap` each.
  static func clustered(_ values: [Double], gap: Double) -> [Double] {
    values.sorted().chunked { $1 - $0 <= gap }.map { $0.reduce(0, +) / Double($0.count) }
  }

  static func covered(_ spans: [RuleSpan], _ from: Double, _ to: Double) -> Double {
    var (sum, end) = (0.0, from)
    for span in spans.sorted(by: { $0.from < $1.from }) where min(span.to, to) > end && span.from < to {
      sum += min(span.to, to) - max(span.from, end)
      end = min(span.to, to)
    }
    return sum / max(to - from, 1e-6)
  }
}
