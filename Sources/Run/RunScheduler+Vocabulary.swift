package import Documents
package import Ingest
package import PageModel
package import Sandbox
package import RunSupport

extension RunScheduler {
  /// What the scheduler needs to know of a run's settings.
  package struct Limits: Sendable {
    /// Pages in work at a time.
    package var workers = 1
    /// Times a page is tried.
    package var attempts = 3
    package var failureLimit = FailureLimit.none
    /// How long a file must have been left alone.
    package var settle = Duration.seconds(2)
    /// How long pages in work may take after a signal before they are given back.
    package var stopGrace = Duration.seconds(10)
    /// Entries found ahead of the reading, so that the progress knows how much is left; some 300 bytes each.
    package var lookAhead = 10_000
    /// The workers and signals are looked at at least so often.
    package var pollInterval = Duration.milliseconds(50)
    /// Worker slots in a row in which none could be started, until the run fails.
    package var failedStarts = 8

    package init() {}
  }

  /// One page by its document's number.
  package struct Page: Hashable, Sendable {
    package let document: Int
    /// From 0.
    package let index: Int

    package init(document: Int, index: Int) {
      self.document = document
      self.index = index
    }
  }

  /// One page on its way through the workers.
  package struct PageTask: Hashable, Sendable {
    package let page: Page
    /// Its document's.
    package let path: ScanPath
    /// Those that failed.
    package var attempts: [Attempt] = []

    /// From 1.
    package var attemptNumber: Int { attempts.count + 1 }
  }

  /// A page whose state is known and not recorded yet.
  package struct FinishedPage: Hashable, Sendable {
    package let page: Page
    package let outcome: PageOutcome
    /// Those that failed before.
    package var attempts: [Attempt] = []
    /// Whether a worker read it in this run.
    package let wasRead: Bool
  }

  /// The pages that this run has recorded so far.
  package struct Tally: Hashable, Sendable {
    package let failed: Int
    package let pages: Int

    package init(failed: Int = 0, of pages: Int = 0) {
      self.failed = failed
      self.pages = pages
    }
  }

  package enum Action: Equatable, Sendable {
    // Without an answer.
    case tell(RunEvent)
    /// Reading begins.
    case tellReading
    /// Counts of files.
    case progress(finished: Int, found: Int, isComplete: Bool)
    /// A file is there, though it is not looked into.
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
    /// Go on with the scan (`found`, `listIsEmpty`, `scanFinished`).
    case look
    /// Look whether a file is still too fresh (`found`, `gone`).
    case lookAgain(ScanFile)
    /// Find out which pages an entry has and whether they need reading (`settled`, `opened`, `holds`, `unfinished`).
    case open(Int, ScanEntry)
    /// Find out whether a page's outcome is known without reading (`known`, `unknown`).
    case lookUp(Page)
    /// Hand a page to the workers, as the job of this number (`submitted`, `unreadable`).
    case submit(UInt64, PageTask, reduction: Int)
    /// Keep a page's outcome (`recorded`, `unfinished`).
    case record(FinishedPage)
    /// Look at workers, signals and the list; nil waits until one of them has something to say (`polled`).
    case wait(until: Instant?)
    /// The run fails, with the reason: no worker can be started, or the loop gave a wrong answer.
    case fail(ExitStatus, String)
    /// Nothing is left to do.
    case finish
  }

  package enum Event: Sendable {
    /// The first of all.
    case began
    case found(ScanEntry)
    /// The list of files has nothing to read at the moment.
    case listIsEmpty
    case scanFinished
    /// The file is not there any more.
    case gone
    /// Every page of the entry has its outcome.
    case settled(Tally)
    /// The files that are attached to it come after its pages.
    case opened(pageCount: Int, members: [ScanEntry] = [])
    /// The entry is an archive or a mail; what lies in it comes before whatever else was found.
    case holds([ScanEntry], Tally)
    /// The step did a part of its work; it is asked for again.
    case unfinished
    case known(PageOutcome)
    case unknown
    case submitted
    /// The page's file can't be opened.
    case unreadable(PageProblem)
    case recorded(Tally)
    case polled([Report])
  }

  /// What a look at the workers, the signals and the list of files tells.
  package enum Report: Sendable {
    case read(UInt64, PageOutcome)
    case attemptFailed(UInt64, PageProblem)
    /// The page's picture can't be had, and another attempt would go the same way.
    case drawingFailed(UInt64, PageProblem)
    case notStarted(UInt64)
    case workerReady([SandboxLayer])
    case startFailed(String)
    case listIsReady
    case signal(Int32)
  }
}
