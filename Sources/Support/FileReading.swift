import CPosix
import Glibc

/// Reads until the buffer is full or the file ends, whatever the descriptor's position; returns the count of bytes.
package func readFully(_ descriptor: CInt, into bytes: inout [UInt8], at offset: UInt64) throws(SystemError) -> Int {
  var received = 0
  while received < bytes.count {
    guard let position = off_t(exactly: offset + UInt64(received)) else { break }
    let count = bytes.withUnsafeMutableBytes { buffer in
      pread(descriptor, buffer.baseAddress.map { $0 + received }, buffer.count - received, position)
    }
    if count == 0 { break }
    if count > 0 { received += count } else if errno != EINTR { throw SystemError(errno) }
  }
  return received
}

/// A part of a file as a file of its own in memory, open, for the caller to close; nil if it can't be read or kept.
package func memoryFile(_ name: String, of range: Range<UInt64>, in descriptor: CInt) -> CInt? {
  let file = hanscan_memory_file(name)
  guard file >= 0 else { return nil }
  var place = range.lowerBound
  while place < range.upperBound {
    var piece = [UInt8](repeating: 0, count: Int(min(1 << 20, range.upperBound - place)))
    guard (try? readFully(descriptor, into: &piece, at: place)) == piece.count,
      (try? FileWriting.writeAll(piece, to: file)) != nil
    else {
      close(file)
      return nil
    }
    place += UInt64(piece.count)
  }
  return file
}

/// Waits until one of these can be read, for so many milliseconds at most, or without end if negative; tells which can.
@discardableResult
package func waitForInput(_ descriptors: [CInt], milliseconds: CInt) -> [Bool] {
  var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  _ = poll(&requests, nfds_t(requests.count), milliseconds)
  return requests.map { $0.revents != 0 }
}
