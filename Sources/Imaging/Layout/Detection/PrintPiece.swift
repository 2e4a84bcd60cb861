import Glibc

/// A connected piece of print on the map: mostly a word, or several.
struct PrintPiece {
  /// The runs of the map that it consists of.
  var runs: [(row: Int, from: Int, to: Int)]
  /// Its middle, in the picture's pixels.
  var centre: (x: Double, y: Double)
  /// Which way it runs, in degrees clockwise from the picture's rows, -90 to 90.
  var angle: Double
  /// Along that direction and across it, in the picture's pixels; of the map's core, which is narrower than print.
  var length: Double
  var thickness: Double

  /// The height of the line of print around it, in the picture's pixels.
  ///
  /// The network is trained to mark the core of a line; DB's own rule to regain the line makes the core 2.5 times as
  /// thick (unclip ratio 1.5) where it is long.
  var height: Double { thickness * (1 + 1.5 * length / (length + thickness)) }
  /// Whether it is so long that its direction can be told.
  var isLong: Bool { length > 2.2 * height }
}

extension PrintPiece {
  /// A pixel of the map that is more likely print than this belongs to a piece.
  private static let threshold: UInt8 = 76
  /// A piece is print where its mean is at least so high.
  private static let leastMean = 110

  /// The pieces of a map, from its top to its bottom.
  static func pieces(of map: PrintMap) -> [PrintPiece] {
    var inverted = GrayImage(width: map.width, height: map.height)
    for index in map.values.indices { inverted.pixels[index] = 255 - map.values[index] }
    let components = InkComponents(of: inverted, darkerThan: 255 - threshold)
    var runs = [[(row: Int, from: Int, to: Int)]](repeating: [], count: components.components.count)
    var sums = [Int](repeating: 0, count: components.components.count)
    for run in components.runs {
      let component = Int(run.component)
      runs[component].append((Int(run.row), Int(run.from), Int(run.to)))
      for x in Int(run.from)..<Int(run.to) { sums[component] += Int(map.values[Int(run.row) * map.width + x]) }
    }
    return components.components.indices.compactMap { index in
      let area = components.components[index].area
      guard area >= 8, sums[index] >= leastMean * area else { return nil }
      return PrintPiece(runs[index], map: map)
    }
  }

  private init?(_ runs: [(row: Int, from: Int, to: Int)], map: PrintMap) {
    self.runs = runs
    var (area, sumX, sumY) = (0.0, 0.0, 0.0)
    for run in runs {
      let count = Double(run.to - run.from)
      area += count
      sumX += count * Double(run.from + run.to) / 2 * map.scaleX
      sumY += count * (Double(run.row) + 0.5) * map.scaleY
    }
    guard area > 0 else { return nil }
    centre = (sumX / area, sumY / area)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for run in runs {
      let count = Double(run.to - run.from)
      let (dx, dy) = (
        Double(run.from + run.to) / 2 * map.scaleX - centre.x, (Double(run.row) + 0.5) * map.scaleY - centre.y
      )
      xx += count * (dx * dx + count * count * map.scaleX * map.scaleX / 12)
      xy += count * dx * dy
      yy += count * (dy * dy + map.scaleY * map.scaleY / 12)
    }
    let radians = 0.5 * atan2(2 * xy, xx - yy)
    angle = radians * 180 / .pi
    let (sine, cosine) = (sin(radians), cos(radians))
    var (low, high) = (Double.infinity, -Double.infinity)
    for run in runs {
      for x in [Double(run.from), Double(run.to)] {
        let along = (x * map.scaleX - centre.x) * cosine + ((Double(run.row) + 0.5) * map.scaleY - centre.y) * sine
        (low, high) = (min(low, along), max(high, along))
      }
    }
    length = max(high - low, 1e-3)
    // A bent piece is no thicker for its bend: its area tells.
    thickness = area * map.scaleX * map.scaleY / length
    guard length.isFinite, thickness.isFinite, thickness > 0 else { return nil }
  }
}
