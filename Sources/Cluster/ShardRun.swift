package import Ingest
package import Run
package import RunSupport
import Glibc
package import PageModel
import ResultStore
import Support
import Workers

/// A run over one part of an input: its preconditions, its progress, and its results.
///
/// The pages go into a store on a disk of this machine. When all of them have finished, the store is copied to the
/// shard's folder, and then the manifest that names it is written. The next job continues a killed one: on the same
/// machine from the store itself, elsewhere from the last copy.
package final class ShardRun: RunObserver {
  package let shard: Shard
  package var folder: ScanPath { place.folder }
  /// Gets the run's events, too.
  package var observer: (any RunObserver)?
  /// Warnings before the run.
  package private(set) var warnings: [String] = []
  private let place: ShardPlace
  private let former: ShardManifest?
  private let options: [String: String]
  private var lock: RunLock?
  private var progress: ShardProgress
  private let clock = ContinuousClock.now
  private var written: ContinuousClock.Instant?
  private static let interval = Duration.seconds(5)

  /// Takes the shard, prepares its store, and points the settings of the run there.
  ///
  /// - Parameters:
  ///   - output: The folder of all shards of the input.
  ///   - scratch: A directory on a disk of this machine; nil to write the store below `output`.
  package init(
    _ shard: Shard, output: ScanPath, scratch: ScanPath?, settings: inout RunSettings
  ) throws(RunFailure) {
    self.shard = shard
    place = try ShardPlace(shard, in: output, scratch: scratch)
    progress = ShardProgress(shard: shard.index, of: shard.count)
    options = settings.decidingOptions
    do throws(RunLock.Refusal) {
      lock = try RunLock(path: place.folder.appending("lock").text)
    } catch {
      switch error {
      case .held(let holder):
        let name = holder.map { "\($0)" } ?? "another process"
        throw RunFailure(.held, "another job reads shard \(shard) in \(output): \(name); try again when it has exited")
      case .failed(let error) where [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.number):
        warnings.append(
          "\(place.folder) lies where nothing can be locked: another job with shard \(shard) would read the same pages "
            + "in vain, and one of the two results would count")
      case .failed(let error): throw RunFailure(error, "the lock of shard \(shard) can't be taken")
      }
    }
    if lock != nil { place.removeLeftovers() }
    former = try ShardManifest.read(in: place.folder)
    try place.prepare(origin: former?.digest ?? "new", from: former)
    // A new reading replaces the old one.
    if settings.rereading != .always, let store = try? ResultStore(place.store, mode: .readOnly) {
      progress.earlier = Self.named((try? store.counts()) ?? [:])
    }
    settings.shard = shard
    settings.store = place.store
    settings.output = nil
    settings.skipDirectories += [output, scratch].compactMap { $0 }
    progress.write(in: place.folder)
  }

  package func run(_ event: RunEvent) {
    observer?.run(event)
    guard case .progress(let finished, let found, let isComplete) = event else { return }
    (progress.finished, progress.found, progress.foundAll) = (finished, found, isComplete)
    tell()
  }

  package func runHasCounted(_ summary: RunSummary) {
    observer?.runHasCounted(summary)
    note(summary)
  }

  private func note(_ summary: RunSummary) {
    (progress.read, progress.unchanged) = (summary.read, summary.unchanged)
    progress.pages = Self.named(summary.pages)
    tell()
  }

  /// Reports the progress to observers elsewhere.
  private func tell() {
    if let written, ContinuousClock.now - written < Self.interval { return }
    written = .now
    progress.seconds = clock.duration(to: .now).seconds
    progress.write(in: place.folder)
  }

  /// Records a failed run; its pages are kept for the next one.
  package func fail(_ failure: RunFailure) {
    close(.failed, failure.description)
  }

  /// Makes the shard whole, or saves a stopped run for the next job.
  package func finish(_ summary: RunSummary) throws(RunFailure) {
    note(summary)
    do {
      let contents = try sealed()
      (progress.earlier, progress.pages) = ([:], Self.named(contents.contents.pages))
      let origin = former?.digest ?? "new"
      guard summary.signal == nil, !summary.gaveUp else {
        try place.save(origin: origin)
        return close(.stopped, summary.gaveUp ? "more pages failed than --max-failures allows" : nil)
      }
      let written = try RunFailure.naming("the store can't be copied to \(folder); it is kept in \(place.work)") {
        try FileCopy.make(of: place.store, in: folder, named: ShardManifest.storeName)
      }
      var manifest = manifest(of: contents, summary)
      (manifest.store, manifest.digest) = (ShardManifest.storeName(digest: written.digest), written.digest)
      manifest.bytes = written.bytes
      try RunFailure.naming("the manifest of shard \(shard) can't be written") {
        try FileCopy.retrying { () throws(SystemError) in try manifest.write(in: place.folder) }
      }
      place.forget(origin: origin, former: former, present: manifest)
      close(.whole, nil)
    } catch {
      let failure = RunFailure(cause: error)
      close(.failed, failure.description)
      throw failure
    }
  }

  private func close(_ state: ShardStatus.State, _ message: String?) {
    (progress.state, progress.message) = (state, message)
    progress.seconds = clock.duration(to: .now).seconds
    progress.write(in: place.folder)
  }

  private func sealed() throws -> (contents: StoreContents, run: StoredRun?) {
    let store = try ResultStore(place.store, mode: .readWrite(creating: false))
    let contents = try store.contents()
    let run = try store.lastRun()
    try store.seal()
    return (contents, run)
  }

  private func manifest(of sealed: (contents: StoreContents, run: StoredRun?), _ summary: RunSummary) -> ShardManifest {
    let contents = sealed.contents
    var options = options
    options["formats"] = contents.formats
    options["lexicon"] = SHA256.digest(of: Array((contents.lexicon ?? "").utf8)).hex
    options["tag"] = contents.tags ?? ""
    return ShardManifest(
      shard: shard.index, of: shard.count, store: "", digest: "", bytes: 0, version: ProgramFacts.version,
      schema: contents.schema, readers: contents.readers.map(\.key.hex),
      models: contents.readers.map { reader in
        "\(reader.engine), \(reader.models.map { "\($0.name) \($0.digest.prefix(16))" }.joined(separator: " "))"
      },
      scans: summary.census?.entries ?? 0, names: summary.census?.digest ?? "",
      documents: contents.documents, pages: Self.named(contents.pages), unsettled: summary.unsettled,
      edits: contents.edits, stages: contents.stages, base: contents.base?.description ?? "", options: options,
      started: sealed.run?.started ?? "", ended: sealed.run?.ended ?? "", read: summary.read, seconds: summary.seconds,
      host: ProcessFacts.hostName)
  }

  private static func named(_ pages: [PageState: Int]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: pages.map { ($0.key.rawValue, $0.value) })
  }
}
