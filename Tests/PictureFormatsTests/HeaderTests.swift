import Glibc
import PictureFormats
import TestSupport
import Testing

@Suite struct `The header of a picture` {
  @Test(arguments: PictureSample.all.indices)
  func `tells format and size, from memory and from a file alike`(index: Int) throws {
    let sample = PictureSample.all[index]
    let bytes = sample.make(321, 123)
    #expect(kind(of: bytes) == .picture(sample.format), "\(sample.name)")
    let list = pages(sample.format, bytes)
    #expect(list.sizes == [[321, 123]], "\(sample.name)")
    #expect(list.fault == nil && !list.isCut)
    #expect(try readingFile(bytes) { sample.format.pages(&$0, maximum: 10_000) } == list)
    let header = try header(sample.format, bytes)
    #expect([header.size.width, header.size.height] == [321, 123])
    #expect(try readingFile(bytes) { try sample.format.header(&$0) } == header)
  }

  @Test(arguments: PictureSample.all.indices)
  func `cut at any byte gives the size or says that bytes are missing`(index: Int) throws {
    let sample = PictureSample.all[index]
    let whole = sample.make(321, 123)
    for length in (4..<whole.count).prefix(2_000) {
      let part = Array(whole[..<length])
      let list = pages(sample.format, part)
      #expect(list.sizes == [[321, 123]] || list.fault == .truncated, "\(sample.name) cut at \(length): \(list)")
      do {
        let header = try header(sample.format, part)
        #expect([header.size.width, header.size.height] == [321, 123], "\(sample.name) cut at \(length)")
      } catch {
        #expect(error as? HeaderFault == .truncated, "\(sample.name) cut at \(length)")
      }
    }
  }

  @Test func `that contradicts its format is damaged`() {
    let png = SampleBytes.png(width: 3, height: 3)
    #expect(fault(.png, Array(png[..<4]) + [0x0A, 0x1A, 0x0A] + Array(png[8...]))?.isDamage == true)
    #expect(fault(.png, SampleBytes.png(width: 0x8000_0000, height: 1))?.isDamage == true)
    var bmp = SampleBytes.bmp(width: 5, height: 5)
    bmp[21] = 0x80
    #expect(fault(.bmp, bmp)?.isDamage == true)
    #expect(fault(.webp, Array("RIFF\0\0\0\0WEBPnone".utf8))?.isDamage == true)
    #expect(fault(.pnm, Array("P5\nwide high\n".utf8))?.isDamage == true)
    #expect(fault(.gif, Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B])?.isDamage == true)
    #expect(fault(.jpeg, [0xFF, 0xD8, 0xFF, 0xD9])?.isDamage == true)
    var codestream = SampleBytes.codestream(width: 50, height: 4)
    codestream[16] = 0xFF
    #expect(fault(.jpeg2000, codestream)?.isDamage == true)
  }

  @Test func `of a number beyond counting is no overflow`() throws {
    #expect(pages(.pnm, SampleBytes.pnm(5, width: .max, height: 7)).sizes == [[1 << 40, 7]])
    let pam = Array("P7\nWIDTH 18446744073709551615\nHEIGHT 18446744073709551615\nDEPTH 9\nENDHDR\n".utf8)
    #expect(pages(.pnm, pam).sizes == [[.max, .max]])
    #expect(try header(.pnm, pam).missing != nil)
    var bmp = SampleBytes.bmp(width: 5, height: 5)
    bmp.replaceSubrange(18..<30, with: [0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0x80, 1, 0, 0xFF, 0xFF])
    #expect(pages(.bmp, bmp).sizes == [[0x7FFF_FFFF, 0x8000_0000]])
    #expect(try header(.bmp, bmp).missing != nil)
  }

  @Test func `is found behind rubbish between segments, but not for ever`() {
    let jpeg = SampleBytes.jpeg(width: 7, height: 8)
    let rubbish = [UInt8](repeating: 0x41, count: 3_000)
    let disturbed = Array(jpeg[..<2]) + [0xFF, 0xE0, 0, 2] + rubbish + Array(jpeg[2...])
    #expect(pages(.jpeg, disturbed).sizes == [[7, 8]])
    let endless = [0xFF, 0xD8, 0xFF, 0xE0, 0, 2] + [UInt8](repeating: 0x41, count: 2 << 20)
    #expect(fault(.jpeg, endless)?.isDamage == true)
    let fill = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 2 << 20)
    #expect(fault(.jpeg, fill)?.isDamage == true)
    let segments = [0xFF, 0xD8] + Array([[UInt8]](repeating: [0xFF, 0xE0, 0, 2], count: 200_000).joined())
    #expect(fault(.jpeg, segments)?.isDamage == true)
    let comments = Array("P5\n".utf8) + Array([[UInt8]](repeating: Array("# no\n".utf8), count: 400_000).joined())
    #expect(fault(.pnm, comments)?.isDamage == true)
    let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
    let extensions = gif + Array([[UInt8]](repeating: [0x21, 0xFE, 1, 0x61, 0], count: 100_000).joined())
    #expect(fault(.gif, extensions)?.isDamage == true)
    let boxes = Array([[UInt8]](repeating: [0, 0, 0, 8] + Array("free".utf8), count: 20_000).joined())
    #expect(fault(.jpeg2000, boxes)?.isDamage == true)
  }

  @Test func `is all that is read of a file`() throws {
    // The file claims a gigabyte and has eight KiB: whatever lies behind them would be missing.
    for sample in PictureSample.all {
      let bytes = sample.make(321, 123)
      let scratch = try ScratchFolder()
      let whole = bytes + [UInt8](repeating: 0, count: max(0, 8192 - bytes.count))
      let descriptor = open(try scratch.write(whole, to: "scan"), O_RDONLY)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      var reader = ByteReader(descriptor: descriptor, size: 1 << 30)
      #expect(sample.format.pages(&reader, maximum: 10).sizes == [[321, 123]], "\(sample.name)")
    }
  }
}
