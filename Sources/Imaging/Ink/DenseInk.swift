package import PageModel

extension PageInk {
  /// The least ink of a code's square, in percent; half of a code is dark.
  private static let leastInk = 30
  /// The least mean difference of neighbouring pixels, of 255: bars and dots differ, shadows and hands don't.
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
    var dense = InkMask(width: columns, height: rows)
    for index in counts.indices where counts[index] * 100 >= side * side * Self.leastInk {
      let (column, row) = (index % columns, index / columns)
      if map.roughness(x: column * side, y: row * side) >= Self.leastRoughness { dense.insert(x: column, y: row) }
    }
    return dense.components().components.filter { $0.area >= Self.leastSquares }.map { area in
      Box(
        x: (area.left - Self.margin) * side, y: (area.top - Self.margin) * side,
        width: (area.width + 2 * Self.margin) * side, height: (area.height + 2 * Self.margin) * side
      ).scaled(by: 1 / scale)
    }
  }
}
