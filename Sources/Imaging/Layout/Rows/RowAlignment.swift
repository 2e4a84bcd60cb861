/// Aligns the strips of a page whose rows the slopes left a little too high or low on one side.
struct RowAlignment {
  private let textHeight: Double
  private let stripWidth: Double
  private let windowStep: Double
  private let reach: Int
  /// Shifts by strip, then by window.
  private var shifts: [[Double]]
  private let windows: Int

  init(_ ink: RowInk, textHeight: Double) {
    self.textHeight = textHeight
    let count = max(1, Int((Double(ink.width) / (5 * textHeight)).rounded()))
    stripWidth = Double(ink.width) / Double(count)
    windowStep = 2 * textHeight
    windows = Int(Double(ink.height) / windowStep) + 1
    reach = Int(0.4 * textHeight)
    shifts = Array(repeating: Array(repeating: 0, count: windows), count: count)
    let width = stripWidth
    let profiles = (0..<count).map { strip -> [Float] in
      let plain = ink.profile(
        from: Double(Float(Double(strip) * width)), to: Double(Float(Double(strip + 1) * width)))
      return plain.neighbourhoods(max(1, Int(textHeight / 5))).map { $0.reduce(0, +) / Float($0.count) }
    }
    let middle = count / 2
    for direction in [1, -1] {
      var reference = profiles[middle]
      for strip in stride(from: middle + direction, to: direction > 0 ? count : -1, by: direction) {
        let found = settled(profiles[strip], against: reference)
        shifts[strip] = found
        // Near rows count more than far ones.
        for row in reference.indices {
          let shift = Int(found.interpolated(at: Double(row) / windowStep).rounded())
          let source = row + shift
          let moved = profiles[strip].indices.contains(source) ? profiles[strip][source] : 0
          reference[row] = reference[row] * 0.7 + moved
        }
      }
    }
  }

  /// The offset of a strip's text below its row.
  func shift(x: Double, row: Double) -> Double {
    shifts.map { $0.interpolated(at: row / windowStep) }.interpolated(at: x / stripWidth - 0.5)
  }

  /// The shifts of a strip by window: each the best match, none far from its neighbours (Viterbi).
  private func settled(_ strip: [Float], against reference: [Float]) -> [Double] {
    let states = 2 * reach + 1
    let half = Int(2.5 * textHeight)
    var scores = [[Double]](repeating: Array(repeating: 0, count: states), count: windows)
    for window in 0..<windows {
      let centre = Int(Double(window) * windowStep)
      let rows = max(0, centre - half)..<min(reference.count, centre + half)
      guard !rows.isEmpty else { continue }
      var (energyA, energyB) = (0.0, 0.0)
      let meanA = rows.reduce(0) { $0 + reference[$1] } / Float(rows.count)
      let meanB = rows.reduce(0) { $0 + strip[$1] } / Float(rows.count)
      for row in rows {
        energyA += Double((reference[row] - meanA) * (reference[row] - meanA))
        energyB += Double((strip[row] - meanB) * (strip[row] - meanB))
      }
      let energy = (energyA * energyB).squareRoot()
      guard energy > 0 else { continue }
      for state in 0..<states {
        let shift = state - reach
        var sum: Float = 0
        for row in rows where row + shift >= 0 && row + shift < strip.count {
          sum += (reference[row] - meanA) * (strip[row + shift] - meanB)
        }
        scores[window][state] = Double(sum) / energy
      }
    }
    // Favour the position by the slopes a little.
    func prior(_ state: Int) -> Double {
      let share = Double(state - reach) / textHeight
      return -0.8 * share * share
    }
    var best = scores[0].indices.map { scores[0][$0] + prior($0) }
    var origins: [[Int]] = []
    for window in 1..<max(1, windows) {
      var next = [Double](repeating: -.infinity, count: states)
      var origin = [Int](repeating: 0, count: states)
      for state in 0..<states {
        for from in max(0, state - 4)...min(states - 1, state + 4) {
          let change = Double(state - from) / textHeight
          let value = best[from] - 12 * change * change
          if value > next[state] { (next[state], origin[state]) = (value, from) }
        }
        next[state] += scores[window][state] + prior(state)
      }
      best = next
      origins.append(origin)
    }
    var state = best.indices.max { best[$0] < best[$1] } ?? reach
    var path = [state]
    for origin in origins.reversed() {
      state = origin[state]
      path.append(state)
    }
    return path.reversed().map { Double($0 - reach) }
  }
}
