import PageModel
import Testing

@testable import Imaging

struct PictureFactsTests {
  private func facts(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt8) throws -> PictureFacts {
    var image = GrayImage(width: width, height: height)
    for y in 0..<height { for x in 0..<width { image.pixels[y * width + x] = pixel(x, y) } }
    let picture = try #require(image.makePicture())
    return try #require(PictureFacts(of: picture))
  }

  @Test func `paper of one tone is all ground, smooth and without tones`() throws {
    let facts = try facts(600, 800) { _, _ in 240 }
    #expect(facts.groundShare == 1 && facts.smooth == 1 && facts.tones == 0 && facts.colour == 0 && facts.dark == 0)
    #expect(abs(facts.ground - 240) <= 8)
  }

  @Test(arguments: [(300, 200), (1000, 900), (1800, 1300), (2600, 1900), (900, 4000)])
  func `a tone and a colour are the same at any size`(width: Int, height: Int) throws {
    let gray = try facts(width, height) { _, _ in 200 }
    #expect(abs(gray.ground - 200) <= 8 && gray.groundShare == 1 && gray.dark == 0)
    let red = drawnInColour(width: width, height: height) { _, _ in (220, 20, 40) }
    let facts = try #require(PictureFacts(of: red))
    #expect(facts.colour == 1 && facts.dark == 1 && facts.smooth == 1)
  }

  @Test func `noise of all tones has no ground and is not smooth`() throws {
    let facts = try facts(512, 300) { x, y in UInt8(truncatingIfNeeded: (x &* 7919 ^ y &* 104_729) &* 31) }
    #expect(facts.smooth < 0.2)
    // Squares are as small as pixels here: nothing is averaged away.
    #expect(facts.groundShare < 0.6)
  }

  @Test func `a dark half is seen as half`() throws {
    let facts = try facts(512, 512) { x, _ in x < 256 ? 20 : 230 }
    #expect(abs(facts.dark - 0.5) < 0.01)
    #expect(facts.tones == 1)
  }

  @Test(arguments: [(1, 1), (3, 1), (1, 900), (255, 257), (257, 1025)])
  func `a picture of any size is measured within its bounds`(width: Int, height: Int) throws {
    #expect(try facts(width, height) { x, y in UInt8((x + y) % 256) }.isPossible)
  }
}
