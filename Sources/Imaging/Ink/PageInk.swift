package import PageModel

/// The ink of a read page on a reduced colour picture, in which pen marks are found.
package struct PageInk {
  let map: InkMap
  /// Boxes of words that were surely read, in the map's pixels.
  let words: [Box]
  /// The degrees clockwise that bring the page upright.
  let rotation: Int
  /// The map's pixels for one pixel of the original.
  let scale: Double

  /// The longer side of the reduced picture, in pixels: a thin pen's stroke is 1.5 of them wide.
  private static let longestSide = 1600
  /// Words with a lower confidence may be marks.
  private static let sureWord = 0.75
  /// A single letter that exceeds the height of words by this factor may be a mark.
  private static let usualHeight = 1.25

  /// - Parameter page: The page as read on the picture, in pixels of the original; nil if no word is sure.
  package init?(on picture: Picture, of page: RecognisedPage) {
    let longest = max(picture.width, picture.height, 1)
    let scale = min(1, Double(Self.longestSide) / Double(longest))
    let (width, height) = (Int(Double(picture.width) * scale), Int(Double(picture.height) * scale))
    guard width >= 100, height >= 100 else { return nil }
    let toMap = Double(width) / Double(max(picture.originalWidth, 1))
    words = Self.words(of: page).map { $0.scaled(by: toMap) }
    guard !words.isEmpty else { return nil }
    self.scale = toMap
    rotation = page.preparation?.rotation ?? 0
    map = InkMap(InkSample(of: picture, width: width, height: height), print: words)
  }

  private static func words(of page: RecognisedPage) -> [Box] {
    let sure = page.lines.filter { $0.kind == .text }.flatMap(\.words).compactMap { word -> (box: Box, letters: Int)? in
      let letters = word.text.unicodeScalars.count {
        $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber
      }
      return word.confidence >= sureWord && letters > 0 ? (word.box, letters) : nil
    }
    guard let height = sure.map({ min($0.box.width, $0.box.height) }).median else { return [] }
    let highest = usualHeight * Double(height)
    return sure.filter { $0.letters > 1 || Double(min($0.box.width, $0.box.height)) <= highest }.map(\.box)
  }
}

extension Box {
  /// Its corners, clockwise from the upper left.
  package var corners: [Point] {
    [(Double(x), Double(y)), (right, Double(y)), (right, bottom), (Double(x), bottom)]
  }

  /// Its columns on a picture of so many, and its rows likewise.
  package func columns(within count: Int) -> Range<Int> { Range(from: x, to: x + width, within: count) }
  package func rows(within count: Int) -> Range<Int> { Range(from: y, to: y + height, within: count) }

  func scaled(by scale: Double) -> Box {
    func scaled(_ value: Int) -> Int { Int((Double(value) * scale).rounded()) }
    let (left, top) = (scaled(x), scaled(y))
    return Box(x: left, y: top, width: max(1, scaled(x + width) - left), height: max(1, scaled(y + height) - top))
  }
}
