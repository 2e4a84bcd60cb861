package import PageModel

extension PageInk {
  /// Words of a higher confidence are text, also coloured ones.
  private static let mostConfidence = 0.6
  /// Ink is darker than these levels, and more coloured than text and gray; logos and pictures cover more of their boxes.
  private static let leastDarkness: UInt8 = 60
  private static let leastColour = 30
  private static let leastColoured = 0.8
  private static let leastMedian = 65
  private static let leastPixels = 8
  private static let mostInk = 0.5
  private static let leastSureWords = 6

  /// The boxes of unread words and noise that a coloured pen wrote (`Measurements.md`).
  ///
  /// - Parameter seals: Red ink that no pen wrote. All boxes are in pixels of the original.
  package func handwriting(on page: RecognisedPage, besides seals: [Box] = []) -> ArraySlice<Box> {
    let found = page.lines.flatMap { line in
      line.kind == .noise ? [line.box] : line.words.filter { $0.confidence < Self.mostConfidence }.map(\.box)
    }.filter { !$0.isStamped(by: seals) && isOfPen($0.scaled(by: scale)) }
    return isFormColoured(beside: found.count) ? [] : found.prefix(PageSignals.unreadBoxesAtMost)
  }

  /// Whether so many words of such ink were surely read that a form is printed in it.
  private func isFormColoured(beside found: Int) -> Bool {
    guard found > 0 else { return false }
    let sure = words.count(where: isOfPen)
    return sure >= Self.leastSureWords && 3 * sure >= found
  }

  private func isOfPen(_ box: Box) -> Bool {
    var colours = Levels()
    for y in box.rows(within: map.height) {
      for x in box.columns(within: map.width)
      where map.darkness[y * map.width + x] >= Self.leastDarkness { colours.add(map.penColour(at: y * map.width + x)) }
    }
    let pale = colours.count(in: 0...Self.leastColour - 1)
    return colours.count >= Self.leastPixels && Double(colours.count) <= Self.mostInk * box.area
      && Double(pale) <= (1 - Self.leastColoured) * Double(colours.count)
      && colours.ranked(colours.count / 2) >= Self.leastMedian
      && map.isPaper(x: box.x + box.width / 2, y: box.y + box.height / 2)
  }
}
