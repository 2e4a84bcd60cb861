import Support
/// The detection network's likelihood for each place of a picture to lie in a line of text.
struct PrintMap {
  let width: Int
  let height: Int
  /// 0 to 255, row by row.
  private(set) var values: [UInt8]
  /// The map's origin in the picture, in the picture's pixels.
  let left: Double
  let top: Double
  /// Picture pixels for one of the map, across and down.
  let scaleX: Double
  let scaleY: Double

  /// The largest part that the network gets at once, in pixels.
  private static let largestPart = 512 * 1024
  /// The overlap of neighbouring parts in pixels, because the network sees half a line at its border.
  private static let overlap = 64

  /// A part of a picture, in its pixels.
  typealias Part = (left: Double, top: Double, right: Double, bottom: Double)

  /// Maps a picture, or a part of it, with about `scale` map pixels for one of the picture.
  init(of picture: Picture, part: Part? = nil, scale: Double, network: DetectionNetwork) throws(TextFault) {
    let step = DetectionNetwork.step
    func side(_ length: Double) -> Int { max(2, Int((length * scale / Double(step)).rounded())) * step }
    // The whole is stretched to a multiple of the step; a part extends over its border.
    let (wholeWidth, wholeHeight): (Int, Int)
    var (fromX, fromY) = (0, 0)
    if let part {
      wholeWidth = max(1, Int((Double(picture.width) * scale).rounded()))
      wholeHeight = max(1, Int((Double(picture.height) * scale).rounded()))
      (fromX, fromY) = (max(0, Int(part.left * scale)), max(0, Int(part.top * scale)))
      width = side(part.right - part.left + Double(step) / scale)
      height = side(part.bottom - part.top + Double(step) / scale)
    } else {
      (width, height) = (side(Double(picture.width)), side(Double(picture.height)))
      (wholeWidth, wholeHeight) = (width, height)
    }
    scaleX = Double(picture.width) / Double(wholeWidth)
    scaleY = Double(picture.height) / Double(wholeHeight)
    (left, top) = (Double(fromX) * scaleX, Double(fromY) * scaleY)
    values = [UInt8](repeating: 0, count: width * height)
    let (columns, rows) = Self.strips(width: width, height: height)
    for row in rows {
      for column in columns {
        let sample = ColourSample(
          of: picture, wholeWidth: wholeWidth, wholeHeight: wholeHeight, left: fromX + column.all.lowerBound,
          top: fromY + row.all.lowerBound, width: column.all.count, height: row.all.count)
        if sample.isPlain { continue }
        let map = try network.map(sample.pixels, width: sample.width, height: sample.height)
        for y in row.kept {
          let source = (y - row.all.lowerBound) * sample.width - column.all.lowerBound
          for x in column.kept { values[y * width + x] = map[source + x] }
        }
      }
    }
  }

  /// Takes given values, as of a picture of this size.
  init(width: Int, height: Int, values: [UInt8]) {
    precondition(values.count == width * height, "as many values as the size says")
    (self.width, self.height, self.values) = (width, height, values)
    (left, top, scaleX, scaleY) = (0, 0, 1, 1)
  }

  /// The place in the picture of a column or a row of the map.
  func x(_ column: Double) -> Double { left + column * scaleX }
  func y(_ row: Double) -> Double { top + row * scaleY }

  /// A strip, and the part of it that is kept: each neighbour keeps half of the overlap.
  private typealias Strip = (all: Range<Int>, kept: Range<Int>)

  private static func strips(width: Int, height: Int) -> (columns: [Strip], rows: [Strip]) {
    var (across, down) = (1, 1)
    while true {
      let (columns, rows) = (split(width, into: across), split(height, into: down))
      let largest = (columns.map(\.all.count).max() ?? 0) * (rows.map(\.all.count).max() ?? 0)
      if largest <= largestPart { return (columns, rows) }
      if Double(width) / Double(across) > Double(height) / Double(down) { across += 1 } else { down += 1 }
    }
  }

  private static func split(_ length: Int, into count: Int) -> [Strip] {
    guard count > 1 else { return [(0..<length, 0..<length)] }
    let step = DetectionNetwork.step
    let wanted = Double(length + (count - 1) * overlap) / Double(count)
    let size = min(length, Int((wanted / Double(step)).rounded(.up)) * step)
    let starts = (0..<count).map { Int(Double(length - size) * Double($0) / Double(count - 1)) }
    let borders = [0] + zip(starts, starts.dropFirst()).map { ($0 + $1 + size) / 2 } + [length]
    return starts.indices.map { (starts[$0]..<starts[$0] + size, borders[$0]..<borders[$0 + 1]) }
  }
}
