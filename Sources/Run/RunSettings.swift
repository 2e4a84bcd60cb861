package import Ingest
package import RunSupport
package import Export
package import PageModel
import ResultStore
import StoreFiles

/// The treatment of pages that already have a result.
package enum Rereading: String, Sendable, CaseIterable {
  /// Results of any reader are kept.
  case never
  /// Pages with a result of another reader are read again.
  case changedReader
  case always
}

/// The limit at which a run gives up because its input has gone bad.
package enum FailureLimit: Sendable, Equatable {
  case none
  /// More failed pages than this stop the run.
  case count(Int)
  /// A higher share of failed pages, in percent, stops the run; judged from 20 pages on.
  case percent(Double)

  func isExceeded(failed: Int, of read: Int) -> Bool {
    switch self {
    case .none: false
    case .count(let limit): failed > limit
    case .percent(let share): read >= 20 && Double(failed) * 100 > share * Double(read)
    }
  }
}

/// All settings of one batch run; those in `pictures` are its own members, too.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  /// Directories, files and glob patterns.
  package var inputs: [ScanPath] = []
  /// Whether an input that does not exist may be a pattern.
  package var inputsArePatterns = true
  /// A descriptor with a list of files, one a line or NUL-separated.
  package var fileList: (descriptor: Int32, separator: UInt8)?
  package var include: [String] = []
  package var exclude: [String] = []
  /// Files of the run itself that could lie in an input; the store is always left out.
  package var ownFiles: [ScanPath] = []
  /// The directory that the scans' names start from; nil if the inputs decide.
  package var base: ScanPath?
  /// The deepest nesting of directories.
  package var depth = 128
  /// The part of the input that is read; nil for all of it.
  package var shard: Shard?
  /// Directories that are skipped, besides the output.
  package var skipDirectories: [ScanPath] = []
  /// The least seconds since a file's last change.
  ///
  /// Before it finishes, a run waits at most this long for younger files.
  package var settle = 2.0
  /// Seconds without arrivals after which a watching run stops; nil to run until a signal.
  package var untilIdle: Double?
  /// Seconds for pages in work after a signal; a second signal gives them none.
  package var stopGrace = 10.0
  /// Nil if results stay in the store alone; without formats the directory holds the store and no files.
  package var output: (directory: ScanPath, formats: [any Exporter])?
  package var store: ScanPath
  /// The text of a file of receipt words, added to the standard ones; nil for the store's.
  package var lexicon: String?
  /// The meanings of pen marks by their shapes, `star=business`, one a line; nil for the store's.
  package var tags: String?
  /// The language code of workbooks and csv; nil for the store's.
  package var exportLanguage: String?
  /// The texts of bar codes on sheets that divide a stack into documents, one a line; nil for the store's.
  package var splitCodes: String?
  /// Pages after which a worker is renewed, to bound leaks in C libraries.
  package var renewAfter = PictureSettings.pagesOfWorker
  /// Hashes files that look unchanged.
  package var verifies = false
  package var retriesFailed = false
  package var rereading = Rereading.never
  package var failureLimit = FailureLimit.none
  /// The reader, its limits, the workers and the programs for documents.
  package var pictures: PictureSettings

  /// - Parameter executable: The program that reads pages: `EXECUTABLE worker`.
  package init(store: ScanPath, executable: String) {
    (self.store, pictures) = (store, PictureSettings(executable: executable))
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<PictureSettings, Value>) -> Value {
    get { pictures[keyPath: path] }
    set { pictures[keyPath: path] = newValue }
  }

  /// Throws a usage failure for impossible settings, such as a time that is no number.
  func check() throws(RunFailure) {
    try PageLimits.check("settle", settle, in: 0...PageLimits.longestTime)
    if let untilIdle { try PageLimits.check("untilIdle", untilIdle, in: 0...PageLimits.longestTime) }
    try PageLimits.check("stopGrace", stopGrace, in: 0...PageLimits.longestTime)
    try PageLimits.check("workers", pictures.workers, in: 1...4096)
    try PageLimits.check("renewAfter", renewAfter, in: 1...Int.max)
    try PageLimits.check("depth", depth, in: 1...Int.max)
    switch failureLimit {
    case .none: break
    case .count(let count): try PageLimits.check("failureLimit", count, in: 0...Int.max)
    case .percent(let share): try PageLimits.check("failureLimit", share, in: 0...100)
    }
    try ResultStore.check(lexicon: lexicon ?? "", tags: tags ?? "")
    try pictures.limits.check()
  }
}

extension RunScheduler.Limits {
  init(_ settings: RunSettings) {
    self.init()
    workers = settings.workers
    attempts = settings.limits.attempts
    failureLimit = settings.failureLimit
    settle = Duration(clamping: settings.settle)
    stopGrace = Duration(clamping: settings.stopGrace)
  }
}
