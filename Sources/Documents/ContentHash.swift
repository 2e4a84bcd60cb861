package import PageModel
import Support

/// The SHA-256 of a document's bytes, computed a slice at a time, so that the caller can do other things in between.
///
/// The caller may abandon it at any time.
package struct ContentHash {
  private let session: DocumentSession
  private var sum = SHA256()
  private var offset: UInt64 = 0
  private var chunk = [UInt8](repeating: 0, count: 256 * 1024)
  /// The time of the file's last change at the first byte; nil if unknown.
  fileprivate let changed: Int64?

  package init(_ session: DocumentSession) {
    self.session = session
    changed = try? FileStatus.of(descriptor: session.descriptor).get().changed
  }

  /// Reads about `count` more bytes; returns the digest at the end of the file, before that nil.
  ///
  /// Throws `unreadable` if the file can't be read. Do not call it again after the digest.
  package mutating func proceed(atMost count: Int) throws(DocumentError) -> ContentDigest? {
    let size = UInt64(max(session.file.size, 0))
    var left = count
    while left > 0 {
      let received = try DocumentSession.read(session.descriptor, into: &chunk, at: offset)
      sum.update(chunk[..<received])
      offset += UInt64(received)
      left -= received
      // A file that grows as fast as it is read must not continue this for ever.
      if received < chunk.count || offset > size { return ContentDigest(hex: sum.finish().hex) }
    }
    return nil
  }

  /// The same for a file that must be unchanged since the scan; else throws `changed` or `vanished`.
  package mutating func proceedUnchanged(atMost count: Int) throws(DocumentError) -> ContentDigest? {
    let digest = try proceed(atMost: count)
    if let problem = session.change() { throw DocumentError(problem) }
    if digest != nil, offset != UInt64(max(session.file.size, 0)) { throw DocumentError(DocumentSession.changed) }
    return digest
  }
}

extension DocumentSession {
  /// Whether an open file still has its content of the scan.
  package enum Content: Sendable {
    case same
    case other
    /// Its name or rights were changed, perhaps its bytes: `ContentHash` decides.
    case unknown
  }

  /// The state of the content without reading it.
  package func content() -> Content {
    if isUnpacked { return .same }
    guard case .success(let facts) = FileStatus.of(descriptor: descriptor),
      facts.size == file.size, facts.modified == file.modified
    else { return .other }
    return facts.changed == file.changed || facts.changed == confirmed ? .same : .unknown
  }

  /// Records that the bytes were hashed again and are unchanged, so that the next page needs no hash.
  package func confirm(_ hash: ContentHash) { confirmed = hash.changed }

  /// The SHA-256 of the file's bytes, at once.
  ///
  /// Throws `changed` or `vanished` if the file did so meanwhile.
  package func digest() throws(DocumentError) -> ContentDigest {
    var hash = ContentHash(self)
    while true {
      if let digest = try hash.proceedUnchanged(atMost: .max) { return digest }
    }
  }

  /// Gives the file's bytes in order, in pieces; throws `unreadable` if it can't be read.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    try Self.forEachPiece(of: descriptor, body)
  }

  package static func forEachPiece(of descriptor: CInt, _ body: ([UInt8]) throws -> Void) throws {
    var chunk = [UInt8](repeating: 0, count: 256 * 1024)
    var offset: UInt64 = 0
    while case let received = try read(descriptor, into: &chunk, at: offset), received > 0 {
      try body(Array(chunk[..<received]))
      offset += UInt64(received)
    }
  }

  fileprivate static func read(
    _ descriptor: CInt, into chunk: inout [UInt8], at offset: UInt64
  ) throws(DocumentError) -> Int {
    do throws(SystemError) { return try readFully(descriptor, into: &chunk, at: offset) } catch {
      throw DocumentError(reading: error)
    }
  }
}
