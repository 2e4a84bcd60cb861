import Documents

/// How a page is drawn: at which size and in which colours.
struct PDFDrawing: Equatable {
  /// Pixels for 72 units of the page, which are an inch but where it says otherwise.
  var resolution: Double
  var isGray: Bool
  /// Whether the page is a scan: images cover most of it.
  var isScan: Bool

  /// Print of ordinary size is read best at this.
  private static let usual = 300.0
  private static let resolutions = 20.0...600.0
  /// A page that is drawn has no more pixels than this: A1 at 250 to the inch.
  private static let mostPixels = 50_000_000.0
  /// A scan whose longer side has so many pixels has all there is to see; with text over it, so many.
  private static let wholeScan = 300.0
  private static let wholeScanUnderText = 3000.0
  /// From this share of the page on it is a scan.
  private static let scanShare = 0.5

  /// - Parameters:
  ///   - page: As it is shown; images are told in its own units, and so is the resolution.
  ///   - hasText: Whether the page has text of its own, be it seen or not.
  ///   - maximumPixels: What a page may have at most; the resolution is lowered to it.
  ///   - reduction: 2 for a page of half the width and height.
  init(of page: PageSheet, images: PDFPageImages, hasText: Bool, maximumPixels: Int, reduction: Int = 1) {
    let sheet = page.inUnits
    isScan = images.share(of: sheet) >= Self.scanShare
    isGray = isScan && !images.images.contains(where: \.isColoured)
    let longest = max(sheet.width, sheet.height) / 72
    let own = images.resolution(on: sheet)
    let isWhole = own.map { $0 * longest >= (hasText ? Self.wholeScanUnderText : Self.wholeScan) } ?? false
    let usual = Self.usual * page.unit
    resolution = usual
    if isScan, let own { resolution = isWhole ? own : max(own, usual) }
    let (least, finest) = (Self.resolutions.lowerBound * page.unit, Self.resolutions.upperBound * page.unit)
    resolution = min(max(resolution, least), finest) / Double(reduction)
    let most = min(Double(max(1, maximumPixels)), Self.mostPixels)
    let inches = sheet.width / 72 * (sheet.height / 72)
    let pixels = inches * resolution * resolution
    if pixels > most { resolution *= (most / pixels).squareRoot() * 0.999 }
    // A page that is one image is drawn pixel by pixel; the image's own resolution is told in whole numbers alone.
    if isWhole, reduction == 1, let image = images.onlyImage(on: sheet),
      Double(image.width) * Double(image.height) <= most
    {
      let exact = [(image.width, image.height), (image.height, image.width)].compactMap { width, height in
        Self.resolution(of: sheet, width: width, height: height)
      }
      resolution = exact.first ?? resolution
    }
  }

  /// The resolution at which a page has so many pixels; nil where its shape is another.
  ///
  /// Poppler rounds a page's pixels up, and draws an image that fills the page pixel by pixel where it need not scale it.
  private static func resolution(of sheet: PageSheet, width: Int, height: Int) -> Double? {
    let resolution = min(Double(width) / sheet.width, Double(height) / sheet.height) * 72 * (1 - 1e-5)
    let isExact =
      (sheet.width * resolution / 72).rounded(.up) == Double(width)
      && (sheet.height * resolution / 72).rounded(.up) == Double(height)
    return isExact ? resolution : nil
  }

  var arguments: [String] { (isGray ? ["-gray"] : []) + ["-r", "\(resolution)"] }

  /// Bytes of the drawn page, at most.
  func bytes(of page: PageSheet) -> UInt64 {
    let sheet = page.inUnits
    let pixels = (sheet.width / 72 * resolution + 2) * (sheet.height / 72 * resolution + 2)
    return UInt64(min(pixels, 1e12)) * (isGray ? 1 : 3) + 4096
  }
}
