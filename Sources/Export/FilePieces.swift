import Glibc
import PageModel
import Support

/// A file that is written piece by piece: a long one never lies in memory as a whole.
///
/// It has its name after `finish` and the next `sync` of its writer; one that is never finished is removed again.
package final class FilePieces {
  private let file: StagedFile
  private let components: [[UInt8]]
  private let writer: FileWriter
  private var sum = SHA256()
  /// Bytes so far.
  private(set) var count = 0

  init(_ file: StagedFile, components: [[UInt8]], writer: FileWriter) {
    (self.file, self.components, self.writer) = (file, components, writer)
  }

  /// The temporary path of the file, for a library that writes it by name.
  var path: ScanPath { file.path }

  package func append(_ bytes: [UInt8]) throws(ExportError) {
    count += bytes.count
    sum.update(bytes)
    try file.append(bytes)
  }

  func append(_ text: String) throws(ExportError) {
    try append(Array(text.utf8))
  }

  /// The file is complete: what was appended, and what a library has written by its name.
  @discardableResult
  package func finish() throws(ExportError) -> FileWriter.Written {
    try writer.take(file, for: components)
    return (count, sum.finish().hex)
  }

  /// The file is complete, and gets a name at once that nobody has: the first of these that is free, or none.
  ///
  /// - Parameter names: In the folder that it was begun for.
  package func finish(asNewOf names: some Sequence<[UInt8]>) throws(ExportError) -> [UInt8]? {
    try file.sync()
    for name in names where try file.finish(asNew: name) { return name }
    return nil
  }

  /// The SHA-256 of the bytes so far, as 64 lower-case hexadecimal digits.
  var digest: String {
    var sum = sum
    return sum.finish().hex
  }

  /// A descriptor for reading everything appended so far.
  package func reopened() throws(ExportError) -> CInt {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw ExportError(path, code: errno) }
    return descriptor
  }
}
