package import PageModel

/// The pen marks on a page: what a person has circled, ticked or starred.
///
/// They are looked for on a reduced picture in colour, after the page was read: where its words are tells ink from print.
package struct PenMarks {
  /// From top to bottom, at most `PageSignals.marksAtMost`, in pixels of the original.
  package private(set) var marks: [PenMark] = []
  /// Everything that was looked at.
  package private(set) var ink: [InspectedInk] = []

  /// The longer side of the picture on which they are looked for, in pixels: a thin pen's stroke is 1.5 of them wide.
  private static let longestSide = 1600
  /// Words that were read less surely may be marks.
  private static let sureWord = 0.75
  /// A letter alone that is higher than other words by this may be a mark.
  private static let usualHeight = 1.25

  /// - Parameter page: What was read on the picture, in pixels of the original.
  package init(on picture: Picture, of page: RecognisedPage) {
    let longest = max(picture.width, picture.height, 1)
    let scale = min(1, Double(Self.longestSide) / Double(longest))
    let (width, height) = (Int(Double(picture.width) * scale), Int(Double(picture.height) * scale))
    guard width >= 100, height >= 100 else { return }
    let toSample = Double(width) / Double(max(picture.originalWidth, 1))
    let words = Self.words(of: page).map { Self.scaled($0, by: toSample) }
    guard !words.isEmpty else { return }
    let sample = InkSample(of: picture, width: width, height: height)
    let finder = MarkFinder(sample, words: words, rotation: page.preparation?.rotation ?? 0)
    let candidates = finder.candidates()
    ink = candidates.prefix(InspectedInk.most).map {
      InspectedInk(box: Self.scaled($0.piece.box, by: 1 / toSample), features: $0.features)
    }
    marks = MarkFinder.chosen(candidates).prefix(PageSignals.marksAtMost).map { mark in
      PenMark(
        shape: mark.shape, confidence: mark.confidence, box: Self.scaled(mark.box, by: 1 / toSample), color: mark.color)
    }
  }

  /// Boxes of what was surely read as print; a large letter that stands alone may be a mark.
  private static func words(of page: RecognisedPage) -> [Box] {
    let sure = page.lines.filter { $0.kind == .text }.flatMap(\.words).compactMap { word -> (box: Box, letters: Int)? in
      let letters = word.text.unicodeScalars.count {
        $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber
      }
      return word.confidence >= sureWord && letters > 0 ? (word.box, letters) : nil
    }
    let heights = sure.map { min($0.box.width, $0.box.height) }.sorted()
    guard !heights.isEmpty else { return [] }
    let highest = usualHeight * Double(heights[heights.count / 2])
    return sure.filter { $0.letters > 1 || Double(min($0.box.width, $0.box.height)) <= highest }.map(\.box)
  }

  private static func scaled(_ box: Box, by scale: Double) -> Box {
    func scaled(_ value: Int) -> Int { Int((Double(value) * scale).rounded()) }
    let (left, top) = (scaled(box.x), scaled(box.y))
    return Box(
      x: left, y: top, width: max(1, scaled(box.x + box.width) - left), height: max(1, scaled(box.y + box.height) - top)
    )
  }
}
