/// One reading of a word or line that was considered, with its confidence.
package struct Candidate: Hashable, Codable, Sendable {
  package var text: String
  /// 0 to 1.
  package var confidence: Double

  package init(text: String, confidence: Double) {
    self.text = text
    self.confidence = confidence.rounded(toPlaces: 4)
  }
}

/// A word of a line.
package struct Word: Hashable, Codable, Sendable {
  /// NFC, without white space.
  package var text: String
  package var box: Box
  /// 0 to 1: the estimated share of right characters.
  package var confidence: Double
  /// Readings of this word, best first, the chosen one included; as many as were asked for.
  @OmittedIfEmpty package var candidates: [Candidate]
  /// The language as Tesseract names it (`kor`), if it knows.
  package var language: String?
  /// The script (`Hangul`, `Latin`), if it is known.
  package var script: String?

  package init(
    text: String, box: Box, confidence: Double, candidates: [Candidate] = [], language: String? = nil,
    script: String? = nil
  ) {
    self.text = text
    self.box = box
    self.confidence = confidence.rounded(toPlaces: 4)
    self.candidates = candidates
    self.language = language
    self.script = script
  }
}

/// A line of a page: words in reading order, or a ruling line or noise, which stay out of the text.
package struct Line: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case text
    case rule
    /// Ink that is no text; `readings` has its readings.
    case noise
  }

  package var kind: Kind
  package var box: Box
  /// The block it belongs to, from 0 in reading order: a column, or one of several receipts on a flatbed page.
  package var block: Int
  /// 0 to 1: the estimated share of right characters.
  package var confidence: Double
  package var words: [Word]
  /// Whole readings of a line that was doubtful or whose points or digits were mended, the chosen one first.
  ///
  /// The others follow best first: all of a doubtful line, and that before it was corrected. Empty for other lines.
  @OmittedIfEmpty package var readings: [Candidate]
  /// The line under its letters; nil if it is no text, or if the store has none.
  package var baseline: Baseline?
  /// The line before its first correction, as the only element; empty if no correction replaced its text.
  ///
  /// Coding leaves it out. Equality compares it: a corrected line differs from a line that was read with that text.
  package var asRead: [Line] = []

  private enum CodingKeys: CodingKey {
    case kind, box, block, confidence, words, readings, baseline
  }

  package init(
    kind: Kind = .text, box: Box, baseline: Baseline? = nil, block: Int = 0, confidence: Double, words: [Word],
    readings: [Candidate] = []
  ) {
    self.kind = kind
    self.box = box
    self.baseline = baseline
    self.block = block
    self.confidence = confidence.rounded(toPlaces: 4)
    self.words = words
    self.readings = readings
  }

  /// Its words as they were read, before any correction.
  private var readWords: [Word] { asRead.first?.words ?? words }

  /// Whether a seal covers a good part of one of its words as they were read.
  package func isStamped(by seals: [Box]) -> Bool { readWords.contains { $0.box.isStamped(by: seals) } }

  /// Whether a correction replaced its text.
  package var isCorrected: Bool { !asRead.isEmpty }

  /// The text that a correction replaced; nil if none did.
  package var correctedFrom: String? { asRead.first?.text }

  /// Whether a pen wrote one of its words as they were read or, for a noise line, all of it.
  package func isHandwritten(_ handwriting: ArraySlice<Box>) -> Bool {
    readWords.contains { handwriting.contains($0.box) } || kind == .noise && handwriting.contains(box)
  }

  /// The words joined by one space; empty for what is no text.
  package var text: String {
    kind != .text ? "" : words.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The preparation of the picture before it was read.
package struct Preparation: Hashable, Codable, Sendable {
  /// The rotation that brought the page upright, in degrees clockwise: 0, 90, 180 or 270 (after the EXIF orientation).
  package var rotation: Int
  /// The skew that was removed, in degrees clockwise.
  package var angle: Double
  /// Prepared pixels for one original pixel.
  package var scale: Double
  /// The part of the original picture that was read; nil if it was the whole.
  package var crop: Box?
  /// The names of the steps taken, in order.
  package var steps: [String]
  /// The source of the text; nil if it was read from the picture.
  package var source: Source?
  /// Faults of the file that left its picture readable; nil, which is not written down, if it has none.
  package var warnings: [PictureWarning]?

  package enum Source: String, Codable, Sendable {
    /// The document's own text, which agrees with the picture.
    case pdfText = "pdf-text"
    /// The same, with text from the picture at places without text in the document.
    case pdfTextAndPicture = "pdf-text-and-picture"
    /// The text of a mail: there is no picture.
    case document
  }

  package init(rotation: Int = 0, angle: Double = 0, scale: Double = 1, crop: Box? = nil, steps: [String] = []) {
    self.rotation = rotation
    self.angle = angle.rounded(toPlaces: 3)
    self.scale = scale.rounded(toPlaces: 4)
    self.crop = crop
    self.steps = steps
  }
}

/// A fault of a picture's file that does not keep it from being read.
package enum PictureWarning: String, Codable, Sendable, CaseIterable {
  /// The pixels are whole, and the mark that ends the file is missing.
  case endMissing = "end-missing"
  /// The pixels are whole, and bytes lie between them and the mark that ends the file.
  case surplus
  /// The file ends before its pixels do: the remaining part of the page is white, or coarse.
  case cutOff = "cut-off"
}

/// The reading of one page.
package struct RecognisedPage: Hashable, Codable, Sendable {
  /// Pixels of the original picture as it is shown.
  package var width: Int
  package var height: Int
  /// 0 to 1: the estimated share of right characters, the mean over those of its text lines; 0 for a page without text.
  package var confidence: Double
  /// In reading order.
  package var lines: [Line]
  package var preparation: Preparation?
  /// Measured on the whole picture; nil on pages that were read before it was kept.
  package var picture: PictureFacts?
  /// Measures of its text; nil for a page from a version without measures.
  package var signals: PageSignals?

  /// Whether a part of its picture is missing.
  package var isCutOff: Bool { preparation?.warnings?.contains(.cutOff) == true }

  /// The boxes of its words and noise lines that a coloured pen wrote; a damaged store may have any number of them.
  package var handwriting: ArraySlice<Box> { signals?.handwriting.prefix(PageSignals.unreadBoxesAtMost) ?? [] }

  /// All of it.
  package var box: Box { Box(x: 0, y: 0, width: width, height: height) }

  package init(
    width: Int, height: Int, confidence: Double, lines: [Line], preparation: Preparation? = nil,
    picture: PictureFacts? = nil, signals: PageSignals? = nil
  ) {
    self.width = width
    self.height = height
    self.confidence = confidence.rounded(toPlaces: 4)
    (self.lines, self.preparation, self.picture, self.signals) = (lines, preparation, picture, signals)
  }

  /// The lines that the page's text is made of, as indices of `lines`; the first one is line 1 of the text.
  package var textLines: [Int] { lines.indices.filter { !lines[$0].text.isEmpty } }

  /// The page's text: its text lines joined by a newline.
  package var text: String { lines.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n") }
}

extension Double {
  /// Rounded half away from zero, so that the same page gives the same JSON; a number that is none becomes 0.
  package func rounded(toPlaces places: Int) -> Double {
    guard isFinite else { return 0 }
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let rounded = (self * factor).rounded() / factor
    return rounded.isFinite ? rounded : 0
  }
}
