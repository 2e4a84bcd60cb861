import Support

/// A piece of text with its place in rows, without the page's unevenness.
struct RowPiece {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  var width: Double { right - left }
  var height: Double { bottom - top }
  var middle: Double { (top + bottom) / 2 }
  var centreX: Double { (left + right) / 2 }

  func moved(down distance: Double) -> RowPiece {
    RowPiece(left: left, right: right, top: top + distance, bottom: bottom + distance)
  }
}

/// The rows of a page: intervals that each hold one line of text.
///
/// Every valley of the page's ink by row is a possible cut: the better, the less ink lies in it and the fewer pieces it
/// severs. The cheapest way to cut the page wins. An uncut good valley costs as well as a cut bad one; so does a row
/// lower than text, or higher although its pieces are not. So lines that touch in places are separated, and a
/// double-height line is not, because most of its pieces cross its middle.
struct RowBands {
  struct Band {
    var top: Int
    var bottom: Int
    var height: Int { bottom - top }
  }

  /// Its goodness is 1 for a boundary of lines, 0 for the inside of one.
  private typealias Valley = (row: Int, goodness: Double)

  private(set) var bands: [Band] = []
  /// The cost of the cheapest way to cut: low if rows are clear.
  private(set) var cost = 0.0
  private let profile: [Float]
  private let smooth: [Float]
  private let pieces: [RowPiece]
  private let textHeight: Double

  init(_ unsorted: [RowPiece], profile: [Float], textHeight: Double) {
    self.profile = profile
    self.textHeight = textHeight
    pieces = unsorted.sorted { $0.middle < $1.middle }
    let radius = max(1, Int(textHeight / 14))
    smooth = profile.neighbourhoods(radius).map { $0.reduce(0, +) / Float(2 * radius + 1) }
    (bands, cost) = cheapest(valleys())
  }

  /// The pieces whose middles lie between two rows, from top to bottom.
  func pieces(from top: Double, to bottom: Double) -> ArraySlice<RowPiece> {
    func row(_ place: Double) -> Int { min(max(Int(place), 0), profile.count) }
    let (first, end) = (row(top), row(bottom.rounded(.up)))
    let low = pieces.partitioningIndex { row($0.middle) >= first }
    return pieces[low..<max(low, pieces.partitioningIndex { row($0.middle) >= end })]
  }

  /// The share of the text beside a row that a cut there would sever.
  private func severing(_ row: Int) -> Double {
    let r = Double(row)
    let (near, far) = (0.2 * textHeight, 0.9 * textHeight)
    var (through, above, below) = (0.0, 0.0, 0.0)
    for piece in pieces(from: r - 3 * textHeight, to: r + 3 * textHeight) {
      if piece.top < r - near && piece.bottom > r + near {
        through += piece.width
      } else if piece.bottom <= r + near && piece.bottom > r - far {
        above += piece.width
      } else if piece.top >= r - near && piece.top < r + far {
        below += piece.width
      }
    }
    let beside = min(above, below)
    return through + beside > 0 ? through / (through + beside) : 0
  }

  /// The ink of a row as a share of the lower of the peaks on both sides.
  private func depth(_ row: Int) -> Double {
    let reach = Int(0.9 * textHeight)
    let above = smooth[max(0, row - reach)...row].max() ?? 0
    let below = smooth[row...min(smooth.count - 1, row + reach)].max() ?? 0
    let peak = min(above, below)
    return peak > 0 ? Double(smooth[row] / peak) : 0
  }

  private func valleys() -> [Valley] {
    let window = max(1, Int(0.15 * textHeight))
    var valleys: [Valley] = []
    var row = 0
    while row < smooth.count {
      let (low, high) = (max(0, row - window), min(smooth.count - 1, row + window))
      guard smooth[row] <= (smooth[low...high].min() ?? 0) else {
        row += 1
        continue
      }
      // Cut a flat valley in its middle.
      var last = row
      while last + 1 < smooth.count, smooth[last + 1] == smooth[row] { last += 1 }
      let middle = (row + last) / 2
      let goodness = max(0, 1 - depth(middle) / 0.7) * max(0, 1 - severing(middle) / 0.5)
      if smooth[row] == 0 || goodness > 0 {
        valleys.append((middle, smooth[row] == 0 ? max(goodness, 0.9) : goodness))
      }
      row = last + 1
    }
    return valleys
  }

  private func trimmed(_ from: Int, _ to: Int) -> Band? {
    guard from < to, let first = (from..<to).first(where: { profile[$0] > 0 }),
      let last = (from..<to).last(where: { profile[$0] > 0 })
    else { return nil }
    return Band(top: first, bottom: last + 1)
  }

  private func cost(_ band: Band) -> Double {
    let share = Double(band.height) / textHeight
    if share >= 0.7 && share <= 1.5 { return 0 }
    let inside = pieces(from: Double(band.top), to: Double(band.bottom))
    if share < 0.7 {
      // A row of many low pieces is a ruling line of dashes.
      if share < 0.4 && inside.count > 10 { return 0.2 }
      return min(0.9, 0.9 * (0.7 - share) / 0.4)
    }
    let excess = share - 1.5
    var (high, all) = (0.0, 0.0)
    for piece in inside where piece.height > 0.3 * textHeight {
      all += piece.width
      if piece.height > 0.6 * Double(band.height) { high += piece.width }
    }
    let lowShare = all > 0 ? 1 - high / all : 1
    // Beyond the highest text of a till, each further line within a row costs as much again.
    return 0.15 * excess + lowShare * 0.9 * (min(1, 2 * excess) + 0.8 * max(0, excess - 1.5))
  }

  /// The cheapest way to cut, by dynamic programming over the valleys.
  private func cheapest(_ valleys: [Valley]) -> (bands: [Band], cost: Double) {
    let rows = [0] + valleys.map { $0.row } + [profile.count]
    let goodness = [1] + valleys.map { $0.goodness } + [1]
    var best = [Double](repeating: .infinity, count: rows.count)
    var previous = [Int](repeating: 0, count: rows.count)
    best[0] = 0
    for end in 1..<rows.count {
      var uncut = 0.0
      for start in stride(from: end - 1, through: 0, by: -1) {
        let band = trimmed(rows[start], rows[end])
        let tooHigh = Double(band?.height ?? 0) > 7 * textHeight
        if tooHigh && start < end - 1 { break }
        let total = best[start] + uncut + (1 - goodness[end]) + (band.map(cost) ?? 0)
        if total < best[end] {
          best[end] = total
          previous[end] = start
        }
        uncut += goodness[start]
      }
    }
    var bands: [Band] = []
    var end = rows.count - 1
    while end > 0 {
      let start = previous[end]
      if let band = trimmed(rows[start], rows[end]), band.height > 1 { bands.append(band) }
      end = start
    }
    return (bands.reversed(), best[rows.count - 1])
  }
}
