package import PageModel

/// How well a page was read and why it may have been read badly, from what the reader says of it.
package enum QualityStage: DerivedStage {
  package static let name = "quality"
  package static let version = 1

  package static let schema = """
    {
      "description": "How well the page was read, by the reader's own estimate, and what may have made it hard.",
      "type": "object",
      "properties": {
        "score": {
          "description": "The characters that are expected to be right, of a hundred that were read.",
          "type": "integer",
          "minimum": 0,
          "maximum": 100
        },
        "reasons": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "code": {"enum": ["no-text", "doubtful-lines", "small-print"]},
              "detail": {"description": "One sentence for a person.", "type": "string", "minLength": 1}
            },
            "required": ["code", "detail"],
            "additionalProperties": false
          }
        },
        "skew": {"description": "The skew that was removed, in degrees clockwise.", "type": "number"},
        "rotation": {
          "description": "The rotation that brought the page upright, in degrees clockwise.",
          "enum": [0, 90, 180, 270]
        },
        "textHeight": {
          "description": "The median height of the words, in pixels of the original picture.",
          "type": "number",
          "minimum": 0
        }
      },
      "required": ["score", "reasons"],
      "additionalProperties": false
    }
    """

  /// A line of a lower confidence is named: one character in five is expected to be wrong.
  static let doubtfulBelow = 0.8
  /// Print of a lower height is named, in pixels of the original picture.
  ///
  /// Print is read best at 20 pixels (`PagePreparer.textHeight`). At half of that the odds of a wrong character are 2.8
  /// times as high: the weight of the height in `Confidence.md` is 1.49, and exp(1.49 ln 2) is 2.8.
  static let smallBelow = 10.0

  /// The score is the page's confidence in percent, and nothing else.
  ///
  /// That is the mean over all characters of the estimated probability that each is right, which was fitted with the
  /// height of the print among its signals: to lower the score for small print again would count that twice. It knows
  /// nothing of print that nobody found.
  package static func value(of page: PageRecord) -> PageQuality? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    let lines = reading.lines.filter { $0.kind == .text && !$0.text.isEmpty }
    let height = textHeight(of: reading)
    var reasons: [PageQuality.Reason] = []
    if lines.isEmpty {
      reasons.append(.init(code: .noText, detail: "there is ink on the page, but no text was read"))
    }
    let doubtful = lines.count { $0.confidence < doubtfulBelow }
    if doubtful > 0 {
      let percent = Int(doubtfulBelow * 100)
      reasons.append(
        .init(
          code: .doubtfulLines,
          detail: "\(doubtful) of \(lines.count) lines read with a confidence of less than \(percent) %"))
    }
    if let height, height < smallBelow {
      reasons.append(
        .init(
          code: .smallPrint,
          detail: "the print is \(Int(height)) pixels high; a higher resolution, or a photo from nearer, reads better"))
    }
    return PageQuality(
      score: score(reading.confidence), reasons: reasons, skew: reading.preparation?.angle,
      rotation: reading.preparation?.rotation, textHeight: height)
  }

  private static func score(_ confidence: Double) -> Int {
    // A store may hold any number.
    confidence.isFinite ? Int((min(max(confidence, 0), 1) * 100).rounded()) : 0
  }

  /// The median of the heights of the words, each counted once for each of its characters.
  ///
  /// Boxes are upright in the original: on a page that lies on its side a word's height is its box's width.
  private static func textHeight(of page: RecognisedPage) -> Double? {
    let isOnItsSide = page.preparation.map { $0.rotation % 180 != 0 } ?? false
    let words = page.lines.filter { $0.kind == .text }.flatMap(\.words).filter {
      $0.text.contains { $0.isLetter || $0.isNumber }
    }
    let heights = words.map { (height: isOnItsSide ? $0.box.width : $0.box.height, characters: $0.text.count) }
      .sorted { $0.height < $1.height }
    var rest = heights.reduce(0) { $0 + $1.characters }
    let half = rest / 2
    for (height, characters) in heights {
      rest -= characters
      if rest <= half { return height > 0 ? Double(height) : nil }
    }
    return nil
  }
}

/// What the stage `quality` says of a page.
package struct PageQuality: Codable, Hashable, Sendable {
  package struct Reason: Codable, Hashable, Sendable {
    package enum Code: String, Codable, Sendable, CaseIterable {
      case noText = "no-text"
      case doubtfulLines = "doubtful-lines"
      case smallPrint = "small-print"
    }

    package var code: Code
    /// One sentence for a person.
    package var detail: String
  }

  /// 0 to 100: the characters that are expected to be right, of a hundred that were read.
  package var score: Int
  package var reasons: [Reason]
  /// The skew that was removed, in degrees clockwise; nil where the picture was read as it is.
  package var skew: Double?
  /// The rotation that brought the page upright: 0, 90, 180 or 270 degrees clockwise.
  package var rotation: Int?
  /// The median height of the words, in pixels of the original picture; nil for a page without words.
  package var textHeight: Double?
}
