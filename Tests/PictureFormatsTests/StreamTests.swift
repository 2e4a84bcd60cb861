import TestSupport
import Testing

@testable import PictureFormats

@Suite struct StreamTests {
  private func stream(_ format: PictureFormat, _ file: [UInt8]) -> PictureStream? {
    file.withUnsafeBytes { bytes in
      var reader = ByteReader(memory: bytes)
      return format.stream(&reader)
    }
  }

  /// A JPEG of so many components and bits, its frame of a kind.
  private func jpeg(components: Int, bits: UInt8 = 8, frame: UInt8 = 0xC0) -> [UInt8] {
    let jfif = Array("JFIF\0".utf8) + [1, 2, 1, 0, 200, 0, 100, 0, 0]
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    file += SampleBytes.big(jfif.count + 2, 2) + jfif
    file += [0xFF, frame] + SampleBytes.big(8 + 3 * components, 2)
    file += [bits, 0, 40, 0, 60, UInt8(components)]
    for index in 0..<components { file += [UInt8(index + 1), 0x11, 0] }
    file += [0xFF, 0xDA] + SampleBytes.big(6 + 2 * components, 2)
    file += [UInt8(components)]
    for index in 0..<components { file += [UInt8(index + 1), 0] }
    return file + [0, 63, 0, 1, 2, 3, 0xFF, 0xD9]
  }

  @Test func `a JPEG is taken as it is where every decoder agrees on its colours`() throws {
    let gray = try #require(stream(.jpeg, jpeg(components: 1)))
    #expect(gray.coding == .jpeg && gray.colours == .gray && gray.width == 60 && gray.height == 40)
    #expect(gray.resolution == PictureStream.Resolution(x: 200, y: 100))
    #expect(gray.ranges == [0..<UInt64(jpeg(components: 1).count)] && gray.count == gray.ranges[0].upperBound)
    #expect(stream(.jpeg, jpeg(components: 3, frame: 0xC2))?.colours == .rgb)
    #expect(stream(.jpeg, jpeg(components: 4)) == nil)
    #expect(stream(.jpeg, jpeg(components: 1, bits: 12)) == nil)
    #expect(stream(.jpeg, jpeg(components: 1, frame: 0xC9)) == nil)
  }

  /// A PNG of these chunks behind its header.
  private func png(bits: UInt8, kind: UInt8, interlace: UInt8 = 0, _ chunks: [(String, [UInt8])]) -> [UInt8] {
    var header = SampleBytes.big(60, 4) + SampleBytes.big(40, 4)
    header += [bits, kind, 0, 0, interlace]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, content) in [("IHDR", header)] + chunks + [("IEND", [])] {
      file += SampleBytes.big(content.count, 4)
      file += Array(name.utf8) + content
      file += [0, 0, 0, 0]
    }
    return file
  }

  @Test func `the data of a PNG is taken as it is where nothing in it is transparent or interlaced`() throws {
    let data: [(String, [UInt8])] = [("IDAT", [1, 2, 3]), ("IDAT", [4, 5])]
    let density = SampleBytes.big(11_811, 4) + SampleBytes.big(11_811, 4) + [1 as UInt8]
    let file = png(bits: 1, kind: 0, [("pHYs", density)] + data)
    let found = try #require(stream(.png, file))
    #expect(found.coding == .filteredRows && found.bits == 1 && found.count == 5)
    #expect(found.ranges.flatMap { file[Int($0.lowerBound)..<Int($0.upperBound)] } == [1, 2, 3, 4, 5])
    #expect(abs((found.resolution?.x ?? 0) - 300) < 0.01)
    #expect(stream(.png, png(bits: 8, kind: 2, data))?.colours == .rgb)
    let coloured = stream(.png, png(bits: 2, kind: 3, [("PLTE", [9, 8, 7, 6, 5, 4])] + data))
    #expect(coloured?.colours == .palette([9, 8, 7, 6, 5, 4]))
    for file in [
      png(bits: 8, kind: 4, data), png(bits: 8, kind: 6, data), png(bits: 8, kind: 3, data), png(bits: 8, kind: 0, []),
      png(bits: 8, kind: 0, interlace: 1, data), png(bits: 8, kind: 0, [("tRNS", [0, 0])] + data),
    ] { #expect(stream(.png, file) == nil) }
  }

  /// A TIFF of one page with these tags, whole numbers of 16 or 32 bits; eight bytes of pixels come first.
  private func tiff(_ tags: [(Int, Int)]) -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 16, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    file += SampleBytes.little(tags.count, 2)
    for (tag, value) in tags {
      file += SampleBytes.little(tag, 2)
      file += [4, 0, 1, 0, 0, 0]
      file += SampleBytes.little(value, 4)
    }
    return file + [0, 0, 0, 0]
  }

  @Test func `one strip of group 4 is taken as it is`() throws {
    let tags = [(256, 60), (257, 40), (258, 1), (259, 4), (262, 0), (273, 8), (277, 1), (278, 40), (279, 8)]
    let found = try #require(stream(.tiff, tiff(tags)))
    #expect(found.coding == .fax4(isInverted: false) && found.ranges == [8..<16] && !found.reversesBits)
    let turned = try #require(stream(.tiff, tiff(tags.map { $0.0 == 262 ? (262, 1) : $0 } + [(266, 2), (274, 6)])))
    #expect(turned.coding == .fax4(isInverted: true) && turned.reversesBits && turned.isSideways)
    for change in [(259, 3), (259, 1), (277, 3), (262, 2), (279, 9999), (279, 0)] {
      #expect(stream(.tiff, tiff(tags.map { $0.0 == change.0 ? change : $0 })) == nil, "\(change)")
    }
    #expect(stream(.tiff, tiff(tags + [(293, 2)])) == nil)
  }

  @Test func `a codestream of JPEG 2000 gets the boxes that it lacks`() throws {
    func codestream(_ components: Int) -> [UInt8] {
      let facts = (0..<components).flatMap { _ -> [UInt8] in [7, 1, 1] }
      let sides = SampleBytes.big(60, 4) + SampleBytes.big(40, 4) + [UInt8](repeating: 0, count: 8)
      var size = SampleBytes.big(0, 2) + sides + sides
      size += SampleBytes.big(components, 2) + facts
      var file: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
      file += SampleBytes.big(size.count + 2, 2) + size
      return file + [0xFF, 0xD9]
    }
    let bare = try #require(stream(.jpeg2000, codestream(3)))
    #expect(bare.colours == .rgb && bare.bits == 8 && !bare.prefix.isEmpty)
    // Together they are a file that is read as one, and taken as it is.
    let boxed = try #require(stream(.jpeg2000, bare.prefix + codestream(3)))
    #expect(boxed.prefix.isEmpty && boxed.width == 60 && boxed.height == 40)
    #expect(stream(.jpeg2000, codestream(2)) == nil && stream(.jpeg2000, codestream(4)) == nil)
  }

  @Test func `no cut and no altered byte is more than a picture that has to be decoded`() {
    for sample in PictureSample.all {
      let file = sample.make(60, 40)
      for end in stride(from: 0, to: file.count, by: max(1, file.count / 60)) {
        let cut = stream(sample.format, Array(file[..<end]))
        #expect(cut?.ranges.allSatisfy { $0.upperBound <= UInt64(end) } != false)
      }
    }
    let file = jpeg(components: 3)
    for place in file.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var bytes = file
        bytes[place] = value
        if let found = stream(.jpeg, bytes) { #expect(found.count <= UInt64(bytes.count)) }
      }
    }
  }
}
