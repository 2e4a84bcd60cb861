package import Support

/// Reads a file's bytes at any offset, never beyond its end, from memory or in small pieces from a descriptor.
///
/// Ingest gives the open descriptor, so that a gigabyte is not read for its header; the decoder gives the bytes. Every
/// offset may come from the file itself: one outside is the fault `truncated` and never a trap.
package struct ByteReader {
  private enum Backing {
    case descriptor(CInt)
    /// The creator keeps it valid as long as the reader.
    case memory(UnsafeRawBufferPointer)
  }

  /// Headers are small and close together, so one page of the system holds most of them.
  private static let windowSize = 4096
  private let backing: Backing
  package let size: UInt64
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0

  /// Reads with `pread`, through a window of 4,096 bytes; the caller keeps the descriptor.
  package init(descriptor: CInt, size: Int64) {
    backing = .descriptor(descriptor)
    self.size = UInt64(max(size, 0))
  }

  /// Reads bytes that outlive the reader.
  package init(memory: UnsafeRawBufferPointer) {
    backing = .memory(memory)
    size = UInt64(memory.count)
  }

  package mutating func bytes(at offset: UInt64, count: Int) throws(HeaderFault) -> [UInt8] {
    guard holds(count, at: offset) else { throw .truncated }
    if case .memory(let bytes) = backing { return Array(bytes[Int(offset)..<Int(offset) + count]) }
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

  package mutating func byte(at offset: UInt64) throws(HeaderFault) -> UInt8 {
    if case .memory(let bytes) = backing {
      guard offset < size else { throw .truncated }
      return bytes[Int(offset)]
    }
    if offset >= windowStart, offset - windowStart < UInt64(window.count) { return window[Int(offset - windowStart)] }
    return try bytes(at: offset, count: 1)[0]
  }

  /// An unsigned number of up to eight bytes.
  package mutating func number(at offset: UInt64, bytes count: Int, _ order: ByteOrder) throws(HeaderFault) -> UInt64 {
    guard holds(count, at: offset) else { throw .truncated }
    var number: UInt64 = 0
    for index in 0..<count {
      number = number << 8 | UInt64(try byte(at: offset + UInt64(order == .big ? index : count - 1 - index)))
    }
    return number
  }

  /// Big-endian numbers of so many bytes each, one behind the other.
  mutating func numbers(_ count: Int, bytes size: Int, at place: UInt64) throws(HeaderFault) -> [UInt64] {
    try (0..<count).map { index throws(HeaderFault) in try number(at: place + UInt64(index * size), bytes: size, .big) }
  }

  mutating func holds(_ text: StaticString, at offset: UInt64) -> Bool {
    guard holds(text.utf8CodeUnitCount, at: offset) else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where (try? byte(at: offset + UInt64(index))) != text.utf8Start[index] { return false }
    return true
  }

  /// Bytes of XML in which comments are left out of its start.
  private static let longestRemarks: UInt64 = 1 << 16

  /// The first bytes, enough to identify the format; those of XML without comments, which may be longer than they are.
  package mutating func start() throws(HeaderFault) -> FileStart {
    let start = FileStart(try bytes(at: 0, count: Int(min(UInt64(FileStart.length), size))))
    let isMarked = ["<?xml", "<!--", "\u{FEFF}<"].contains { start.begins(with: $0) }
    guard isMarked, start.contains("<!--") else { return start }
    var rest = try bytes(at: 0, count: Int(min(Self.longestRemarks, size)))[...]
    var text: [UInt8] = []
    while text.count < FileStart.length, let open = rest.firstRange(of: "<!--".utf8),
      let close = rest[open.upperBound...].firstRange(of: "-->".utf8)
    {
      text += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return FileStart(text + rest)
  }

  /// The first offset of a byte that is followed by another one; nil for none.
  mutating func firstOffset(
    from start: UInt64, of first: UInt8, before isSecond: (UInt8) -> Bool
  ) throws(HeaderFault) -> UInt64? {
    var offset = start
    while offset < size, size - offset >= 2 {
      let piece = try bytes(at: offset, count: Int(min(1 << 16, size - offset)))
      for index in 1..<piece.count where piece[index - 1] == first && isSecond(piece[index]) {
        return offset + UInt64(index - 1)
      }
      // The last byte may be the first of the two.
      offset += UInt64(piece.count - 1)
    }
    return nil
  }

  private func holds(_ count: Int, at offset: UInt64) -> Bool {
    count >= 0 && offset <= size && UInt64(count) <= size - offset
  }

  private func load(at offset: UInt64, count: Int) throws(HeaderFault) -> [UInt8] {
    guard case .descriptor(let descriptor) = backing else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(SystemError) {
      bytes.removeLast(count - (try readFully(descriptor, into: &bytes, at: offset)))
    } catch {
      throw .unreadable(error.number)
    }
    return bytes
  }
}
