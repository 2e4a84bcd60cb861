/// Ink on a page without print: a drawing, a signature, a stamp.
package enum LoneInk {
  /// The longer side of the reduced picture, in pixels.
  private static let longestSide = 1000
  /// A darker pixel of evenly white paper is ink, 0 to 255: what is printed on the back shows through less.
  private static let darkest: UInt8 = 165
  /// A piece of ink is longer and wider than these parts of the longer side; holes, dust and folds are not.
  private static let leastLength = 0.04
  private static let leastWidth = 0.008
  /// The paper is brighter than the ink within this part of the longer side.
  private static let reach = 0.06

  /// Whether a piece of ink lies on the picture; what touches its edges is none of the page.
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
