public import Export
public import PageModel

/// Where results go as files: a directory and the formats written there.
public struct FileOutput: Sendable {
  public var directory: ScanPath
  public var formats: [any PageExporter]

  public init(directory: ScanPath, formats: [any PageExporter]) {
    self.directory = directory
    self.formats = formats
  }
}

/// How a run treats pages that already have a result.
public enum Rereading: String, Sendable, CaseIterable {
  /// What has a result, of whatever reader, stands.
  case never
  /// Pages whose result another reader gave are read again.
  case changedReader
  /// Everything is read again.
  case always
}

/// The limits that one page's reading is held to.
public struct PageLimits: Sendable, Equatable {
  /// Times a page is tried, each in a fresh worker; the last on a halved picture.
  public var attempts = 3
  /// Seconds from handing a page to a worker until the worker is killed.
  public var timeout = 120.0
  /// Bytes of address space of a worker.
  public var memory: UInt64 = 1 << 30
  /// Pages of one document.
  public var pages = 10_000
  /// Bytes of one file.
  public var fileSize: Int64 = 512 << 20
  /// Bytes of one worker's answer.
  public var answer = 64 << 20

  public init() {}
}

/// When a run gives up because its input has gone bad.
public enum FailureLimit: Sendable, Equatable {
  case none
  /// More failed pages than this end the run.
  case count(Int)
  /// A higher share of failed pages, in percent, ends the run; judged from 20 pages on.
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
  /// The directory that the scans' names start from; nil where the inputs decide.
  public var base: ScanPath?
  /// Directories within each other.
  public var depth = 128
  /// Seconds that a file must have been left alone.
  public var settle = 2.0
  /// Nil where results stay in the store alone; without formats the directory holds the store and no files.
  public var output: FileOutput?
  public var store: ScanPath
  public var reader = ReaderSettings()
  public var limits = PageLimits()
  public var workers = 1
  /// Pages after which a worker is renewed, so that what leaks in C libraries stays small.
  public var renewAfter = 200
  /// Hashes files that look unchanged.
  public var verifies = false
  public var retriesFailed = false
  public var rereading = Rereading.never
  public var failureLimit = FailureLimit.none
  /// Refuses to run where a layer of the workers' sandbox can't stand.
  public var requiresSandbox = false
  /// The program that reads pages: `EXECUTABLE worker`.
  public var executable: String

  public init(store: ScanPath, executable: String) {
    self.store = store
    self.executable = executable
  }
}
