/// A page brought so far that one threshold parts its ink from its paper: shade divided out, then all ink equally dark.
///
/// A fixed threshold after this takes the place of a local one (Sauvola's, Otsu's by tiles).
struct Binarisation {
  /// Ink is darker than this, black 0 to white 255.
  static let threshold: UInt8 = 128

  /// The shade that was divided out.
  let background: Background
  /// Evenly white paper, ink as dark as it was printed.
  let white: GrayImage
  /// The same with all ink equally dark.
  let even: GrayImage

  /// Takes strokes of up to about half of `reach` pixels for ink; `whitening` paints over what is no page,
  /// `measuring` over what is no print.
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
