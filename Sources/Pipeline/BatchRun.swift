import CPosix
import Export
import Glibc
import Ingest
import PageModel
import Recognition
import ResultStore
import Workers

/// One batch run: finds the new pages below its inputs, has them read by workers, and keeps what was read.
///
/// Everything but the reading happens on the calling thread, in one loop over one poll(2).
public final class BatchRun {
  private let settings: RunSettings
  private let observer: any RunObserver
  private let sink: (any ResultSink)?

  public init(settings: RunSettings, observer: any RunObserver, sink: (any ResultSink)? = nil) {
    self.settings = settings
    self.observer = observer
    self.sink = sink
  }

  /// Runs to the end, or until a signal or a failure that befalls the run as a whole.
  public func run() throws(RunFailure) -> RunSummary {
    do {
      return try perform()
    } catch let failure as RunFailure {
      throw failure
    } catch let error as StoreError {
      throw RunFailure(error)
    } catch let error as ExportError {
      throw RunFailure(error)
    } catch let error as ScannerError {
      throw RunFailure(error)
    } catch let error as ModelError {
      throw RunFailure(.unavailable, "\(error)")
    } catch {
      throw RunFailure(.internal, "\(error)")
    }
  }

  private func perform() throws -> RunSummary {
    let started = ContinuousClock.now
    let signals = try SignalWatch()
    let environment = Self.environment
    let resolved = try ModelCatalogue(settings: settings.reader, environment: environment).resolve(settings.reader)
    // The inputs are looked at before anything is made on disk.
    let scanner = try makeScanner()
    var writer: FileWriter?
    if let output = settings.output { writer = try FileWriter(output.directory) }
    let lock = try Self.takeLock(beside: settings.store)
    let store = try ResultStore(settings.store, mode: .readWrite(creating: true))
    for warning in resolved.warnings { observer.run(.warning(warning)) }
    let reader = ReaderRecord(resolved)
    let run = try store.begin(version: Self.version, reader: reader, started: Self.now())
    let formats = settings.output?.formats ?? []
    let ledger = PageLedger(
      store: store, run: run, reader: reader, writer: writer, formats: formats, observer: observer)
    let reading = try PageReading(
      settings: settings, resolved: resolved, scanner: scanner, ledger: ledger, signals: signals, observer: observer,
      sink: sink)
    try reading.perform()
    try ledger.finishFiles()
    if reading.sawEverything, settings.fileList == nil, settings.include.isEmpty, settings.exclude.isEmpty {
      ledger.summary.missing = try store.markMissing(notSeenIn: run)
    }
    ledger.summary.seconds = started.duration(to: .now).inSeconds
    try store.finish(run, ended: Self.now(), counts: ledger.summary.pages, exitStatus: ledger.summary.exitStatus)
    withExtendedLifetime(lock) {}
    return ledger.summary
  }

  /// Takes the lock beside a store, so that one program at a time changes it and its files.
  static func takeLock(beside store: ScanPath) throws(RunFailure) -> RunLock {
    let path = store.bytes + Array(".lock".utf8)
    guard let text = String(validating: path, as: UTF8.self) else {
      throw RunFailure(.usage, "the store's path must be valid UTF-8: \(store)")
    }
    do throws(RunLock.Refusal) {
      return try RunLock(path: text)
    } catch {
      switch error {
      case .held(let holder):
        let name = holder.map { "\($0)" } ?? "another process"
        throw RunFailure(.held, "another run holds \(store): \(name); try again when it has ended")
      case .failed(let error):
        throw RunFailure(.cannotCreate, "the lock beside the store can't be made: \(error)")
      }
    }
  }

  private func makeScanner() throws(ScannerError) -> Scanner {
    var options = ScannerOptions()
    options.include = settings.include.map { ScanPath($0) }
    options.exclude = settings.exclude.map { ScanPath($0) }
    options.settle = .milliseconds(Int64(settings.settle * 1000))
    if let output = settings.output { options.skipDirectories = [output.directory] }
    options.skipFiles = ["", "-wal", "-shm", ".lock"].map { ScanPath(bytes: settings.store.bytes + Array($0.utf8)) }
    var inputs = settings.inputs.map(ScanInput.argument)
    if let list = settings.fileList {
      inputs.append(.list(descriptor: list.descriptor, separator: list.separator == 0 ? .nul : .newline))
    }
    return try Scanner(inputs: inputs, options: options)
  }

  /// HanScan's version, for the record of a run.
  public static let version = "0.1.0"

  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    for variable in WorkerCommand.ownEnvironment {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return variables
  }

  /// UTC for people; nothing is decided by it.
  private static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension RunSummary {
  /// The status that a program should exit with; `strict` counts unsupported files as failures.
  public func exitStatus(strict: Bool) -> Int32 {
    if let signal { return 128 + signal }
    if count(.failed) > 0 || gaveUp { return 65 }
    return strict && count(.unsupported) > 0 ? 65 : 0
  }

  var exitStatus: Int32 { exitStatus(strict: false) }
}

extension RunFailure {
  init(_ error: StoreError) {
    switch error.reason {
    case .locked: self.init(.held, "\(error)")
    case .full, .readOnly, .denied, .missing, .notAStore, .newer: self.init(.cannotCreate, "\(error)")
    case .corrupt, .inputOutput: self.init(.inputOutput, "\(error)")
    case .outOfMemory, .misuse: self.init(.internal, "\(error)")
    }
  }

  init(_ error: ScannerError) {
    switch error {
    case .missing, .unreadable, .listUnreadable: self.init(.inputMissing, "\(error)")
    case .inputIsOutput: self.init(.usage, "\(error)")
    }
  }
}

extension RunFailure {
  init(_ error: ExportError) {
    self.init(error.reason == .inputOutput ? .inputOutput : .cannotCreate, "\(error)")
  }
}

extension ReaderRecord {
  init(_ resolved: ResolvedReader) {
    self.init(
      key: resolved.key, engine: "tesseract \(TesseractRecognizer.engineVersion)",
      models: resolved.models.map { ModelRecord(name: $0.name, digest: $0.checksum.hex) })
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
