/// The result of one attempt at a page.
public struct Attempt: Hashable, Codable, Sendable {
  /// From 1.
  public var number: Int
  public var problem: PageProblem
  /// Whether the file's bytes showed the problem before a page was read, so that every reader finds it again.
  ///
  /// Stores from before version 0.2 don't say it; there were no shards by then, and nothing else asks.
  @OmittedIfEmpty public var isOfFile = false

  public init(number: Int, problem: PageProblem, isOfFile: Bool = false) {
    self.number = number
    self.problem = problem
    self.isOfFile = isOfFile
  }
}

/// The other page that a duplicate repeats.
public struct PageReference: Hashable, Codable, Sendable {
  public var path: ScanPath
  /// From 0.
  public var index: Int

  public init(path: ScanPath, index: Int) {
    self.path = path
    self.index = index
  }
}

/// The final state of a page, with the reading or the reason for its absence.
public enum PageOutcome: Hashable, Codable, Sendable {
  case recognised(RecognisedPage)
  /// Width and height in pixels.
  case blank(width: Int, height: Int)
  case failed([Attempt])
  case unsupported(PageProblem)
  case duplicate(of: PageReference)

  public var state: PageState {
    switch self {
    case .recognised: .recognised
    case .blank: .blank
    case .failed: .failed
    case .unsupported: .unsupported
    case .duplicate: .duplicate
    }
  }
}

/// One stored page, as exporters write it, without data of the run that read it.
public struct PageRecord: Hashable, Sendable {
  /// The scan's path below the input.
  public var path: ScanPath
  /// The page's index in its document, from 0.
  public var index: Int
  /// The pages of its document; a file that is no document has one entry.
  public var pageCount: Int
  /// The digest of the file; nil if the file could not be read at all.
  public var content: ContentDigest?
  /// The reader that read the page, or was to read it.
  public var reader: ReaderRecord?
  /// With the lines as people put them right.
  public var outcome: PageOutcome
  /// Corrections by people, oldest first; the derived stages apply those of fields.
  public var corrections: [Correction]
  /// The values of the derived stages.
  public var derived: DerivedValues

  public init(
    path: ScanPath, index: Int, pageCount: Int, content: ContentDigest?, reader: ReaderRecord?, outcome: PageOutcome,
    corrections: [Correction] = [], derived: DerivedValues = DerivedValues()
  ) {
    self.path = path
    self.index = index
    self.pageCount = pageCount
    self.content = content
    self.reader = reader
    self.outcome = outcome
    self.corrections = corrections
    self.derived = derived
  }

  public var reference: PageReference { PageReference(path: path, index: index) }
}
