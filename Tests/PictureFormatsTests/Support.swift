import Glibc
import PictureFormats
import TestSupport
import Testing

/// Reads bytes in memory, as the decoder does.
func reading<Value>(_ bytes: [UInt8], _ body: (inout ByteReader) throws -> Value) rethrows -> Value {
  try bytes.withUnsafeBytes { memory in
    var reader = ByteReader(memory: memory)
    return try body(&reader)
  }
}

/// Reads the same bytes from a file, as ingest does.
func readingFile<Value>(_ bytes: [UInt8], _ body: (inout ByteReader) throws -> Value) throws -> Value {
  let scratch = try ScratchFolder()
  let descriptor = open(try scratch.write(bytes, to: "scan"), O_RDONLY)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  var reader = ByteReader(descriptor: descriptor, size: Int64(bytes.count))
  return try body(&reader)
}

func kind(of bytes: [UInt8]) -> FileKind { FileKind(FileStart(bytes)) }

func pages(_ format: PictureFormat, _ bytes: [UInt8], maximum: Int = 10_000) -> PictureList {
  reading(bytes) { format.pages(&$0, maximum: maximum) }
}

func header(_ format: PictureFormat, _ bytes: [UInt8], at offset: Int = 0) throws -> PictureHeader {
  try reading(bytes) { try format.header(&$0, at: UInt64(offset)) }
}

/// What is wrong with the first page, or with all of the file.
func fault(_ format: PictureFormat, _ bytes: [UInt8]) -> HeaderFault? {
  let list = pages(format, bytes)
  if case .failure(let fault)? = list.pages.first?.content { return fault }
  return list.fault
}

extension HeaderFault {
  var isDamage: Bool { if case .damaged = self { true } else { false } }
}

extension PictureList {
  /// Width and height of each page that has them.
  var sizes: [[UInt64]] {
    pages.compactMap { page in (try? page.content.get()).map { [$0.width, $0.height] } }
  }
}
