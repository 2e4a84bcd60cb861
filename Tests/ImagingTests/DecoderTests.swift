import CLeptonica
import Glibc
import PageModel
import PictureFormats
import TestSupport
import Testing

@testable import Imaging

@Suite struct DecoderTests {
  @Test(arguments: [IFF.bmp, IFF.jpeg, IFF.png, IFF.tiff, IFF.pnm, IFF.gif, IFF.jpeg2000, IFF.webp])
  func `every format gives the same picture`(format: Int) throws {
    let picture = try Picture.decode(encoded(cornerPicture(), format: format))
    #expect(picture.width == 60)
    #expect(picture.height == 40)
    for (value, expected) in zip(corners(of: picture), [0, 90, 180, 255]) {
      // JPEG 2000 is written lossy here.
      #expect(abs(value - expected) <= 12)
    }
  }

  @Test(arguments: [
    (1, [0, 90, 180, 255]), (2, [90, 0, 255, 180]), (3, [255, 180, 90, 0]), (4, [180, 255, 0, 90]),
    (5, [0, 180, 90, 255]), (6, [180, 0, 255, 90]), (7, [255, 90, 180, 0]), (8, [90, 255, 0, 180]),
  ])
  func `each of the eight EXIF orientations is undone`(orientation: Int, expected: [Int]) throws {
    let picture = try Picture.decode(jpegWithOrientation(UInt8(orientation), of: cornerPicture()))
    #expect(picture.width == (orientation > 4 ? 40 : 60))
    #expect(picture.originalHeight == (orientation > 4 ? 60 : 40))
    for (value, wanted) in zip(corners(of: picture), expected) { #expect(abs(value - wanted) <= 4) }
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (200, 131), (333, 640)])
  func `a picture in colour is turned as Leptonica turns it`(width: Int, height: Int) throws {
    for clockwise in [true, false] {
      let picture = drawnInColour(width: width, height: height) { x, y in (x & 255, y & 255, (x / 7 * 31 + y) & 255) }
      let expected = Picture(owning: try #require(pixRotate90(picture.pix, clockwise ? 1 : -1)))
      let turned = Picture(
        owning: try #require(Picture.turned(consuming: pixClone(picture.pix), clockwise: clockwise)))
      let copy = try #require(pixCopy(nil, picture.pix))
      let turnedAlone = Picture(owning: try #require(Picture.turned(consuming: copy, clockwise: clockwise)))
      for result in [turned, turnedAlone] {
        var same: l_int32 = 0
        pixEqual(result.pix, expected.pix, &same)
        #expect(same == 1)
      }
    }
  }

  @Test(arguments: [HEIFSample.heic, HEIFSample.avif])
  func `a picture of a phone is decoded, up to the limit of pixels`(bytes: [UInt8]) throws {
    let picture = try Picture.decode(bytes)
    #expect(picture.width == 220 && picture.height == 90)
    let half = try Picture.decode(bytes, options: .init(reduction: 2))
    #expect(half.width == 110 && half.originalWidth == 220)
    #expect(throws: PictureError.tooManyPixels(width: 220, height: 90, limit: 100)) {
      try Picture.decode(bytes, options: .init(maximumPixels: 100))
    }
    #expect(throws: PictureError.self) { try Picture.decode(Array(bytes.dropLast(100))) }
  }

  @Test func `a picture of a phone whose auxiliary picture belongs to two items is decoded`() throws {
    let file = try fixture("aux-1-3-tmap.heic")
    let picture = try Picture.decode(file)
    #expect(picture.width > 400 && picture.height > 400)
    // Another item of the file, by its number.
    #expect(try Picture.decode(file, byteOffset: 2).width > 0)
  }

  @Test func `a HEIF picture is as large as the part of it that its file shows`() throws {
    let picture = try Picture.decode(HEIFSample.cropped)
    #expect(picture.width == 100 && picture.height == 91)
    #expect(picture.originalWidth == 100 && picture.originalHeight == 91)
    let half = try Picture.decode(HEIFSample.cropped, options: .init(reduction: 2))
    #expect(half.originalWidth == 100 && half.originalHeight == 91)
  }

  @Test func `a HEIF picture of another type is unsupported, and one without pixels damaged`() {
    let other = HEIFSample.header(width: 9, height: 9, type: "unci")
    #expect { try Picture.decode(other) } throws: { ($0 as? PictureError)?.problem.code == .unsupportedFormat }
    let empty = HEIFSample.header(width: 9, height: 9)
    #expect { try Picture.decode(empty) } throws: { ($0 as? PictureError)?.problem.code == .damaged }
  }

  @Test func `a broken EXIF block does no harm`() throws {
    var bytes = jpegWithOrientation(6, of: cornerPicture())
    for index in 12..<30 { bytes[index] = 0xFF }
    #expect(try Picture.decode(bytes).width == 60)
    #expect(try Picture.decode(jpegWithOrientation(77, of: cornerPicture())).width == 60)
  }

  @Test(arguments: [IFF.jpeg, IFF.png, IFF.tiff, IFF.gif, IFF.bmp, IFF.webp, IFF.pnm, IFF.jpeg2000])
  func `a picture that is cut off never passes as a whole one`(format: Int) throws {
    let noisy = drawn(width: 300, height: 200) { x, y in UInt8((x * 7 + y * y * 13 + x * y) & 255) }
    let bytes = encoded(noisy, format: format)
    for share in [0.3, 0.6, 0.9, 0.97] {
      let part = Array(bytes.prefix(Int(Double(bytes.count) * share)))
      if let picture = try? Picture.decode(part) { #expect(picture.warnings == [.cutOff], "\(share)") }
    }
  }

  @Test(arguments: [IFF.jpeg, IFF.png, IFF.tiff, IFF.gif, IFF.bmp, IFF.webp, IFF.pnm, IFF.jpeg2000])
  func `cut at any byte it is an error, is marked, or all of its pixels were there`(format: Int) throws {
    let bytes = encoded(cornerPicture(), format: format)
    let whole = corners(of: try Picture.decode(bytes, format: FileKind(FileStart(bytes)).format))
    // Beginnings of some twenty bytes on; a shorter one may be of another kind.
    for length in 1..<bytes.count {
      do throws(PictureError) {
        let picture = try Picture.decode(Array(bytes[..<length]), format: FileKind(FileStart(bytes)).format)
        let isMarked = picture.warnings == [.cutOff]
        #expect(isMarked || corners(of: picture) == whole, "\(length) of \(bytes.count) bytes")
      } catch {
        #expect([.truncated, .damaged].contains(error.problem.code), "\(length) of \(bytes.count) bytes: \(error)")
      }
    }
  }

  @Test func `a JPEG with a broken middle is damaged`() throws {
    let noisy = drawn(width: 300, height: 200) { x, y in UInt8((x * 7 + y * y * 13 + x * y) & 255) }
    var bytes = encoded(noisy, format: IFF.jpeg)
    let middle = bytes.count / 2
    for index in middle..<(middle + 40) { bytes[index] = UInt8(index & 1) * 0xFF }
    #expect(throws: PictureError.self) { try Picture.decode(bytes) }
  }

  @Test(arguments: [IFF.jpeg, IFF.png])
  func `a JPEG or PNG above the limit is scaled down while it is decoded`(format: Int) throws {
    let picture = try Picture.decode(
      encoded(cornerPicture(), format: format), options: .init(maximumPixels: 700))
    #expect(picture.width == 30 && picture.height == 20)
    #expect(picture.originalWidth == 60)
    #expect(picture.originalScale == 2)
    for (value, expected) in zip(corners(of: picture), [0, 90, 180, 255]) { #expect(abs(value - expected) <= 4) }
  }

  @Test(arguments: [HEIFSample.heic, HEIFSample.avif])
  func `a picture of a phone above the limit is scaled down to gray`(bytes: [UInt8]) throws {
    let picture = try Picture.decode(bytes, options: .init(maximumPixels: 5_000))
    #expect(picture.width == 110 && picture.height == 45 && !picture.isColour)
    #expect(picture.originalWidth == 220 && picture.originalHeight == 90)
    let whole = GrayImage(try Picture.decode(bytes)).reduced(by: 2)
    let differences = zip(GrayImage(picture).pixels, whole.pixels).map { abs(Int($0) - Int($1)) }
    #expect(try #require(differences.max()) <= 24)
  }

  @Test func `a picture of another format above the limit is refused`() throws {
    #expect(throws: PictureError.tooManyPixels(width: 60, height: 40, limit: 700)) {
      try Picture.decode(encoded(cornerPicture(), format: IFF.bmp), options: .init(maximumPixels: 700))
    }
  }

  @Test(arguments: [IFF.jpeg, IFF.png])
  func `a last attempt gets a picture of half the size`(format: Int) throws {
    var options = Picture.DecodingOptions()
    options.reduction = 2
    let picture = try Picture.decode(encoded(cornerPicture(), format: format), options: options)
    #expect(picture.width == 30)
    #expect(picture.height == 20)
    #expect(picture.originalWidth == 60)
  }

  @Test func `a sound picture of a rare kind is not called damaged`() throws {
    // Tag 258, of type SHORT, holds the bits of a sample.
    var bytes = encoded(cornerPicture(), format: IFF.tiff)
    let tag = try #require((0..<bytes.count - 12).first { Array(bytes[$0..<$0 + 8]) == [2, 1, 3, 0, 1, 0, 0, 0] })
    bytes[tag + 8] = 24
    do throws(PictureError) {
      _ = try Picture.decode(bytes)
      Issue.record("it was decoded")
    } catch {
      #expect(error.problem.code == .unsupportedFormat)
      #expect(error.description.contains("24 bits"), "\(error)")
    }
  }

  @Test func `what is transparent lies over white`() throws {
    guard let pix = pixCreate(3, 1, 32) else { throw PictureError.outOfMemory }
    // Black through and through, black that is not there, red that is half there.
    for (x, word) in [0x0000_00FF, 0x0000_0000, 0xFF00_0080].enumerated() {
      pixSetPixel(pix, l_int32(x), 0, l_uint32(word))
    }
    pixSetSpp(pix, 4)
    let picture = try Picture.decode(encoded(Picture(owning: pix), format: IFF.png))
    let levels = (0..<3).map { x in
      var word: l_uint32 = 0
      pixGetPixel(picture.pix, l_int32(x), 0, &word)
      return [24, 16, 8].map { Int(word >> l_uint32($0) & 0xFF) }
    }
    #expect(levels == [[0, 0, 0], [255, 255, 255], [255, 127, 127]])
  }

  @Test func `bytes that are no picture are unsupported`() {
    #expect(throws: PictureError.self) { try Picture.decode(Array("shopping list: eggs, flour, milk".utf8)) }
    #expect(throws: PictureError.self) { try Picture.decode([]) }
  }

  @Test func `a file is decoded from its descriptor`() throws {
    let path = "/tmp/hanscan-imaging-\(getpid()).png"
    let bytes = encoded(cornerPicture(), format: IFF.png)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    unlink(path)
    defer { close(descriptor) }
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    #expect(try Picture.decode(descriptor: descriptor).width == 60)
  }
}
