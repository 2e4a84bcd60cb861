import CLeptonica
import PageModel
import TestSupport
import Testing

@testable import Imaging

/// Ink as bits beside the same ink as gray pixels.
struct InkMaskTests {
  private static func inks(width: Int, height: Int, share: Int, seed: UInt64) -> (mask: InkMask, image: GrayImage) {
    var random = SeededRandom(seed: seed)
    var mask = InkMask(width: width, height: height)
    var image = GrayImage(width: width, height: height)
    for y in 0..<height {
      // Whole rows of ink as well, which go on from word to word.
      let isFull = y % 17 == 5
      for x in 0..<width where isFull || Int.random(in: 0..<100, using: &random) < share {
        mask.insert(x: x, y: y)
        image.pixels[y * width + x] = 0
      }
    }
    return (mask, image)
  }

  private static func pixels(_ mask: InkMask) -> [UInt8] {
    (0..<mask.height).flatMap { y in (0..<mask.width).map { x -> UInt8 in mask[x, y] ? 0 : 255 } }
  }

  @Test(arguments: [(1, 9), (63, 40), (64, 40), (65, 40), (150, 90)])
  func `ink grows and shrinks as gray pixels do, at the borders too`(width: Int, height: Int) {
    for (share, radius) in [(2, 1), (4, 3), (1, 7), (1, 70)] {
      let (mask, image) = Self.inks(width: width, height: height, share: share, seed: 3)
      #expect(Self.pixels(mask.dilated(radius: radius)) == image.extreme(radius: radius, brightest: false).pixels)
      let (dense, other) = Self.inks(width: width, height: height, share: 97, seed: 5)
      #expect(Self.pixels(dense.eroded(radius: radius)) == other.extreme(radius: radius, brightest: true).pixels)
    }
  }

  @Test(arguments: [1, 64, 65, 200])
  func `the pieces of ink are those of the gray pixels`(width: Int) {
    let (mask, image) = Self.inks(width: width, height: 70, share: 30, seed: 8)
    let (found, wanted) = (mask.components(), InkComponents(of: image, darkerThan: 128))
    #expect(found.components == wanted.components)
    #expect(
      found.runs.map { [$0.row, $0.from, $0.to, $0.component] }
        == wanted.runs.map { [$0.row, $0.from, $0.to, $0.component] })
  }

  @Test func `boxes are cleared as far as they lie on the picture, and ink of another mask is taken off`() {
    var mask = InkMask(width: 130, height: 6)
    for y in 0..<6 { for x in 0..<130 { mask.insert(x: x, y: y) } }
    mask.clear(.init(x: -5, y: 1, width: 70, height: 2))
    mask.clear(.init(x: 128, y: 4, width: 90, height: 90))
    mask.clear(.init(x: 500, y: 0, width: 9, height: 9))
    for y in 0..<6 {
      for x in 0..<130 {
        let isCleared = (1...2).contains(y) && x < 65 || y >= 4 && x >= 128
        #expect(mask[x, y] == !isCleared)
      }
    }
    var rest = mask
    rest.subtract(mask)
    #expect(rest.components().components.isEmpty)
  }

  @Test(arguments: [(317, 211), (160, 107), (100, 100)])
  func `a sample is the mean of what each pixel covers, in colour and in gray`(width: Int, height: Int) throws {
    let gray = drawn(width: 317, height: 211) { x, y in UInt8((x * 7 + y * 13 + x * y) % 256) }
    let (one, colour) = (gray, try #require(pixConvertTo32(gray.pix).map { Picture(owning: $0) }))
    for picture in [one, colour] {
      let sample = InkSample(of: picture, width: width, height: height)
      let whole = ColourSample(
        of: picture, wholeWidth: width, wholeHeight: height, left: 0, top: 0, width: width, height: height)
      let bytes = sample.words.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255), UInt8($0 >> 24)] }
      #expect(bytes == whole.pixels)
    }
  }
}
