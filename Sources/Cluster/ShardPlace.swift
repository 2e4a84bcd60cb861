import Documents
import Ingest
import RunSupport
import Glibc
import PageModel
import Support

/// The folders and files of one shard, shared ones and those on the disk of the reading machine.
struct ShardPlace {
  /// Shared by all machines: the store, the manifest, the progress, and the lock.
  let folder: ScanPath
  /// The folder of the store while pages are read.
  let work: ScanPath
  /// Whether both may be on different machines.
  let isApart: Bool

  /// The folder of the store in work if no disk of the machine was named.
  private static let sharedWork = "reading"

  static func folderName(_ shard: Shard) -> String { "shard-\(shard.index)-of-\(shard.count)" }

  init(_ shard: Shard, in output: ScanPath, scratch: ScanPath?) throws(RunFailure) {
    for path in [output, scratch].compactMap({ $0 }) where String(validating: path.bytes, as: UTF8.self) == nil {
      throw RunFailure(.usage, "the path must be valid UTF-8: \(path)")
    }
    let folder = output.appending(Self.folderName(shard))
    (self.folder, isApart) = (folder, scratch != nil)
    try RunFailure.naming("\(folder) can't be made") { try SmallFile.makeDirectory(folder.text) }
    if let scratch {
      // A machine may read several inputs: the name separates their folders, and is the same after a requeue.
      let place = try RunFailure.naming("\(folder) can't be looked up") { try canonicalPath(folder).get() }
      let name = SHA256.digest(of: place.bytes).hex.prefix(16)
      work = scratch.appending("hanscan-\(name)-\(Self.folderName(shard))")
      try RunFailure.naming("\(scratch) can't be made") { try SmallFile.makeDirectory(scratch.text) }
      try Self.makePrivate(work)
    } else {
      let work = folder.appending(Self.sharedWork)
      self.work = work
      try RunFailure.naming("\(work) can't be made") { try SmallFile.makeDirectory(work.text) }
    }
  }

  /// Makes a folder that only this user may enter, although others may write beside it, as in /tmp.
  private static func makePrivate(_ path: ScanPath) throws(RunFailure) {
    if path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST {
      throw RunFailure(SystemError(errno), "\(path) can't be made")
    }
    let folder = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard folder >= 0 else {
      throw RunFailure(.cannotCreate, "\(path) is no folder that can be opened: \(SystemError(errno))")
    }
    defer { close(folder) }
    var facts = stat()
    guard fstat(folder, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o022 == 0,
      fchmod(folder, 0o700) == 0
    else {
      throw RunFailure(
        .cannotCreate, "\(path) is another user's, or others may write there: remove it, or name another --scratch")
    }
  }

  private static let storeName = "hanscan.sqlite"
  /// The name of the file that records the manifest that the store in work started from.
  private static let originName = "origin"
  var store: ScanPath { work.appending(Self.storeName) }

  /// The name of the copy of a store in work from a stopped job, for the next one on any machine.
  private func unfinishedName(_ origin: String) -> String { "unfinished-\(origin.prefix(16)).sqlite" }

  /// Ensures that the store in work continues the manifest: the store of a job killed here, the copy of a stopped one,
  /// or a copy of the shard's store.
  func prepare(origin: String, from former: ShardManifest?) throws(RunFailure) {
    let originFile = work.appending(Self.originName)
    if SmallFile.text(originFile.text) == origin { return }
    Self.clear(work)
    let saved = folder.appending(unfinishedName(origin))
    if let source = saved.exists ? saved : former.map({ folder.appending($0.store) }) {
      try RunFailure.naming("\(source) can't be copied to \(store)") {
        _ = try FileCopy.make(of: source, in: work) { _ in Self.storeName }
      }
    }
    try RunFailure.naming("\(originFile) can't be written") {
      try SmallFile.write(Array(origin.utf8), to: originFile.text)
    }
  }

  /// Saves a copy of the store in work for the next job, on any machine.
  func save(origin: String) throws(RunFailure) {
    guard isApart, store.exists else { return }
    try RunFailure.naming("what was read can't be saved in \(folder); it is kept in \(work)") {
      _ = try FileCopy.make(of: store, in: folder) { _ in unfinishedName(origin) }
    }
    Self.remove(work)
  }

  /// Removes partial files of killed jobs, also of earlier versions, in the shard's folder; requires its lock.
  func removeLeftovers() {
    for name in ShardSet.names(in: folder) ?? [] where name.hasPrefix("incoming-") || name.hasSuffix(FileCopy.suffix) {
      folder.appending(name).withCString { _ = unlink($0) }
    }
  }

  /// Removes files that are useless once a manifest names another store.
  func forget(origin: String, former: ShardManifest?, present: ShardManifest) {
    folder.appending(unfinishedName(origin)).withCString { _ = unlink($0) }
    if let former, former.store != present.store { folder.appending(former.store).withCString { _ = unlink($0) } }
    // A job on a machine without a disk may have begun the shard in the shared folder.
    for work in [work, folder.appending(Self.sharedWork)] { Self.remove(work) }
  }

  private static func clear(_ work: ScanPath) {
    work.appending(originName).withCString { _ = unlink($0) }
    for name in ShardSet.names(in: work) ?? [] where name.hasSuffix(FileCopy.suffix) {
      work.appending(name).withCString { _ = unlink($0) }
    }
    for suffix in ["", "-wal", "-shm", "-journal"] {
      work.appending(storeName + suffix).withCString { _ = unlink($0) }
    }
  }

  private static func remove(_ work: ScanPath) {
    clear(work)
    work.appending("\(storeName).lock").withCString { _ = unlink($0) }
    work.withCString { _ = rmdir($0) }
  }
}

extension RunFailure {
  /// Does the work, and says at a system's error what failed.
  static func naming<Result>(_ what: String, _ work: () throws -> Result) throws(RunFailure) -> Result {
    try converting(work()) { ($0 as? SystemError).map { RunFailure($0, what) } ?? RunFailure(cause: $0) }
  }

  /// The run's failure for a failed call on a shard's file, with the remedy.
  init(_ error: SystemError, _ what: String) {
    switch error.number {
    case ENOSPC, EDQUOT, EFBIG:
      self.init(.cannotCreate, "\(what): \(error); free some space and run again, what was read is kept")
    case EACCES, EPERM, EROFS, ENOTDIR, ENOENT: self.init(.cannotCreate, "\(what): \(error)")
    default: self.init(.inputOutput, "\(what): \(error); run again, what was read is kept")
    }
  }
}
