import CLeptonica
import Glibc
import Imaging
import PageModel
import Support
import TestSupport
import Testing

@testable import Recognition

/// Large photos are looked at in half their size, and exchanged for the whole one where that would cost letters.
@Suite struct HalvedPictureTests {
  /// A sample as a JPEG with its sides made `factor` times as long.
  private func photo(_ name: String, times factor: Float) throws -> [UInt8] {
    var picture = try sample(name).withUnsafeBytes { bytes in
      pixReadMem(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    var large = pixScale(picture, factor, factor)
    defer {
      pixDestroy(&picture)
      pixDestroy(&large)
    }
    var data: UnsafeMutablePointer<UInt8>?
    var size = 0
    #expect(pixWriteMemJpeg(&data, &size, large, 90, 0) == 0)
    defer { free(data) }
    return Array(UnsafeBufferPointer(start: data, count: size))
  }

  /// Reads a file's page, with JPEGs of more than 400,000 pixels halved at first; also how much of it was decoded in the end.
  private func read(_ bytes: [UInt8], reducing: Bool) throws -> (page: RecognisedPage, scale: Double) {
    let folder = try ScratchFolder()
    let descriptor = open(try folder.write(bytes, to: "photo.jpg"), O_RDONLY)
    defer { close(descriptor) }
    var picture = try Picture.decode(
      descriptor: descriptor, options: .init(largestWhole: reducing ? 400_000 : Int.max))
    #expect(picture.originalScale == (reducing ? 2 : 1))
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let read = try reader.readPrepared(&picture)
    return (try #require(read).result, picture.originalScale)
  }

  @Test func `print of a large photo that is high is read at half its size, with boxes of the whole`() throws {
    let bytes = try photo("hard/clean.png", times: 4)
    let half = try read(bytes, reducing: true)
    let whole = try read(bytes, reducing: false)
    #expect(half.scale == 2)
    #expect(half.page.width == whole.page.width && half.page.height == whole.page.height)
    let expected = try sampleText("hard/clean.expected.txt")
    #expect(characterError(half.page.text, expected: expected) < 0.02, "\(half.page.text)")
    let (first, other) = (try #require(half.page.lines.first?.box), try #require(whole.page.lines.first?.box))
    #expect(abs(first.x - other.x) < 12 && abs(first.width - other.width) < 24, "\(first), \(other)")
  }

  @Test func `small print of a large photo is read at its full size`() throws {
    let bytes = try photo("hard/clean.png", times: 1)
    let (page, scale) = try read(bytes, reducing: true)
    #expect(scale == 1)
    let whole = try read(bytes, reducing: false).page
    #expect(page == whole)
  }

  @Test func `a photo that can't be decoded again is an error`() throws {
    let bytes = try photo("hard/clean.png", times: 1)
    let folder = try ScratchFolder()
    let descriptor = open(try folder.write(bytes, to: "photo.jpg"), O_RDWR)
    defer { close(descriptor) }
    let picture = try Picture.decode(descriptor: descriptor, options: .init(largestWhole: 400_000))
    #expect(ftruncate(descriptor, 20) == 0)
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    #expect(throws: RecognitionError.self) { try reader.read(picture) }
  }
}
