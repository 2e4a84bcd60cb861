import PageModel
import Run
import RunSupport

extension BatchRun {
  /// An event of a run.
  public enum Event: Hashable, Sendable {
    /// A page finished; it was read in this run, or its result was known.
    case page(path: String, number: Int, state: Page.State, wasRead: Bool)
    /// An attempt at a page failed, and another one follows.
    case retry(path: String, number: Int, reason: String)
    /// A file was still being written, and is left for the next run.
    case unsettled(path: String)
    /// A sentence that a person should know and that concerns no single page.
    case warning(String)
    /// The counts of finished and found documents, and whether all have been found.
    case documents(finished: Int, found: Int, isComplete: Bool)
  }

  /// The results of a run.
  public struct Summary: Codable, Hashable, Sendable {
    /// A page that could not be read.
    public struct Failure: Codable, Hashable, Sendable {
      /// The path of the scan below the input.
      public let path: String
      /// The page's number in its document, from 1.
      public let number: Int
      /// The reason of the last attempt.
      public let problem: Page.Problem
    }

    /// The files that were found.
    public let files: Int
    /// The files that an earlier run knew and that are unchanged.
    public let unchanged: Int
    /// The files that were still being written.
    public let unsettled: Int
    /// The documents of the store whose scans are gone since the last run.
    public let missing: Int
    /// The number of pages that finished, by state.
    public let pages: [Page.State: Int]
    /// The number of pages that were read in this run.
    public let read: Int
    /// The first failed pages of this run; the store has all.
    public let failures: [Failure]
    /// The number of receipts on the pages.
    public let receipts: Int
    /// The number of receipts with a proven total.
    public let provenTotals: Int
    /// The number of receipts with a value that a check contradicts.
    public let conflicts: Int
    /// The sums of the totals as decimal strings, by ISO 4217 code; an empty code stands for unknown currencies.
    public let sums: [String: String]
    /// The duration in seconds.
    public let seconds: Double
    /// Whether the run was cancelled before everything was read.
    public let isStopped: Bool
    /// The status with which `hanscan run` would exit: 0 if everything was read, 65 if pages failed, 143 if stopped.
    public let exitStatus: Int32

    init(_ run: RunSummary) {
      (files, unchanged, unsettled, missing) = (run.files, run.unchanged, run.unsettled, run.missing)
      pages = Dictionary(uniqueKeysWithValues: run.pages.map { (Page.State($0.key), $0.value) })
      (read, seconds, isStopped) = (run.read, run.seconds, run.signal != nil)
      failures = run.failures.map {
        Failure(
          path: $0.path.text, number: $0.index + 1,
          problem: Page.Problem(code: $0.reason.code.rawValue, message: $0.reason.message))
      }
      (receipts, provenTotals) = (run.receipts.receipts, run.receipts.provenTotals)
      conflicts = run.receipts.conflicts
      sums = Dictionary(uniqueKeysWithValues: run.receipts.sums.map { ($0.currency, $0.amount) })
      exitStatus = run.exitStatus(strict: false).code
    }
  }
}

extension Page.State {
  /// Both enumerations have the same names.
  init(_ state: PageState) { self = Self(rawValue: state.rawValue) ?? .failed }
}
