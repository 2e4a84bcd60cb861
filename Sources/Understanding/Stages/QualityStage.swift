package import PageModel

/// The quality of a page's reading, with reasons, from the reader's measures.
package enum QualityStage: DerivedStage {
  package static let name = "quality"
  package static let version = 2
  package static var schema: String { String(decoding: PackageResources.quality_schema_json, as: UTF8.self) }

  /// 100 less the expected line error in percent, which is fitted on drawn pages to measures of their pictures and to
  /// confidences; or less the share of text that is too faint or too blurred to be read, if that is larger.
  ///
  /// A page that was read before its picture was measured has its confidence for a score, which knows nothing of print
  /// that nobody found.
  package static func value(of page: PageRecord, in context: StageContext = StageContext()) -> PageQuality? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    let height = textHeight(of: reading)
    let signals = reading.signals
    return PageQuality(
      score: (signals.map { 1 - max($0.expectedError(of: reading), $0.unclearPrint) } ?? reading.confidence).percent,
      reasons: PageQuality.Reason.reasons(of: reading, height: height ?? signals?.printHeight),
      skew: reading.preparation?.angle, rotation: reading.preparation?.rotation, textHeight: height,
      sharpness: signals?.sharpness?.rounded(toPlaces: 3), contrast: signals?.contrast, unread: signals?.unread,
      unreadBoxes: signals?.unreadBoxes,
      measures: signals.map {
        PageQuality.Measures(
          unclear: $0.unclear, edgeWidth: $0.edgeWidth, leastContrast: $0.leastContrast, noise: $0.noise,
          brightness: $0.brightness, shadow: $0.shadow, glare: $0.glare, printHeight: $0.printHeight, cutOff: $0.cutOff)
      })
  }

  /// The median of the heights of the words, each counted once for each of its characters.
  ///
  /// Boxes are upright in the original: on a page that lies on its side a word's height is its box's width.
  private static func textHeight(of page: RecognisedPage) -> Double? {
    let isOnItsSide = page.preparation.map { $0.rotation % 180 != 0 } ?? false
    let words = page.lines.filter { $0.kind == .text }.flatMap(\.words).filter {
      $0.text.contains { $0.isLetter || $0.isNumber }
    }
    let heights = words.flatMap { word in
      repeatElement(isOnItsSide ? word.box.width : word.box.height, count: word.text.count)
    }.sorted()
    guard !heights.isEmpty else { return nil }
    let median = heights[(heights.count - 1) / 2]
    return median > 0 ? Double(median) : nil
  }
}
