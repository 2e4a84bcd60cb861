import Glibc
import PageModel
import Support

/// Why a header gives no dimensions.
enum HeaderFault: Error, Equatable {
  /// The file ends before what the header promises.
  case truncated
  /// What is wrong with it, as a clause.
  case damaged(String)
  case system(SystemError)
}

/// Reads a file's bytes at any offset, through a small window, and never beyond what is asked for.
struct ByteSource {
  private enum Backing {
    case descriptor(CInt)
    case memory([UInt8])
  }

  /// Headers are small and lie close together; one page of the system holds most of them.
  static let windowSize = 4096

  private let backing: Backing
  /// Bytes of the file.
  let size: UInt64
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0

  init(descriptor: CInt, size: Int64) {
    backing = .descriptor(descriptor)
    self.size = UInt64(max(size, 0))
  }

  init(memory: [UInt8]) {
    backing = .memory(memory)
    size = UInt64(memory.count)
  }

  /// Exactly these bytes.
  mutating func bytes(at offset: UInt64, count: Int) throws(HeaderFault) -> [UInt8] {
    guard count >= 0, offset <= size, UInt64(count) <= size - offset else { throw .truncated }
    if count > Self.windowSize {
      let bytes = try load(at: offset, count: count)
      if bytes.count < count { throw .truncated }
      return bytes
    }
    let isInside = offset >= windowStart && offset - windowStart <= UInt64(window.count)
    if !isInside || UInt64(window.count) - (offset - windowStart) < UInt64(count) {
      window = try load(at: offset, count: Int(min(UInt64(Self.windowSize), size - offset)))
      windowStart = offset
      if window.count < count { throw .truncated }
    }
    let start = Int(offset - windowStart)
    return Array(window[start..<start + count])
  }

  mutating func byte(at offset: UInt64) throws(HeaderFault) -> UInt8 {
    if offset >= windowStart, offset - windowStart < UInt64(window.count) { return window[Int(offset - windowStart)] }
    return try bytes(at: offset, count: 1)[0]
  }

  /// An unsigned number of up to eight bytes.
  mutating func number(at offset: UInt64, bytes count: Int, littleEndian: Bool) throws(HeaderFault) -> UInt64 {
    let bytes = try bytes(at: offset, count: count)
    var number: UInt64 = 0
    for byte in littleEndian ? bytes.reversed() : bytes { number = number << 8 | UInt64(byte) }
    return number
  }

  /// The file's first bytes, as many as there are.
  mutating func start(_ count: Int) throws(HeaderFault) -> [UInt8] {
    try bytes(at: 0, count: Int(min(UInt64(count), size)))
  }

  private func load(at offset: UInt64, count: Int) throws(HeaderFault) -> [UInt8] {
    switch backing {
    case .memory(let bytes):
      return Array(bytes[Int(offset)..<Int(offset) + count])
    case .descriptor(let descriptor):
      var bytes = [UInt8](repeating: 0, count: count)
      switch readFully(descriptor, into: &bytes, at: offset) {
      case .success(let received):
        bytes.removeLast(count - received)
        return bytes
      case .failure(let error): throw .system(error)
      }
    }
  }
}

/// Reads until the buffer is full or the file ends; the bytes received.
func readFully(_ descriptor: CInt, into bytes: inout [UInt8], at offset: UInt64) -> Result<Int, SystemError> {
  bytes.withUnsafeMutableBytes { buffer in
    var received = 0
    while received < buffer.count {
      guard let place = off_t(exactly: offset + UInt64(received)) else { break }
      let count = pread(descriptor, buffer.baseAddress.map { $0 + received }, buffer.count - received, place)
      if count == 0 { break }
      if count > 0 {
        received += count
      } else if errno != EINTR {
        return .failure(SystemError(errno))
      }
    }
    return .success(received)
  }
}
