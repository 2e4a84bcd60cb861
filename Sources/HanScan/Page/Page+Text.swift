extension Page {
  /// An upright rectangle in pixels of the picture as it is shown, with its origin in the upper left corner.
  public struct Box: Codable, Hashable, Sendable {
    /// The first column.
    public let x: Int
    /// The first row.
    public let y: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
  }

  /// One reading of a word or line.
  public struct Candidate: Codable, Hashable, Sendable {
    /// The text.
    public let text: String
    /// The estimated share of right characters, from 0 to 1.
    public let confidence: Double
  }

  /// A line of a page.
  public struct Line: Codable, Hashable, Sendable {
    /// The kind of a line.
    public enum Kind: String, Codable, Sendable {
      /// Words.
      case text
      /// A ruling line, which has no words.
      case rule
      /// Ink that reads as no text; its candidates have what was seen in it.
      case noise
    }

    /// The straight line that is nearest to the feet of the letters, from the beginning of the text to its end.
    public struct Baseline: Codable, Hashable, Sendable {
      /// The start, in pixels from the left.
      public let x1: Double
      /// The start, in pixels from the top.
      public let y1: Double
      /// The end, in pixels from the left.
      public let x2: Double
      /// The end, in pixels from the top.
      public let y2: Double
    }

    /// The kind of the line.
    public let kind: Kind
    /// The block of the line, from 0 in reading order: a column, or one of several receipts on the picture.
    public let block: Int
    /// The box around the line.
    public let box: Box
    /// The baseline; nil for lines without text.
    public let baseline: Baseline?
    /// The estimated share of right characters, from 0 to 1.
    public let confidence: Double
    /// The words joined by one space, in Unicode's composed form (NFC); empty for lines without text.
    public let text: String
    /// The words in reading order.
    public let words: [Word]
    private let corrected: Bool?
    /// The text as it was read, if a person corrected the line; nil for any other line.
    public let read: String?
    private let readings: [Candidate]?
    private let stamp: Bool?
    private let handwritten: Bool?

    /// Whether a person corrected the line.
    public var isCorrected: Bool { corrected == true }
    /// Whether a coloured pen wrote a word of it or, for a noise line, all of it.
    public var isHandwritten: Bool { handwritten == true }
    /// Whether a red seal covers a good part of a word.
    public var isStamped: Bool { stamp == true }

    /// The best readings of the whole line, at most so many; a line that was not doubtful has one.
    public func topCandidates(_ most: Int) -> [Candidate] {
      Array((readings ?? [Candidate(text: text, confidence: confidence)]).prefix(max(0, most)))
    }
  }

  /// A word of a line.
  public struct Word: Codable, Hashable, Sendable {
    /// The text in Unicode's composed form (NFC), without white space.
    public let text: String
    /// The box around the word.
    public let box: Box
    /// The estimated share of right characters, from 0 to 1.
    public let confidence: Double
    private let candidates: [Candidate]?
    /// The language in Tesseract's names, such as `kor`; nil if it is not known.
    public let language: String?
    /// The script, such as `Hangul` or `Latin`; nil if it is not known.
    public let script: String?

    /// The best readings of the word, at most so many; more than one only if the request asked for more.
    public func topCandidates(_ most: Int) -> [Candidate] {
      Array((candidates ?? [Candidate(text: text, confidence: confidence)]).prefix(max(0, most)))
    }
  }

  /// A bar code or QR code.
  public struct Barcode: Codable, Hashable, Sendable {
    /// `ean-13`, `code-128`, `code-39`, `itf` (interleaved 2 of 5) or `qr`.
    public let format: String
    /// The box around the places in which the code was seen.
    public let box: Box
    /// The decoded text, with visible symbols in place of control characters.
    public let text: String
  }

  /// A mark that a person drew with a pen.
  public struct Mark: Codable, Hashable, Sendable {
    /// `circle`, `triangle`, `square`, `star`, `check`, `cross` or `unknown`.
    public let shape: String
    /// The probability that the shape is right, from 0 to 1.
    public let confidence: Double
    /// The box around the mark.
    public let box: Box
    /// `black`, `gray`, `red`, `yellow`, `green`, `blue` or `purple`.
    public let color: String
    /// The meaning that the user of the store gave to the shape; nil for none.
    public let tag: String?
    /// The lines of which a closed shape encloses a word, as indices of the page's lines; nil for none.
    public let lines: [Int]?
    /// The fields of receipts that a closed shape encloses; nil for none.
    public let fields: [String]?
  }
}
