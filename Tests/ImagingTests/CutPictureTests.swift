import CLeptonica
import Foundation
import PageModel
import PictureFormats
import TestSupport
import Testing

@testable import Imaging

/// Levels that differ from row to row, so that each row tells where it is from.
private func rows() -> Picture { drawn(width: 200, height: 160) { _, y in UInt8(40 + y) } }

private func level(_ picture: Picture, row: Int) -> Int {
  var value: l_uint32 = 0
  pixGetPixel(picture.pix, 100, l_int32(row), &value)
  return Int(picture.isColour ? value >> 24 : value)
}

@Suite struct `A picture without its end` {
  private static var noise: Picture {
    drawn(width: 300, height: 200) { x, y in UInt8((x * 7 + y * y * 13 + x * y) & 255) }
  }

  /// The last bytes of a phone's picture: names, and a film in which any marker may stand.
  private static let trailer: [UInt8] = {
    var random = SeededRandom(seed: 7)
    let film = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    return [0, 0, 1, 10, 14, 0, 0, 0] + Array("Image_UTC_Data".utf8) + film + Array("SEFT".utf8)
  }()

  @Test func `is read whole, and has a warning`() throws {
    let file = encoded(Self.noise, format: IFF.jpeg)
    let whole = GrayImage(try Picture.decode(file))
    let body = Array(file.dropLast(2))
    for end in [[], [0, 0], [UInt8](repeating: 0, count: 3_000), Self.trailer] {
      let picture = try Picture.decode(body + end)
      #expect(picture.warnings == [.endMissing], "\(end.count) bytes behind")
      #expect(GrayImage(picture) == whole)
    }
    #expect(try Picture.decode(file + Self.trailer).warnings.isEmpty)
    let surplus = try Picture.decode(body + [UInt8](repeating: 0x55, count: 20) + file.suffix(2))
    #expect(surplus.warnings == [.surplus])
    #expect(GrayImage(surplus) == whole)
  }

  @Test func `is read whole as PNG as well`() throws {
    let file = encoded(Self.noise, format: IFF.png)
    let whole = GrayImage(try Picture.decode(file))
    // The last chunk has 12 bytes.
    for count in [1, 12] {
      let picture = try Picture.decode(Array(file.dropLast(count)))
      #expect(picture.warnings == [.endMissing], "\(count) bytes less")
      #expect(GrayImage(picture) == whole)
    }
  }
}

@Suite struct `A picture that is cut off` {
  @Test(arguments: [IFF.jpeg, IFF.png, IFF.gif, IFF.webp])
  func `shows the rows that are there, and white below`(format: Int) throws {
    let file = encoded(rows(), format: format)
    let picture = try Picture.decode(Array(file.prefix(file.count * 4 / 5)))
    #expect(picture.warnings == [.cutOff])
    #expect(picture.width == 200 && picture.height == 160)
    #expect(abs(level(picture, row: 8) - 48) <= 6)
    #expect(level(picture, row: 159) == 255)
  }

  @Test func `is a JPEG that is filled up with zeros as well`() throws {
    let file = encoded(rows(), format: IFF.jpeg)
    let picture = try Picture.decode(Array(file.prefix(file.count * 4 / 5)) + [UInt8](repeating: 0, count: 4_000))
    #expect(picture.warnings == [.cutOff])
    #expect(abs(level(picture, row: 8) - 48) <= 6)
  }

  @Test(arguments: [1, -1]) func `is a BMP, whichever way its rows run`(direction: Int) throws {
    var file = encoded(rows(), format: IFF.bmp)
    if direction < 0 {
      // A negative height.
      file.replaceSubrange(22..<26, with: SampleBytes.little(-160, 4))
    }
    let picture = try Picture.decode(Array(file.dropLast(200 * 40)))
    #expect(picture.warnings == [.cutOff])
    let shown = (0..<160).map { level(picture, row: $0) }
    #expect(shown.count { $0 == 255 } == 40)
    #expect(shown[80] == (direction < 0 ? 40 + 79 : 40 + 80))
  }

