struct RowMembers {
  var pieces: [RowPiece] = []
  var spans: [(from: Int32, to: Int32)] = []

  mutating func add(_ component: Component, to row: PrintRow) {
    let shift = row.middle(component.centreX)
    pieces.append(
      RowPiece(
        left: Double(component.left), right: Double(component.right), top: Double(component.top) - shift,
        bottom: Double(component.bottom) - shift))
  }

  /// The same with places that are measured from another row.
  func moved(from row: PrintRow, to other: PrintRow) -> RowMembers {
    RowMembers(
      pieces: pieces.map { $0.moved(down: row.middle($0.centreX) - other.middle($0.centreX)) }, spans: spans)
  }
}

extension RowAssembler {
  /// The least ink at a line's ends, as a share of the row's height: points and hyphens are larger than specks
  /// (`Measurements.md`).
  private static let leastAtEnds = 0.15

  /// Gives each piece of ink to the row with most of it, or each of its pixels if it spans several rows.
  func assign(
    _ ink: InkComponents, rows: [PrintRow], zones: RowZones, owners: inout [UInt16], width: Int
  ) -> [RowMembers] {
    var members = [RowMembers](repeating: RowMembers(), count: rows.count)
    let count = ink.components.count
    // The row with most pixels, by Boyer and Moore's vote, then their count.
    var vote = [(row: Int32, count: Int32)](repeating: (-1, 0), count: count)
    for run in ink.runs {
      let row = Int32(zones.row(x: Int(run.from + run.to) / 2, y: Int(run.row)))
      let component = Int(run.component)
      let weight = run.to - run.from
      if vote[component].row == row {
        vote[component].count += weight
      } else if vote[component].count >= weight {
        vote[component].count -= weight
      } else {
        vote[component] = (row, weight - vote[component].count)
      }
    }
    var inside = [Int](repeating: 0, count: count)
    for run in ink.runs
    where Int32(zones.row(x: Int(run.from + run.to) / 2, y: Int(run.row))) == vote[Int(run.component)].row {
      inside[Int(run.component)] += Int(run.to - run.from)
    }
    var isWhole = [Bool](repeating: false, count: count)
    for (index, component) in ink.components.enumerated() {
      let row = Int(vote[index].row)
      guard row >= 0, inside[index] * 10 >= component.area * 7 else { continue }
      let height = rows[row].height
      isWhole[index] = Double(component.height) < 1.8 * height
      guard isWhole[index], component.area >= 3, Double(max(component.width, component.height)) > 0.12 * height else {
        continue
      }
      members[row].add(component, to: rows[row])
    }
    let free = ink.components.indices.filter { vote[$0].row < 0 || inside[$0] == 0 }
    for (component, row) in adopted(free, of: ink, rows: rows) {
      vote[component].row = Int32(row)
      isWhole[component] = true
      members[row].add(ink.components[component], to: rows[row])
    }
    for run in ink.runs {
      let component = Int(run.component)
      let start = Int(run.row) * width
      if isWhole[component] {
        let row = Int(vote[component].row)
        let owner = FoundLines.owner(ofRow: row)
        for x in Int(run.from)..<Int(run.to) { owners[start + x] = owner }
        let piece = ink.components[component]
        if Double(max(piece.width, piece.height)) > Self.leastAtEnds * rows[row].height {
          members[row].spans.append((run.from, run.to))
        }
        continue
      }
      for x in Int(run.from)..<Int(run.to) {
        let row = zones.row(x: x, y: Int(run.row))
        owners[start + x] = row < 0 ? 1 : FoundLines.owner(ofRow: row)
      }
    }
    return members
  }

  private static let mostRows = 1000
  private static let mostFree = 100_000

  /// Unmarked ink on the line of a row and between its margins: single digits, letters at the ends (`Measurements.md`).
  private func adopted(_ free: [Int], of ink: InkComponents, rows: [PrintRow]) -> [(component: Int, row: Int)] {
    guard rows.count <= Self.mostRows, free.count <= Self.mostFree else { return [] }
    let middles = rows.map { ($0.middle($0.left) + $0.middle($0.right)) / 2 }
    let margins = rows.indices.map { index -> (left: Double, right: Double) in
      let near = rows.indices.filter { abs(middles[$0] - middles[index]) < 5 * rows[index].height }
      return (near.map { rows[$0].left }.min() ?? 0, near.map { rows[$0].right }.max() ?? 0)
    }
    var candidates = [[Int]](repeating: [], count: rows.count)
    for component in free {
      let piece = ink.components[component]
      guard piece.area >= 3 else { continue }
      var best = (row: -1, distance: Double.infinity)
      for (index, row) in rows.enumerated() {
        let half = 0.6 * row.height
        guard abs(middles[index] - piece.centreY) < 3 * row.height, piece.centreX > margins[index].left - half,
          piece.centreX < margins[index].right + half, Double(piece.height) < 1.3 * row.height
        else { continue }
        let distance = abs(row.middle(piece.centreX) - piece.centreY) + Double(piece.height) / 2
        if distance < half, distance < best.distance { best = (index, distance) }
      }
      if best.row >= 0 { candidates[best.row].append(component) }
    }
    var result: [(component: Int, row: Int)] = []
    for (index, found) in candidates.enumerated() {
      let height = rows[index].height
      var cluster: [Int] = []
      var right = 0
      func settle() {
        let top = cluster.map { ink.components[$0].top }.min() ?? 0
        let bottom = cluster.map { ink.components[$0].bottom }.max() ?? 0
        let left = cluster.map { ink.components[$0].left }.min() ?? 0
        let share = Double(bottom - top) / height
        if share > 0.45, share < 1.2, Double(right - left) < 8 * height { result += cluster.map { ($0, index) } }
        cluster = []
      }
      for component in found.sorted(by: { ink.components[$0].left < ink.components[$1].left }) {
        let piece = ink.components[component]
        if !cluster.isEmpty, Double(piece.left - right) > 0.5 * height { settle() }
        right = cluster.isEmpty ? piece.right : max(right, piece.right)
        cluster.append(component)
      }
      if !cluster.isEmpty { settle() }
    }
    return result
  }
}
