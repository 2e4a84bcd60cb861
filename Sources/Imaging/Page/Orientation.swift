import Glibc
import PageModel

/// Which way a page's print stands: 0, 90, 180 or 270 degrees.
///
/// Earned by one of 12 drawn pages that lies on its side: 6.75 points of line error (0.38 % to 7.13 %) and 9.4 of right
/// amounts; none of 14 real receipts needs it. Each of these, rotated by 90, 180 and 270 degrees, reads as upright.
struct Orientation: PreparationStage {
  static let step = ReaderSettings.Step.orientation

  /// 0, or 90 where the lines run upright; what stands on its head is told from the lines, by `isUpsideDown`.
  private(set) var degrees = 0
  /// The skew of the print beyond that, in degrees clockwise.
  private(set) var skew: Double

  /// Judges a page from its ink; `isUpright` tells that its orientation is known, so that its skew alone is measured.
  init(of ink: InkComponents, measure: TextMeasure, isUpright: Bool) {
    let search = Skew(ink, measure: measure)
    let level = search.best(from: -45, through: 45)
    let fineLevel = search.refined(level.angle)
    skew = fineLevel.angle
    if isUpright { return }
    // A till's letters stand in columns too, so three kinds of evidence are weighed: whether letters have their next neighbour beside
    // them, how sharp the rows are, and how cheaply the page is cut into them. The weights part 54 real receipts from
    // the same ones lying on their sides, which none of them tells alone.
    let beside = search.besideShare(at: level.angle)
    guard beside < 0.75 else { return }
    let upright = search.best(from: 46, through: 134)
    let sharper = upright.sharpness / max(level.sharpness, 1)
    let fineUpright = search.refined(upright.angle)
    func cost(_ angle: Double) -> Double { Self.rowCost(of: ink, measure: measure, at: angle) + 0.05 }
    let dearer = cost(fineUpright.angle) / cost(fineLevel.angle)
    if log(max(sharper, 0.01) / dearer) + 10 * (0.62 - beside) > -1.05 {
      (degrees, skew) = (90, fineUpright.angle - 90)
    }
  }

  /// How badly the print falls into rows that run at an angle: the cost of cutting it, for each row's height of page.
  private static func rowCost(of ink: InkComponents, measure: TextMeasure, at degrees: Double) -> Double {
    let rotation = Projection.rotation(degrees: -degrees)
    let height = measure.height
    var pieces: [RowPiece] = []
    for index in measure.glyphs {
      let piece = ink.components[index]
      let centre = rotation.apply(piece.centreX, piece.centreY)
      let isUpright = abs(degrees) > 45
      let (halfX, halfY) = (
        Double(isUpright ? piece.height : piece.width) / 2, Double(isUpright ? piece.width : piece.height) / 2
      )
      pieces.append(
        RowPiece(
          component: index, left: centre.x - halfX, right: centre.x + halfX, top: centre.y - halfY,
          bottom: centre.y + halfY))
    }
    guard let top = pieces.map(\.top).min(), let bottom = pieces.map(\.bottom).max(), bottom > top else { return 0 }
    var profile = [Float](repeating: 0, count: Int(bottom - top) + 2)
    for index in pieces.indices {
      pieces[index].top -= top
      pieces[index].bottom -= top
      for row in Int(pieces[index].top)..<max(Int(pieces[index].top) + 1, Int(pieces[index].bottom)) {
        profile[row] += Float(pieces[index].width)
      }
    }
    return RowBands(pieces, profile: profile, textHeight: height).cost / ((bottom - top) / height)
  }

  /// Marks that stand alone in their columns tell which way is up: commas and full stops lie on the line.
  static func isUpsideDown(_ pieces: [RowPiece], bands: [RowBands.Band], textHeight: Double) -> Bool {
    var (low, high) = (0, 0)
    let sorted = pieces.sorted { $0.middle < $1.middle }
    var start = 0
    for band in bands where Double(band.height) > 0.6 * textHeight && Double(band.height) < 2.5 * textHeight {
      while start < sorted.count, sorted[start].middle < Double(band.top) { start += 1 }
      var end = start
      while end < sorted.count, sorted[end].middle < Double(band.bottom) { end += 1 }
      let row = sorted[start..<end]
      let tall = row.filter { $0.height > 0.6 * Double(band.height) }
      guard tall.count >= 3 else { continue }
      for mark in row where mark.height < 0.42 * Double(band.height) && mark.width < 0.4 * textHeight {
        let isAlone = !row.contains { other in
          other.component != mark.component && other.left < mark.right && mark.left < other.right
        }
        // Between two letters, as a comma in an amount is.
        let isBetween =
          tall.contains { $0.right <= mark.left + 1 && mark.left - $0.right < 0.5 * textHeight }
          && tall.contains { $0.left >= mark.right - 1 && $0.left - mark.right < 0.7 * textHeight }
        guard isAlone, isBetween else { continue }
        let place = (mark.middle - Double(band.top)) / Double(band.height)
        if place > 0.68 { low += 1 } else if place < 0.32 { high += 1 }
      }
    }
    // Of 54 upright receipts none had three such marks at the top and more of them there than below.
    return high >= 3 && high * 10 > low * 13
  }
}

extension Skew {
  /// The share of pieces whose nearest neighbour lies beside them rather than above or below, seen from an angle.
  ///
  /// Letters stand closer to the next letter than to the next line.
  fileprivate func besideShare(at degrees: Double) -> Double {
    let (sine, cosine) = (Float(sin(degrees * .pi / 180)), Float(cos(degrees * .pi / 180)))
    let sorted = middles.sorted { $0.x < $1.x }
    let far = 2.5 * textHeight
    var (beside, all) = (0, 0)
    for index in stride(from: 0, to: sorted.count, by: max(1, sorted.count / 800)) {
      let point = sorted[index]
      var nearest = far * far
      var isBeside: Bool?
      func look(_ other: Point) {
        let (dx, dy) = (other.x - point.x, other.y - point.y)
        let distance = dx * dx + dy * dy
        guard distance < nearest, distance > 0 else { return }
        nearest = distance
        isBeside = abs(dx * cosine + dy * sine) > abs(dy * cosine - dx * sine)
      }
      var other = index + 1
      while other < sorted.count, sorted[other].x - point.x < far {
        look(sorted[other])
        other += 1
      }
      other = index - 1
      while other >= 0, point.x - sorted[other].x < far {
        look(sorted[other])
        other -= 1
      }
      guard let isBeside else { continue }
      all += 1
      if isBeside { beside += 1 }
    }
    return all > 0 ? Double(beside) / Double(all) : 1
  }
}
