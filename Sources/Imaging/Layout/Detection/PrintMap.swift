/// How likely each place of a picture lies in a line of print, as the detection network sees it.
struct PrintMap {
  let width: Int
  let height: Int
  /// 0 to 255, in rows.
  private(set) var values: [UInt8]
  /// Picture pixels for one of the map, across and down.
  let scaleX: Double
  let scaleY: Double

  /// The largest part that is given to the network at once, in pixels: some 120 MiB of its memory.
  private static let largestPart = 512 * 1024
  /// Neighbouring parts share so many pixels, since at its border the network sees half a line.
  private static let overlap = 64

  /// Looks at a picture with about `scale` map pixels for one of the picture.
  init(of picture: Picture, scale: Double, network: DetectionNetwork) throws(DetectionError) {
    let step = DetectionNetwork.step
    func side(_ length: Int) -> Int {
      max(2, Int((Double(length) * scale / Double(step)).rounded())) * step
    }
    (width, height) = (side(picture.width), side(picture.height))
    scaleX = Double(picture.width) / Double(width)
    scaleY = Double(picture.height) / Double(height)
    values = [UInt8](repeating: 0, count: width * height)
    let (columns, rows) = Self.parts(width: width, height: height)
    for row in rows {
      for column in columns {
        let sample = ColourSample(
          of: picture, wholeWidth: width, wholeHeight: height, left: column.from, top: row.from,
          width: column.to - column.from, height: row.to - row.from)
        let map = try network.map(sample.pixels, width: sample.width, height: sample.height)
        for y in row.keepFrom..<row.keepTo {
          let source = (y - row.from) * sample.width - column.from
          for x in column.keepFrom..<column.keepTo { values[y * width + x] = map[source + x] }
        }
      }
    }
  }

  /// For tests: a map that is given.
  init(width: Int, height: Int, values: [UInt8], scaleX: Double = 1, scaleY: Double = 1) {
    precondition(values.count == width * height, "as many values as the size says")
    (self.width, self.height, self.values) = (width, height, values)
    (self.scaleX, self.scaleY) = (scaleX, scaleY)
  }

  private struct Part {
    var from: Int
    var to: Int
    /// What of it is kept: half of what it shares with its neighbours goes to each.
    var keepFrom: Int
    var keepTo: Int
  }

  /// Columns and rows of overlapping parts, each small enough.
  private static func parts(width: Int, height: Int) -> (columns: [Part], rows: [Part]) {
    var (across, down) = (1, 1)
    while true {
      let (columns, rows) = (split(width, into: across), split(height, into: down))
      let largest = (columns.map { $0.to - $0.from }.max() ?? 0) * (rows.map { $0.to - $0.from }.max() ?? 0)
      if largest <= largestPart { return (columns, rows) }
      if Double(width) / Double(across) > Double(height) / Double(down) { across += 1 } else { down += 1 }
    }
  }

  private static func split(_ length: Int, into count: Int) -> [Part] {
    guard count > 1 else { return [Part(from: 0, to: length, keepFrom: 0, keepTo: length)] }
    let step = DetectionNetwork.step
    let wanted = Double(length + (count - 1) * overlap) / Double(count)
    let size = min(length, Int((wanted / Double(step)).rounded(.up)) * step)
    let starts = (0..<count).map { Int(Double(length - size) * Double($0) / Double(count - 1)) }
    return starts.indices.map { index in
      let from = starts[index]
      let middle = { (earlier: Int, later: Int) in (starts[later] + starts[earlier] + size) / 2 }
      return Part(
        from: from, to: from + size, keepFrom: index == 0 ? 0 : middle(index - 1, index),
        keepTo: index == count - 1 ? length : middle(index, index + 1))
    }
  }
}
