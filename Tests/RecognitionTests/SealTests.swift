import Glibc
import PageModel
import Testing

@testable import Imaging
@testable import Recognition

/// Red seals over text, drawn on a receipt of the samples.
@Suite struct SealTests {
  private static let receipt = "hard/clean.png"
  private static let number = "123-45-67891"
  private static let radius = 34.0
  private static let ink = (red: 214, green: 58, blue: 62)

  /// The receipt with transparent red ink at some places.
  private func receipt(redAt isRed: (_ x: Double, _ y: Double) -> Bool) throws -> Picture {
    let image = try GrayImage(samplePicture(Self.receipt))
    var bytes = Array("P6\n\(image.width) \(image.height)\n255\n".utf8)
    for (index, pixel) in image.pixels.enumerated() {
      let place = (Double(index % image.width) + 0.5, Double(index / image.width) + 0.5)
      let colour = isRed(place.0, place.1) ? Self.ink : (255, 255, 255)
      bytes += [colour.0, colour.1, colour.2].map { UInt8(Int(pixel) * $0 / 255) }
    }
    return try Picture.decode(bytes)
  }

  /// A frame with a cross in each quarter, or the frame alone.
  private func isSeal(_ across: Double, _ down: Double, isRound: Bool, isEmpty: Bool = false) -> Bool {
    let distance = isRound ? hypot(across, down) : max(abs(across), abs(down))
    let (stroke, middle) = (Self.radius / 9, 0.38 * Self.radius)
    let (one, other) = (abs(abs(across) - middle), abs(abs(down) - middle))
    let isCross = min(one, other) <= stroke / 2 + 0.5 && max(one, other) <= 0.22 * Self.radius
    return distance <= Self.radius && (distance >= Self.radius - 2 * stroke || isCross && !isEmpty)
  }

  /// The middle of the business number.
  private func place() throws -> (x: Double, y: Double) {
    guard case .recognised(let page) = try sampleReading(Self.receipt) else { throw RecognitionError(.engine, "blank") }
    let word = try #require(page.lines.flatMap(\.words).first { $0.text.contains(Self.number) })
    return (Double(word.box.x) + Double(word.box.width) / 2, Double(word.box.y) + Double(word.box.height) / 2)
  }

  private func sealed(
    isRound: Bool, isEmpty: Bool = false
  ) throws -> (picture: Picture, middle: (x: Double, y: Double)) {
    let middle = try place()
    let picture = try receipt { isSeal($0 - middle.x, $1 - middle.y, isRound: isRound, isEmpty: isEmpty) }
    return (picture, middle)
  }

  @Test(arguments: [true, false])
  func `a number under a seal is read, and its line is stamped`(isRound: Bool) throws {
    let (picture, middle) = try sealed(isRound: isRound)
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    guard case .recognised(let page) = try reader.read(picture) else {
      Issue.record("the page was found blank")
      return
    }
    let seals = try #require(page.signals).seals
    #expect(seals.count == 1)
    #expect(seals.allSatisfy { abs($0.right + Double($0.x) - 2 * middle.x) < 12 })
    #expect(seals.allSatisfy { abs($0.bottom + Double($0.y) - 2 * middle.y) < 12 })
    let line = try #require(page.lines.first { $0.text.contains(Self.number) })
    #expect(line.isStamped(by: seals))
    #expect(page.lines.count { $0.isStamped(by: seals) } <= 3)
  }

  @Test func `nothing changes beside a seal, and below it black text stays black on white`() throws {
    let (picture, middle) = try sealed(isRound: true)
    let cleared = GrayImage(picture.withoutSeals)
    let (before, plain) = (GrayImage(picture), try GrayImage(samplePicture(Self.receipt)))
    var (changed, darkened) = (0, 0)
    for index in before.pixels.indices {
      let (x, y) = (Double(index % before.width), Double(index / before.width))
      if max(abs(x - middle.x), abs(y - middle.y)) > Self.radius + 8 {
        if before.pixels[index] != cleared.pixels[index] { changed += 1 }
      } else if abs(Int(plain.pixels[index]) - Int(cleared.pixels[index])) > 40 {
        darkened += 1
      }
    }
    #expect(changed == 0 && darkened == 0)
  }

  @Test func `red text, a red circle around a word and gray pictures have no seal`() throws {
    let circled = try sealed(isRound: true, isEmpty: true).picture
    for picture in [try receipt { _, _ in false }, circled, try samplePicture(Self.receipt)] {
      #expect(picture.withoutSeals === picture && picture.seals.isEmpty)
    }
    let image = try GrayImage(samplePicture(Self.receipt))
    let red = image.pixels.flatMap { pixel -> [UInt8] in
      let share = 255 - Int(pixel)
      return [Self.ink.red, Self.ink.green, Self.ink.blue].map { UInt8(255 - share * (255 - $0) / 255) }
    }
    let picture = try Picture.decode(Array("P6\n\(image.width) \(image.height)\n255\n".utf8) + red)
    #expect(picture.withoutSeals === picture && picture.seals.isEmpty)
  }
}
