import Imaging
import PageModel
import Testing

@testable import Recognition

/// Which way the print of a page stands, where its shapes do not tell.
@Suite struct OrientationTests {
  /// A sample whose rows nearly touch, turned by a right angle clockwise.
  private func crowded(_ name: String) throws -> Picture {
    let page = GrayImage(try samplePicture(name), mix: .luminance)
    var (rows, white) = ([Int](), 0)
    for y in 0..<page.height {
      let hasInk = page.pixels[y * page.width..<(y + 1) * page.width].contains { $0 < 128 }
      white = hasInk ? 0 : white + 1
      if white <= 3 { rows.append(y) }
    }
    let margin = 80
    var turned = GrayImage(width: rows.count + 2 * margin, height: page.width)
    for (place, y) in rows.enumerated() {
      for x in 0..<page.width {
        turned.pixels[x * turned.width + turned.width - 1 - margin - place] = page.pixels[y * page.width + x]
      }
    }
    return try #require(turned.makePicture())
  }

  @Test func `a page on its side is read though its rows touch, and look like columns of letters`() throws {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let picture = try crowded("hard/menu.png")
    // By its shapes alone the print would be taken to run along the picture's rows.
    #expect(try #require(try reader.prepare(picture)).isOnItsSide == false)
    guard case .recognised(let page) = try reader.read(picture) else {
      Issue.record("nothing was read")
      return
    }
    #expect(page.preparation?.rotation == 270)
    let expected = try sampleText("hard/menu.expected.txt")
    let text = page.lines.map(\.text).joined(separator: "\n")
    #expect(characterError(text, expected: expected) < 0.2, "\(text)")
  }

  @Test func `a page that reads well is not looked at a second time`() throws {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    var picture = try samplePicture("hard/clean.png")
    let page = try #require(try reader.prepareUpright(&picture))
    #expect(!page.isOnItsSide)
    #expect(page.preparation.rotation == 0)
  }
}
