import CLeptonica
import PageModel
import Testing

@testable import Imaging

/// libtiff goes on behind broken data and fills it with something; only its messages tell.
@Suite struct `A TIFF page whose data is broken` {
  private static let fax = [IFF.tiffRLE, IFF.tiffG3, IFF.tiffG4]
  /// With and without colours; Leptonica reads colours in another way.
  private static let jpeg = [(IFF.tiffJPEG, false), (IFF.tiffJPEG, true)]
  private static let others = [
    (IFF.tiffPackBits, false), (IFF.tiffLZW, false), (IFF.tiffZIP, false), (IFF.tiffLZW, true), (IFF.tiffZIP, true),
  ]
  private static let all = fax.map { ($0, false) } + jpeg + others

  private static func file(_ format: Int, isColour: Bool = false) throws -> StripFile {
    let page = DrawnPage.receipt().image
    let pix: UnsafeMutablePointer<PIX>?
    let picture = try #require(page.makePicture())
    if isColour {
      pix = pixConvert8To32(picture.pix)
    } else if fax.contains(format) || format == IFF.tiffPackBits {
      pix = pixThresholdToBinary(picture.pix, 128)
    } else {
      pix = pixCopy(nil, picture.pix)
    }
    return try StripFile(encoded(Picture(owning: #require(pix)), format: format))
  }

  // Zeros are codes of LZW and Deflate, and no sign of damage.
  @Test(arguments: fax.map { ($0, false) } + jpeg)
  func `is damaged where a part of a strip was zeroed`(format: Int, isColour: Bool) throws {
    for share in [0.1, 0.5, 0.8] {
      var file = try Self.file(format, isColour: isColour)
      for strip in file.strips {
        let start = strip.lowerBound + Int(Double(strip.count) * share)
        for index in start..<strip.upperBound { file.bytes[index] = 0 }
      }
      expectDamage(file.bytes, "zeroed from \(share) on")
    }
  }

  @Test(arguments: all)
  func `is damaged where its strips are shorter than they should be`(format: Int, isColour: Bool) throws {
    for share in [0.1, 0.5, 0.9] {
      var file = try Self.file(format, isColour: isColour)
      file.shorten { Int(Double($0) * share) }
      expectDamage(file.bytes, "cut to \(share)")
    }
  }

  @Test(arguments: fax)
  func `is damaged where a few bytes in its midst were altered`(format: Int) throws {
    var file = try Self.file(format)
    for strip in file.strips {
      for index in strip.dropFirst(strip.count / 2).prefix(20) { file.bytes[index] ^= 0x5A }
    }
    expectDamage(file.bytes, "altered")
  }

  @Test(arguments: all)
  func `is told from a sound one`(format: Int, isColour: Bool) throws {
    let file = try Self.file(format, isColour: isColour)
    let picture = try Picture.decode(file.bytes)
    #expect(picture.isColour == isColour)
    // The decode before it must not be held against it.
    var broken = file
    broken.shorten { $0 / 10 }
    #expect(throws: PictureError.self) { try Picture.decode(broken.bytes) }
    #expect(throws: Never.self) { try Picture.decode(file.bytes) }
  }

  @Test(arguments: [1, 3])
  func `is sound where only the mark of the end is missing`(mark: Int) throws {
    let whole = try Self.file(IFF.tiffG4)
    var file = whole
    file.shorten { $0 - mark }
    let (cut, sound) = (try Picture.decode(file.bytes), try Picture.decode(whole.bytes))
    var isSame: l_int32 = 0
    pixEqual(cut.pix, sound.pix, &isSame)
    #expect(isSame == 1)
  }

  @Test func `is sound where only the directory of the next page is broken`() throws {
    var file = try Self.file(IFF.tiffG4)
    // Behind the entries: the first page's data, which are no directory.
    file.bytes.replaceSubrange(file.next..<file.next + 4, with: [9, 0, 0, 0])
    #expect(throws: Never.self) { try Picture.decode(file.bytes) }
  }

  private func expectDamage(_ bytes: [UInt8], _ what: Comment) {
    do throws(PictureError) {
      _ = try Picture.decode(bytes)
      Issue.record("decoded, \(what)")
    } catch {
      #expect(error.problem.code == .damaged, "\(error)")
    }
  }
}

/// A little-endian TIFF of one page, and where its strips lie.
private struct StripFile {
  var bytes: [UInt8]
  /// The data of each strip.
  private(set) var strips: [Range<Int>] = []
  /// Where the offset of the next directory lies.
  private(set) var next = 0
  /// Where the length of each strip is written, and in how many bytes.
  private var lengths: [(place: Int, size: Int)] = []

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    try #require(bytes.starts(with: [0x49, 0x49, 42, 0]))
    let start = number(4, 4)
    let count = number(start, 2)
    next = start + 2 + 12 * count
    func places(_ tag: Int) throws -> [(place: Int, size: Int)] {
      let entries = stride(from: start + 2, to: next, by: 12)
      let entry = try #require(entries.first { number($0, 2) == tag })
      let (size, count) = (number(entry + 2, 2) == 3 ? 2 : 4, number(entry + 4, 4))
      let first = size * count <= 4 ? entry + 8 : number(entry + 8, 4)
      return (0..<count).map { (first + $0 * size, size) }
    }
    lengths = try places(279)
    strips = zip(try places(273), lengths).map { place, length in
      let start = number(place.place, place.size)
      return start..<start + number(length.place, length.size)
    }
    try #require(!strips.isEmpty && strips.allSatisfy { $0.count > 100 && $0.upperBound <= bytes.count })
  }

  /// Writes other lengths of the strips into the directory; the data stay.
  mutating func shorten(_ length: (Int) -> Int) {
    for (place, strip) in zip(lengths, strips) {
      let value = length(strip.count)
      for index in 0..<place.size { bytes[place.place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
