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
    let reach = Double(max(overview.width, overview.height)) * 0.015
    let plain = Background(of: overview, reach: max(8, reach)).divided(out: overview)
    let ink = InkComponents(of: Contrast(of: plain, reach: 2 * reach).stretched(plain), darkerThan: 128)
    let measure = TextMeasure(ink)
    var angle = 0.0
    if measure.height > 0 {
      let search = TiltSearch(ink, measure: measure)
      let coarse = search.best(from: -45, through: 45, step: 1)
      angle = search.refined(coarse.angle)
    }
    let height = measure.height > 0 ? measure.height * Double(factor) : Self.textHeight
    let scale = min(max(Self.textHeight / height, 0.05), 3)
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
    let background = Background(of: warped, reach: Self.textHeight * 1.2)
    let white = background.divided(out: warped)
    let image = Contrast(of: white, reach: Self.textHeight * 2).stretched(white)
    let found = LineFinder(textHeight: Self.textHeight).find(in: image)
    let cropper = LineCropper(
      sampler: sampler, toOriginal: toOriginal, scale: scale, background: background, owners: found.owners,
      width: image.width, height: image.height)
    preparation.angle = angle
    preparation.scale = scale
    let block = PreparedBlock(image: image, found: found, cropper: cropper, toOriginal: toOriginal)
    return PreparedPage(blocks: [block], preparation: preparation, isBlank: false)
  }

  private static func sine(_ degrees: Double) -> Double { Projection.rotation(degrees: degrees).d }
  private static func cosine(_ degrees: Double) -> Double { Projection.rotation(degrees: degrees).a }
}
