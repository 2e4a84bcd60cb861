import CLeptonica
import PictureFormats

/// Decodes one page of an animation: a picture by itself, or laid over those before it.
extension PictureSource {
  /// The largest page may be decoded this many times for one page.
  private static let mostTimes = 4

  func readAnimation(_ page: AnimationPage) throws(PictureError) -> RawPicture? {
    guard let own = page.layers.last else { return nil }
    if page.isPlain { return picture(own) }
    let pixels = page.layers.reduce(0) { $0 + $1.width * $1.height }
    guard pixels / Self.mostTimes <= maximumPixels else {
      throw .unsupported(
        "an animation of \(page.layers.count) frames upon each other, of \(pixels >> 20) million pixels")
    }
    guard let raw = RawPicture(width: page.width, height: page.height) else { throw .outOfMemory }
    Picture.whiten(0..<page.height, of: raw.pix)
    for (index, layer) in page.layers.enumerated() {
      if index < page.layers.count - 1, layer.disposal == .cleared {
        clear(layer, on: raw.pix)
        continue
      }
      guard let picture = picture(layer) else { return nil }
      draw(picture, layer, on: raw.pix)
      raw.warnings = picture.warnings
    }
    return raw
  }

  private func picture(_ frame: AnimationFrame) -> RawPicture? {
    format == .gif ? GIFPicture(frame: frame, bytes: bytes).decode() : webP(of: frame)
  }

  private func clear(_ frame: AnimationFrame, on canvas: UnsafeMutablePointer<PIX>) {
    var box = boxCreate(
      l_int32(clamping: frame.left), l_int32(clamping: frame.top), l_int32(clamping: frame.width),
      l_int32(clamping: frame.height))
    defer { boxDestroy(&box) }
    pixSetInRectArbitrary(canvas, box, .max)
  }

  private func draw(_ picture: RawPicture, _ frame: AnimationFrame, on canvas: UnsafeMutablePointer<PIX>) {
    var pix: UnsafeMutablePointer<PIX>? = picture.release()
    defer { pixDestroy(&pix) }
    if pixGetColormap(pix) != nil {
      if let transparent = frame.transparent { pixcmapSetAlpha(pixGetColormap(pix), l_int32(transparent), 0) }
      let way = frame.transparent == nil ? REMOVE_CMAP_TO_FULL_COLOR : REMOVE_CMAP_WITH_ALPHA
      let coloured = pixRemoveColormap(pix, l_int32(way))
      pixDestroy(&pix)
      pix = coloured
    }
    guard pixGetDepth(pix) == 32, let from = pixGetData(pix), let to = pixGetData(canvas) else { return }
    let hasOpacity = pixGetSpp(pix) == 4
    let (fromWords, toWords) = (Int(pixGetWpl(pix)), Int(pixGetWpl(canvas)))
    let columns = min(frame.width, Int(pixGetWidth(pix)), Int(pixGetWidth(canvas)) - frame.left)
    let rows = min(frame.height, Int(pixGetHeight(pix)), Int(pixGetHeight(canvas)) - frame.top)
    guard columns > 0, rows > 0 else { return }
    let missing = picture.missingRows?.lowerBound ?? rows
    for row in 0..<min(rows, missing) {
      for column in 0..<columns {
        let word = from[row * fromWords + column]
        let place = (row + frame.top) * toWords + column + frame.left
        // A picture that does not show the pixels below it lies on white.
        let below = frame.isOpaque ? UInt32.max : to[place]
        to[place] = hasOpacity ? Picture.blended(word, over: below) : word
      }
    }
  }
}
