import CPosix
import Glibc

package enum FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stream announces more bytes than allowed; nothing was reserved for them.
  case tooLong(announced: Int, maximum: Int)
  /// The stream has text in place of a length: something printed into it.
  case text(String)
  /// A frame without a payload, which no version of the protocol has.
  case empty

  package var description: String {
    switch self {
    case .tooLong(let announced, let maximum): "a frame of \(announced) bytes, where \(maximum) is the most"
    case .text(let text): "text where a frame was due: \(text)"
    case .empty: "an empty frame"
    }
  }
}

/// Assembles frames from bytes as they arrive: four bytes of length, the highest first, and the payload.
///
/// Memory grows with the bytes that came, never with an announced length.
package struct FrameReader: Sendable {
  package let maximum: Int
  private var buffer: [UInt8] = []
  private var start = 0

  package init(maximum: Int) {
    self.maximum = min(max(1, maximum), Int(Int32.max))
  }

  package var isEmpty: Bool { start == buffer.count }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole frame's payload, nil while bytes are missing.
  package mutating func next() throws(FrameError) -> [UInt8]? {
    guard buffer.count - start >= 4 else { return nil }
    let length = buffer[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length > 0 else { throw .empty }
    guard length <= maximum else {
      let head = buffer[start..<min(start + 40, buffer.count)]
      throw head.prefix(4).allSatisfy(Self.isText)
        ? .text(String(decoding: head.prefix(while: Self.isText), as: UTF8.self).debugDescription)
        : .tooLong(announced: length, maximum: maximum)
    }
    guard buffer.count - start - 4 >= length else { return nil }
    let payload = Array(buffer[start + 4..<start + 4 + length])
    start += 4 + length
    return payload
  }

  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) || byte == 0x0a || byte == 0x0d || byte == 0x09
  }
}

package enum FrameWriter {
  package static func encode(_ payload: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0) } + payload
  }
}

extension ArraySlice<UInt8> {
  /// Writes as many bytes as a pipe takes now, and keeps the others; false if nobody reads from it any more.
  mutating func drain(into pipe: CInt) -> Bool {
    let count = withUnsafeBytes { bytes in
      bytes.baseAddress.map { cposix_write_quietly(pipe, $0, bytes.count) } ?? 0
    }
    self = dropFirst(Swift.max(0, count))
    return count >= 0 || count == -Int(EAGAIN)
  }
}
