/// The user's settings of the reader; with the models' checksums they make the `ReaderKey`.
///
/// The names follow Apple's Vision if it has one: languages, accurate or fast, custom words, minimum text height.
package struct ReaderSettings: Hashable, Codable, Sendable {
  package enum Level: String, Codable, Sendable, CaseIterable {
    /// Doubtful lines are read again.
    case accurate
    /// Every line is read once.
    case fast
  }

  /// The reading order of the lines of a page.
  package enum Layout: String, Codable, Sendable, CaseIterable {
    /// Column by column where at least four rows of a page are set in columns.
    case auto
    /// From top to bottom, whatever the page looks like.
    case receipt
    /// Column by column where at least two rows of a page are set in columns.
    case document
  }

  package enum PreparationLevel: String, Codable, Sendable, CaseIterable {
    /// Reads the picture unchanged.
    case none
    /// Orientation and skew alone.
    case light
    /// Everything the page needs.
    case full
  }

  /// A step of the reading that can be switched off, to measure its gain or to see its effect.
  package enum Step: String, Codable, Sendable, CaseIterable {
    /// Separates several receipts on one picture.
    case blocks
    /// Rotates the page upright: by 0, 90, 180 or 270 degrees.
    case orientation
    /// Removes the skew.
    case skew
    /// Divides shade out of the lines.
    case background
    /// Makes all text equally dark before HanScan looks for lines.
    case contrast
    /// Reads a page with columns column by column.
    case columns
    /// Crops a doubtful line in other ways, too, and takes the reading with the highest raw network confidence.
    case rereading
    /// Also reads a line with the ink of its own height that neighbouring rows took.
    case contestedInk = "contested-ink"
    /// Reads documents in Latin letters with a network of their own.
    case documentNetwork = "document-network"
    /// Reads points in amounts as commas if the receipt's other amounts have commas.
    case amountPoints = "amount-points"
    /// Corrects letters by a model of the characters that follow one another.
    case letterCorrection = "letter-correction"
    /// Tries two badly read lines as one if the network marked them as one.
    case lineMerging = "line-merging"
    /// Leaves out lines that read as noise.
    case noiseLines = "noise-lines"
    /// Looks for text that is too faint or blurred to be read, to report it.
    case evenedLook = "evened-look"
  }

  /// A Tesseract variable, set after the engine has started.
  package struct Variable: Hashable, Codable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Tesseract's names, in order of importance.
  package var languages: [String] = ["kor", "eng"]
  package var level: Level = .accurate
  package var layout: Layout = .auto
  package var preparation: PreparationLevel = .full
  /// The steps to omit.
  package var without: Set<Step> = []
  /// Tesseract's page segmentation mode, 1 to 13, to let it divide the page; nil for HanScan's own lines.
  package var pageSegmentation: Int?
  /// A model to use instead of the one that the languages choose: an installed name.
  package var model: String?
  /// The folder of the models, instead of the usual ones.
  package var modelDirectory: String?
  package var variables: [Variable] = []
  /// Words that occur on this user's pages.
  package var customWords: [String] = []
  /// The largest number of readings for a word.
  package var candidates = 1
  /// Lines lower than this share of the page's height are left out; 0 keeps all.
  package var minimumTextHeight = 0.0
  /// A picture of more pixels is scaled down while it is decoded, or refused.
  package var maximumPixels = 100_000_000

  /// True reads the pictures of pages that have text of their own, too.
  ///
  /// Nil trusts such text if the picture shows the same. JSON omits nil, so that the keys of readers stay the same.
  package var ignoresTextLayers: Bool?

  /// True keeps numbers that identify persons and cards; nil hides them, and JSON omits it.
  package var showsIdentityNumbers: Bool?

  package init() {}
}