  @Test(arguments: [IFF.tiff, IFF.tiffG4])
  func `is a page of a TIFF whose strip lies past the end`(format: Int) throws {
    let dots = drawn(width: 200, height: 160) { x, y in (x + y * y) % 3 == 0 ? 0 : 255 }
    let bits = try #require(pixThresholdToBinary(dots.pix, 128))
    let file = encoded(format == IFF.tiffG4 ? Picture(owning: bits) : dots, format: format)
    // The directory stands at the end of what is written here; its strip is said to be longer than the file instead.
    var longer = file
    let start = Int(file[4]) | Int(file[5]) << 8 | Int(file[6]) << 16
    let entries = stride(from: start + 2, to: start + 2 + 12 * (Int(file[start]) | Int(file[start + 1]) << 8), by: 12)
    let offset = try #require(entries.first { file[$0] == 0x11 && file[$0 + 1] == 1 })
    let length = try #require(entries.first { file[$0] == 0x17 && file[$0 + 1] == 1 })
    guard file[offset + 4] == 1 else { return }
    // Half of the strip, moved to the end.
    let place = (0..<4).reduce(0) { $0 | Int(file[offset + 8 + $1]) << (8 * $1) }
    let count = (0..<(file[length + 2] == 3 ? 2 : 4)).reduce(0) { $0 | Int(file[length + 8 + $1]) << (8 * $1) }
    longer.replaceSubrange(offset + 8..<offset + 12, with: SampleBytes.little(file.count, 4))
    longer += file[place..<place + count / 2]
    let picture = try Picture.decode(longer)
    let whole = GrayImage(try Picture.decode(file))
    let read = GrayImage(picture)
    #expect(picture.warnings == [.cutOff])
    #expect(read.pixels.prefix(200 * 40) == whole.pixels.prefix(200 * 40))
    #expect(read.pixels.suffix(200).allSatisfy { $0 == 255 })
  }

  @Test func `of which no row is there is truncated`() {
    let file = encoded(rows(), format: IFF.bmp)
    let error = #expect(throws: PictureError.self) { try Picture.decode(Array(file.prefix(file.count - 160 * 200))) }
    #expect(error?.problem.code == .truncated)
  }
}

@Suite struct `Bytes before a JPEG` {
  @Test(arguments: ["\r\n", "Content-Type: image/jpeg\r\n\r\n", String(repeating: " ", count: 900)])
  func `of the first kilobyte are passed over`(before: String) throws {
    let file = Array(before.utf8) + jpegWithOrientation(6, of: cornerPicture())
    #expect(FileKind(FileStart(file)).format == .jpeg)
    let picture = try Picture.decode(file)
    #expect(picture.width == 40 && picture.height == 60 && picture.warnings.isEmpty)
  }

  @Test func `of more than a kilobyte are no picture`() {
    let file = [UInt8](repeating: 0x20, count: 1_100) + encoded(cornerPicture(), format: IFF.jpeg)
    #expect(FileKind(FileStart(file)).format == nil)
  }
}

@Suite struct `An animated WebP` {
  /// Gray; a black square on it; a white one beside that.
  private static let sample =
    Data(
      base64Encoded: """
        UklGRrYAAABXRUJQVlA4WAoAAAACAAAAJwAAEwAAQU5JTQYAAAAAAAAAAABBTk1GKgAAAAAAAAAAACcAABMAAGQAAAJWUDhMEQAAAC8nwAQA\
        B1CtalWr/4GI6H8AAEFOTUYmAAAABQAAAgAACQAABwAAZAAAAFZQOEwOAAAALwnAAQAHEBH9D0RE/wNBTk1GKgAAAA8AAAUAAAUAAAUAAGQA\
        AABWUDhMEQAAAC8FQAEAB9D//ve//4GI6H8AAA==
        """
    ).map(Array.init) ?? []

  private func places(_ bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBytes { memory in
      var reader = ByteReader(memory: memory)
      return PictureFormat.webp.pages(&reader, maximum: 100).pages.map { Int($0.offset) }
    }
  }

  @Test func `has a page for each frame, which shows the screen as it stands then`() throws {
    let pages = try places(Self.sample).map { try Picture.decode(Self.sample, byteOffset: $0) }
    let seen = pages.map { page in
      [(1, 1), (15, 8), (33, 12)].map { x, y in
        var value: l_uint32 = 0
        pixGetPixel(page.pix, l_int32(x), l_int32(y), &value)
        return Int(page.isColour ? value >> 24 : value)
      }
    }
    #expect(seen == [[90, 90, 90], [90, 0, 90], [90, 0, 255]])
  }

  @Test func `that is cut loses its last frame at most`() throws {
    for count in 60..<Self.sample.count {
      let cut = Array(Self.sample.prefix(count))
      for place in places(cut).dropLast() { #expect(try Picture.decode(cut, byteOffset: place).width == 40) }
      _ = try? Picture.decode(cut, byteOffset: places(cut).last ?? 0)
    }
  }
}
