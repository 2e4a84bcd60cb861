import Testing

@testable import Imaging

/// Which print of a page belongs together, by where it stands.
@Suite struct PrintGroupTests {
  /// A map on which cores of print are marked, 5 pixels thick, as a line 11 to 12 pixels high has.
  private func groups(_ cores: [(x: Int, y: Int, width: Int)], width: Int = 700, height: Int = 700) -> [PrintGroup] {
    var values = [UInt8](repeating: 0, count: width * height)
    for core in cores {
      for y in core.y..<core.y + 5 {
        for x in core.x..<core.x + core.width { values[y * width + x] = 230 }
      }
    }
    let map = PrintMap(width: width, height: height, values: values)
    let pieces = PrintPiece.pieces(of: map)
    return PrintGroup(pieces: pieces, map: map, angle: 0).parted()
  }

  /// Rows of a column of print.
  private func rows(_ count: Int, x: Int, from top: Int, pitch: Int, width: (Int) -> Int) -> [(Int, Int, Int)] {
    (0..<count).map { (x, top + $0 * pitch, width($0)) }
  }

  @Test func `two receipts side by side are two, one of them mostly short labels`() {
    let left = rows(20, x: 40, from: 50, pitch: 24) { $0 % 10 < 3 ? 190 : 60 }
    let right = rows(24, x: 400, from: 57, pitch: 19) { _ in 200 }
    let found = groups(left + right)
    #expect(found.map(\.pieces.count).sorted() == [20, 24])
  }

  @Test func `a list of wide rows is one, whatever white stripe runs through it`() {
    let left = rows(14, x: 40, from: 50, pitch: 24) { _ in 250 }
    let right = rows(14, x: 400, from: 51, pitch: 24) { _ in 250 }
    #expect(groups(left + right).count == 1)
    // Rows that stand otherwise are those of another receipt.
    let other = rows(14, x: 400, from: 62, pitch: 24) { _ in 250 }
    #expect(groups(left + other).count == 2)
  }

  @Test func `labels and their amounts are one receipt, however far apart they stand`() {
    let labels = rows(20, x: 40, from: 50, pitch: 24) { $0 % 10 < 3 ? 190 : 60 }
    let amounts = rows(20, x: 500, from: 50, pitch: 24) { _ in 50 }
    #expect(groups(labels + amounts).count == 1)
  }
}
