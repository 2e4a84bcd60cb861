import Glibc

/// One reading of a word or line that was considered, with its confidence.
public struct Candidate: Hashable, Codable, Sendable {
  public var text: String
  /// 0 to 1.
  public var confidence: Double

  public init(text: String, confidence: Double) {
    self.text = text
    self.confidence = confidence.rounded(toPlaces: 4)
  }
}

/// A word of a line.
public struct Word: Hashable, Codable, Sendable {
  /// NFC, without white space.
  public var text: String
  public var box: Box
  /// 0 to 1: the estimated share of right characters.
  public var confidence: Double
  /// Readings of this word, best first, the chosen one included; as many as were asked for.
  public var candidates: [Candidate]
  /// The language as Tesseract names it (`kor`), if it knows.
  public var language: String?
  /// The script (`Hangul`, `Latin`), if it is known.
  public var script: String?

  public init(
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
public struct Line: Hashable, Codable, Sendable {
  public enum Kind: String, Codable, Sendable {
    case text
    case rule
    /// Ink that is no text; `readings` has its readings.
    case noise
  }

  public var kind: Kind
  public var box: Box
  /// The block it belongs to, from 0 in reading order: a column, or one of several receipts on a flatbed page.
  public var block: Int
  /// 0 to 1: the estimated share of right characters.
  public var confidence: Double
  public var words: [Word]
  /// Whole readings of a line that was doubtful or whose points or digits were mended, the chosen one first.
  ///
  /// The others follow best first: all of a doubtful line, and that before it was corrected. Empty for other lines.
  public var readings: [Candidate]
  /// The line under its letters; nil if it is no text, or if the store has none.
  public var baseline: Baseline?
  /// The text that a correction replaced; never part of a reader's result.
  public var correctedFrom: String? = nil

  private enum CodingKeys: CodingKey {
    case kind, box, block, confidence, words, readings, baseline
  }

  public init(
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

  /// The words joined by one space; empty for what is no text.
  public var text: String {
    kind != .text ? "" : words.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The preparation of the picture before it was read.
public struct Preparation: Hashable, Codable, Sendable {
  /// The rotation that brought the page upright, in degrees clockwise: 0, 90, 180 or 270 (after the EXIF orientation).
  public var rotation: Int
  /// The skew that was removed, in degrees clockwise.
  public var angle: Double
  /// Prepared pixels for one original pixel.
  public var scale: Double
  /// The part of the original picture that was read; nil if it was the whole.
  public var crop: Box?
  /// The names of the steps taken, in order.
  public var steps: [String]
  /// The source of the text; nil if it was read from the picture.
  public var source: Source?
  /// Faults of the file that left its picture readable; nil, which is not written down, if it has none.
  public var warnings: [PictureWarning]?

  public enum Source: String, Codable, Sendable {
    /// The document's own text, which agrees with the picture.
    case pdfText = "pdf-text"
    /// The same, with text from the picture at places without text in the document.
    case pdfTextAndPicture = "pdf-text-and-picture"
    /// The text of a mail: there is no picture.
    case document
  }

  public init(rotation: Int = 0, angle: Double = 0, scale: Double = 1, crop: Box? = nil, steps: [String] = []) {
    self.rotation = rotation
    self.angle = angle.rounded(toPlaces: 3)
    self.scale = scale.rounded(toPlaces: 4)
    self.crop = crop
    self.steps = steps
  }
}

/// A fault of a picture's file that does not keep it from being read.
public enum PictureWarning: String, Codable, Sendable, CaseIterable {
  /// The pixels are whole, and the mark that ends the file is missing.
  case endMissing = "end-missing"
  /// The pixels are whole, and bytes lie between them and the mark that ends the file.
  case surplus
  /// The file ends before its pixels do: the remaining part of the page is white, or coarse.
  case cutOff = "cut-off"
}

/// The reading of one page.
public struct RecognisedPage: Hashable, Codable, Sendable {
  /// Pixels of the original picture as it is shown.
  public var width: Int
  public var height: Int
  /// 0 to 1: the estimated share of right characters, the mean over those of its text lines; 0 for a page without text.
  public var confidence: Double
  /// In reading order.
  public var lines: [Line]
  public var preparation: Preparation?
  /// Measured on the whole picture; nil on pages that were read before it was kept.
  public var picture: PictureFacts?
  /// Measures of its text; nil for a page from a version without measures.
  public var signals: PageSignals?

  /// Whether a part of its picture is missing.
  package var isCutOff: Bool { preparation?.warnings?.contains(.cutOff) == true }

  /// All of it.
  package var box: Box { Box(x: 0, y: 0, width: width, height: height) }

  public init(
    width: Int, height: Int, confidence: Double, lines: [Line], preparation: Preparation? = nil,
    picture: PictureFacts? = nil, signals: PageSignals? = nil
  ) {
    self.width = width
    self.height = height
    self.confidence = confidence.rounded(toPlaces: 4)
    self.lines = lines
    self.preparation = preparation
    self.picture = picture
    self.signals = signals
  }

  /// The lines that the page's text is made of, as indices of `lines`; the first one is line 1 of the text.
  public var textLines: [Int] {
    lines.indices.filter { lines[$0].kind == .text && !lines[$0].text.isEmpty }
  }

  /// The page's text: its text lines joined by a newline.
  public var text: String {
    lines.filter { $0.kind == .text }.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
  }
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
