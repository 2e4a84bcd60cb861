package import PageModel

extension PageInk {
  /// The least ink of a code's square, in percent; half of a code is dark.
  ///
  /// None of 38 codes is lost up to 38; text has 15 to 30.
  private static let leastInk = 30
  /// The least mean difference of neighbouring pixels, of 255: bars and dots differ, shadows and hands don't.
  ///
  /// Bars of more than eight pixels of the map differ less; the half-size picture shows them.
  private static let leastRoughness = 15
  /// Squares around a dense one that belong to it: a code's quiet zone and edges have little ink.
  private static let margin = 2
  /// The fewest connected dense squares of a code: a QR code of 25 modules at 2 pixels has four.
  private static let leastSquares = 2

  /// Areas as dense as a bar code or a QR code, without a word that was surely read.
  package func denseAreas() -> [Box] {
    var rest = map.ink
    for word in words { rest.clear(word) }
    let side = InkMap.side
    let (columns, rows) = ((map.width + side - 1) / side, (map.height + side - 1) / side)
    var counts = [Int](repeating: 0, count: columns * rows)
    rest.forEach { x, y in counts[y / side * columns + x / side] += 1 }
    var isOpen = counts.indices.map {
      counts[$0] * 100 >= side * side * Self.leastInk
        && map.roughness(x: $0 % columns * side, y: $0 / columns * side) >= Self.leastRoughness
    }
    var areas: [Box] = []
    for start in isOpen.indices where isOpen[start] {
      isOpen[start] = false
      var (pending, count) = ([start], 0)
      var (left, right, top, bottom) = (columns, 0, rows, 0)
      while let square = pending.popLast() {
        count += 1
        let (column, row) = (square % columns, square / columns)
        (left, right, top, bottom) = (min(left, column), max(right, column), min(top, row), max(bottom, row))
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) where isOpen[y * columns + x] {
            isOpen[y * columns + x] = false
            pending.append(y * columns + x)
          }
        }
      }
      guard count >= Self.leastSquares else { continue }
      let box = Box(
        x: (left - Self.margin) * side, y: (top - Self.margin) * side,
        width: (right - left + 1 + 2 * Self.margin) * side, height: (bottom - top + 1 + 2 * Self.margin) * side)
      areas.append(box.scaled(by: 1 / scale))
    }
    return areas
  }
}

extension InkMap {
  /// The mean difference of neighbouring pixels of a square, 0 to 255, along rows or columns, whichever is more.
  fileprivate func roughness(x left: Int, y top: Int) -> Int {
    let (right, bottom) = (min(left + Self.side, width - 1), min(top + Self.side, height - 1))
    guard left < right, top < bottom else { return 0 }
    return darkness.withUnsafeBufferPointer { darkness in
      var (along, down) = (0, 0)
      for y in top..<bottom {
        for x in left..<right {
          let index = y &* width &+ x
          let value = Int(darkness[index])
          along &+= abs(value &- Int(darkness[index &+ 1]))
          down &+= abs(value &- Int(darkness[index &+ width]))
        }
      }
      return max(along, down) / ((right - left) * (bottom - top))
    }
  }
}
