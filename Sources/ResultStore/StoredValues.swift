package import PageModel

/// A run's number; later runs have larger ones, whatever the clock said.
package struct RunID: Hashable, Sendable, SQLInteger {
  package let number: Int64
}

/// A document's number in its store.
package struct DocumentID: Hashable, Sendable, SQLInteger {
  package let number: Int64
}

/// A page of a document in its store: what was read belongs to the page, which other documents may hold, too.
package struct PageID: Hashable, Sendable, SQLInteger {
  /// The page's number, the same for all documents that hold it.
  package let number: Int64
  package let document: DocumentID
}

/// The system's facts about a file, which identify an unchanged file without reading it.
///
/// The change time and the inode tell a file that was replaced by one of the same size and time.
package struct FileFacts: Hashable, Sendable {
  /// In bytes.
  package var size: Int64
  /// Nanoseconds since 1970, as are all times here.
  package var modified: Int64
  package var changed: Int64
  package var inode: UInt64

  package init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    (self.size, self.modified, self.changed, self.inode) = (size, modified, changed, inode)
  }
}

/// A document as a run met it.
package struct DocumentEntry: Hashable, Sendable {
  /// Below the input.
  package var path: ScanPath
  /// Nil for something that was refused unseen, and while members of it are not recorded; such an entry never counts as
  /// unchanged.
  package var facts: FileFacts?
  /// Nil if the file was not read, because it is none of ours.
  package var digest: ContentDigest?
  /// The format of the bytes (`tiff`, `pdf`, `unknown`).
  package var kind: String
  /// A file that is no document has one entry, so 1.
  package var pageCount: Int

  package init(path: ScanPath, facts: FileFacts?, digest: ContentDigest?, kind: String, pageCount: Int) {
    (self.path, self.facts, self.digest, self.kind) = (path, facts, digest, kind)
    self.pageCount = pageCount
  }
}

/// A document as the store has it.
package struct StoredDocument: Hashable, Sendable {
  package let id: DocumentID
  package let entry: DocumentEntry
  /// Whether the last complete run over its input did not find it.
  package let isMissing: Bool
  /// The last run that met it.
  package let lastSeen: RunID
}

/// The facts about a file that decide whether a run reads it.
package struct KnownDocument: Hashable, Sendable {
  package let document: StoredDocument
  /// Whether every page of its content has its result; a failure is a result, too.
  package let isSettled: Bool
  package let failedPages: Int
  /// Those of them that the next run reads again: see `PageProblem.passing`.
  package let passingFailures: Int
  /// Pages whose result is of another reader than the one asked about, whose own is not kept beside it either.
  package let pagesOfOtherReaders: Int

  /// Whether nothing has to be opened: the file is unchanged, and its pages are settled.
  package func isUnchanged(_ facts: FileFacts) -> Bool {
    isSettled && document.entry.facts == facts
  }

  /// Whether the store may lack members of an archive, a mail or a PDF: they go missing with it, and a run records them
  /// before its facts.
  package var mayLackMembers: Bool { document.isMissing || document.entry.facts == nil }
}

/// A file that was written for a page.
package struct StoredFile: Hashable, Sendable {
  /// The name of the format (`text`, `json`).
  package var format: String
  /// Below the output directory.
  package var path: ScanPath
  /// In bytes.
  package var size: Int64
  /// The SHA-256 of the file, as 64 lower-case hexadecimal digits.
  package var digest: String
  /// Whether the page has been recorded again since.
  package var isStale: Bool

  package init(format: String, path: ScanPath, size: Int64, digest: String, isStale: Bool = false) {
    (self.format, self.path, self.size, self.digest) = (format, path, size, digest)
    self.isStale = isStale
  }
}

/// The result of one page, as a run records it: a page of its document's content.
package struct PageEntry: Hashable, Sendable {
  package var document: DocumentID
  /// From 0.
  package var index: Int
  package var reader: ReaderRecord?
  package var outcome: PageOutcome
  /// Attempts that failed before the one that succeeded; those of a failed page are in its outcome.
  package var earlierAttempts: [Attempt]
  /// Whether the page killed its workers and is left alone until it is asked for.
  package var isQuarantined: Bool
  /// The values of the derived stages.
  package var derived: DerivedValues
  /// Files made from the page and already safe on disk.
  package var files: [StoredFile]

  package init(
    document: DocumentID, index: Int, reader: ReaderRecord?, outcome: PageOutcome,
    earlierAttempts: [Attempt] = [], isQuarantined: Bool = false, derived: DerivedValues = DerivedValues(),
    files: [StoredFile] = []
  ) {
    (self.document, self.index, self.reader, self.outcome) = (document, index, reader, outcome)
    (self.earlierAttempts, self.isQuarantined, self.derived) = (earlierAttempts, isQuarantined, derived)
    self.files = files
  }
}

/// A page as the store has it, with everything that was read on it.
package struct StoredPage: Hashable, Sendable {
  package let id: PageID
  /// The page for exporters.
  package var record: PageRecord
  package let isQuarantined: Bool
  package let earlierAttempts: [Attempt]
  /// The run that recorded it.
  package let run: RunID

  /// Whether its document is missing.
  package var isMissing: Bool { record.isMissing }

  /// Whether it failed, and may be read when it is tried once more.
  package var isPassingFailure: Bool {
    guard case .failed(let attempts) = record.outcome, let last = attempts.last else { return false }
    return !isQuarantined && PageProblem.passing.contains(last.problem.code)
  }
}

/// A page in a listing: all but what was read.
package struct PageSummary: Hashable, Sendable {
  package let id: PageID
  package let path: ScanPath
  /// From 0.
  package let index: Int
  package let pageCount: Int
  package let state: PageState
  package let isMissing: Bool
  package let isQuarantined: Bool
  /// 0 to 1; nil if nothing was read.
  package let confidence: Double?
  /// Of a failed page; empty otherwise.
  package let attempts: [Attempt]
  /// Of an unsupported page.
  package let problem: PageProblem?
  package let duplicateOf: PageReference?
  /// The run that recorded it.
  package let run: RunID
}

/// One run over a directory.
package struct StoredRun: Hashable, Sendable {
  package let id: RunID
  /// UTC, for people.
  package let started: String
  /// Nil while the run goes on, and for ever if it was killed.
  package let ended: String?
  package let exitStatus: Int32?
}
