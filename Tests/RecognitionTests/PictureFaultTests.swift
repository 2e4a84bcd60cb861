import Imaging
import PageModel
import Testing

@testable import Recognition

@Suite struct `A picture with faults` {
  private func read(_ picture: Picture) throws -> PageOutcome {
    try PageReader(settings: ReaderSettings(), environment: [:]).read(picture)
  }

  @Test func `that bears nothing but a code is not blank, and its code is decoded`() throws {
    guard case .recognised(let page) = try read(fixturePicture("qr-only.png")) else {
      Issue.record("it is blank")
      return
    }
    #expect(page.signals?.barcodes.map(\.text) == ["PAGE-ONLY-QR 20250314"])
    #expect(page.text.isEmpty)
  }

  @Test func `that bears nothing but a drawing is not blank`() throws {
    #expect(try read(fixturePicture("drawing-only.png")).state == .recognised)
  }

  @Test func `whose levels are all dark is read`() throws {
    var image = GrayImage(try samplePicture("scans/diner-mixed.png"))
    for index in image.pixels.indices { image.pixels[index] /= 40 }
    guard case .recognised(let page) = try read(try #require(image.makePicture())) else {
      Issue.record("it is blank")
      return
    }
    #expect(page.confidence > 0.9)
  }

  @Test func `that stands on its head is read upright, where its capitals read nearly as surely`() throws {
    guard case .recognised(let page) = try read(fixturePicture("up-40-180.png")) else {
      Issue.record("it is blank")
      return
    }
    #expect(page.text.contains("THANK YOU"))
    #expect(page.preparation?.rotation == 180)
  }
}
