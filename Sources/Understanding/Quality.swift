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

/// The value of the stage `quality` for a page.
package struct PageQuality: Codable, Hashable, Sendable {
  package struct Reason: Codable, Hashable, Sendable {
    package enum Code: String, Codable, Sendable, CaseIterable {
      case noText = "no-text"
      case doubtfulLines = "doubtful-lines"
      case blurry, dark, faint
      case textTooSmall = "text-too-small"
      case documentCutoff = "document-cutoff"
      case glare, skewed
      case textMayBeMissing = "text-may-be-missing"
      case scriptNotRead = "script-not-read"
    }

    package var code: Code
    /// One sentence for a person.
    package var detail: String
  }

  /// Measures of the picture that the other values do not name; `PageSignals` describes them.
  package struct Measures: Codable, Hashable, Sendable {
    package var unclear: Double?
    package var edgeWidth: Double?
    package var leastContrast: Double?
    package var noise: Double?
    package var brightness: Double?
    package var shadow: Double?
    package var glare: Double?
    package var printHeight: Double?
    package var cutOff: Double?
  }

  /// 0 to 100: the characters that are expected to be right, of a hundred that are printed.
  package var score: Int
  package var reasons: [Reason]
  /// The skew that was removed, in degrees clockwise; nil if the picture was read as it is.
  package var skew: Double?
  /// The rotation that brought the page upright: 0, 90, 180 or 270 degrees clockwise.
  package var rotation: Int?
  /// The median height of the words, in pixels of the original picture; nil for a page without words.
  package var textHeight: Double?
  /// The sharpness of the text, 0 to 1.
  package var sharpness: Double?
  /// The difference between ink and paper, as a share of the paper's brightness.
  package var contrast: Double?
  /// The share of the print that no line of text covers; nil if the detection network has not looked at the page.
  package var unread: Double?
  /// Its boxes, in pixels of the original picture.
  package var unreadBoxes: [Box]?
  /// Nil for a page that was read before anything was measured.
  package var measures: Measures?
}
