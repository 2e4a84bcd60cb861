import Support

/// GIF: a screen, then blocks, of which each picture is a page (GIF89a specification).
///
/// The first page is the first picture alone; each further one is the screen as it stands when its picture is shown.
/// Leptonica reads no GIF that has a second picture, so the bytes of each are given to it alone (`GIFPage`).
enum GIF: PictureFormatParser {
  static let endings = ["gif"]

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: "GIF87a") || start.begins(with: "GIF89a") ? .certain : .no
  }

  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    try GIFPage(&reader, at: offset).size
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    let page = try GIFPage(&reader, at: offset)
    var header = PictureHeader(page.size)
    if page.layers.last?.end == nil { header.missing = "its frame of the GIF does not end" }
    return header
  }

  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    var list = PictureList()
    do throws(HeaderFault) {
      var walk = try GIFWalk(&reader)
      while let frame = try walk.next(&reader) {
        if list.pages.count >= maximum {
          list.isCut = true
          break
        }
        let isFirst = list.pages.isEmpty
        let size = isFirst ? frame.size : try walk.screen(&reader)
        list.pages.append(PictureList.Page(offset: isFirst ? 0 : frame.start, content: .success(size)))
        // What is missing of the last picture is said of that page.
        if frame.end == nil { break }
      }
      if list.pages.isEmpty { throw .damaged("it holds no picture") }
    } catch {
      list.fault = error
    }
    return list
  }
}

/// What a page of a GIF shows: a picture, and those before it that are still to be seen around it.
package struct GIFPage: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// They are laid on white one after the other; the page's own is the last.
  package let layers: [GIFFrame]
  /// Whether it is one picture that fills the page.
  package let isPlain: Bool

  /// More than a document may have pages.
  private static let mostLayers = 20_000

  var size: PictureSize { PictureSize(width: UInt64(width), height: UInt64(height)) }

  /// The page whose own picture begins at an offset; 0 is the first picture by itself.
  package init(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) {
    var walk = try GIFWalk(&reader)
    guard var frame = try walk.next(&reader) else { throw .damaged("it holds no picture") }
    if offset == 0 || offset == frame.start {
      (width, height, layers, isPlain) = (frame.width, frame.height, [frame], true)
      return
    }
    let screen = try walk.screen(&reader)
    func covers(_ frame: GIFFrame) -> Bool {
      frame.left == 0 && frame.top == 0 && frame.width >= Int(screen.width) && frame.height >= Int(screen.height)
    }
    var below: [GIFFrame] = []
    while frame.start != offset {
      if below.count >= Self.mostLayers { throw .damaged("its frame lies upon too many others") }
      switch frame.disposal {
      case .undone: break
      case .kept where covers(frame) && frame.transparent == nil: below = [frame]
      case .cleared where covers(frame): below = []
      case .kept, .cleared: below.append(frame)
      }
      guard let next = try walk.next(&reader) else { throw .damaged("it holds no picture there") }
      frame = next
    }
    let isOpaque = covers(frame) && frame.transparent == nil
    (width, height, layers) = (Int(screen.width), Int(screen.height), (isOpaque ? [] : below) + [frame])
    isPlain = isOpaque && frame.width == width && frame.height == height
  }
}

/// One picture of a GIF, of which nothing is decoded here.
package struct GIFFrame: Equatable, Sendable {
  /// Where its block begins.
  package var start: UInt64
  /// Behind its last byte; nil where the file ends within it.
  package var end: UInt64?
  // Its place on the screen.
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int
  /// The colour by which the screen is seen through it.
  package var transparent: UInt8?
  /// What becomes of it before the next one is shown.
  package var disposal = Disposal.kept

  var size: PictureSize { PictureSize(width: UInt64(width), height: UInt64(height)) }

  package enum Disposal: Equatable, Sendable {
    case kept
    /// Its place becomes white.
    case cleared
    /// The screen becomes what it was before.
    case undone
  }
}

