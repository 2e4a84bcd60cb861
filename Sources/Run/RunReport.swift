public import Ingest
public import RunSupport
public import PageModel

/// What a run tells while it goes on.
public enum RunEvent: Equatable, Sendable {
  /// Reading begins; `models` are the names of the models that answer.
  case reading(models: [String], workers: Int)
  /// A page has finished in a state. `read` is false where an earlier result or another page served.
  case page(path: ScanPath, index: Int, outcome: PageOutcome, read: Bool)
  /// An attempt failed and the page is tried again.
  case retry(path: ScanPath, index: Int, attempt: Attempt)
  /// A file is still being written and is left for the next run.
  case unsettled(path: ScanPath)
  /// Something worth knowing that is no page's fault.
  case warning(String)
  /// The files that have finished and those found so far, and whether that is all of them.
  case progress(finished: Int, found: Int, isComplete: Bool)
}

/// Receives what a run tells, on the run's own thread.
public protocol RunObserver: AnyObject {
  func run(_ event: RunEvent)
  /// The counts of a run that goes on, after each page.
  func runHasCounted(_ summary: RunSummary)
}

extension RunObserver {
  public func runHasCounted(_ summary: RunSummary) {}
}

/// A failed page of this run, for the summary.
public struct FailedPage: Sendable {
  public let path: ScanPath
  public let index: Int
  public let reason: PageProblem
}

/// How a run finished.
public struct RunSummary: Sendable {
  /// Files met, those still being written included.
  public var files = 0
  /// Files known from an earlier run and not changed since.
  public var unchanged = 0
  public var unsettled = 0
  /// The files that the scan left out by default.
  public var leftOut = LeftOut()
  /// Documents of the store that are no longer where they were.
  public var missing = 0
  /// Pages that finished in this run, by state.
  public var pages: [PageState: Int] = [:]
  /// Pages that a worker read in this run.
  public var read = 0
  /// Pages of earlier runs of which something new was derived, without their pictures.
  public var updated = 0
  /// What the receipts say on the pages that finished in this run.
  public var receipts = ReceiptTally()
  /// Pages among them of whose picture a part is missing.
  public var cutOff = 0
  /// Failed pages of earlier runs that were not tried again; they are not among `pages`.
  public var failedEarlier = 0
  public var seconds = 0.0
  /// Why the pages of `failed` failed, each by its last attempt.
  public var failuresByReason: [PageProblem.Code: Int] = [:]
  /// The estimated shares of right characters of the pages that were recognised in this run.
  public var confidences = Distribution()
  /// Their quality, 1 for the best.
  public var qualities = Distribution()
  /// The first failed pages of this run; the store has them all.
  public var failures: [FailedPage] = []
  /// The signal that stopped the run.
  public var signal: Int32?
  /// Whether everything that the scan met was read, though a signal may have come before the run was over.
  var leftNothing = false
  /// The run gave up because too many pages failed.
  public var gaveUp = false
  /// Files of documents, and pictures in them, that could not be made; each was told as a warning.
  public var filesNotMade = 0
  /// What a run that takes a part of the input met of all of it; nil where it did not see everything.
  public var census: ScanCensus?

  public init() {}

  /// Adds what a later part of the same run came to.
  package mutating func add(_ part: RunSummary) {
    // A file that was left counts when it has settled.
    files += part.files - part.unsettled
    unchanged += part.unchanged
    leftOut.add(part.leftOut)
    missing += part.missing
    pages.merge(part.pages, uniquingKeysWith: +)
    read += part.read
    updated += part.updated
    receipts.add(part.receipts)
    cutOff += part.cutOff
    failedEarlier = part.failedEarlier
    seconds += part.seconds
    failuresByReason.merge(part.failuresByReason, uniquingKeysWith: +)
    confidences.add(part.confidences)
    qualities.add(part.qualities)
    failures += part.failures.prefix(max(0, PageLedger.namedFailures - failures.count))
    signal = part.signal ?? signal
    gaveUp = gaveUp || part.gaveUp
    filesNotMade += part.filesNotMade
  }

  /// Whether anything came of it that a person would want to know.
  public var hasNews: Bool { pages.values.contains { $0 > 0 } || missing > 0 || updated > 0 || filesNotMade > 0 }

  /// The pages of a state that finished in this run.
  public func count(_ state: PageState) -> Int {
    pages[state] ?? 0
  }
}
