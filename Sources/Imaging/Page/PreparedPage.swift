package import PageModel

package struct PreparedPage: Sendable {
  /// In reading order; several if several receipts lie on one scan, none if the page is blank.
  package var blocks: [PreparedBlock]
  package var preparation: Preparation
  package var isBlank: Bool { blocks.isEmpty }
  /// The assumed orientation of its text, in degrees clockwise, by which the picture was rotated back.
  package var lookedAt: Int
  /// The network's marks in the first pass.
  package var marked: MarkedPrint

  /// The cells of its ruled tables, in pixels of the original picture, from top to bottom.
  package func grids(scale: Double) -> [TableGrid] {
    let found = blocks.enumerated().flatMap { place, block in block.grids.map { (block: place, grid: $0) } }
    var kept: [(block: Int, grid: TableGrid)] = []
    for one in found.sorted(by: { $0.grid.cells.count > $1.grid.cells.count })
    where !kept.contains(where: { $0.block != one.block && $0.grid.box.share(with: one.grid.box) > 0.3 }) {
      kept.append(one)
    }
    var cells = 0
    let bounded = kept.prefix(PageSignals.gridsAtMost).filter { one in
      cells += one.grid.cells.count
      return cells <= PageSignals.cellsAtMost
    }
    return bounded.map { scale == 1 ? $0.grid : $0.grid.scaled(by: scale) }
      .sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  /// Whether some text is too small in this picture for crops as sharp as they are read.
  package var isFinePrint: Bool {
    blocks.contains { $0.scale > Self.finestScale }
  }

  /// The most prepared pixels for one of the picture: its capitals are then 32 pixels high (`Measurements.md`).
  private static let finestScale = PagePreparer.textHeight / 32
}

/// One receipt, or the whole page: its picture, its lines and the mapping to the original.
package struct PreparedBlock: Sendable {
  /// Black on evenly white, text about `PagePreparer.textHeight` pixels high.
  package let image: GrayImage
  package let found: FoundLines
  package let cropper: LineCropper
  /// From this picture's pixels to those of the decoded picture.
  package let toOriginal: AffineMap
  /// The orientation of the text in the decoded picture, in degrees clockwise: 0, 90, 180 or 270.
  let orientation: Int
  /// The skew of the text beyond that, in degrees clockwise.
  let skew: Double
  /// Prepared pixels for one pixel of the decoded picture.
  package let scale: Double
  var ruling = Ruling()
  let detected: DetectedBlock

  /// The rotation that brings it upright, in degrees clockwise: 0, 90, 180 or 270.
  package var rotation: Int { (720 - orientation) % 360 }

  package var textLines: [FoundLine] {
    found.lines.filter { $0.kind == .text }
  }

  /// The smallest upright box in the decoded picture around a box of the prepared picture.
  package func original(_ box: Box) -> Box { original(box.corners) }
  package func parts(of lines: [FoundLine]) -> [FoundLine] { ruling.parts(of: lines) }
  package func turnedOver() -> PreparedBlock? { detected.prepared(isTurned: true) }

  /// The network's outlines of its text in the decoded picture: along the top of each piece, and back along its bottom.
  package var regions: [[Place]] { detected.outlines }

  /// The outline of a line in the decoded picture: along its top, and back along its bottom.
  package func outline(_ line: FoundLine) -> [Place] { line.outline.map(toOriginal.place) }

  /// The corners in the decoded picture of a box in the crop of a line, clockwise from the upper left.
  package func outline(_ box: Box, in crop: LineCrop) -> [Place] {
    box.corners.map { toOriginal.place(crop.prepared(x: $0.x, y: $0.y)) }
  }

  fileprivate var grids: [TableGrid] {
    ruling.tables.map { table in
      TableGrid(
        cells: table.grid.cells.map { cell in
          TableGrid.Cell(
            row: cell.row, column: cell.column, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan,
            corners: table.corners(of: cell).map { corner in
              let place = pixel(corner.x + ruling.left, corner.y + ruling.top)
              return TableGrid.Corner(x: place.x, y: place.y)
            })
        })
    }
  }

  /// The smallest upright box in the decoded picture around a box in the crop of a line.
  package func original(_ box: Box, in crop: LineCrop) -> Box {
    let columns = [Double(box.x), box.middle.x, box.right]
    return original(columns.flatMap { x in [Double(box.y), box.bottom].map { crop.prepared(x: x, y: $0) } })
  }

  package func original(_ line: FoundLine) -> Box { original(line.outline) }

  /// The straight line nearest to a line's baseline, in pixels of the decoded picture.
  package func originalBaseline(of line: FoundLine) -> Baseline {
    let (start, end) = line.straightBaseline
    let (from, to) = (toOriginal.apply(start.x, start.y), toOriginal.apply(end.x, end.y))
    return Baseline(x1: from.x, y1: from.y, x2: to.x, y2: to.y)
  }

  private func original(_ points: [Point]) -> Box {
    var box = Box(around: points.map { pixel($0.x, $0.y) })
    (box.width, box.height) = (max(1, box.width), max(1, box.height))
    return box
  }

  private func pixel(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
    let place = toOriginal.apply(x, y)
    return (Int(place.x.rounded()), Int(place.y.rounded()))
  }
}
