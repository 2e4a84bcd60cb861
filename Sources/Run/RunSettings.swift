package import Documents
public import Ingest
public import RunSupport
public import Export
public import PageModel
import PDFPages
import Understanding

/// Where results go as files: a directory and the formats written there.
public struct FileOutput: Sendable {
  public var directory: ScanPath
  public var formats: [any Exporter]

  public init(directory: ScanPath, formats: [any Exporter]) {
    self.directory = directory
    self.formats = formats
  }
}

/// How a run treats pages that already have a result.
public enum Rereading: String, Sendable, CaseIterable {
  /// What has a result, of whatever reader, is kept.
  case never
  /// Pages whose result another reader gave are read again.
  case changedReader
  /// Everything is read again.
  case always
}

/// When a run gives up because its input has gone bad.
public enum FailureLimit: Sendable, Equatable {
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

/// Everything that one batch run is told.
public struct RunSettings: Sendable {
  /// Directories, files and glob patterns.
  public var inputs: [ScanPath] = []
  /// A descriptor with a list of files, one a line or NUL-separated.
  public var fileList: (descriptor: Int32, separator: UInt8)?
  public var include: [String] = []
  public var exclude: [String] = []
  /// Files of the run itself that could lie in an input; the store is left out anyhow.
  public var ownFiles: [ScanPath] = []
  /// The directory that the scans' names start from; nil where the inputs decide.
  public var base: ScanPath?
  /// Directories within each other.
  public var depth = 128
  /// The part of the input that is read; nil for all of it.
  public var shard: Shard?
  /// Directories that are not looked into, besides the output.
  public var skipDirectories: [ScanPath] = []
  /// Seconds that a file must have been left alone.
  ///
  /// Before it finishes, a run waits at most so long for files that were not.
  public var settle = 2.0
  /// Seconds after which a run that watches stops, where nothing has come for so long; nil for one that a signal stops.
  public var untilIdle: Double?
  /// Seconds that pages in work may take after a signal; a second signal gives them none.
  public var stopGrace = 10.0
  /// Nil where results stay in the store alone; without formats the directory holds the store and no files.
  public var output: FileOutput?
  public var store: ScanPath
  public var reader = ReaderSettings()
  /// The text of a file of words that receipts are understood by, added to the standard ones; nil for what the store has.
  public var lexicon: String?
  /// What pen marks stand for by their shapes, `star=business`, one a line; nil for what the store has.
  public var tags: String?
  /// The language code of workbooks and csv; nil for what the store has.
  public var exportLanguage: String?
  /// The texts of bar codes on sheets that divide a stack into documents, one a line; nil for what the store has.
  public var splitCodes: String?
  public var limits = PageLimits()
  public var workers = 1
  /// Pages after which a worker is renewed, so that what leaks in C libraries stays small.
  public var renewAfter = 200
  /// Hashes files that look unchanged.
  public var verifies = false
  public var retriesFailed = false
  public var rereading = Rereading.never
  public var failureLimit = FailureLimit.none
  /// Refuses to run where a layer of the workers' sandbox is missing.
  public var requiresSandbox = false
  /// The program that reads pages: `EXECUTABLE worker`.
  public var executable: String
  /// Where the programs lie that PDF documents are read with.
  public var pdfTools = PDFTools.usualFolder

  public init(store: ScanPath, executable: String) {
    self.store = store
    self.executable = executable
  }
}

extension RunSettings {
  /// The limits of a document.
  package var documentLimits: DocumentLimits {
    var limits = DocumentLimits()
    limits.maximumPages = self.limits.pages
    limits.maximumPixels = reader.maximumPixels
    limits.maximumBytes = self.limits.fileSize
    return limits
  }

  /// Throws a usage failure for what no run can be held to, such as a time that is no number.
  func check() throws(RunFailure) {
    try PageLimits.check("settle", settle, in: 0...PageLimits.longestTime)
    if let untilIdle { try PageLimits.check("untilIdle", untilIdle, in: 0...PageLimits.longestTime) }
    try PageLimits.check("stopGrace", stopGrace, in: 0...PageLimits.longestTime)
    try PageLimits.check("workers", workers, in: 1...4096)
    try PageLimits.check("renewAfter", renewAfter, in: 1...Int.max)
    try PageLimits.check("depth", depth, in: 1...Int.max)
    switch failureLimit {
    case .none: break
    case .count(let count): try PageLimits.check("failureLimit", count, in: 0...Int.max)
    case .percent(let share): try PageLimits.check("failureLimit", share, in: 0...100)
    }
    if let lexicon {
      do throws(LexiconError) { _ = try Lexicon.standard.adding(lexicon) } catch {
        throw RunFailure(.usage, "the words for receipts: \(error)")
      }
    }
    if let tags {
      do throws(MarkTagError) { _ = try MarkTags(tags) } catch { throw RunFailure(.usage, "--tag: \(error)") }
    }
    try limits.check()
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
