package import RunSupport
import StoreFiles
import Glibc
package import PageModel
import ResultStore
package import Support
import Understanding
package import Workers

/// Joins the stores of an input's shards into one, as if one machine had read all of it.
///
/// The new store is made beside its place, and moves there when it is whole. After a kill the same call continues, and
/// once finished it does nothing.
package struct ShardMerge {
  package struct Outcome: Sendable {
    package var pages: [PageState: Int] = [:]
    /// Files that were still being written when their shard was read.
    package var unsettled = 0
    /// The store was made of these shards before.
    package var isUnchanged = false
    /// This signal stopped it; the next call continues.
    package var signal: Int32?
  }

  let shards: ShardSet
  let output: ScanPath
  /// The directory that the scans' names start from; nil for the shards' own.
  let base: ScanPath?
  let signals: (any SignalSource)?
  /// Gets each step as it begins.
  let tell: (Message) -> Void
  let warn: (String) -> Void

  package init(
    _ shards: ShardSet, into output: ScanPath, base: ScanPath?, signals: (any SignalSource)?,
    tell: @escaping (Message) -> Void, warn: @escaping (String) -> Void
  ) {
    (self.shards, self.output, self.base, self.signals) = (shards, output, base, signals)
    (self.tell, self.warn) = (tell, warn)
  }

  private var store: ScanPath { output.appending("hanscan.sqlite") }
  private var draft: ScanPath { output.appending("hanscan.sqlite.joining") }

  package func run() throws(RunFailure) -> Outcome {
    try RunFailure.catching {
      guard String(validating: output.bytes, as: UTF8.self) != nil else {
        throw RunFailure(.usage, "the path must be valid UTF-8: \(output)")
      }
      try RunFailure.naming("\(output) can't be made") { try SmallFile.makeDirectory(output.text) }
      let lock = try StoreLock.take(beside: store, creating: true)
      defer { withExtendedLifetime(lock) {} }
      var outcome = Outcome()
      outcome.unsettled = shards.members.reduce(0) { $0 + $1.manifest.unsettled }
      let isStopped = {
        if let signal = signals?.next() { outcome.signal = outcome.signal ?? signal }
        return outcome.signal != nil
      }
      if try checkPlace() {
        outcome.isUnchanged = true
      } else {
        tell("comparing \(Message(shards.members.count, "store")) with the manifests")
        try shards.verify(isStopped: isStopped)
        guard !isStopped(), try join(isStopped), try compare(isStopped) else { return outcome }
        try place()
      }
      let whole = try ResultStore(store, mode: .readWrite(creating: false))
      if let base, try whole.base() != base { try whole.setBase(base) }
      if try !whole.hasWholeSearchIndex {
        tell("making the index of words")
        try whole.fillSearchIndex(isStopped: isStopped)
      }
      outcome.pages = try whole.counts()
      return outcome
    }
  }

  /// Whether the store was already made of these shards; refuses to replace a store with other contents.
  private func checkPlace() throws -> Bool {
    guard store.exists else { return false }
    let present = try ResultStore(store, mode: .readOnly)
    let contents = try present.contents()
    guard let key = try present.text(.merged) else {
      throw RunFailure(.usage, "\(store) is the store of runs, not of shards: choose another --out")
    }
    if key == shards.key { return true }
    guard contents.edits == 0, contents.runs == 1 else {
      throw RunFailure(
        .usage,
        "\(store) was made of other shards and holds corrections or runs since: choose another --out, or move it away")
    }
    return false
  }

  private func join(_ isStopped: () -> Bool) throws -> Bool {
    let sources = shards.members.map { (name: $0.manifest.title, path: $0.store) }
    let merge = try StoreMerge(into: draft, of: sources, key: shards.key)
    let dates = shards.members.map(\.manifest)
    try merge.prepare(
      version: ProgramFacts.version, started: dates.map(\.started).min() ?? "", base: base, warn: warn)
    do {
      return try merge.perform(isStopped: isStopped) {
        tell("\($0) of \(shards.pageCount) pages joined")
      }
    } catch let double as MergeDouble {
      throw RunFailure(
        .usage,
        "\(double.path) is in \(double.first) and in \(double.second): they are no parts of one input; read the shards "
          + "again, all with the same IN")
    }
  }

  /// Updates values that need all pages: derived values of new duplicates, and the same receipts.
  private func compare(_ isStopped: () -> Bool) throws -> Bool {
    tell("comparing receipts across shards")
    let store = try ResultStore(draft, mode: .readWrite(creating: false))
    _ = try Lexicon.standard.adding(try store.text(.lexicon) ?? "")
    let stages = try store.settleStages(lexicon: nil, tags: nil, splitCodes: nil)
    _ = try DerivedUpdate(store: store, writer: nil).perform(stages, warn: warn, isStopped: isStopped)
    guard !isStopped() else { return false }
    if let run = try store.lastRun(), run.ended == nil {
      let counts = try store.counts()
      let ended = shards.members.map(\.manifest.ended).max() ?? ""
      let status: ExitStatus = counts[.failed] ?? 0 > 0 ? .pagesFailed : .success
      try store.finish(run.id, ended: ended, counts: counts, exitStatus: status.code)
    }
    try store.seal()
    return true
  }

  private func place() throws {
    try RunFailure.naming("the store can't be put into its place") {
      let descriptor = draft.withCString { open($0, O_RDWR | O_CLOEXEC) }
      guard descriptor >= 0 else { throw SystemError(errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw SystemError(errno) }
      // A log of the replaced store must not pass for one of the new store.
      for suffix in ["-wal", "-shm"] {
        ScanPath(bytes: store.bytes + Array(suffix.utf8)).withCString { _ = unlink($0) }
      }
      try FileCopy.rename(draft, to: store)
    }
  }
}
