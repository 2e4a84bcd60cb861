/// The cheapest one-to-one assignment of rows to columns; every row or every column is assigned, whichever are fewer.
///
/// The Hungarian method with potentials and shortest augmenting paths (Jonker and Volgenant 1987): rows are added one
/// by one, in O(rows² · columns).
///
/// - Parameter costs: one array for each row, all of the same length.
/// - Returns: for each row its column, or nil if there are more rows than columns and the row has none.
package func cheapestAssignment(_ costs: [[Int]]) -> [Int?] {
  guard let width = costs.first?.count, width > 0 else { return costs.map { _ in nil } }
  if costs.count > width {
    let transposed = (0..<width).map { column in costs.map { $0[column] } }
    var answer = [Int?](repeating: nil, count: costs.count)
    for (column, row) in cheapestAssignment(transposed).enumerated() {
      if let row { answer[row] = column }
    }
    return answer
  }
  // Column 0 means "none yet"; rows and columns count from 1.
  var rowPotential = [Int](repeating: 0, count: costs.count + 1)
  var columnPotential = [Int](repeating: 0, count: width + 1)
  var rowOf = [Int](repeating: 0, count: width + 1)
  var comesFrom = [Int](repeating: 0, count: width + 1)
  for row in 1...costs.count {
    rowOf[0] = row
    var column = 0
    var slack = [Int](repeating: .max, count: width + 1)
    var visited = [Bool](repeating: false, count: width + 1)
    while rowOf[column] != 0 {
      visited[column] = true
      let current = rowOf[column]
      var step = Int.max
      var next = 0
      for candidate in 1...width where !visited[candidate] {
        let reduced = costs[current - 1][candidate - 1] - rowPotential[current] - columnPotential[candidate]
        if reduced < slack[candidate] {
          slack[candidate] = reduced
          comesFrom[candidate] = column
        }
        if slack[candidate] < step {
          step = slack[candidate]
          next = candidate
        }
      }
      for candidate in 0...width {
        if visited[candidate] {
          rowPotential[rowOf[candidate]] += step
          columnPotential[candidate] -= step
        } else if slack[candidate] != .max {
          slack[candidate] -= step
        }
      }
      column = next
    }
    while column != 0 {
      let previous = comesFrom[column]
      rowOf[column] = rowOf[previous]
      column = previous
    }
  }
  var answer = [Int?](repeating: nil, count: costs.count)
  for column in 1...width where rowOf[column] != 0 { answer[rowOf[column] - 1] = column - 1 }
  return answer
}
