import TestSupport
import Testing

@testable import PictureFormats

@Suite struct `A HEIF container` {
  @Test func `tells the size of its primary picture`() {
    #expect(pages(.heif, HEIFSample.heic).sizes == [[220, 90]])
    #expect(pages(.heif, HEIFSample.avif).sizes == [[220, 90]])
    #expect(kind(of: HEIFSample.avif).format == .heif)
  }

  @Test func `of a sequence without a picture of its own is unsupported`() {
    let sequence = Array("\0\0\0\u{18}ftyphevc\0\0\0\0msf1hevc\0\0\0\u{8}moov".utf8)
    #expect(kind(of: sequence).format == nil)
    #expect(kind(of: sequence).name == "heif")
    #expect(kind(of: Array("\0\0\0\u{18}ftypcrx \0\0\0\0heiccrx ".utf8)).name == "other")
  }

  @Test func `of a type that no decoder knows is rare`() throws {
    #expect(try header(.heif, HEIFSample.header(width: 9, height: 9, type: "unci")).rarity?.contains("unci") == true)
    #expect(try header(.heif, HEIFSample.header(width: 9, height: 9)).rarity == nil)
    #expect(try header(.heif, HEIFSample.heic).rarity == nil)
  }

  @Test func `has a page for each picture that is shown by itself`() {
    let sample = HEIFSample.items(
      [(5, "hvc1"), (1, "hvc1"), (2, "grid"), (3, "hvc1"), (4, "hvc1"), (6, "tmap"), (7, "hvc1"), (8, "Exif")],
      references: [("thmb", 1, [5]), ("dimg", 2, [3, 4]), ("auxl", 7, [5, 6]), ("cdsc", 8, [5])])
    let found = pages(.heif, sample)
    #expect(found.fault == nil)
    #expect(found.sizes == [[30, 20], [30, 20]])
    let moving = sample + SampleBytes.big(8, 4) + Array("moov".utf8)
    #expect(pages(.heif, moving).pages.count == 3)
  }

  @Test func `has no strange references in the copy for the decoder`() throws {
    func hidden(_ references: [(String, Int, [Int])]) -> [String] {
      let file = HEIFSample.items([(1, "hvc1"), (2, "hvc1"), (3, "tmap"), (4, "Exif")], references: references)
      let plain = file.withUnsafeBytes { HEIF.plain($0) }
      guard let plain else { return [] }
      let places = file.indices.filter { file[$0] != plain[$0] }
      return places.map { String(decoding: file[$0..<$0 + 4], as: UTF8.self) }
    }
    #expect(hidden([("auxl", 2, [1]), ("cdsc", 4, [1])]) == [])
    #expect(hidden([("auxl", 2, [1, 3])]) == ["auxl"])
    #expect(hidden([("auxl", 2, [1, 1]), ("dimg", 3, [1, 2])]) == ["auxl"])
    #expect(hidden([("thmb", 2, [3]), ("cdsc", 4, [1, 3])]) == ["thmb", "cdsc"])
  }

  @Test func `that is cut anywhere is whole or at fault, never a trap`() throws {
    let sample = HEIFSample.heic
    for count in 0..<sample.count {
      let cut = Array(sample[..<count])
      if pages(.heif, cut).fault == nil { #expect(try header(.heif, cut).missing != nil, "\(count) bytes") }
    }
    for place in 0..<min(sample.count, 600) {
      var changed = sample
      changed[place] = 0xFF
      _ = pages(.heif, changed)
      _ = try? header(.heif, changed)
    }
  }

  @Test func `of boxes and properties without end is given up`() {
    let box = SampleBytes.big(8, 4) + Array("free".utf8)
    let many = Array([[UInt8]](repeating: box, count: 20_000).joined())
    let meta = SampleBytes.big(many.count + 12, 4) + Array("meta".utf8) + [0, 0, 0, 0] + many
    #expect(fault(.heif, Array("\0\0\0\u{10}ftypheic\0\0\0\0".utf8) + meta)?.isDamage == true)
  }
}
