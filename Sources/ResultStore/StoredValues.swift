public import PageModel

/// A run's number; later runs have larger ones, whatever the clock said.
public struct RunID: Hashable, Comparable, Sendable {
  public let number: Int64
  public static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}

/// A document's number in its store.
public struct DocumentID: Hashable, Sendable {
  public let number: Int64
}

/// A page of a document in its store: what was read belongs to the page, which other documents may hold, too.
public struct PageID: Hashable, Sendable {
  /// The page's number, the same for all documents that hold it.
  public let number: Int64
  /// The number of the document.
  public let document: Int64

  public init(number: Int64, document: Int64) {
    (self.number, self.document) = (number, document)
  }
}

/// The system's facts about a file, which identify an unchanged file without reading it.
///
/// The change time and the inode tell a file that was replaced by one of the same size and time.
public struct FileFacts: Hashable, Sendable {
  /// In bytes.
  public var size: Int64
  /// Nanoseconds since 1970, as are all times here.
  public var modified: Int64
  public var changed: Int64
  public var inode: UInt64

  public init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }
}

/// A document as a run met it.
public struct DocumentEntry: Hashable, Sendable {
  /// Below the input.
  public var path: ScanPath
  /// Nil for something that was refused unseen; such an entry never counts as unchanged.
  public var facts: FileFacts?
  /// Nil if the file was not read, because it is none of ours.
  public var digest: ContentDigest?
  /// The format of the bytes (`tiff`, `pdf`, `unknown`).
  public var kind: String
  /// A file that is no document has one entry, so 1.
  public var pageCount: Int

  public init(path: ScanPath, facts: FileFacts?, digest: ContentDigest?, kind: String, pageCount: Int) {
    self.path = path
    self.facts = facts
    self.digest = digest
    self.kind = kind
    self.pageCount = pageCount
  }
}

/// A document as the store has it.
public struct StoredDocument: Hashable, Sendable {
  public let id: DocumentID
  public let entry: DocumentEntry
  /// Whether the last complete run over its input did not find it.
  public let isMissing: Bool
  /// The last run that met it.
  public let lastSeen: RunID
}

/// The facts about a file that decide whether a run reads it.
public struct KnownDocument: Hashable, Sendable {
  public let document: StoredDocument
  /// Whether every page of its content has its result; a failure is a result, too.
  public let isSettled: Bool
  public let failedPages: Int
  /// Those of them that the next run reads again: see `PageProblem.passing`.
  public let passingFailures: Int
  /// Pages whose result is of another reader than the one asked about, whose own is not kept beside it either.
  public let pagesOfOtherReaders: Int

  /// Whether nothing has to be opened: the file is unchanged, and its pages are settled.
  public func isUnchanged(_ facts: FileFacts) -> Bool {
    isSettled && document.entry.facts == facts
  }
}

/// A file that was written for a page.
public struct StoredFile: Hashable, Sendable {
  /// The name of the format (`text`, `json`).
  public var format: String
  /// Below the output directory.
  public var path: ScanPath
  /// In bytes.
  public var size: Int64
  /// The SHA-256 of the file, as 64 lower-case hexadecimal digits.
  public var digest: String
  /// Whether the page has been recorded again since.
  public var isStale: Bool

  public init(format: String, path: ScanPath, size: Int64, digest: String, isStale: Bool = false) {
    self.format = format
    self.path = path
    self.size = size
    self.digest = digest
    self.isStale = isStale
  }
}

/// The result of one page, as a run records it: a page of its document's content.
public struct PageEntry: Hashable, Sendable {
  public var document: DocumentID
  /// From 0.
  public var index: Int
  public var reader: ReaderRecord?
  public var outcome: PageOutcome
  /// Attempts that failed before the one that succeeded; those of a failed page are in its outcome.
  public var earlierAttempts: [Attempt]
  /// Whether the page killed its workers and is left alone until it is asked for.
  public var isQuarantined: Bool
  /// The values of the derived stages.
  public var derived: DerivedValues
  /// Files made from the page and already safe on disk.
  public var files: [StoredFile]

  public init(
    document: DocumentID, index: Int, reader: ReaderRecord?, outcome: PageOutcome,
    earlierAttempts: [Attempt] = [], isQuarantined: Bool = false, derived: DerivedValues = DerivedValues(),
    files: [StoredFile] = []
  ) {
    self.document = document
    self.index = index
    self.reader = reader
    self.outcome = outcome
    self.earlierAttempts = earlierAttempts
    self.isQuarantined = isQuarantined
    self.derived = derived
    self.files = files
  }
}

/// A page as the store has it, with everything that was read on it.
public struct StoredPage: Hashable, Sendable {
  public let id: PageID
  public let document: DocumentID
  /// The page for exporters.
  public var record: PageRecord
  /// Whether its document is missing.
  public let isMissing: Bool
  public let isQuarantined: Bool
  public let earlierAttempts: [Attempt]
  /// The run that recorded it.
  public let run: RunID

  /// Whether it failed, and may be read when it is tried once more.
  package var isPassingFailure: Bool {
    guard case .failed(let attempts) = record.outcome, let last = attempts.last else { return false }
    return !isQuarantined && PageProblem.passing.contains(last.problem.code)
  }
}

/// A page in a listing: all but what was read.
public struct PageSummary: Hashable, Sendable {
  public let id: PageID
  public let document: DocumentID
  public let path: ScanPath
  /// From 0.
  public let index: Int
  public let pageCount: Int
  public let state: PageState
  public let isMissing: Bool
  public let isQuarantined: Bool
  /// 0 to 1; nil if nothing was read.
  public let confidence: Double?
  /// Of a failed page; empty otherwise.
  public let attempts: [Attempt]
  /// Of an unsupported page.
  public let problem: PageProblem?
  public let duplicateOf: PageReference?
  /// The run that recorded it.
  public let run: RunID
}

/// One run over a directory.
public struct StoredRun: Hashable, Sendable {
  public let id: RunID
  /// UTC, for people.
  public let started: String
  /// Nil while the run goes on, and for ever if it was killed.
  public let ended: String?
  /// HanScan's.
  public let version: String
  public let reader: ReaderRecord?
  /// The pages that finished in the run, by state.
  public let counts: [PageState: Int]
  public let exitStatus: Int32?
}
