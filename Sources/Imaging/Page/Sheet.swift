import PageModel

/// The part of a picture that is one sheet, with its own straightened coordinates.
struct Sheet {
  let sampler: Sampler
  /// The sheet's size in its own coordinates, which are original pixels where nothing was straightened.
  let width: Double
  let height: Double
  /// From the sheet's coordinates to the picture's.
  let toPicture: Projection
  /// What is paper, in the picture's pixels; nil where all of it is.
  let paper: PaperFinder?
  /// Whether a perspective was undone.
  let isRectified: Bool

  /// The whole picture, or the paper that was found on it.
  init(_ gray: GrayImage, paper: PaperFinder?, undoesPerspective: Bool) {
    sampler = Sampler(gray, smallestScale: 0.04)
    self.paper = paper
    if undoesPerspective, let flat = paper?.corners.flatMap(Perspective.init) {
      (width, height, toPicture) = (flat.width, flat.height, flat.toPicture)
      isRectified = true
    } else if let outline = paper?.outline, let left = outline.map(\.x).min(), let right = outline.map(\.x).max(),
      let top = outline.map(\.y).min(), let bottom = outline.map(\.y).max()
    {
      (width, height) = (max(1, right - left), max(1, bottom - top))
      toPicture = .shift(left, top)
      isRectified = false
    } else {
      (width, height) = (Double(gray.width), Double(gray.height))
      toPicture = .identity
      isRectified = false
    }
  }

  private init(_ whole: Sheet, left: Double, top: Double, width: Double, height: Double) {
    sampler = whole.sampler
    paper = whole.paper
    self.width = width
    self.height = height
    toPicture = Projection.shift(left, top).then(whole.toPicture)
    isRectified = whole.isRectified
  }

  /// An upright part of this sheet.
  func part(_ part: (left: Double, top: Double, right: Double, bottom: Double)) -> Sheet {
    Sheet(
      self, left: part.left, top: part.top, width: max(1, part.right - part.left),
      height: max(1, part.bottom - part.top))
  }

  /// The upright box around this sheet in the picture as it is shown; nil where it is the whole.
  func box(in picture: Picture) -> Box? {
    let places = [(0, 0), (width, 0), (width, height), (0, height)].map { toPicture.apply($0.0, $0.1) }
    let scale = picture.originalScale
    let left = max(0, Int(((places.map(\.x).min() ?? 0) * scale).rounded()))
    let top = max(0, Int(((places.map(\.y).min() ?? 0) * scale).rounded()))
    let right = min(picture.originalWidth, Int(((places.map(\.x).max() ?? 0) * scale).rounded()))
    let bottom = min(picture.originalHeight, Int(((places.map(\.y).max() ?? 0) * scale).rounded()))
    let isWhole = left <= 1 && top <= 1 && right >= picture.originalWidth - 1 && bottom >= picture.originalHeight - 1
    return isWhole ? nil : Box(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The size of this sheet rotated by an angle and scaled, and the mapping from there to the picture.
  func frame(angle: Double, scale: Double) -> (width: Int, height: Int, mapping: Projection) {
    let rotation = Projection.rotation(degrees: angle)
    let (sine, cosine) = (abs(rotation.d), abs(rotation.a))
    let (rotatedWidth, rotatedHeight) = (width * cosine + height * sine, width * sine + height * cosine)
    let mapping = Projection.scaling(1 / scale, 1 / scale)
      .then(.shift(-rotatedWidth / 2, -rotatedHeight / 2))
      .then(rotation)
      .then(.shift(width / 2, height / 2))
      .then(toPicture)
    return (max(1, Int(rotatedWidth * scale)), max(1, Int(rotatedHeight * scale)), mapping)
  }

  /// Paints over what lies outside of the sheet; `mapping` leads from the image to the picture.
  func whiten(_ image: inout GrayImage, mapping: Projection) {
    guard let back = mapping.inverse else { return }
    whiten(
      &image,
      outside: [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
        let place = toPicture.apply(x, y)
        return back.apply(place.x, place.y)
      }, margin: 0)
    guard let paper else { return }
    let margin = 0.004 * (Double(image.width * image.height)).squareRoot()
    whiten(&image, outside: paper.outline.map { back.apply($0.x, $0.y) }, margin: margin)
  }

  private func whiten(_ image: inout GrayImage, outside outline: [(x: Double, y: Double)], margin: Double) {
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
      let last = to.isFinite ? min(max(Int((to - margin).rounded(.up)), first), image.width) : image.width
      let start = y * image.width
      for x in 0..<first { image.pixels[start + x] = 255 }
      for x in last..<max(last, image.width) { image.pixels[start + x] = 255 }
    }
  }
}
