import Support

struct TableFinder {
  let textHeight: Double
  private static let leastCells = 4

  /// The tables, and the level and upright rules of their frames; the latter are those of the transposed picture.
  func find(in image: GrayImage, text: [Point]) -> Ruling {
    let darkness = image.inverted
    let reach = max(3, Int((0.22 * textHeight).rounded()))
    let level = GrayImage(strokesOf: darkness, reach: reach)
    let finder = RuleFinder(em: textHeight)
    // Most receipts end here: upright rules are searched only between level ones.
    let candidates = finder.levelRules(of: level)
    guard candidates.count(where: { $0.length > 4 * textHeight }) > 1 else { return Ruling() }
    let upright = GrayImage(strokesOf: darkness.transposed(), reach: reach)
    let rules = finder.rules(candidates, upright)
    guard rules.level.count > 1, !rules.upright.isEmpty else { return Ruling() }
    let maps = RuleMaps(rules.level, rules.upright, width: image.width, height: image.height)
    var found = Ruling()
    for frame in frames(rules.level, rules.upright, finder) where frame.level.count > 1 && !frame.upright.isEmpty {
      let levels = frame.level.flatMap { spans(of: $0, isUpright: false, maps: maps) }
      let uprights = frame.upright.flatMap { spans(of: $0, isUpright: true, maps: maps) }
      let look = SideLook(level, upright, maps: maps, sides: levels + uprights)
      let grids = GridBuilder(em: textHeight, levels: levels, uprights: uprights, look: look).grids()
      let tables = grids.filter { isTable($0, look) }.map { RuledTable(grid: $0, maps: maps) }
      // Beside a table of its frame, fewer cells make one, too.
      guard tables.contains(where: { isWritten($0, text) }) else { continue }
      found.level += frame.level
      found.upright += frame.upright
      found.tables += tables
    }
    return found
  }

  /// Whether a grid has columns, and rules along its top and bottom; its sides may be open.
  private func isTable(_ grid: RuledGrid, _ look: SideLook) -> Bool {
    guard grid.cells.count > 1, grid.columns.count > 2,
      let left = grid.columns.first, let right = grid.columns.last,
      let top = grid.rows.first, let bottom = grid.rows.last
    else { return false }
    return [top, bottom].allSatisfy { look.share(of: RuleSpan(level: $0, from: left, to: right)) > 0.7 }
  }

  /// Whether enough cells hold text: wood, woven cloth and squared paper have rules, too.
  private func isWritten(_ table: RuledTable, _ text: [Point]) -> Bool {
    let written = Set(text.compactMap { table.cell(x: $0.x, y: $0.y) }).count
    return written >= Self.leastCells && 10 * written >= table.grid.cells.count
  }

  /// Groups of rules that meet, themselves or through others.
  private func frames(
    _ levels: [Rule], _ uprights: [Rule], _ finder: RuleFinder
  ) -> [(level: [Rule], upright: [Rule])] {
    var group = Array(0..<levels.count + uprights.count)
    for (i, level) in levels.enumerated() {
      for (j, upright) in uprights.enumerated() where finder.crossing(upright, level) != nil {
        let (own, other) = (group[i], group[levels.count + j])
        if own != other { for index in group.indices where group[index] == own { group[index] = other } }
      }
    }
    return Dictionary(grouping: group.indices) { group[$0] }.sorted { $0.key < $1.key }.map { _, own in
      (
        own.filter { $0 < levels.count }.map { levels[$0] },
        own.filter { $0 >= levels.count }.map { uprights[$0 - levels.count] }
      )
    }
  }

  /// A rule's inked parts in the maps; a bridged gap joins, but is no side of a cell.
  private func spans(of rule: Rule, isUpright: Bool, maps: RuleMaps) -> [RuleSpan] {
    func flat(_ x: Double) -> (along: Double, level: Double) {
      let y = rule.y(x)
      let (u, v) = isUpright ? maps.flat(x: y, y: x) : maps.flat(x: x, y: y)
      return isUpright ? (v, u) : (u, v)
    }
    let levels = (0...8).map { flat(rule.left + rule.length * Double($0) / 8).level }.sorted()
    return rule.points.chunked { $1.x - $0.x <= 0.8 * textHeight }.compactMap { part in
      guard let first = part.first, let last = part.last else { return nil }
      return RuleSpan(
        level: levels[4], from: flat(first.x).along, to: flat(last.x).along, isUpright: isUpright)
    }
  }
}
