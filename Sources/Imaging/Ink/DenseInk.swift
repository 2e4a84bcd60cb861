package import PageModel

extension PageInk {
  /// At least so many of a hundred pixels of a square are ink where a code lies: one is dark by half.
  ///
  /// Of 38 codes none is lost up to 38; text has 15 to 30.
  private static let leastInk = 30
  /// Neighbouring pixels differ by so much of 255 on the mean: bars and dots do, shadows and hands don't.
  ///
  /// Bars of more than eight pixels of the map differ less, and are found on the half of the picture.
  private static let leastRoughness = 15
  /// Squares about a dense one that belong to it: a code has a quiet zone, and its edges lie in squares of little ink.
  private static let margin = 2
  /// So many dense squares hang together where a code lies: a QR code of 25 modules at 2 pixels each has four.
  private static let leastSquares = 2

  /// Where there is as much ink as a bar code or a QR code has, and no word that was surely read.
  ///
  /// - Returns: Boxes in pixels of the original; they may overlap.
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
  /// By how much neighbouring pixels of the square at a place differ in darkness on the mean, along its rows or its
  /// columns, whichever is more; 0 to 255.
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
