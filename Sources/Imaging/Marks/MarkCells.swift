/// 64 by 64 cells, each set or not: a word for each row, whose lowest bit is the leftmost cell.
struct MarkCells: Sendable {
  static let side = 64
  private(set) var rows = [UInt64](repeating: 0, count: side)

  subscript(index: Int) -> Bool {
    get { rows[index / Self.side] >> UInt64(index % Self.side) & 1 != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(index % Self.side)
      if newValue { rows[index / Self.side] |= bit } else { rows[index / Self.side] &= ~bit }
    }
  }

  var count: Int { rows.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The set cells, by row, then by column.
  var indices: [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(count)
    for (row, word) in rows.enumerated() {
      var rest = word
      while rest != 0 {
        indices.append(row * Self.side + rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
    return indices
  }

  /// The index of the first set cell; nil for none.
  var first: Int? {
    rows.firstIndex { $0 != 0 }.map { $0 * Self.side + rows[$0].trailingZeroBitCount }
  }

  /// The eight cells around one as bits, clockwise from above; cells beyond the border are not set.
  func ring(at index: Int) -> UInt8 {
    let (row, column) = (index / Self.side, UInt64(index % Self.side))
    // Left, middle and right as the lowest three bits.
    func three(_ row: Int) -> UInt64 {
      guard (0..<Self.side).contains(row) else { return 0 }
      return column == 0 ? rows[row] << 1 & 7 : rows[row] >> (column - 1) & 7
    }
    let (above, own, below) = (three(row - 1), three(row), three(row + 1))
    let right = (above >> 2) << 1 | (own >> 2) << 2 | (below >> 2) << 3
    let left = (below & 1) << 5 | (own & 1) << 6 | (above & 1) << 7
    let clockwise = (above >> 1) & 1 | right | ((below >> 1) & 1) << 4 | left
    return UInt8(truncatingIfNeeded: clockwise)
  }

  var inverted: MarkCells { MarkCells(rows: rows.map { ~$0 }) }

  /// Every cell that is set or touches a set one, at a side or a corner.
  var widened: MarkCells {
    let wide = rows.map { $0 | $0 << 1 | $0 >> 1 }
    return MarkCells(
      rows: wide.indices.map { row in
        (row > 0 ? wide[row - 1] : 0) | wide[row] | (row + 1 < Self.side ? wide[row + 1] : 0)
      })
  }

  func without(_ other: MarkCells) -> MarkCells {
    MarkCells(rows: zip(rows, other.rows).map { $0 & ~$1 })
  }

  /// All set cells that are connected to one, side by side.
  func component(of index: Int) -> MarkCells {
    var result = MarkCells()
    guard self[index] else { return result }
    result[index] = true
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      // Down and up again, so that windings take few rounds.
      for row in Array(0..<Self.side) + (0..<Self.side).reversed() {
        let above = row > 0 ? result.rows[row - 1] : 0
        let below = row + 1 < Self.side ? result.rows[row + 1] : 0
        let spread = Self.spread((result.rows[row] | above | below) & rows[row], within: rows[row])
        if spread != result.rows[row] {
          result.rows[row] = spread
          isGrowing = true
        }
      }
    }
    return result
  }

  /// Bits that are reached along set bits, in steps twice as far each.
  private static func spread(_ from: UInt64, within row: UInt64) -> UInt64 {
    var (spread, left, right) = (from, row, row)
    for step in [1, 2, 4, 8, 16, 32] as [UInt64] {
      spread |= left & spread << step | right & spread >> step
      left &= left << step
      right &= right >> step
    }
    return spread
  }

  /// Thinned to a line of one cell (Zhang and Suen, 1984); cells at the border stay.
  func thinned() -> MarkCells {
    var result = self
    var isChanged = true
    while isChanged {
      isChanged = false
      for pass in 0..<2 {
        let removed = result.edge(pass: pass)
        for row in removed.indices where removed[row] != 0 {
          result.rows[row] &= ~removed[row]
          isChanged = true
        }
      }
    }
    return result
  }

  /// The cells that a pass of thinning removes.
  private func edge(pass: Int) -> [UInt64] {
    var removed = [UInt64](repeating: 0, count: Self.side)
    for row in 1..<Self.side - 1 where rows[row] != 0 {
      let (above, own, below) = (rows[row - 1], rows[row], rows[row + 1])
      let (north, south, west, east) = (above, below, own << 1, own >> 1)
      let ring = [north, above >> 1, east, below >> 1, south, below << 1, west, above << 1]
      // Count the set cells of the ring and its changes from empty to ink, each up to "two or more" or seven.
      var (ones, twos, fours) = (UInt64(0), UInt64(0), UInt64(0))
      var (turned, turnedAgain) = (UInt64(0), UInt64(0))
      var all = UInt64.max
      for place in 0..<8 {
        let cell = ring[place]
        all &= cell
        let carry = ones & cell
        ones ^= cell
        fours |= twos & carry
        twos ^= carry
        let turn = ~cell & ring[(place + 1) % 8]
        turnedAgain |= turned & turn
        turned |= turn
      }
      // Two to six of them: not none, one or seven; a full ring has no change.
      let some = twos | fours
      let seven = ones & twos & fours
      let (first, second) =
        pass == 0 ? (north & east & south, east & south & west) : (north & east & west, north & south & west)
      let inner = UInt64.max << 1 & UInt64.max >> 1
      removed[row] = own & some & ~seven & ~all & turned & ~turnedAgain & ~first & ~second & inner
    }
    return removed
  }
}
