extension Dewarp {
  /// Follows a slope that is given for every place, from the middle column outwards.
  init(width: Int, height: Int, spacing: Double, following slope: (_ x: Double, _ y: Double) -> Double) {
    self.init(flatWidth: width, height: height, spacing: spacing)
    follow(slope)
  }
}

extension PageRows {
  /// How the rows of detected print run: as its long pieces do, then as its ink does.
  ///
  /// The pieces alone are too coarse to tell close rows apart over a wide gap; the ink alone is misled by a fan of more
  /// than some degrees, and by what is no print.
  init(of pieces: [LevelPiece], ink: InkComponents, zones: RowZones, textHeight: Double) {
    let (width, height) = (ink.width, ink.height)
    let slopes = SlopeGrid(LocalSlope(pieces), width: width, height: height, spacing: 2 * textHeight)
    let start = Dewarp(width: width, height: height, spacing: textHeight) { slopes.slope(x: $0, y: $1) }
    let isText = ink.components.map { piece in
      zones.row(x: Int(piece.centreX), y: Int(piece.centreY)) >= 0 && Double(piece.height) < 3 * textHeight
    }
    self.init(ink, isText: isText, textHeight: textHeight, start: start)
  }
}

/// A slope for every place, computed once for a grid of them.
private struct SlopeGrid {
  private let spacing: Double
  private let columns: Int
  private let rows: Int
  private var values: [Double]

  init(_ slopes: LocalSlope, width: Int, height: Int, spacing: Double) {
    self.spacing = max(spacing, 8)
    columns = Int(Double(width) / self.spacing) + 2
    rows = Int(Double(height) / self.spacing) + 2
    values = []
    for row in 0..<rows {
      for column in 0..<columns {
        values.append(slopes.slope(x: Double(column) * self.spacing, y: Double(row) * self.spacing))
      }
    }
  }

  func slope(x: Double, y: Double) -> Double {
    let (gx, gy) = (min(max(x / spacing, 0), Double(columns - 1)), min(max(y / spacing, 0), Double(rows - 1)))
    let (left, top) = (min(Int(gx), columns - 2), min(Int(gy), rows - 2))
    let (wx, wy) = (gx - Double(left), gy - Double(top))
    let index = top * columns + left
    return (values[index] * (1 - wx) + values[index + 1] * wx) * (1 - wy)
      + (values[index + columns] * (1 - wx) + values[index + columns + 1] * wx) * wy
  }
}
