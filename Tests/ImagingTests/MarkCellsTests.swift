import TestSupport
import Testing

@testable import Imaging

/// What is reckoned for a whole row of cells at once gives what looking at each cell by itself gives.
struct MarkCellsTests {
  private static let side = MarkCells.side

  /// Blobs and strokes that wind, some of them up to the border.
  private func cells(seed: UInt64) -> [Bool] {
    var random = SeededRandom(seed: seed)
    var cells = [Bool](repeating: false, count: Self.side * Self.side)
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      var (x, y) = (Int.random(in: 0..<Self.side, using: &random), Int.random(in: 0..<Self.side, using: &random))
      let thickness = Int.random(in: 1...5, using: &random)
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        for row in y..<min(y + thickness, Self.side) {
          for column in x..<min(x + thickness, Self.side) { cells[row * Self.side + column] = true }
        }
        x = min(max(x + Int.random(in: -2...2, using: &random), 0), Self.side - 1)
        y = min(max(y + Int.random(in: -2...2, using: &random), 0), Self.side - 1)
      }
    }
    return cells
  }

  private func packed(_ cells: [Bool]) -> MarkCells {
    var packed = MarkCells()
    for index in cells.indices where cells[index] { packed[index] = true }
    return packed
  }

  /// The cells beside one, as they lie around it; nil beyond the border.
  private func ring(_ cells: [Bool], _ index: Int) -> [Bool] {
    let (x, y) = (index % Self.side, index / Self.side)
    return [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)].map { stepX, stepY in
      let (column, row) = (x + stepX, y + stepY)
      guard (0..<Self.side).contains(column), (0..<Self.side).contains(row) else { return false }
      return cells[row * Self.side + column]
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `cells, rings and what touches them are as they were set`(seed: UInt64) {
    let plain = cells(seed: seed)
    let packed = packed(plain)
    #expect(packed.indices == plain.indices.filter { plain[$0] })
    #expect(packed.count == plain.count { $0 })
    #expect(packed.first == plain.firstIndex(of: true))
    let (wide, rest) = (packed.widened, packed.inverted)
    for index in plain.indices {
      let ring = ring(plain, index)
      #expect(packed.ring(at: index) == ring.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
      #expect(wide[index] == (plain[index] || ring.contains(true)))
      #expect(rest[index] != plain[index])
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `what hangs together is found whole, and nothing else`(seed: UInt64) throws {
    let plain = cells(seed: seed)
    let start = try #require(plain.firstIndex(of: true))
    var seen: Set<Int> = [start]
    var waiting = [start]
    while let index = waiting.popLast() {
      let (x, y) = (index % Self.side, index / Self.side)
      for (column, row) in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
      where (0..<Self.side).contains(column) && (0..<Self.side).contains(row) {
        let next = row * Self.side + column
        if plain[next], seen.insert(next).inserted { waiting.append(next) }
      }
    }
    #expect(Set(packed(plain).component(of: start).indices) == seen)
    let free = try #require(plain.firstIndex(of: false))
    #expect(packed(plain).component(of: free).count == 0)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `strokes are thinned as cell by cell`(seed: UInt64) {
    var plain = cells(seed: seed)
    let packed = packed(plain)
    let inner = plain.indices.filter {
      (1..<Self.side - 1).contains($0 % Self.side) && (1..<Self.side - 1).contains($0 / Self.side)
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for pass in 0..<2 {
        let removed = inner.filter { index in
          guard plain[index] else { return false }
          let ring = ring(plain, index)
          let turns = (0..<8).count { !ring[$0] && ring[($0 + 1) % 8] }
          guard (2...6).contains(ring.count { $0 }), turns == 1 else { return false }
          let (north, east, south, west) = (ring[0], ring[2], ring[4], ring[6])
          return pass == 0
            ? !(north && east && south) && !(east && south && west)
            : !(north && east && west) && !(north && south && west)
        }
        for index in removed { plain[index] = false }
        isChanged = isChanged || !removed.isEmpty
      }
    }
    #expect(packed.thinned().indices == plain.indices.filter { plain[$0] })
  }
}
