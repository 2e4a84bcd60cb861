/// The result of one attempt at a page.
package struct Attempt: Hashable, Codable, Sendable {
  /// From 1.
  package var number: Int
  package var problem: PageProblem
  /// Whether the file's bytes showed the problem before a page was read, so that every reader finds it again.
  ///
  /// Stores from before version 0.2 don't say it; there were no shards by then, and nothing else asks.
  @OmittedIfEmpty package var isOfFile = false

  package init(number: Int, problem: PageProblem, isOfFile: Bool = false) {
    self.number = number
    self.problem = problem
    self.isOfFile = isOfFile
  }
}

/// The other page that a duplicate repeats.
package struct PageReference: Hashable, Codable, Sendable {
  package var path: ScanPath
  /// From 0.
  package var index: Int

  package init(path: ScanPath, index: Int) {
    self.path = path
    self.index = index
  }
}

/// The final state of a page, with the reading or the reason for its absence.
package enum PageOutcome: Hashable, Codable, Sendable {
  case recognised(RecognisedPage)
  /// Width and height in pixels.
  case blank(width: Int, height: Int)
  case failed([Attempt])
  case unsupported(PageProblem)
  case duplicate(of: PageReference)

  package var state: PageState {
    switch self {
    case .recognised: .recognised
    case .blank: .blank
    case .failed: .failed
    case .unsupported: .unsupported
    case .duplicate: .duplicate
    }
  }

  /// The reading of the page: empty for a blank page, nil for a page that was not read.
  package var reading: RecognisedPage? {
    switch self {
    case .recognised(let page): page
    case .blank(let width, let height): RecognisedPage(width: width, height: height, confidence: 0, lines: [])
    case .failed, .unsupported, .duplicate: nil
    }
  }
}

/// One stored page, as exporters write it, without data of the run that read it.
package struct PageRecord: Hashable, Sendable {
  /// The scan's path below the input.
  package var path: ScanPath
  /// The page's index in its document, from 0.
  package var index: Int
  /// The pages of its document; a file that is no document has one entry.
  package var pageCount: Int
  /// The digest of the file; nil if the file could not be read at all.
  package var content: ContentDigest?
  /// The reader that read the page, or was to read it.
  package var reader: ReaderRecord?
  /// With the lines as people put them right.
  package var outcome: PageOutcome
  /// Corrections by people, oldest first; the derived stages apply those of fields.
  package var corrections: [Correction]
  /// The values of the derived stages.
  package var derived: DerivedValues
  /// Whether its document is missing; another one may have its path by now.
  package var isMissing: Bool

  package init(
    path: ScanPath, index: Int, pageCount: Int, content: ContentDigest?, reader: ReaderRecord?, outcome: PageOutcome,
    corrections: [Correction] = [], derived: DerivedValues = DerivedValues(), isMissing: Bool = false
  ) {
    (self.path, self.index, self.pageCount, self.content) = (path, index, pageCount, content)
    (self.reader, self.outcome, self.corrections, self.derived) = (reader, outcome, corrections, derived)
    self.isMissing = isMissing
  }

  package var reference: PageReference { PageReference(path: path, index: index) }
}
