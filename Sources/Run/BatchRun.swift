import Documents
import Ingest
import PictureFormats
package import RunSupport
import StoreFiles
import Export
package import PageModel
import Recognition
import ResultStore
import Support
package import Workers

/// One batch run: finds the new pages below its inputs, lets workers read them, and stores the results.
///
/// Everything but the reading happens on the calling thread, in one loop over one poll(2). The run leaves the program's
/// signals alone, except that it restores the default of an ignored SIGCHLD to wait for workers.
package final class BatchRun {
  let settings: RunSettings
  let observer: any RunObserver
  let sink: (any ResultSink)?
  let signals: (any SignalSource)?

  /// - Parameter signals: Requests to stop the run, such as a `SignalWatch`; nil for a run that nobody stops.
  package init(
    settings: RunSettings, observer: any RunObserver, sink: (any ResultSink)? = nil,
    signals: (any SignalSource)? = nil
  ) {
    (self.settings, self.observer, self.sink, self.signals) = (settings, observer, sink, signals)
  }

  /// Runs until all is read, or until a signal or a failure of the run as a whole.
  ///
  /// Throws `usage` for contradictory or impossible settings, before anything is made.
  package func run() throws(RunFailure) -> RunSummary {
    try RunFailure.catching {
      try settings.check()
      let started = ContinuousClock.now
      let workers = try RunWorkers(settings)
      // A known store may need no reading; a new one needs workers for everything.
      if !settings.store.exists { workers.pool.prepare() }
      let resolved = try resolve()
      // The inputs are examined before anything is made on disk.
      let scanner = try makeScanner()
      let resources = try RunResources(self, resolved, scanner, workers)
      for warning in resolved.warnings { observer.run(.warning(warning)) }
      return try withExtendedLifetime(resources) { try pass(over: scanner, resources, started: started) }
    }
  }

  /// Scans once, reads new pages, and brings the results up to date.
  func pass(over scanner: Scanner, _ resources: RunResources, started: ContinuousClock.Instant) throws -> RunSummary {
    let (store, writer, stages, reader) = (resources.store, resources.writer, resources.stages, resources.reader)
    let run = try store.begin(version: ProgramFacts.version, reader: reader, started: Timestamp.now())
    let ledger = PageLedger(run, resources)
    do {
      // A sink gets known pages before the end of the run.
      if sink != nil { ledger.summary.updated = try store.bringUpToDate() }
      let loop = RunLoop(resources, scanner, ledger)
      try loop.perform()
      ledger.summary.leftOut.add(scanner.leftOut)
      resources.workers.stopsAtOnce = loop.scheduler.stopsAtOnce
      try store.checkIsStillThere()
      if loop.scheduler.sawEverything {
        ledger.summary.census = scanner.census
        for directory in scanner.unseenDirectories { try store.exclude(below: directory, in: run) }
        try markMissing(scanner, ledger)
        try ledger.removeMoved()
      }
      if ledger.summary.signal == nil, !ledger.summary.gaveUp {
        let isStopped = {
          self.takeSignal(ledger)
          return ledger.summary.signal != nil
        }
        try store.fillSearchIndex(isStopped: isStopped)
        ledger.summary.updated += try DerivedUpdate(store: store, writer: writer)
          .perform(stages, warn: { observer.run(.warning($0)) }, isStopped: isStopped)
        try ledger.countJoinedReceipts()
        try ledger.completeFiles(isStopped: isStopped)
        if !isStopped(), let writer, let output = settings.output {
          let formats = output.formats
          try writer.write(collectionsOf: formats, from: store)
          try TableFiles(store: store, directory: output.directory).haveBeenWritten(formats)
          let files = DocumentFiles(store: store, writer: writer, pictures: settings.pictures, isHome: true)
          let problems = try files.perform(formats, remaking: false, isStopped: isStopped)
          for problem in problems { observer.run(.warning(problem)) }
          ledger.summary.filesNotMade = problems.count
        }
      } else {
        if resources.watch != nil { try ledger.countJoinedReceipts() }
        // One signal lets the work under way finish; another one stops it.
        try ledger.completeFiles { self.takeSignal(ledger) }
      }
    } catch {
      // Record the exit status. If that fails too, the run stays unfinished in the store, as after a crash.
      let status = RunFailure(cause: error).status.code
      try? store.finish(run, ended: Timestamp.now(), counts: ledger.summary.pages, exitStatus: status)
      throw error
    }
    if settings.rereading == .changedReader, let kept = try store.keptReaders().first(where: { $0.reader == reader }) {
      observer.run(
        .warning(
          "\(kept.pages) pages show what another reader read, and what this one read is kept beside it: 'hanscan diff' "
            + "compares both, and takes this one's with --accept"))
    }
    ledger.summary.seconds = started.duration(to: .now).seconds
    let status = ledger.summary.exitStatus(strict: false)
    try store.finish(run, ended: Timestamp.now(), counts: ledger.summary.pages, exitStatus: status.code)
    return ledger.summary
  }

  /// Marks the documents as missing that the scan seeks and did not meet, except those of emptied inputs.
  ///
  /// An input is emptied if it had such documents and now holds nothing at all, such as a share that is not mounted. A
  /// run that does not watch complains of the first one at its end.
  private func markMissing(_ scanner: Scanner, _ ledger: PageLedger) throws {
    let (store, run) = (ledger.store, ledger.run)
    let isSought = { document throws(StoreError) in try Self.isSought(document, by: scanner, in: store) }
    let empty = try scanner.covered.filter { input in
      try scanner.directories.contains(input) && !store.hasDocuments(at: input, seenIn: run)
        && !store.documents(at: input, notSeenIn: run, where: isSought).isEmpty && scanner.isEmpty(input)
    }
    for input in empty {
      // Another input that this one lies in does not mark them either.
      try store.exclude(below: input, in: run)
      let name: Message = input.bytes.isEmpty ? "the input" : "the input \(input)"
      let text: Message = """
        \(name) held files before and is empty now, so none of them was marked missing; mount it if it is a share; if \
        it is meant to be empty, leave it: once it holds a scan again, the next run marks the others missing
        """
      let isLater = ledger.resources.watch != nil || ledger.summary.complaint != nil
      if isLater { observer.run(.warning("\(text)")) } else { ledger.summary.complaint = .init(.inputMissing, text) }
    }
    let covered = scanner.covered.filter { !empty.contains($0) }
    ledger.summary.missing += try store.markMissing(notSeenIn: run, at: covered, where: isSought)
  }

  /// Whether the scan would have met a document at its path; a refused one may have been a directory.
  private static func isSought(
    _ document: StoredDocument, by scanner: Scanner, in store: ResultStore
  ) throws(StoreError) -> Bool {
    if scanner.seeksEverything { return true }
    let path = document.entry.path
    var holder = path
    for parent in path.parents {
      if let kind = try store.document(parent)?.entry.kind, ContainerFormat(rawValue: kind) != nil { holder = parent }
    }
    let (place, isRefused) = (scanner.place(of: path), document.entry.kind == "refused" && holder == path)
    return scanner.seeks(path, in: holder, isDirectory: isRefused && (isDirectory(place) || !place.exists))
  }

  func resolve() throws -> ResolvedReader {
    try ModelCatalogue(settings: settings.reader, environment: ProgramFacts.environment).resolve(settings.reader)
  }

  /// Takes a signal that came after the pages were read; returns whether there was one.
  @discardableResult
  private func takeSignal(_ ledger: PageLedger) -> Bool {
    ledger.resources.watch?.attend()
    guard let signal = signals?.next() else { return false }
    ledger.summary.signal = ledger.summary.signal ?? signal
    return true
  }

  /// Ensures that names mean the same files as in earlier runs, from one base directory.
  func settleBase(of store: ResultStore, _ scanner: Scanner) throws {
    for directory in scanner.directories {
      let place = scanner.place(of: directory)
      guard place != scanner.base, scanner.base.bytes.starts(with: place.appending([]).bytes) else { continue }
      throw RunFailure.usage(
        "--base \(scanner.base) lies inside of the input \(place), so that a scan could get two names")
    }
    let known = try store.base()
    guard known != scanner.base else { return }
    if let known, settings.base == nil {
      throw RunFailure.usage(
        """
        the scans in \(store.path) are named from \(known), those of this run would be named from \(scanner.base), and \
        two scans could get one name; use another --out for other scans, or say --base \(known) where these belong to them \
        (--base with its new place where that directory was moved)
        """)
    }
    try store.setBase(scanner.base)
  }

  func makeScanner() throws -> Scanner {
    if let base = settings.base, !Self.isDirectory(base) {
      throw RunFailure(.inputMissing, "there is no directory \(base); check what --base says")
    }
    var options = ScannerOptions()
    options.include = settings.include.map { ScanPath($0) }
    options.exclude = settings.exclude.map { ScanPath($0) }
    options.settle = Duration(clamping: settings.settle)
    options.base = settings.base
    options.maximumDepth = settings.depth
    options.shard = settings.shard
    options.skipDirectories = settings.skipDirectories
    if let output = settings.output { options.skipDirectories.append(output.directory) }
    options.skipFiles = ["", "-wal", "-shm", ".lock"].map(settings.store.with(suffix:)) + settings.ownFiles
    var inputs = settings.inputs.map(settings.inputsArePatterns ? ScanInput.argument : ScanInput.path)
    if let list = settings.fileList {
      inputs.append(.list(descriptor: list.descriptor, separator: list.separator))
    }
    return try Scanner(inputs: inputs, options: options)
  }

  package static func isDirectory(_ path: ScanPath) -> Bool {
    (try? FileStatus.of(path: path, following: true).get().kind) == .directory
  }
}

extension RunSummary {
  /// The status that a program should exit with; `strict` counts unsupported files and cut-off pages as failures.
  package func exitStatus(strict: Bool) -> ExitStatus {
    if let signal { return .signal(signal) }
    if complaint != nil { return .inputMissing }
    if count(.failed) > 0 || filesNotMade > 0 || gaveUp { return .pagesFailed }
    return strict && count(.unsupported) + cutOff > 0 ? .pagesFailed : .success
  }
}
