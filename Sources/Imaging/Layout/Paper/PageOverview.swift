/// A sheet at a low resolution: whether it has ink, how high its print is, its orientation and its skew.
struct PageOverview {
  let ink: InkComponents
  private(set) var measure: TextMeasure
  /// Sheet pixels for one pixel of the overview.
  let factor: Double
  /// Whether anything is printed.
  let hasInk: Bool
  /// In degrees: 0, or 90 where the print runs upright.
  private(set) var orientation: Int
  /// The skew of the print beyond that, in degrees clockwise.
  private(set) var skew: Double

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

  /// Looks at a sheet, and a second time at the deskewed sheet where its skew is so large that letters look higher.
  ///
  /// `isUpright` tells that its orientation is known to be right.
  init(_ sheet: Sheet, isUpright: Bool = false) {
    self.init(sheet, angle: 0, isUpright: isUpright)
    guard measure.height > 0, abs(skew) > 8 else { return }
    let deskewed = PageOverview(sheet, angle: skew + Double(orientation), isUpright: isUpright)
    guard deskewed.measure.height > 0 else { return }
    measure = deskewed.measure
    skew += deskewed.skew
    orientation = (orientation + deskewed.orientation) % 360
  }

  private init(_ sheet: Sheet, angle: Double, isUpright: Bool) {
    factor = max(1, (sheet.width * sheet.height / 1_500_000).squareRoot())
    let (width, height, mapping) = sheet.frame(angle: angle, scale: 1 / factor)
    let view = sheet.sampler.warped(width: width, height: height, by: mapping, scale: 1 / factor)
    let reach = max(8, Double(max(width, height)) * 0.015)
    let page = Binarisation(view, reach: reach) { sheet.whiten(&$0, mapping: mapping) }
    hasInk = Self.hasInk(page.white)
    ink = page.ink
    measure = TextMeasure(ink)
    guard measure.height > 0 else {
      (orientation, skew) = (0, 0)
      return
    }
    let found = Orientation(of: ink, measure: measure, isUpright: isUpright)
    (orientation, skew) = (found.degrees, found.skew)
    if found.degrees == 90 { measure = TextMeasure(ink, isSideways: true) }
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
