import PictureFormats
import TestSupport
import Testing

@Suite struct `The pages of a GIF` {
  private static let sample = GIFSample(
    width: 30, height: 20,
    frames: [.init(5, 5, 10, 8, colour: 1), .init(0, 0, 3, 3, colour: 2), .init(9, 9, 40, 40, colour: 3)])

  @Test func `are its pictures: the first by itself, then the screen`() throws {
    let bytes = Self.sample.bytes
    let list = pages(.gif, bytes)
    #expect(list.sizes == [[10, 8], [30, 20], [30, 20]])
    #expect(list.fault == nil && !list.isCut)
    #expect(try readingFile(bytes) { PictureFormat.gif.pages(&$0, maximum: 10_000) } == list)
    for page in list.pages {
      let header = try header(.gif, bytes, at: Int(page.offset))
      #expect(header.missing == nil)
      #expect(try page.content.get() == header.size)
    }
  }

  @Test func `end where the limit or the file ends, without the mark of the end too`() {
    let list = pages(.gif, Self.sample.bytes, maximum: 2)
    #expect(list.pages.count == 2 && list.isCut)
    var open = Self.sample
    open.isEnded = false
    #expect(pages(.gif, open.bytes).fault == nil)
    #expect(pages(.gif, open.bytes + [0, 0, 0x3B, 1, 2]).pages.count == 3)
    #expect(pages(.gif, open.bytes + [7]).fault?.isDamage == true)
  }

  @Test func `cut at any byte are no more than before, and the last says what is missing`() throws {
    let whole = pages(.gif, Self.sample.bytes).pages
    for length in 13..<Self.sample.bytes.count - 1 {
      let part = Array(Self.sample.bytes[..<length])
      let list = pages(.gif, part)
      #expect(Array(whole.prefix(list.pages.count)) == list.pages)
      let isMissing = try list.pages.contains { try header(.gif, part, at: Int($0.offset)).missing != nil }
      #expect(isMissing || list.fault == .truncated || [1, 2, 3].contains { end(of: $0) == length })
    }
  }

  /// The length of the file as far as these many pictures.
  private func end(of count: Int) -> Int {
    var part = Self.sample
    part.frames = Array(part.frames.prefix(count))
    part.isEnded = false
    return part.bytes.count
  }

  @Test func `lie where they begin, and nowhere else`() throws {
    let bytes = Self.sample.bytes
    for offset in 1..<bytes.count where !pages(.gif, bytes).pages.contains(where: { $0.offset == offset }) {
      // The first picture may be asked for by its own place.
      let found = try? header(.gif, bytes, at: offset)
      #expect(try found == nil || found?.size == header(.gif, bytes).size)
    }
  }
}
