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

  @Test func `the green of a part is that part of the green of the whole`() throws {
    let picture = try #require(noise(61, 44, seed: 8).makePicture())
    for factor in [1, 2, 3] {
      let whole = GrayImage(greenOf: picture, reducedBy: factor)
      let part = Box(x: 2, y: 4, width: 13, height: 9)
      let green = GrayImage(greenOf: picture, reducedBy: factor, part: part)
      for y in 0..<part.height {
        let start = (part.y + y) * whole.width + part.x
        #expect(
          Array(green.pixels[y * part.width..<(y + 1) * part.width]) == Array(whole.pixels[start..<start + part.width]))
      }
    }
  }

  @Test(arguments: [(60, 60), (47, 60), (31, 29), (20, 13), (3, 2), (1, 1)])
  func `a smaller picture in colour is made of means, whatever the spans`(width: Int, height: Int) {
    var random = SeededRandom(seed: 21)
    let (fullWidth, fullHeight) = (60, 60)
    let colours = (0..<fullWidth * fullHeight).map { _ in (0..<3).map { _ in Int.random(in: 0...255, using: &random) } }
    let picture = drawnInColour(width: fullWidth, height: fullHeight) { x, y in
      let colour = colours[y * fullWidth + x]
      return (colour[0], colour[1], colour[2])
    }
    let sample = InkSample(of: picture, width: width, height: height)
    let columns = PictureMeans.spans(count: width, scale: Double(fullWidth) / Double(width), limit: fullWidth)
    let rows = PictureMeans.spans(count: height, scale: Double(fullHeight) / Double(height), limit: fullHeight)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        let means = (0..<3).map { channel in
          var sum = 0
          for y in row { for x in column { sum += colours[y * fullWidth + x][channel] } }
          return UInt32(sum / (row.count * column.count))
        }
        #expect(sample.words[y * width + x] == means[0] << 24 | means[1] << 16 | means[2] << 8)
      }
    }
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
