package import Ingest
package import RunSupport
package import PageModel

package enum RunEvent: Equatable, Sendable {
  /// Reading begins, with these models.
  case reading(models: [String], workers: Int)
  case page(path: ScanPath, index: Int, outcome: PageOutcome, read: Bool)
  /// An attempt failed and the page is tried again.
  case retry(path: ScanPath, index: Int, attempt: Attempt)
  /// A file is still being written and is left for the next run.
  case unsettled(path: ScanPath)
  /// Something worth knowing that is no page's fault.
  case warning(String)
  /// The counts of finished and found files, and whether the scan is complete.
  case progress(finished: Int, found: Int, isComplete: Bool)
}

/// Receives the events of a run, on the run's own thread.
package protocol RunObserver: AnyObject {
  func run(_ event: RunEvent)
  /// Reports the counts of a running run, after each page.
  func runHasCounted(_ summary: RunSummary)
}

extension RunObserver {
  package func runHasCounted(_ summary: RunSummary) {}
}

package typealias FailedPage = (path: ScanPath, index: Int, reason: PageProblem)

/// The results of a run.
package struct RunSummary: Sendable {
  /// Files found, including those that are still being written.
  package var files = 0
  /// Files known from an earlier run and unchanged since.
  package var unchanged = 0
  package var unsettled = 0
  /// The files that the scan left out by default.
  package var leftOut = LeftOut()
  /// Documents of the store that are no longer at their places.
  package var missing = 0
  package var pages: [PageState: Int] = [:]
  package var read = 0
  /// Pages of earlier runs with newly derived values, without their pictures.
  package var updated = 0
  /// The receipts on the pages that finished in this run.
  package var receipts = ReceiptTally()
  /// Those of each page, by the page's number, in a run that watches: a later part may meet a page again.
  var receiptsOfPages: [Int64: ReceiptTally] = [:]
  /// Finished pages that lack a part of their picture.
  package var cutOff = 0
  /// Failed pages of earlier runs that were not tried again; `pages` does not include them.
  package var failedEarlier = 0
  package var seconds = 0.0
  /// The reasons of the failed pages, each by its last attempt.
  package var failuresByReason: [PageProblem.Code: Int] = [:]
  /// The estimated shares of right characters of the pages recognised in this run.
  package var confidences = Distribution()
  /// Their quality, 1 for the best.
  package var qualities = Distribution()
  /// The first failed pages of this run; the store has them all.
  package var failures: [FailedPage] = []
  package var signal: Int32?
  /// Says of an input that held files and is empty now; nil for none, and in a run that watches.
  package var complaint: RunFailure?
  /// Whether everything in the scan was read, even if a signal came before the run was over.
  var leftNothing = false
  /// Too many pages failed, so the run gave up.
  package var gaveUp = false
  /// Files of documents, and pictures in them, that could not be made; each caused a warning.
  package var filesNotMade = 0
  /// The whole input as seen by a run that takes a part of it; nil if it did not see everything.
  package var census: ScanCensus?
  package init() {}

  /// Adds the results of a later part of the same run.
  package mutating func add(_ part: RunSummary) {
    // An unsettled file counts when it has settled.
    files += part.files - part.unsettled
    unchanged += part.unchanged
    leftOut.add(part.leftOut)
    missing += part.missing
    pages.merge(part.pages, uniquingKeysWith: +)
    read += part.read
    updated += part.updated
    receiptsOfPages.merge(part.receiptsOfPages) { $1 }
    receipts = receiptsOfPages.values.reduce(into: ReceiptTally()) { $0.add($1) }
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

  /// Whether any result is of interest to a person.
  package var hasNews: Bool { pages.values.contains { $0 > 0 } || missing > 0 || updated > 0 || filesNotMade > 0 }

  package func count(_ state: PageState) -> Int {
    pages[state] ?? 0
  }
}
