import PageModel
import Testing

@testable import Imaging
@testable import Recognition

/// Which way the print of a page stands, where its shapes do not tell.
@Suite struct OrientationTests {
  /// A sample whose rows nearly touch, turned by a right angle clockwise.
  private func crowded(_ name: String) throws -> Picture {
    let page = GrayImage(try samplePicture(name))
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
    #expect(try #require(try reader.prepare(picture)).lookedAt == 0)
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
    #expect(page.lookedAt == 0)
    #expect(page.preparation.rotation == 0)
  }

  /// Print of every kind, one receipt and several, straight and with skew, and rotations to read it in.
  static let pages = [
    ("hard/creased.jpg", [90]), ("hard/menu.png", [180]), ("hard/three-on-a-page.jpg", [90]),
    ("hard/tilted-10.jpg", [90, 180, 270]), ("hard/two-columns.tif", [270]), ("scans/diner-mixed.png", [90, 180, 270]),
  ]

  @Test(arguments: pages) func `a page gives the same lines in other rotations`(name: String, rotations: [Int]) throws {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let upright = try samplePicture(name)
    guard case .recognised(let expected) = try sampleReading(name) else {
      Issue.record("nothing was read")
      return
    }
    for degrees in rotations {
      guard case .recognised(let page) = try reader.read(try #require(upright.rotated(by: degrees))) else {
        Issue.record("nothing was read at \(degrees) degrees")
        continue
      }
      #expect(page.lines.map(\.text) == expected.lines.map(\.text), "\(degrees) degrees")
      #expect(page.preparation?.rotation == ((expected.preparation?.rotation ?? 0) + 360 - degrees) % 360)
      for (line, other) in zip(page.lines, expected.lines) {
        let place = other.box.turned(by: degrees, inWidth: upright.originalWidth, height: upright.originalHeight)
        #expect(line.box.share(with: place) > 0.9, "\(degrees) degrees: \(line.text)")
      }
    }
  }
}

extension Box {
  /// The same place on the picture turned clockwise by a right angle, or several; the sides are those before.
  fileprivate func turned(by degrees: Int, inWidth width: Int, height: Int) -> Box {
    switch degrees {
    case 90: Box(x: height - y - self.height, y: x, width: self.height, height: self.width)
    case 180: Box(x: width - x - self.width, y: height - y - self.height, width: self.width, height: self.height)
    default: Box(x: y, y: width - x - self.width, width: self.height, height: self.width)
    }
  }
}
