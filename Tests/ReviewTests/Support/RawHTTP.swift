import Glibc
import Support
import TestSupport

/// HTTP by hand over a socket, as a browser or whoever else might speak it.
enum RawHTTP {
  struct Answer {
    var status: Int
    /// The names in lower case.
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// An open connection to a port of this machine; closed when it is released.
  final class Connection {
    let descriptor: CInt

    init(port: Int) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { throw SystemError("socket", errno) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let connected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard connected == 0 else {
        let cause = errno
        close(descriptor)
        throw SystemError("connect", cause)
      }
    }

    deinit { close(descriptor) }

    /// False where the other side has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What comes next; nothing where the other side has closed or so many seconds have passed.
    func receive(within seconds: Int) -> [UInt8] {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(seconds * 1000)) > 0 else { return [] }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return count > 0 ? Array(buffer[..<count]) : []
    }

    /// One whole answer; nil where none comes before the other side closes.
    func answer(within seconds: Int = ChildProgram.patience) -> Answer? {
      var bytes: [UInt8] = []
      while true {
        if let answer = RawHTTP.parse(bytes) { return answer }
        let piece = receive(within: seconds)
        if piece.isEmpty { return nil }
        bytes += piece
      }
    }
  }

  /// An answer with a length, once it is complete.
  static func parse(_ bytes: [UInt8]) -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    guard let gap = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    let lines = String(decoding: bytes[..<gap], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, let status = Int(first.split(separator: " ").dropFirst().first ?? "") else {
      return nil
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let body = bytes[(gap + end.count)...]
    guard let length = Int(headers["content-length"] ?? "0"), body.count >= length else { return nil }
    return Answer(status: status, headers: headers, body: Array(body.prefix(length)))
  }

  /// One request on a connection of its own.
  static func request(
    _ method: String, _ target: String, port: Int, host: String? = nil, headers: [String] = [], body: [UInt8] = []
  ) throws -> Answer? {
    let connection = try Connection(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
    if !body.isEmpty || method == "POST" { lines.append("Content-Length: \(body.count)") }
    connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    return connection.answer()
  }
}
