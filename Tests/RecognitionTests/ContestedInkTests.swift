import PageModel
import Testing

@testable import Imaging
@testable import Recognition

/// Lines whose ink was given to the rows beside them.
@Suite struct ContestedInkTests {
  /// The first block of a sample, its own prepared picture standing for the original.
  private func block(_ name: String) throws -> PreparedBlock {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    return try #require(try reader.prepare(samplePicture(name))?.blocks.first)
  }

  /// A cropper that knows the ink of a line to belong to the next row below a share of its height.
  private func cropper(_ block: PreparedBlock, takingFrom line: FoundLine?, below share: Double = 0.6) -> LineCropper {
    var owners = block.found.owners
    let (width, height) = (block.image.width, block.image.height)
    if let line, let own = line.owner {
      for y in 0..<height {
        for x in 0..<width where owners[y * width + x] == own {
          let level = Double(y) + 0.5 - line.offset(at: Double(x) + 0.5)
          if level > line.capTop + share * line.textHeight { owners[y * width + x] = own + 1 }
        }
      }
    }
    return LineCropper(
      sampler: Sampler(block.image, smallestScale: 0.5), toOriginal: .identity, scale: 1, background: nil,
      owners: owners, polarity: Polarity(of: [], in: block.image), width: width, height: height)
  }

  private func ink(_ crop: LineCrop) -> Int { crop.image.pixels.count { $0 < 128 } }

  @Test func `ink that the row below was given is missing, unless all ink of the height is wanted`() throws {
    let block = try block("hard/clean.png")
    let line = try #require(block.textLines.dropFirst(2).first)
    let (whole, robbed) = (cropper(block, takingFrom: nil), cropper(block, takingFrom: line))
    #expect(!whole.isContested(line))
    #expect(robbed.isContested(line))
    let wanted = ink(whole.crop(line))
    #expect(ink(robbed.crop(line)) < wanted * 3 / 4)
    #expect(abs(ink(robbed.crop(line, shape: .init(band: 0))) - wanted) < wanted / 20)
  }

  @Test func `a crop that lies lower leaves out the tops of its line, and one that lies higher the feet`() throws {
    let block = try block("hard/clean.png")
    let line = try #require(block.textLines.dropFirst(2).first)
    let whole = cropper(block, takingFrom: nil)
    let wanted = ink(whole.crop(line))
    for shift in [-0.6, 0.6] { #expect(ink(whole.crop(line, shape: .init(band: shift))) < wanted * 3 / 4, "\(shift)") }
  }

  @Test func `lines that lost their feet to the row below are read with them`() throws {
    let block = try block("hard/clean.png")
    let settings = ReaderSettings()
    let resolved = try ModelCatalogue(settings: settings, environment: [:]).resolve(settings)
    let recognizer = try TesseractRecognizer(settings: settings, resolved: resolved)
    func read(_ line: FoundLine, _ cropper: LineCropper, without steps: Set<ReaderSettings.Step>) throws -> String {
      let cut = PreparedBlock(
        image: block.image, found: block.found, cropper: cropper, toOriginal: .identity, orientation: 0, skew: 0,
        scale: 1, detected: block.detected)
      var own = settings
      own.without = steps
      let reader = LineReader(recognizer: recognizer, settings: own)
      return try reader.read(line, of: cut, number: 0).line?.text ?? ""
    }
    var (mended, lost) = (0, 0)
    for line in block.textLines.prefix(6) {
      let wanted = try read(line, cropper(block, takingFrom: nil), without: [])
      let robbed = cropper(block, takingFrom: line)
      if try read(line, robbed, without: []) == wanted { mended += 1 }
      if try read(line, robbed, without: [.contestedInk]) != wanted { lost += 1 }
    }
    #expect(lost >= 4)
    #expect(mended >= 5)
  }
}
