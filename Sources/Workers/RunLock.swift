import FoundationEssentials
import Glibc
package import Support

/// Allows one run at a time with a file lock, which the kernel releases when the process exits in any way.
///
/// The file stays; it names the holder only while it is locked. Workers don't inherit it.
package final class RunLock: Sendable {
  /// The process that holds a lock, by its own entry.
  package struct Holder: Sendable, Hashable, Codable, CustomStringConvertible {
    package let pid: Int
    /// Seconds since 1970 when it took the lock.
    package let since: Int
    package let host: String

    package var description: String {
      var seconds = time_t(since)
      var parts = tm()
      localtime_r(&seconds, &parts)
      var text = [CChar](repeating: 0, count: 64)
      strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
      return "process \(pid) on \(host), since \(String(terminated: text))"
    }
  }

  package enum Refusal: Error, Sendable, Hashable {
    /// Another process holds it; nil if it hasn't written its entry.
    case held(Holder?)
    /// The file can't be made or locked.
    case failed(SystemError)
  }

  private let descriptor: CInt

  /// Attempts to lock while another file takes over the name.
  private static let attempts = 100

  /// Takes the lock or reports the holder at once.
  ///
  /// - Parameters:
  ///   - path: The file, made if it isn't there; its folder must exist.
  ///   - isAt: Whether the path leads to the open file.
  package init(path: String, isAt: (String, CInt) -> Bool = RunLock.isAt) throws(Refusal) {
    var locked: CInt?
    for attempt in 1...Self.attempts where locked == nil {
      let file = Self.open(path)
      guard file >= 0 else { throw .failed(SystemError(path, errno)) }
      var result: CInt
      repeat { result = flock(file, LOCK_EX | LOCK_NB) } while result < 0 && errno == EINTR
      guard result == 0 else {
        let code = errno
        defer { close(file) }
        throw code == EWOULDBLOCK ? .held(Self.holder(file)) : .failed(SystemError(path, code))
      }
      // If another process deletes the file between opening and locking, nobody else will find it. A file's number can
      // change from one look to the next on some network file systems, so at the end it is enough that the file has a
      // name.
      if isAt(path, file) || attempt == Self.attempts && Self.isLinked(file) { locked = file } else { close(file) }
    }
    guard let locked else { throw .failed(SystemError(path, EAGAIN)) }
    descriptor = locked
    // Only the lock counts: on a full disk its holder stays unnamed.
    let holder = try? JSONEncoder().encode(
      Holder(pid: Int(getpid()), since: time(nil), host: ProcessFacts.hostName))
    ftruncate(descriptor, 0)
    _ = holder?.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit {
    ftruncate(descriptor, 0)
    // A process that another thread starts shares the lock until its exec.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func open(_ path: String) -> CInt {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    while true {
      let file = Glibc.open(path, flags, 0o644)
      if file >= 0 || errno != EINTR { return file }
    }
  }

  package static func isAt(_ path: String, _ file: CInt) -> Bool {
    var mine = stat()
    var there = stat()
    guard fstat(file, &mine) == 0, lstat(path, &there) == 0 else { return false }
    return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  private static func isLinked(_ file: CInt) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }

  /// Waits up to a fifth of a second, because the holder writes its entry after locking.
  private static func holder(_ file: CInt) -> Holder? {
    for _ in 0..<20 {
      if lseek(file, 0, SEEK_SET) == 0, let text = SmallFile.text(descriptor: file),
        let holder = try? JSONDecoder().decode(Holder.self, from: Data(text.utf8))
      {
        return holder
      }
      usleep(10_000)
    }
    return nil
  }
}
