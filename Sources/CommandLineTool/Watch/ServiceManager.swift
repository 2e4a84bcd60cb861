import Support
import Glibc

/// Tells the service manager that started the program how it does: sd_notify(3), by its protocol alone.
///
/// A manager that does not listen costs nothing, and a message that does not reach it is lost: the program does the same
/// work with and without.
final class ServiceManager {
  private let socket: String
  /// Half the time within which the manager wants a sign of life; nil if it wants none.
  let interval: Duration?
  private var spoke = ContinuousClock.now
  private var status = ""

  /// The manager that the environment names; nil if there is none.
  ///
  /// The names are taken out of the environment, so that no program started from here speaks for this one.
  init?() {
    func take(_ name: String) -> String? {
      defer { unsetenv(name) }
      return getenv(name).map { String(cString: $0) }
    }
    let (address, time, process) = (take("NOTIFY_SOCKET"), take("WATCHDOG_USEC"), take("WATCHDOG_PID"))
    guard let socket = address, socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
    self.socket = socket
    let isMeant = process.map { Int32($0) == getpid() } ?? true
    let microseconds = time.flatMap { Int64($0) } ?? 0
    interval = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
  }

  func ready() { send("READY=1") }

  func stopping() { send("STOPPING=1") }

  /// Sets the text of `systemctl status`; sends it only if it has changed.
  func say(_ message: Message) {
    let text = message.text
    guard text != status else { return }
    status = text
    send("STATUS=\(text)")
  }

  /// Sends a sign of life if it is time for one.
  func alive() {
    guard let interval, ContinuousClock.now - spoke >= interval else { return }
    spoke = .now
    send("WATCHDOG=1")
  }

  private func send(_ text: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name is as long as the address says, and begins with a zero byte.
    let path = socket.hasPrefix("@") ? [0] + socket.utf8.dropFirst() : Array(socket.utf8)
    let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let bytes = Array(text.utf8)
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    _ = withUnsafeBytes(of: &address) {
      let pointer = $0.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), pointer, length)
    }
  }
}
