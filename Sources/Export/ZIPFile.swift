import CDeflate
import Support

/// A ZIP file of stored files, written one after another: scans are compressed already.
///
/// Equal files give equal bytes: all have the first date that ZIP knows.
package struct ZIPFile {
  private let file: FilePieces
  private var directory: [UInt8] = []
  private var count = 0

  /// Readers of the plain form take offsets of four bytes and counts of two.
  private static let most = (bytes: Int(UInt32.max), files: Int(UInt16.max))

  package init(_ file: FilePieces) { self.file = file }

  /// Adds a copy of a file, and returns whether it has room.
  ///
  /// After an error of `pieces` the ZIP stays valid without the file.
  ///
  /// - Parameter pieces: Gives all bytes of a file, twice alike.
  package mutating func add(_ name: String, _ pieces: (([UInt8]) throws -> Void) throws -> Void) throws -> Bool {
    var (sum, size) = (libdeflate_crc32(0, nil, 0), 0)
    try pieces { piece in
      sum = libdeflate_crc32(sum, piece, piece.count)
      size += piece.count
    }
    let (start, name) = (file.count, Array(name.utf8))
    guard start + size + directory.count < Self.most.bytes - 1 << 16, count < Self.most.files else { return false }
    // Version 2.0, names in UTF-8, stored, at midnight of 1980-01-01.
    let facts =
      Self.bytes([20, 0x800, 0, 0, 0x21], 2) + Self.bytes([Int(sum), size, size], 4) + Self.bytes([name.count, 0], 2)
    try file.append(Self.bytes([0x0403_4B50], 4) + facts + name)
    try pieces { try file.append($0) }
    directory += Self.bytes([0x0201_4B50], 4) + Self.bytes([20], 2) + facts
    directory += Self.bytes([0, 0, 0], 2) + Self.bytes([0, start], 4) + name
    count += 1
    return true
  }

  package func finish() throws {
    let start = file.count
    try file.append(directory + Self.bytes([0x0605_4B50], 4) + Self.bytes([0, 0, count, count], 2))
    try file.append(Self.bytes([directory.count, start], 4) + Self.bytes([0], 2))
    try file.finish()
  }

  /// Numbers of so many bytes each, the lowest first.
  private static func bytes(_ numbers: [Int], _ count: Int) -> [UInt8] {
    numbers.flatMap { ByteOrder.little.bytes($0, count) }
  }
}
