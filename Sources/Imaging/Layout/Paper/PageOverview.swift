import Glibc
/// A sheet seen from afar: whether it has ink, how high its print is, which way it runs.
struct PageOverview {
  let ink: InkComponents
  private(set) var measure: TextMeasure
  /// Sheet pixels for one pixel of the overview.
  let factor: Double
  /// Whether anything is printed.
  let hasInk: Bool
  /// 0, or 90 where the print runs upright.
  private(set) var quarter: Int
  /// The tilt of the print beyond that, in degrees clockwise.
  private(set) var tilt: Double

  /// The height of the print in the sheet's pixels; 0 where it cannot be told.
  var textHeight: Double { measure.height * factor }

  /// The part of the sheet that holds ink, with some white around it, in the sheet's pixels.
  var printed: (left: Double, top: Double, right: Double, bottom: Double) {
    let h = max(4, measure.height)
    let pieces = ink.components.filter { Double($0.height) > 0.3 * h || Double($0.width) > 0.6 * h }
    let margin = 2 * h
    let (left, top) = (Double(pieces.map(\.left).min() ?? 0) - margin, Double(pieces.map(\.top).min() ?? 0) - margin)
    let right = Double(pieces.map(\.right).max() ?? ink.width) + margin
    let bottom = Double(pieces.map(\.bottom).max() ?? ink.height) + margin
    return (
      max(0, left) * factor, max(0, top) * factor, min(Double(ink.width), right) * factor,
      min(Double(ink.height), bottom) * factor
    )
  }

  /// Looks at a sheet, and a second time at the levelled sheet where it leans so much that letters look higher.
  ///
  /// `isUpright` tells that its print is known not to lie on its side.
  init(_ sheet: Sheet, isUpright: Bool = false) {
    self.init(sheet, angle: 0, isUpright: isUpright)
    guard measure.height > 0, abs(tilt) > 8 else { return }
    let levelled = PageOverview(sheet, angle: tilt + Double(quarter), isUpright: isUpright)
    guard levelled.measure.height > 0 else { return }
    measure = levelled.measure
    tilt += levelled.tilt
    quarter = (quarter + levelled.quarter) % 360
  }

  private init(_ sheet: Sheet, angle: Double, isUpright: Bool) {
    factor = max(1, (sheet.width * sheet.height / 1_500_000).squareRoot())
    let (width, height, mapping) = sheet.frame(angle: angle, scale: 1 / factor)
    let view = sheet.sampler.warped(width: width, height: height, by: mapping, scale: 1 / factor)
    let reach = max(8, Double(max(width, height)) * 0.015)
    var plain = Background(of: view, reach: reach).divided(out: view)
    sheet.whiten(&plain, mapping: mapping)
    hasInk = Self.hasInk(plain)
    ink = InkComponents(of: Contrast(of: plain, reach: 2 * reach).stretched(plain), darkerThan: 128)
    measure = TextMeasure(ink)
    guard measure.height > 0 else {
      (quarter, tilt) = (0, 0)
      return
    }
    let search = TiltSearch(ink, measure: measure)
    let level = search.best(from: -45, through: 45)
    let upright = search.best(from: 46, through: 134)
    let fineLevel = search.refined(level.angle)
    (quarter, tilt) = (0, fineLevel.angle)
    if isUpright { return }
    // A till's letters stand in columns too, so three signs are weighed: whether letters have their next neighbour beside
    // them, how sharp the rows are, and how cheaply the page is cut into them. The weights part 54 real receipts from
    // the same ones lying on their sides, which none of the signs does alone.
    let beside = search.besideShare(at: level.angle)
    guard beside < 0.75 else { return }
    let sharper = upright.sharpness / max(level.sharpness, 1)
    let fineUpright = search.refined(upright.angle)
    let dearer = (rowCost(at: fineUpright.angle) + 0.05) / (rowCost(at: fineLevel.angle) + 0.05)
    if log(max(sharper, 0.01) / dearer) + 10 * (0.62 - beside) > -1.05 {
      (quarter, tilt) = (90, fineUpright.angle - 90)
      measure = TextMeasure(ink, isLying: true)
    }
  }

  /// How badly the print falls into rows that run at an angle: the cost of cutting it, for each row's height of page.
  private func rowCost(at degrees: Double) -> Double {
    let turn = Projection.rotation(degrees: -degrees)
    let height = measure.height
    var pieces: [RowPiece] = []
    for index in measure.glyphs {
      let piece = ink.components[index]
      let centre = turn.apply(piece.centreX, piece.centreY)
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

  /// Whether there are pieces of ink of a letter's shape that stand out of the paper's noise.
  ///
  /// Noise is the median difference of neighbours, which print does not reach; folds and shadows are soft or long.
  private static func hasInk(_ plain: GrayImage) -> Bool {
    guard plain.width > 8, plain.height > 8 else { return false }
    var histogram = [Int](repeating: 0, count: 256)
    var count = 0
    for y in stride(from: 0, to: plain.height, by: 2) {
      for x in stride(from: 1, to: plain.width, by: 2) {
        let index = y * plain.width + x
        let (a, b) = (plain.pixels[index], plain.pixels[index - 1])
        // Saturated white says nothing about noise.
        guard a < 255 || b < 255 else { continue }
        histogram[Int(max(a, b) - min(a, b))] += 1
        count += 1
      }
    }
    guard count > 0 else { return false }
    var noise = 0
    var below = histogram[0]
    while noise < 255, below < count / 2 {
      noise += 1
      below += histogram[noise]
    }
    let contrast = min(max(22, 7 * noise), 110)
    let ink = InkComponents(of: plain, darkerThan: UInt8(255 - contrast))
    let largest = Double(min(plain.width, plain.height)) / 4
    let letters = ink.components.filter { piece in
      let (width, height) = (Double(piece.width), Double(piece.height))
      return piece.area >= 8 && height >= 4 && height < largest && width < 4 * height && width > 0.1 * height
    }
    return letters.count >= 3
  }
}
