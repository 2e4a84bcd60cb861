import Glibc
package import PageModel

/// Brings a page into the form that is read best: upright, level, evenly lit, its print of one height.
package struct PagePreparer: Sendable {
  private let level: ReaderSettings.PreparationLevel
  /// The height that print is brought to, in pixels: 20 read better than 16, 24 or 28 on real receipts.
  static let textHeight = 20.0

  package init(level: ReaderSettings.PreparationLevel = .full) {
    self.level = level
  }

  package func prepare(_ picture: Picture) -> PreparedPage {
    let gray = GrayImage(picture)
    var preparation = Preparation()
    let pixels = Double(gray.width * gray.height)
    let factor = max(1, Int((pixels / 1_500_000).squareRoot().rounded()))
    let overview = gray.reduced(by: factor)
    let paper = PaperFinder(picture)
    if getenv("HS_DEBUG") != nil { print("DBG paper", paper.map { ($0.outline.count, $0.corners as Any) } as Any) }
    let reach = Double(max(overview.width, overview.height)) * 0.015
    var plain = Background(of: overview, reach: max(8, reach)).divided(out: overview)
    if let paper { whiten(&plain, outside: paper, mapping: .scaling(Double(factor), Double(factor))) }
    let ink = InkComponents(of: Contrast(of: plain, reach: 2 * reach).stretched(plain), darkerThan: 128)
    let measure = TextMeasure(ink)
    var angle = 0.0
    if measure.height > 0 {
      let search = TiltSearch(ink, measure: measure)
      let coarse = search.best(from: -45, through: 45)
      angle = search.refined(coarse.angle)
    }
    let height = measure.height > 0 ? measure.height * Double(factor) : Self.textHeight
    let scale = min(max(Self.textHeight / height, 0.05), 3)
    var block = block(gray, paper: paper, angle: angle, scale: scale)
    // The sharpest rows may be those of one half of a folded sheet; what is level is the mean.
    let lean = block.found.meanSlope
    if abs(lean) > 0.015 {
      angle += atan(lean) * 180 / .pi
      block = self.block(gray, paper: paper, angle: angle, scale: scale)
    }
    preparation.angle = angle
    preparation.scale = scale
    return PreparedPage(blocks: [block], preparation: preparation, isBlank: false)
  }

  /// Turns, scales and whitens the picture and finds its lines.
  private func block(_ gray: GrayImage, paper: PaperFinder?, angle: Double, scale: Double) -> PreparedBlock {
    // From prepared pixels back to the original: unscale, then turn by the tilt about the middle.
    let (sine, cosine) = (abs(Self.sine(angle)), abs(Self.cosine(angle)))
    let (w, h) = (Double(gray.width), Double(gray.height))
    let (turnedWidth, turnedHeight) = (w * cosine + h * sine, w * sine + h * cosine)
    let toOriginal = Projection.scaling(1 / scale, 1 / scale)
      .then(.shift(-turnedWidth / 2, -turnedHeight / 2))
      .then(.rotation(degrees: angle))
      .then(.shift(w / 2, h / 2))
    let sampler = Sampler(gray, smallestScale: scale)
    let warped = sampler.warped(
      width: Int(turnedWidth * scale), height: Int(turnedHeight * scale), by: toOriginal, scale: scale)
    let background = Background(of: warped, reach: Self.textHeight)
    var white = background.divided(out: warped)
    if let paper { whiten(&white, outside: paper, mapping: toOriginal) }
    let image = Contrast(of: white, reach: Self.textHeight * 2).stretched(white)
    let found = LineFinder(textHeight: Self.textHeight).find(in: image, contrast: white)
    let cropper = LineCropper(
      sampler: sampler, toOriginal: toOriginal, scale: scale, background: background, owners: found.owners,
      width: image.width, height: image.height)
    return PreparedBlock(image: image, found: found, cropper: cropper, toOriginal: toOriginal)
  }

  /// Paints over what is not paper.
  private func whiten(_ image: inout GrayImage, outside paper: PaperFinder, mapping: Projection) {
    guard let back = mapping.inverse else { return }
    let margin = 0.004 * (Double(image.width * image.height)).squareRoot()
    let outline = paper.outline.map { back.apply($0.x, $0.y) }
    for y in 0..<image.height {
      // The span of a convex outline in this row.
      var (from, to) = (Double.infinity, -Double.infinity)
      let row = Double(y) + 0.5
      for (index, point) in outline.enumerated() {
        let next = outline[(index + 1) % outline.count]
        guard (point.y <= row) != (next.y <= row) else { continue }
        let x = point.x + (row - point.y) / (next.y - point.y) * (next.x - point.x)
        (from, to) = (min(from, x), max(to, x))
      }
      let first = from.isFinite ? min(max(Int(from + margin), 0), image.width) : image.width
      let last = to.isFinite ? min(max(Int(to - margin), first), image.width) : image.width
      for x in 0..<first { image.pixels[y * image.width + x] = 255 }
      for x in last..<max(last, image.width) { image.pixels[y * image.width + x] = 255 }
    }
  }

  private static func sine(_ degrees: Double) -> Double { Projection.rotation(degrees: degrees).d }
  private static func cosine(_ degrees: Double) -> Double { Projection.rotation(degrees: degrees).a }
}
