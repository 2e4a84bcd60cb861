import PageModel
import TestSupport
import Testing

@testable import Imaging

/// What is reckoned several pixels at a time gives what each pixel gives by itself.
struct PixelMeanTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> GrayImage {
    var random = SeededRandom(seed: seed)
    var image = GrayImage(width: width, height: height)
    for index in image.pixels.indices { image.pixels[index] = UInt8.random(in: 0...255, using: &random) }
    return image
  }

  @Test(arguments: [(2, 2), (3, 5), (8, 2), (9, 7), (16, 4), (33, 17), (64, 3), (71, 40)])
  func `half the size is the mean of two by two, whatever the width`(width: Int, height: Int) {
    let image = noise(width, height, seed: UInt64(width))
    let half = image.reduced(by: 2)
    #expect(half.width == width / 2 && half.height == height / 2)
    for y in 0..<half.height {
      for x in 0..<half.width {
        let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) {
          $0 + Int(image.pixels[(2 * y + $1.1) * width + 2 * x + $1.0])
        }
        #expect(Int(half.pixels[y * half.width + x]) == (sum + 2) / 4)
      }
    }
    #expect(noise(1, 9, seed: 1).reduced(by: 2).height == 4)
    #expect(GrayImage(width: 90, height: 90, filledWith: 255).reduced(by: 2).pixels.allSatisfy { $0 == 255 })
  }

  @Test(arguments: [(5, 3), (8, 8), (31, 9)])
  func `the green of a gray picture is the picture, in its size and in parts of it`(width: Int, height: Int) throws {
    let image = noise(width, height, seed: 5)
    let picture = try #require(image.makePicture())
    #expect(GrayImage(greenOf: picture, reducedBy: 1) == image)
    #expect(GrayImage(greenOf: picture, reducedBy: 2) == image.reduced(by: 2))
  }

  @Test func `a quantile is that of the sorted values`() {
    var random = SeededRandom(seed: 11)
    for count in [1, 2, 3, 10, 101, 500] {
      for most in [1.0, 3.0, 255.0] {
        let values = (0..<count).map { _ in Double.random(in: 0...most, using: &random).rounded() }
        let sorted = values.sorted()
        for share in [0, 0.1, 0.5, 0.9, 1] {
          let place = min(Int(share * Double(count)), count - 1)
          #expect(PrintMeasure.quantile(values, share) == sorted[place])
        }
      }
    }
    #expect(PrintMeasure.quantile([], 0.5) == 0)
  }
}
