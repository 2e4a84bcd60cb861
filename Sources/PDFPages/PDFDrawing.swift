import Documents

struct PDFDrawing: Equatable {
  /// Pixels for 72 units of the page, which are an inch by default.
  var resolution: Double
  var isGray: Bool
  /// Whether the page is a scan: images cover most of it.
  var isScan: Bool

  /// The best resolution for text of ordinary size.
  private static let usual = 300.0
  private static let resolutions = 20.0...600.0
  /// The most pixels of a drawn page: A1 at 250 to the inch.
  private static let mostPixels = 50_000_000.0
  /// A scan whose longer side has this many pixels shows everything; `wholeScanUnderText` with text over it.
  private static let wholeScan = 300.0
  private static let wholeScanUnderText = 3000.0
  private static let scanShare = 0.5

  /// - Parameters:
  ///   - page: As shown; images and the resolution use its own units.
  ///   - hasText: Whether the page has text of its own, visible or not.
  ///   - maximumPixels: The most pixels of a page; the resolution is lowered to it.
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
    let pixels = sheet.width / 72 * (sheet.height / 72) * resolution * resolution
    if pixels > most { resolution *= (most / pixels).squareRoot() * 0.999 }
    // A page that is one image is drawn pixel by pixel, because the image's own resolution is given only in whole
    // numbers.
    if isWhole, reduction == 1, let image = images.onlyImage(on: sheet),
      Double(image.width) * Double(image.height) <= most
    {
      let exact = [(image.width, image.height), (image.height, image.width)].compactMap { width, height in
        Self.resolution(of: sheet, width: width, height: height)
      }
      resolution = exact.first ?? resolution
    }
  }

  /// The resolution that gives a page this many pixels; nil if its shape differs.
  private static func resolution(of sheet: PageSheet, width: Int, height: Int) -> Double? {
    let resolution = min(Double(width) / sheet.width, Double(height) / sheet.height) * 72 * (1 - 1e-5)
    let isExact =
      (sheet.width * resolution / 72).rounded(.up) == Double(width)
      && (sheet.height * resolution / 72).rounded(.up) == Double(height)
    return isExact ? resolution : nil
  }

  var arguments: [String] { (isGray ? ["-gray"] : []) + ["-r", "\(resolution)"] }

  func bytes(of page: PageSheet) -> UInt64 {
    let sheet = page.inUnits
    let pixels = (sheet.width / 72 * resolution + 2) * (sheet.height / 72 * resolution + 2)
    return UInt64(min(pixels, 1e12)) * (isGray ? 1 : 3) + 4096
  }
}
