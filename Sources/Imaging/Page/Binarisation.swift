/// A page in which one threshold separates ink from paper: shade divided out, then all ink equally dark.
struct Binarisation {
  /// Ink is darker than this, black 0 to white 255.
  static let threshold: UInt8 = 128
  let background: Background
  /// Evenly white paper, ink as dark as it was printed.
  let white: GrayImage
  /// The same with all ink equally dark.
  let even: GrayImage

  /// Takes strokes of up to about half of `reach` pixels for ink.
  init(
    _ image: GrayImage, reach: Double, evensInk: Bool = true, whitening: (inout GrayImage) -> Void = { _ in },
    measuring: (GrayImage) -> GrayImage = { $0 }
  ) {
    background = Background(of: image, reach: reach)
    var white = background.divided(out: image)
    whitening(&white)
    self.white = white
    even = evensInk ? Contrast(of: measuring(white), reach: 2 * reach).stretched(white) : white
  }
}
