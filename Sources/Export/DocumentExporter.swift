package import PageModel
package import PictureFormats

/// A format with a file for each document, made of what was read and of the pictures themselves.
package protocol DocumentExporter: Exporter {
  /// Writes a document's file, page after page: no more than one page is in memory at a time.
  func write(_ document: any DocumentSource, to file: FilePieces) throws
}

/// One document for a `DocumentExporter`: its pages from the store, and its pictures from the scan.
package protocol DocumentSource {
  /// The scan's path below the input.
  var path: ScanPath { get }
  var pageCount: Int { get }
  /// The font for the text of pages that never had a picture; if it is nil, their text is invisible.
  var font: TrueTypeFont? { get }

  /// A page with what it repeats, if it is a duplicate; nil if the store does not have it.
  func page(at index: Int) throws -> (record: PageRecord, original: PageRecord?)?

  /// The picture of a page; nil if it can't be shown.
  func picture(at index: Int) throws -> PagePicture?

  /// The picture of a page for a screen, made again from its pixels: `image/jpeg` or `image/png`, and the file.
  func view(at index: Int) throws -> (type: String, file: [UInt8])?
}

/// A page's picture: how its pixels are compressed, and the bytes.
package struct PagePicture {
  package let stream: PictureStream
  /// The size of its page in points, if the document says so.
  package let size: (width: Double, height: Double)?
  /// Exactly these bytes of the file that the stream speaks of.
  package let bytes: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  package init(
    stream: PictureStream, size: (width: Double, height: Double)? = nil,
    bytes: @escaping (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) {
    (self.stream, self.size, self.bytes) = (stream, size, bytes)
  }

  /// Bytes that are read at a time.
  private static let piece = 1 << 18

  /// Gives all bytes of the stream in order, in pieces.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    if !stream.prefix.isEmpty { try body(stream.prefix) }
    for range in stream.ranges {
      var place = range.lowerBound
      while place < range.upperBound {
        let count = Int(min(UInt64(Self.piece), range.upperBound - place))
        let piece = try bytes(place, count)
        try body(stream.reversesBits ? piece.map(Self.bitsReversed) : piece)
        place += UInt64(count)
      }
    }
  }

  private static func bitsReversed(_ byte: UInt8) -> UInt8 {
    let halves = byte >> 4 | byte << 4
    let pairs = (halves & 0xCC) >> 2 | (halves & 0x33) << 2
    return (pairs & 0xAA) >> 1 | (pairs & 0x55) << 1
  }
}
