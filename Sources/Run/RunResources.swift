import Ingest
import RunSupport
import StoreFiles
import Containers
import Export
import PDFPages
import PageModel
import PageWorker
import PictureFormats
import Recognition
import ResultStore
import Understanding
import Workers

/// The resources of a reading run: settings, observers, the store with its lock, the place of its files, the workers.
final class RunResources {
  /// Has the settings of the run, and its observer, sink and signals.
  let batch: BatchRun
  /// The watch that reads these files; nil for a single run.
  let watch: WatchLoop?
  let resolved: ResolvedReader
  let reader: ReaderRecord
  let writer: FileWriter?
  let store: ResultStore
  let stages: DerivedStages
  let workers: RunWorkers

  /// Ensures that the store and this run mean the same files by the same names.
  init(
    _ batch: BatchRun, _ resolved: ResolvedReader, _ scanner: Scanner, _ workers: RunWorkers,
    watch: WatchLoop? = nil, creating: Bool = true
  ) throws {
    (self.batch, self.resolved, self.workers, self.watch) = (batch, resolved, workers, watch)
    let settings = batch.settings
    writer = try settings.output.map { try FileWriter($0.directory) }
    store = try StoreLock.store(settings.store, creating: creating)
    try batch.settleBase(of: store, scanner)
    if let output = settings.output, let last = try store.lastRun(), last.ended == nil,
      try OutputPlace.of(output.directory, store: store.path) == store.outputPlace()
    {
      OutputFiles.removeTemporary(in: output.directory)
    }
    if let output = settings.output, !output.formats.isEmpty,
      let warning = try OutputPlace.settle(output.directory, in: store)
    {
      batch.observer.run(.warning(warning))
    }
    // Documents of a format whose programs are missing are unsupported, until those are installed.
    let hasTools = settings.pictures.tools.missing.isEmpty
    let unpacks = !settings.pictures.containerTool.isMissing
    try store.noteFormats(
      PictureFormat.allCases.map(\.rawValue) + (hasTools ? [FileKind.document.name] : [])
        + (unpacks ? ContainerFormat.allCases.filter { $0 != .pdf }.map(\.rawValue) : []))
    stages = try store.settleStages(
      lexicon: settings.lexicon, tags: settings.tags, splitCodes: settings.splitCodes)
    if let language = settings.exportLanguage { try store.set(.exportLanguage, to: language) }
    reader = ReaderRecord(resolved)
  }
}

/// The workers of a run; none is started before the first page.
final class RunWorkers {
  let pool: PagePool
  /// Whether they get no time to exit by themselves.
  var stopsAtOnce = false

  init(_ settings: RunSettings) throws {
    pool = try settings.pictures.pool(answering: .page, renewAfter: settings.renewAfter)
  }

  deinit {
    pool.shutdown(grace: stopsAtOnce ? .zero : .seconds(2))
  }
}
