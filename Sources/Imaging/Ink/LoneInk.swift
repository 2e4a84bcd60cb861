/// Ink on a page without text: a drawing, a signature, a stamp.
package enum LoneInk {
  /// The longer side of the reduced picture, in pixels.
  private static let longestSide = 1000
  /// Darker pixels of evenly white paper are ink, 0 to 255; text on the back shows through less dark.
  private static let darkest: UInt8 = 165
  /// The least length and width of ink as a share of the longer side; holes, dust and folds are smaller.
  private static let leastLength = 0.04
  private static let leastWidth = 0.008
  /// The paper is brighter than the ink within this share of the longer side.
  private static let reach = 0.06

  /// Whether a piece of ink lies on the picture; ink that touches its edges does not count.
  package static func isOn(_ picture: Picture) -> Bool {
    let whole = GrayImage(picture)
    let gray = whole.reduced(by: max(1, (max(whole.width, whole.height) + longestSide - 1) / longestSide))
    let side = Double(max(gray.width, gray.height))
    guard min(gray.width, gray.height) > 2 else { return false }
    let even = Background(of: gray, reach: max(3, reach * side)).divided(out: gray)
    return InkComponents(of: even, darkerThan: darkest).components.contains { piece in
      let isInside = piece.left > 0 && piece.top > 0 && piece.right < gray.width && piece.bottom < gray.height
      return isInside && Double(max(piece.width, piece.height)) >= leastLength * side
        && Double(min(piece.width, piece.height)) >= leastWidth * side
    }
  }
}
