import PictureFormats
import TestSupport
import Testing

@Suite struct `The directories of a TIFF` {
  private static let forms = [(true, false), (false, false), (true, true), (false, true)]

  @Test(arguments: forms)
  func `give every page with its size and place, in any form`(isLittleEndian: Bool, isBig: Bool) throws {
    let pages = (1...40).map { (width: $0 * 10, height: $0 * 7) }
    let sample = TIFFSample(isLittleEndian: isLittleEndian, isBig: isBig, pages: pages)
    let list = try readingFile(sample.bytes) { PictureFormat.tiff.pages(&$0, maximum: 100) }
    #expect(list.sizes == pages.map { [UInt64($0.width), UInt64($0.height)] })
    #expect(list.pages.map(\.offset) == pages.indices.map { UInt64(sample.offset(ofPage: $0)) })
    #expect(list.fault == nil && !list.isCut)
    // The decoder finds the same page at the same place, and the first at none.
    for index in pages.indices {
      let size = try header(.tiff, sample.bytes, at: sample.offset(ofPage: index)).size
      #expect([size.width, size.height] == list.sizes[index])
    }
    #expect(try header(.tiff, sample.bytes).size.width == 10)
  }

  @Test(arguments: forms)
  func `that lead back give their pages and a fault`(isLittleEndian: Bool, isBig: Bool) {
    for target in 0..<3 {
      let sample = TIFFSample(
        isLittleEndian: isLittleEndian, isBig: isBig, pages: [(1, 1), (2, 2), (3, 3)], lastPointsToPage: target)
      let list = pages(.tiff, sample.bytes)
      #expect(list.sizes == [[1, 1], [2, 2], [3, 3]])
      #expect(list.fault?.isDamage == true)
    }
  }

  @Test func `that lead out of the file give the pages before`() {
    let list = pages(.tiff, TIFFSample(pages: [(1, 1), (2, 2)], lastPointsTo: 1_000_000).bytes)
    #expect(list.sizes == [[1, 1], [2, 2]])
    #expect(list.fault == .truncated)
  }

  @Test func `are cut at the limit of pages, and only above it`() {
    let sample = [(width: Int, height: Int)](repeating: (1, 1), count: 4)
    #expect(pages(.tiff, TIFFSample(pages: sample).bytes, maximum: 3).isCut)
    #expect(pages(.tiff, TIFFSample(pages: sample).bytes, maximum: 3).pages.count == 3)
    #expect(!pages(.tiff, TIFFSample(pages: sample).bytes, maximum: 4).isCut)
  }

  @Test func `without a page, or of an absurd number of entries, are damage`() {
    #expect(fault(.tiff, TIFFSample(pages: []).bytes)?.isDamage == true)
    var bytes = TIFFSample(pages: [(1, 1)]).bytes
    bytes[9] = 0xFF
    #expect(fault(.tiff, bytes)?.isDamage == true)
  }

  @Test func `that overlap in their thousands are given up`() {
    // Each directory claims 4,096 entries, begins eight bytes behind the one before, and leads to the next.
    let (count, entries) = (400, 4096)
    var bytes = [UInt8](repeating: 0, count: 8 + 8 * count + 2 + 12 * entries + 4)
    bytes.replaceSubrange(0..<8, with: Array("II*\0".utf8) + SampleBytes.little(8, 4))
    for index in 0..<count {
      let (start, next) = (8 + 8 * index, 8 + 8 * index + 2 + 12 * entries)
      bytes.replaceSubrange(start..<start + 2, with: SampleBytes.little(entries, 2))
      bytes.replaceSubrange(next..<next + 4, with: SampleBytes.little(start + 8, 4))
    }
    let list = pages(.tiff, bytes)
    #expect(list.pages.count == 1_000_000 / entries)
    #expect(list.fault == .damaged("its pages' directories have an impossible number of entries"))
  }

  @Test(arguments: forms)
  func `say when a page's strips lie past the end of the file`(isLittleEndian: Bool, isBig: Bool) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isLittleEndian ? SampleBytes.little(value, count) : SampleBytes.big(value, count)
    }
    let wide = isBig ? 8 : 4
    func file(strips: Int, of length: Int) -> [UInt8] {
      let values = [(256, 10), (257, 5), (273, strips), (279, length)]
      var bytes = Array((isLittleEndian ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2)
      if isBig { bytes += number(8, 2) + number(0, 2) }
      bytes += number(bytes.count + wide, wide) + number(values.count, isBig ? 8 : 2)
      for (tag, value) in values {
        bytes += number(tag, 2) + number(isBig ? 16 : 4, 2) + number(1, wide) + number(value, wide)
      }
      return bytes + number(0, wide)
    }
    let size = file(strips: 0, of: 0).count
    #expect(try header(.tiff, file(strips: 8, of: size - 8)).missing == nil)
    #expect(try header(.tiff, file(strips: 8, of: size - 7)).missing != nil)
    #expect(try header(.tiff, file(strips: size + 1, of: 0)).missing != nil)
    #expect(try header(.tiff, file(strips: 0xFFFF_FFFF, of: 0xFFFF_FFFF)).missing != nil)
  }
}