/// A GIF's blocks in order, of which only the pictures are given.
private struct GIFWalk {
  /// Blocks of comments, timing and pixels: four gigabytes of full ones.
  private static let mostBlocks = 1 << 24
  /// Blocks between two pictures, which are rarely more than a few kilobytes.
  private static let mostBlocksBetween = 100_000

  private var offset: UInt64
  private var blocks = 0
  /// The first picture, once it is met.
  private var first: GIFFrame?

  init(_ reader: inout ByteReader) throws(HeaderFault) {
    offset = 13 + Self.tableSize(try reader.byte(at: 10))
  }

  /// Pixels of the screen, which is never smaller than the first picture on it.
  func screen(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    PictureSize(
      width: max(try reader.number(at: 6, bytes: 2, .little), UInt64((first?.left ?? 0) + (first?.width ?? 0))),
      height: max(try reader.number(at: 8, bytes: 2, .little), UInt64((first?.top ?? 0) + (first?.height ?? 0))))
  }

  /// The next picture; nil at the end.
  mutating func next(_ reader: inout ByteReader) throws(HeaderFault) -> GIFFrame? {
    var disposal = GIFFrame.Disposal.kept
    var transparent: UInt8?
    var between = 0
    var isAnnounced = false
    while true {
      // Some writers leave out the mark of the end; what tells how the next picture is shown is never the last.
      if first != nil, !isAnnounced, offset >= reader.size { return nil }
      switch try reader.byte(at: offset) {
      case 0x2C:
        let frame = try picture(&reader, disposal, transparent)
        first = first ?? frame
        return frame
      case 0x21:
        // How the picture behind it is shown.
        if try reader.byte(at: offset + 1) == 0xF9, try reader.byte(at: offset + 2) >= 4 {
          isAnnounced = true
          let flags = try reader.byte(at: offset + 3)
          disposal = [2: .cleared, 3: .undone][flags >> 2 & 7] ?? .kept
          transparent = flags & 1 == 0 ? nil : try reader.byte(at: offset + 6)
        }
        offset += 2
        while try passBlock(&reader) {
          between += 1
          if between >= Self.mostBlocksBetween { throw .damaged("it has too many blocks before a picture") }
        }
      // Zeros fill files up, and stand where a block of pixels was ended twice.
      case 0 where first != nil: offset += 1
      case 0x3B: return nil
      default: throw .damaged("it has a block of an unknown kind")
      }
      between += 1
      if between >= Self.mostBlocksBetween { throw .damaged("it has too many blocks before a picture") }
    }
  }

  private mutating func picture(
    _ reader: inout ByteReader, _ disposal: GIFFrame.Disposal, _ transparent: UInt8?
  ) throws(HeaderFault) -> GIFFrame {
    func number(_ place: UInt64, _ reader: inout ByteReader) throws(HeaderFault) -> Int {
      Int(try reader.number(at: offset + place, bytes: 2, .little))
    }
    var frame = GIFFrame(
      start: offset, left: try number(1, &reader), top: try number(3, &reader), width: try number(5, &reader),
      height: try number(7, &reader), transparent: transparent, disposal: disposal)
    do throws(HeaderFault) {
      // Behind its colours comes the size of its first code, then its pixels.
      offset += 11 + Self.tableSize(try reader.byte(at: offset + 9))
      while try passBlock(&reader) {}
      frame.end = offset
    } catch .truncated {
      // Whoever looks at this picture is told.
    }
    return frame
  }

  /// Goes behind a block of bytes; false for the empty one at the end.
  private mutating func passBlock(_ reader: inout ByteReader) throws(HeaderFault) -> Bool {
    blocks += 1
    if blocks > Self.mostBlocks { throw .damaged("it has too many blocks") }
    let length = try reader.byte(at: offset)
    offset += UInt64(length) + 1
    return length > 0
  }

  /// Bytes of the colour table that these flags announce.
  private static func tableSize(_ flags: UInt8) -> UInt64 {
    flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1)
  }
}
