package import Documents
package import Ingest
package import PageModel
package import Sandbox
package import RunSupport

extension RunScheduler {
  /// The scheduler's part of a run's settings.
  package struct Limits: Sendable {
    package var workers = 1
    package var attempts = 3
    package var failureLimit = FailureLimit.none
    /// The least time since a file's last change.
    package var settle = Duration.seconds(2)
    /// The time for pages in work after a signal before they are given back.
    package var stopGrace = Duration.seconds(10)
    /// Entries found ahead of the reading, to show the remaining work; some 300 bytes each.
    package var lookAhead = 10_000
    /// The longest time between looks at workers and signals.
    package var pollInterval = Duration.milliseconds(50)
    /// Consecutive worker slots without a successful start after which the run fails.
    package var failedStarts = 8
    package init() {}
  }

  package struct Page: Hashable, Sendable {
    package let document: Int
    package let index: Int
  }

  /// One page on its way through the workers.
  package struct PageTask: Hashable, Sendable {
    package let page: Page
    package let path: ScanPath
    package var attempts: [Attempt] = []

    /// From 1.
    package var attemptNumber: Int { attempts.count + 1 }
  }

  /// A page with a known state that is not recorded yet.
  package struct FinishedPage: Hashable, Sendable {
    package let page: Page
    package let outcome: PageOutcome
    /// The earlier failed ones.
    package var attempts: [Attempt] = []
    package let wasRead: Bool
  }

  /// The pages that this run has recorded so far.
  package struct Tally: Hashable, Sendable {
    package var failed = 0
    package var pages = 0
  }

  package enum Action: Equatable, Sendable {
    // Without an answer.
    case tell(RunEvent)
    case tellReading
    case progress(finished: Int, found: Int, isComplete: Bool)
    /// A file exists, although it is not examined.
    case noteSeen(ScanPath)
    /// A file is still being written and is left for the next run.
    case leave(ScanPath)
    /// Every page of this document is recorded.
    case close(Int)
    /// This document and all those before it have finished.
    case release(ScanPath)
    /// Cancel the jobs under way.
    case giveBack

    // Steps; in brackets their answers.
    /// Continue the scan (`found`, `listIsEmpty`, `scanFinished`).
    case look
    case lookAgain(ScanFile)
    /// Find an entry's pages and whether they need reading (`opened`, `holds`, `unfinished`).
    case open(Int, ScanEntry)
    /// Find out whether a page's outcome is known without reading (`known`, `unknown`).
    case lookUp(Page)
    /// Hand a page to the workers, as the job of this number (`submitted`, `unreadable`).
    case submit(UInt64, PageTask, reduction: Int)
    /// Record a page's outcome (`recorded`, `unfinished`).
    case record(FinishedPage)
    /// Poll workers, signals and the list; nil waits for the first event (`polled`).
    case wait(until: Instant?)
    /// The run fails, with the reason: no worker can be started, or the loop gave a wrong answer.
    case fail(ExitStatus, String)
    case finish
  }

  package enum Event: Sendable {
    /// The first event of all.
    case began
    case found(ScanEntry)
    case listIsEmpty
    case scanFinished
    case gone
    /// The attached files come after its pages.
    case opened(pageCount: Int, members: [ScanEntry] = [])
    /// Nothing is left to do for the entry but for the members of an archive or a mail, which come before all other
    /// entries.
    case holds([ScanEntry], Tally)
    /// The step did a part of its work; it is asked for again.
    case unfinished
    case known(PageOutcome)
    case unknown
    case submitted
    case unreadable(PageProblem)
    case recorded(Tally)
    case polled([Report])
  }

  /// A report on the workers, the signals and the list of files.
  package enum Report: Sendable {
    case read(UInt64, PageOutcome)
    case attemptFailed(UInt64, PageProblem)
    /// The page's picture can't be drawn, and another attempt would fail the same way.
    case drawingFailed(UInt64, PageProblem)
    case notStarted(UInt64)
    case workerReady([SandboxLayer])
    case startFailed(String)
    case listIsReady
    case signal(Int32)
  }
}
