import Documents
import Ingest
import RunSupport
import Glibc
import PageModel
import Support

/// The folders and files of one shard: those that all machines see, and those on the disk of the one that reads.
struct ShardPlace {
  /// What all machines see: the store, the manifest, how far the shard is, and the lock.
  let folder: ScanPath
  /// Where the store is written while pages are read.
  let work: ScanPath
  /// Whether both may be on different machines.
  let isApart: Bool

  /// The folder of the store in work where no disk of the machine was named.
  private static let sharedWork = "reading"

  /// What a store is called while it is copied to the shard's folder.
  private static let incoming = "incoming-"

  static func folderName(_ shard: Shard) -> String { "shard-\(shard.index)-of-\(shard.count)" }

  /// Makes the folders.
  ///
  /// - Parameters:
  ///   - output: What the shards of one input lie in.
  ///   - scratch: A directory on a disk of this machine; nil where the store is written below `output`.
  init(_ shard: Shard, in output: ScanPath, scratch: ScanPath?) throws(RunFailure) {
    for path in [output, scratch].compactMap({ $0 }) where String(validating: path.bytes, as: UTF8.self) == nil {
      throw RunFailure(.usage, "the path must be valid UTF-8: \(path)")
    }
    folder = output.appending(Self.folderName(shard))
    isApart = scratch != nil
    do throws(SystemError) { try SmallFile.makeDirectory(folder.text) } catch {
      throw RunFailure(error, "\(folder) can't be made")
    }
    if let scratch {
      // Several inputs may be read on one machine: the name tells the folders apart, and is the same after a requeue.
      let place: ScanPath
      switch canonicalPath(folder) {
      case .success(let found): place = found
      case .failure(let error): throw RunFailure(error, "\(folder) can't be looked up")
      }
      let name = SHA256.digest(of: place.bytes).hex.prefix(16)
      work = scratch.appending("hanscan-\(name)-\(Self.folderName(shard))")
      do throws(SystemError) { try SmallFile.makeDirectory(scratch.text) } catch {
        throw RunFailure(error, "\(scratch) can't be made")
      }
      try Self.makePrivate(work)
    } else {
      work = folder.appending(Self.sharedWork)
      do throws(SystemError) { try SmallFile.makeDirectory(work.text) } catch {
        throw RunFailure(error, "\(work) can't be made")
      }
    }
  }

  /// Makes a folder where others may write, too, as in /tmp: this user's alone, and not what another has put there.
  ///
  /// Its name can be known beforehand, and what lies in it is taken for what was read.
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

  var store: ScanPath { work.appending("hanscan.sqlite") }
  /// Says which manifest the store in work started from.
  private var originFile: ScanPath { work.appending("origin") }

  /// The copy of a store in work that a job which was stopped has left for the next one, wherever that runs.
  private func unfinished(_ origin: String) -> ScanPath {
    folder.appending("unfinished-\(origin.prefix(16)).sqlite")
  }

  /// Makes sure that the store in work continues what the manifest says: the one of a job that was killed here, the
  /// copy of one that was stopped, or a copy of the shard's store.
  ///
  /// - Parameter origin: The digest of the present manifest's store; `new` where there is none.
  func prepare(origin: String, from former: ShardManifest?) throws(RunFailure) {
    if SmallFile.text(originFile.text) == origin { return }
    clear()
    var source: ScanPath?
    if Self.exists(unfinished(origin)) {
      source = unfinished(origin)
    } else if let former {
      source = folder.appending(former.store)
    }
    if let source {
      do throws(SystemError) { _ = try FileCopy.make(of: source, at: store) } catch {
        throw RunFailure(error, "\(source) can't be copied to \(store)")
      }
    }
    do throws(SystemError) { try SmallFile.write(Array(origin.utf8), to: originFile.text) } catch {
      throw RunFailure(error, "\(originFile) can't be written")
    }
  }

  /// Leaves a copy of the store in work where the next job finds it, on whatever machine that runs.
  func save(origin: String) throws(RunFailure) {
    guard isApart, Self.exists(store) else { return }
    do throws(SystemError) { _ = try FileCopy.make(of: store, at: unfinished(origin)) } catch {
      throw RunFailure(error, "what was read can't be saved in \(folder); it is kept in \(work)")
    }
    clear()
    removeWork()
  }

  /// Copies the store to the shard's folder, under a name of its own, and returns its digest and size.
  func publish() throws(RunFailure) -> FileCopy.Written {
    do throws(SystemError) {
      let written = try FileCopy.make(
        of: store, at: folder.appending("\(Self.incoming)\(FileCopy.uniqueName).sqlite"), renaming: false)
      let name = ShardManifest.storeName(digest: written.digest)
      try FileCopy.rename(written.path, to: folder.appending(name))
      return written
    } catch {
      throw RunFailure(error, "the store can't be copied to \(folder); it is kept in \(work)")
    }
  }

  /// Removes what jobs left in the shard's folder that were killed while they wrote there; to be called with its lock.
  func removeLeftovers() {
    for name in ShardSet.names(in: folder) ?? [] where name.hasPrefix(Self.incoming) || name.hasSuffix(FileCopy.suffix)
    {
      folder.appending(name).withCString { _ = unlink($0) }
    }
  }

  /// Removes what is of no use once a manifest names another store.
  func forget(origin: String, former: ShardManifest?, present: ShardManifest) {
    unfinished(origin).withCString { _ = unlink($0) }
    if let former, former.store != present.store { folder.appending(former.store).withCString { _ = unlink($0) } }
    clear()
    removeWork()
    // A job on a machine without a disk may have begun the shard where all see it.
    guard isApart else { return }
    let other = ShardPlace(folder: folder, work: folder.appending(Self.sharedWork))
    other.clear()
    other.removeWork()
  }

  private init(folder: ScanPath, work: ScanPath) {
    (self.folder, self.work, isApart) = (folder, work, false)
  }

  private func clear() {
    originFile.withCString { _ = unlink($0) }
    for name in ShardSet.names(in: work) ?? [] where name.hasSuffix(FileCopy.suffix) {
      work.appending(name).withCString { _ = unlink($0) }
    }
    for suffix in ["", "-wal", "-shm", "-journal"] {
      ScanPath(bytes: store.bytes + Array(suffix.utf8)).withCString { _ = unlink($0) }
    }
  }

  private func removeWork() {
    ScanPath(bytes: store.bytes + Array(".lock".utf8)).withCString { _ = unlink($0) }
    work.withCString { _ = rmdir($0) }
  }

  private static func exists(_ path: ScanPath) -> Bool { path.withCString { access($0, F_OK) } == 0 }
}

extension RunFailure {
  /// What a failed call on a file of a shard means for the run, and what to do about it.
  init(_ error: SystemError, _ what: String) {
    switch error.number {
    case ENOSPC, EDQUOT, EFBIG:
      self.init(.cannotCreate, "\(what): \(error); free some space and run again, what was read is kept")
    case EACCES, EPERM, EROFS, ENOTDIR, ENOENT: self.init(.cannotCreate, "\(what): \(error)")
    default: self.init(.inputOutput, "\(what): \(error); run again, what was read is kept")
    }
  }
}
