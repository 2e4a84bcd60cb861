import PageModel

extension PageSignals {
  /// The terms of the score, each 0 if nothing is wrong; `quality.py` has the same.
  ///
  /// - `doubt`: the share of characters that are expected to be wrong, of those that were read
  /// - `unread`, `cutOff`, `glare`, `noise`: as they were measured, the last two no further than pages differ by them
  /// - `blur`: how far the sharpness is below 0.8, `faintness`: how far the contrast of the faintest lines is below 0.6
  /// - `unreadable`: 1 for a page without text
  func values(of page: RecognisedPage) -> [Double] {
    func number(_ value: Double?, _ usual: Double) -> Double { value.flatMap { $0.isFinite ? $0 : nil } ?? usual }
    return [
      1 - min(max(number(page.confidence, 0), 0), 1), number(unread, 0), number(cutOff, 0), min(number(glare, 0), 0.3),
      max(0, 0.8 - number(sharpness, 1)), max(0, 0.6 - number(leastContrast, 1)), min(number(noise, 0), 0.2),
      page.text.isEmpty ? 1 : 0,
    ]
  }

  /// The line error that is expected of a page, 0 to 1.
  func expectedError(of page: RecognisedPage) -> Double { Self.sum(values(of: page), QualityTable.error) }

  /// The share of the print that is too faint or too blurred to be read, 0 to 1; 0 if it is below `unclearFrom`.
  var unclearPrint: Double {
    let share = unclear ?? 0
    return share.isFinite && share >= Self.unclearFrom ? min(share, 1) : 0
  }

  /// The share of printed characters that is expected to be lost, 0 to 1.
  func lost(on page: RecognisedPage) -> Double { Self.sum(values(of: page), QualityTable.lost) }

  private static func sum(_ values: [Double], _ weights: [Double]) -> Double {
    min(max(zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
  }

  /// The sharpness of text: 1 if it is ten times as high as its edges are wide; nil if that was not measured.
  ///
  /// A letter has strokes of a tenth of its height; an edge that is wider than a stroke blurs it into the next.
  var sharpness: Double? {
    guard let edgeWidth, let printHeight, edgeWidth > 0, printHeight > 0 else { return nil }
    return min(printHeight / (10 * edgeWidth), 1)
  }

  /// Whether the print is such that one who knows the script can read it.
  var isPrintFine: Bool {
    sharpness ?? 0 >= PageQuality.Reason.sharpFrom && contrast ?? 0 >= PageQuality.Reason.faintBelow
      && printHeight ?? 0 >= PageQuality.Reason.smallBelow
  }
}
