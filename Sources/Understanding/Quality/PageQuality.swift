package import PageModel

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
