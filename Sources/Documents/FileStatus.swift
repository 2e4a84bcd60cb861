package import Glibc
package import PageModel
package import Support

/// The facts of a file from `stat`, in numbers that cannot overflow.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case regular, directory, link, fifo, socket, device, other
  }

  package var kind: Kind
  package var size: Int64
  /// Nanoseconds since 1970; years out of range are clamped.
  package var modified: Int64
  package var changed: Int64
  package var inode: UInt64
  package var device: UInt64
  package var links: UInt64

  package init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    case S_IFCHR, S_IFBLK: kind = .device
    default: kind = .other
    }
    size = Int64(raw.st_size)
    modified = Self.nanoseconds(raw.st_mtim)
    changed = Self.nanoseconds(raw.st_ctim)
    inode = UInt64(raw.st_ino)
    device = UInt64(raw.st_dev)
    links = UInt64(raw.st_nlink)
  }

  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  package static func of(descriptor: CInt) -> Result<FileStatus, SystemError> {
    var raw = stat()
    return fstat(descriptor, &raw) == 0 ? .success(FileStatus(raw)) : .failure(SystemError(errno))
  }

  /// The facts of a path, of the link itself unless `following`.
  package static func of(path: ScanPath, following: Bool = false) -> Result<FileStatus, SystemError> {
    path.withCString { of(name: $0, in: AT_FDCWD, following: following) }
  }

  package static func of(name: UnsafePointer<CChar>, in directory: CInt, following: Bool) -> Result<
    FileStatus, SystemError
  > {
    var raw = stat()
    let status = fstatat(directory, name, &raw, following ? 0 : AT_SYMLINK_NOFOLLOW)
    return status == 0 ? .success(FileStatus(raw)) : .failure(SystemError(errno))
  }

  package static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(clamping: Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec))
  }
}

/// One file on one machine, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
}

/// Whether a path leads to a file of this size, time and inode, whatever its name or rights.
package func leads(_ path: ScanPath, toFileOf size: Int64, modified: Int64, inode: UInt64) -> Bool {
  guard case .success(let status) = FileStatus.of(path: path, following: true) else { return false }
  return status.size == size && status.modified == modified && status.inode == inode
}

/// The time of a file's last write, by the clock of its file system, in nanoseconds since 1970; nil if unknown.
package func timeOfWriting(_ path: ScanPath) -> Int64? {
  try? FileStatus.of(path: path).get().modified
}
