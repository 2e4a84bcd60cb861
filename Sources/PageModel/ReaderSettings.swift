/// The user's settings of the reader; with the models' checksums they make the `ReaderKey`.
///
/// The names follow Apple's Vision where it has one: languages, accurate or fast, custom words, minimum text height.
public struct ReaderSettings: Hashable, Codable, Sendable {
  public enum Level: String, Codable, Sendable, CaseIterable {
    /// Doubtful lines are read again.
    case accurate
    /// Every line is read once.
    case fast
  }

  /// In which order the lines of a page are read.
  public enum Layout: String, Codable, Sendable, CaseIterable {
    /// Column by column where at least four rows of a page are set in columns.
    case auto
    /// From top to bottom, whatever the page looks like.
    case receipt
    /// Column by column where at least two rows of a page are set in columns.
    case document
  }

  public enum PreparationLevel: String, Codable, Sendable, CaseIterable {
    /// The picture is read as it is.
    case none
    /// Orientation and skew alone.
    case light
    /// Everything the page needs.
    case full
  }

  /// A step on the way of a page that can be switched off, to measure what it is worth or to see what it did.
  public enum Step: String, Codable, Sendable, CaseIterable {
    /// Several receipts on one picture are parted.
    case blocks
    /// The page is rotated upright: 0, 90, 180 or 270 degrees.
    case orientation
    /// The skew is removed.
    case skew
    /// Shade is divided out of the lines.
    case background
    /// All print is made equally dark before lines are looked for.
    case contrast
    /// A page set in columns is read column by column.
    case columns
    /// A doubtful line is cut out in other ways, too, and the reading is taken that the network is surest of.
    case rereading
    /// A line that ink of its own height was taken from by the rows beside it is read with that ink, too.
    case contestedInk = "contested-ink"
    /// Documents in Latin letters are read by a network of their own.
    case documentNetwork = "document-network"
    /// Points in amounts are read as commas where the receipt's other amounts have commas.
    case amountPoints = "amount-points"
    /// Two lines that read badly, and that the network marked as one, are tried as one.
    case lineMerging = "line-merging"
    /// Leaves out lines that read as noise.
    case noiseLines = "noise-lines"
    /// Print that is too faint or too blurred to be found is looked for, to say that it is there.
    case evenedLook = "evened-look"
  }

  /// A Tesseract variable, set after the engine has started.
  public struct Variable: Hashable, Codable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Tesseract's names, in order of importance.
  public var languages: [String] = ["kor", "eng"]
  public var level: Level = .accurate
  public var layout: Layout = .auto
  public var preparation: PreparationLevel = .full
  /// Steps that are left out.
  public var without: Set<Step> = []
  /// Tesseract's page segmentation mode, 1 to 13, by which it divides the page itself; nil for the lines that are found.
  public var pageSegmentation: Int?
  /// A model to use instead of the one that the languages choose: an installed name.
  public var model: String?
  /// The folder of the models, instead of the usual ones.
  public var modelDirectory: String?
  public var variables: [Variable] = []
  /// Words that this user's pages hold.
  public var customWords: [String] = []
  /// Readings given for a word, at most.
  public var candidates = 1
  /// Lines lower than this share of the page's height are left out; 0 keeps all.
  public var minimumTextHeight = 0.0
  /// A picture of more pixels is scaled down while it is decoded, or refused.
  public var maximumPixels = 100_000_000

  /// True reads the pictures of pages that have text of their own, too.
  ///
  /// Nil, which is not written down, trusts such text where it is what is printed; so keys of readers are those of before.
  public var ignoresTextLayers: Bool?

  /// True keeps numbers that identify persons and cards as they are read; nil, which is not written down, hides them.
  public var showsIdentityNumbers: Bool?

  public init() {}
}
