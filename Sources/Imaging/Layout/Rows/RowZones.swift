/// The row that each pixel of a page is near enough to.
struct RowZones {
  private let width: Int
  private var rows: [Int16]

  /// Ink beyond a row's ends belongs to it within this share of its height: the network cuts letters off.
  private static let reach = 0.9
  /// The same above and below the middle, for capitals and tails.
  private static let half = 0.66

  init(_ rows: [PrintRow], width: Int, height: Int) {
    self.width = width
    self.rows = [Int16](repeating: -1, count: width * height)
    var nearest = [UInt8](repeating: 255, count: width * height)
    for (index, row) in rows.enumerated().prefix(Int(Int16.max)) {
      let (first, last) = (row.left - Self.reach * row.height, row.right + Self.reach * row.height)
      var piece = 0
      for x in Range(from: Int(first), to: Int(last), within: width) {
        while piece + 1 < row.pieces.count, row.pieces[piece + 1].left <= Double(x) { piece += 1 }
        let isInside = row.pieces[piece].left <= Double(x) && Double(x) <= row.pieces[piece].right
        let half = Self.half * (isInside ? row.pieces[piece].height : row.height)
        let middle = row.middle(Double(x) + 0.5)
        // A pixel beside a row's text goes first to a row whose text it lies in.
        let penalty = isInside ? 0.0 : 60.0
        for y in Range(from: Int(middle - half), to: Int(middle + half) + 1, within: height) {
          let distance = UInt8(min(abs(Double(y) + 0.5 - middle) / half * 180 + penalty, 254))
          let place = y * width + x
          if distance < nearest[place] {
            nearest[place] = distance
            self.rows[place] = Int16(index)
          }
        }
      }
    }
  }

  /// The row of a pixel; -1 for none.
  func row(x: Int, y: Int) -> Int { Int(rows[y * width + x]) }
}
