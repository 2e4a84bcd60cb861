package import FoundationEssentials

/// A place in a picture, in its pixels.
package struct Place: Hashable, Codable, Sendable {
  package var x: Double
  package var y: Double

  /// Rounded to a tenth of a pixel, which is finer than anything is seen.
  package init(x: Double, y: Double) {
    self.x = x.rounded(toPlaces: 1)
    self.y = y.rounded(toPlaces: 1)
  }
}

/// A picture as the bytes of a PNG file.
package struct EncodedPicture: Hashable, Codable, Sendable {
  /// In pixels.
  package var width: Int
  /// In pixels.
  package var height: Int
  package var png: Data

  package init(width: Int, height: Int, png: Data) {
    (self.width, self.height, self.png) = (width, height, png)
  }
}

/// The reading of one page, step by step, for people.
package struct PageInspection: Hashable, Codable, Sendable {
  /// The reading; nil for a page without ink.
  package var page: RecognisedPage?
  /// The original as it is shown, perhaps smaller, with all findings drawn over it.
  package var overview: EncodedPicture
  /// Overview pixels for one pixel of the original.
  package var scale: Double
  /// The outlines of text as the detection network marked it, in the overview's pixels.
  package var regions: [[Place]]
  /// Each block after preparation, in reading order.
  package var prepared: [EncodedPicture]
  /// All possible lines: first those that were read, in reading order, then the others.
  package var lines: [InspectedLine]
  /// Measures of the whole page, with their places.
  package var geometry: InspectedGeometry?
  /// Every piece of ink that could have been a pen mark; nil if none was looked for.
  package var ink: [InspectedInk]?

  package init(
    page: RecognisedPage?, overview: EncodedPicture, scale: Double, regions: [[Place]], prepared: [EncodedPicture],
    lines: [InspectedLine], geometry: InspectedGeometry? = nil, ink: [InspectedInk]? = nil
  ) {
    (self.page, self.overview, self.scale, self.regions) = (page, overview, scale, regions)
    (self.prepared, self.lines, self.geometry, self.ink) = (prepared, lines, geometry, ink)
  }
}

/// The place of a page's text, in the overview's pixels.
package struct InspectedGeometry: Hashable, Codable, Sendable {
  /// The ends of the lines of text, on their baselines.
  package var keyPoints: [Place] = []
  /// A line through the middle of the print along its rows, from left to right as they are read.
  package var axis: [Place] = []
  /// The corners of the smallest rectangle along that axis around all lines.
  package var border: [Place] = []
  /// The outlines of print that no line covers.
  package var unread: [[Place]] = []
  /// The sides of the picture at which print is cut off.
  package var cutSides: [PageSignals.Side] = []
  package init() {}
}

/// A line of text, or ink that looked like one.
package struct InspectedLine: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case text
    /// Found as text, but read as none.
    case unread
    case rule
  }

  package var kind: Kind
  /// Around the line, in the overview's pixels.
  package var outline: [Place]
  package var text = ""
  /// 0 to 1: the estimated share of right characters.
  package var confidence = 0.0
  package var words: [InspectedWord] = []
  /// Whether it was read again, or would have been at the level `accurate`.
  package var isDoubtful = false
  /// All readings of a doubtful line, in the order in which they were made.
  package var readings: [InspectedReading] = []
  /// The index of the chosen reading in `readings`.
  package var chosen: Int?
  /// The signals of the confidence, character by character, without blanks.
  package var characters: [InspectedCharacter] = []
  /// The network's input for the chosen reading; only on request.
  package var picture: EncodedPicture?

  package init(kind: Kind, outline: [Place]) {
    self.kind = kind
    self.outline = outline
  }
}

/// A character and the signals that its confidence was estimated from.
package struct InspectedCharacter: Hashable, Codable, Sendable {
  package var text: String
  /// `own`, `mean`, `doubted`, `height`, `length`; `Sources/Recognition/Confidence/Confidence.md` says what they are.
  package var signals: [Double]

  package init(text: String, signals: [Double]) {
    self.text = text
    self.signals = signals.map { $0.rounded(toPlaces: 4) }
  }
}

/// A word and its place.
package struct InspectedWord: Hashable, Codable, Sendable {
  package var text: String
  /// 0 to 1.
  package var confidence: Double
  /// Its four corners, clockwise from the upper left of the print, in the overview's pixels.
  package var outline: [Place]

  package init(text: String, confidence: Double, outline: [Place]) {
    (self.text, self.confidence, self.outline) = (text, confidence, outline)
  }
}

/// One reading of a doubtful line, with the picture that the network was given.
package struct InspectedReading: Hashable, Codable, Sendable {
  /// Empty if no character was seen.
  package var text: String
  /// 0 to 1: raw network confidence, the mean over its characters.
  package var networkConfidence: Double
  /// The margins of the crop, such as `above 0.2, below 0.5`.
  package var shape: String
  package var picture: EncodedPicture

  package init(text: String, networkConfidence: Double, shape: String, picture: EncodedPicture) {
    self.text = text
    self.networkConfidence = networkConfidence.rounded(toPlaces: 4)
    self.shape = shape
    self.picture = picture
  }
}

/// The inspected page and its reader.
package struct InspectionFacts: Sendable {
  /// As the user named it.
  package var path: ScanPath
  /// The page's index in its document, from 0.
  package var page: Int
  package var pageCount: Int
  package var reader: ReaderRecord
  package var preparationLevel: ReaderSettings.PreparationLevel

  package init(
    path: ScanPath, page: Int, pageCount: Int, reader: ReaderRecord, preparationLevel: ReaderSettings.PreparationLevel
  ) {
    (self.path, self.page, self.pageCount, self.reader) = (path, page, pageCount, reader)
    self.preparationLevel = preparationLevel
  }
}
