/// A second look at a side of a cell: the share of it that is inked like the rules around it.
struct SideLook {
  private let level: GrayImage
  private let upright: GrayImage
  private let maps: RuleMaps
  private var least = 8.0

  init(_ level: GrayImage, _ upright: GrayImage, maps: RuleMaps, sides: [RuleSpan]) {
    (self.level, self.upright, self.maps) = (level, upright, maps)
    if let usual = sides.flatMap({ strokes(on: $0) }).median { least = max(5, 0.35 * Double(usual)) }
  }

  /// The part of a side that is inked, 0 to 1.
  func share(of side: RuleSpan) -> Double {
    let strokes = strokes(on: side)
    return Double(strokes.count { Double($0) > least }) / Double(strokes.count)
  }

  /// The inked part of each column between two rows, for `count` columns from `left` on.
  func shares(from left: Double, count: Int, top: Double, bottom: Double) -> [Double] {
    let trim = min(3.0, 0.1 * (bottom - top))
    let samples = max(4, Int(bottom - top - 2 * trim))
    return (0..<count).map { column in
      let u = left + Double(column)
      let (upper, lower) = (maps.place(u: u, v: top), maps.place(u: u, v: bottom))
      let inked = (0..<samples).count { index in
        let share = (trim + Double(index)) / max(1, bottom - top)
        let (x, y) = (upper.x + (lower.x - upper.x) * share, upper.y + (lower.y - upper.y) * share)
        return Double(upright.stroke(x: Int(y), y: Int(x), reach: 1)) > least
      }
      return Double(inked) / Double(samples)
    }
  }

  /// The ink along a side: the best of some parallel tracks, because the maps may be a little off.
  private func strokes(on side: RuleSpan) -> [UInt8] {
    let trim = 0.06 * (side.to - side.from)
    let (from, to) = (side.from + trim, side.to - trim)
    let count = max(31, min(4000, Int(abs(to - from))))
    let places = (0..<count).map { index -> (x: Int, y: Int) in
      let along = from + (to - from) * Double(index) / Double(count - 1)
      let place =
        side.isUpright ? maps.place(u: side.level, v: along) : maps.place(u: along, v: side.level)
      // A plane of upright strokes is transposed.
      let (x, y) = side.isUpright ? (place.y, place.x) : (place.x, place.y)
      return (Int(min(max(x, -1e6), 1e6).rounded()), Int(min(max(y, -1e6), 1e6).rounded()))
    }
    let plane = side.isUpright ? upright : level
    let tracks = [-4, -2, 0, 2, 4].map { track in
      places.map { plane.stroke(x: $0.x, y: $0.y + track) }.joiningDashes()
    }
    let quarters = tracks.map { $0.sorted()[count / 4] }
    return quarters.indices.max { quarters[$0] < quarters[$1] }.map { tracks[$0] } ?? [0]
  }
}
