import Documents
import Testing

@testable import PDFPages

@Suite struct `What poppler says` {
  @Test func `of a document is its pages with their sizes as they are shown`() {
    let answer = """
      Pages:           3
      Page    1 size:  595.276 x 841.89 pts (A4)
      Page    1 rot:   0
      Page    2 size:  400 x 300 pts
      Page    2 rot:   90
      Page    3 size:  0 x 0 pts
      Page    3 rot:   0
      File size:       0 bytes
      """
    #expect(
      PDFCount.sheets(Array(answer.utf8)) == [
        PageSheet(width: 595.276, height: 841.89), PageSheet(width: 300, height: 400), nil,
      ])
  }

  @Test(arguments: [
    "", "Pages: 5", "Page", "Page 9223372036854775807 size: 1 x 1 pts", "Page 5 size: 3 x 3 pts",
    "Page 0 size: 1 x 1 pts", "Page -1 size: 1 x 1", "\u{FFFD}\0",
  ])
  func `may be no page`(answer: String) {
    #expect(PDFCount.sheets(Array(answer.utf8)) == [])
  }

  @Test func `of one page is that page, whatever its number`() {
    let answer = Array("Pages: 9\nPage    7 size: 400 x 300 pts\nPage    7 rot:   270\n".utf8)
    #expect(PDFCount.sheet(6, in: answer) == PageSheet(width: 300, height: 400))
    #expect(PDFCount.sheet(5, in: answer) == nil)
    #expect(PDFCount.number(answer) == 9)
    #expect(PDFCount.number(Array("Pages: many\nPages: 3".utf8)) == nil)
    #expect(PDFCount.number(Array("Pages: -3".utf8)) == nil)
  }

  @Test func `of pages by qpdf is their objects and the units that they are told in`() {
    let list = PDFPageTree.list(
      Array(
        #"{"version": 2, "pages": [{"object": "12 0 R"}, {"object": "5 1 R", "images": []}, {"object": "x"}]}"#.utf8))
    #expect(list.pages == ["12,0", "5,1", "0"])
    let answer = """
      {"qpdf": [{"jsonversion": 2, "pdfversion": "1.6"}, {"obj:12 0 R": {"value": {"/UserUnit": 2.5, "/Type": "/Page"}},
      "obj:5 1 R": {"value": {"/UserUnit": -3}}, "obj:7 0 R": {"stream": {}}, "obj:8 0 R": {"value": [1, 2]}}]}
      """
    #expect(PDFPageTree.units(Array(answer.utf8), of: ["8,0", "12,0", "5,1", "7,0", "99,0"]) == [1, 2.5, 1, 1, 1])
    #expect(PDFPageTree.list(Array("{".utf8)).pages.isEmpty && PDFPageTree.units([], of: ["1,0"]).isEmpty)
  }

  @Test func `of attached files by qpdf is their names and objects`() {
    let answer = """
      {"attachments": {"b": {"preferredname": "한글.xml", "preferredcontents": "9 0 R"}, "a": {"preferredname": "",
      "preferredcontents": "8 0 R"}, "c": {"preferredcontents": "8 0 R"}, "d": {"preferredcontents": "7 1 R"}, "e": {}}}
      """
    let files = PDFPageTree.list(Array(answer.utf8)).attachments
    #expect(files.map(\.number) == [8, 9])
    #expect(files.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "한글.xml"])
    #expect(PDFPageTree.list(Array(#"{"pages": []}"#.utf8)).attachments.isEmpty)
  }

  @Test(arguments: ["nan x 3", "inf x 1", "1e300 x 1", "-5 x 5", "5 x", "x y"])
  func `may be a page of no size`(size: String) {
    #expect(PDFCount.sheets(Array("Page 1 size: \(size) pts".utf8)) == [nil])
  }

  private let table = """
    page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
    --------------------------------------------------------------------------------------------
       1     0 image    1240  1754  rgb     3   8  jpeg   no        10  0   150   150  120K 1.9%
       1     1 smask    1240  1754  gray    1   8  image  no        10  0   150   150  120K 1.9%
       1     2 stencil   100    50  -       1   1  ccitt  no   [inline]     300   300   30B 4.8%
       1     3 image     100    50  gray    1   8  image  no        11  0     0     0   30B 4.8%
    """

  @Test func `of a page's images is their pixels, what they cover and whether they are coloured`() {
    let images = PDFPageImages(Array(table.utf8))
    #expect(images.images.map(\.width) == [1240, 100])
    #expect(images.images.map(\.across) == [150, 300])
    #expect(images.images.map(\.isColoured) == [true, false])
    let sheet = PageSheet(width: 595, height: 842)
    #expect(images.share(of: sheet) > 0.99)
    #expect(images.resolution(on: sheet) == 150)
    #expect(images.onlyImage(on: sheet) == nil)
  }

  @Test(arguments: ["", "1 2 image", "1 0 image -1 5 rgb 3 8 jpeg no 1 0 150 150 1K 1%"])
  func `may be no image`(answer: String) {
    #expect(PDFPageImages(Array(answer.utf8)).images.isEmpty)
  }
}

@Suite struct `How a page is drawn` {
  private let a4 = PageSheet(width: 595.276, height: 841.89)

  private func images(_ rows: String...) -> PDFPageImages {
    PDFPageImages(Array(rows.map { "1 0 image \($0) 1 0 no 5 0" }.joined(separator: "\n").utf8))
  }

  private func scan(_ width: Int, _ height: Int, _ resolution: Int, colour: String = "gray 1") -> PDFPageImages {
    PDFPageImages(
      Array("1 0 image \(width) \(height) \(colour) 8 jpeg no 5 0 \(resolution) \(resolution) 9K 1%".utf8))
  }

  private func drawing(
    _ sheet: PageSheet, _ images: PDFPageImages = PDFPageImages([]), hasText: Bool = false,
    maximumPixels: Int = 100_000_000, reduction: Int = 1
  ) -> PDFDrawing {
    PDFDrawing(of: sheet, images: images, hasText: hasText, maximumPixels: maximumPixels, reduction: reduction)
  }

  @Test func `is at 300 to the inch where nothing else is said, and in colour`() {
    #expect(drawing(a4) == drawing(a4, hasText: true))
    #expect(drawing(a4).arguments == ["-r", "300.0"])
    #expect(drawing(a4, reduction: 2).arguments == ["-r", "150.0"])
  }

  /// The pixels that poppler makes of a page.
  private func pixels(_ drawing: PDFDrawing, _ sheet: PageSheet) -> [Int] {
    [sheet.width, sheet.height].map { Int(($0 * drawing.resolution / 72).rounded(.up)) }
  }

  @Test func `of one image is that image, pixel by pixel, in gray where it is gray`() {
    let gray = drawing(a4, scan(1654, 2339, 200))
    #expect(pixels(gray, a4) == [1654, 2339] && gray.isGray && gray.isScan)
    let sideways = PageSheet(width: a4.height, height: a4.width)
    let coloured = drawing(sideways, scan(1654, 2339, 200, colour: "rgb 3"))
    #expect(pixels(coloured, sideways) == [2339, 1654] && !coloured.isGray)
    // A photo on a page that is as large as its pixels.
    let photo = PageSheet(width: 3024, height: 4032)
    #expect(pixels(drawing(photo, scan(3024, 4032, 72), hasText: true), photo) == [3024, 4032])
  }

  @Test func `in units of its own has as many pixels an inch as any other`() {
    let small = PageSheet(width: a4.width / 10, height: a4.height / 10).scaled(by: 10)
    #expect(small.inUnits == PageSheet(width: a4.width / 10, height: a4.height / 10))
    #expect(abs(drawing(small).resolution - 3000) < 1e-9)
    #expect(drawing(small).bytes(of: small) / 1000 == drawing(a4).bytes(of: a4) / 1000)
    #expect(drawing(small, scan(165, 234, 200)).resolution == drawing(a4, scan(165, 234, 20)).resolution * 10)
    #expect(drawing(small, maximumPixels: 1_000_000).resolution < 3000)
  }

  @Test func `under text is fine enough for the text`() {
    #expect(drawing(a4, scan(1654, 2339, 200), hasText: true).resolution == 300)
    #expect(drawing(a4, scan(200, 283, 24)).resolution == 300)
    let fine = drawing(a4, scan(4961, 7016, 600), hasText: true)
    #expect(pixels(fine, a4) == [4961, 7016])
  }

  @Test func `of a huge page has no more pixels than a page may have`() {
    for side in [14_400.0, 1e6, 1e7] {
      for most in [1_000_000, 100_000_000] {
        let sheet = PageSheet(width: side, height: side)
        let resolution = drawing(sheet, maximumPixels: most).resolution
        #expect(side / 72 * resolution * (side / 72 * resolution) <= Double(min(most, 50_000_000)))
      }
    }
    let sliver = drawing(PageSheet(width: 0.01, height: 1e7))
    #expect(sliver.bytes(of: PageSheet(width: 0.01, height: 1e7)) > 0)
  }

  private func boxes(_ crop: String, _ trim: String, rotation: Int) -> [UInt8] {
    Array(
      """
      Pages:           9
      Page    7 size:  500 x 700 pts
      Page    7 rot:   \(rotation)
      Page    7 MediaBox:     0.00     0.00   600.00   800.00
      Page    7 CropBox:   \(crop)
      Page    7 TrimBox:   \(trim)
      """.utf8)
  }

  @Test(arguments: [
    (0, [10.0, 20, 460, 640]), (90, [20, 30, 640, 460]), (180, [30, 40, 460, 640]), (270, [40, 10, 640, 460]),
  ]) func `of a page's boxes is where the trimmed part is seen`(rotation: Int, wanted: [Double]) throws {
    let answer = boxes("50.00 60.00 550.00 760.00", "60.00 80.00 520.00 720.00", rotation: rotation)
    let trim = try #require(PDFTrim(answer))
    #expect([trim.x, trim.y, trim.width, trim.height] == wanted)
  }

  @Test(arguments: ["nan 0 1 1", "5 5 5 5", "0 0 1", "9e99 0 9e100 3", ""])
  func `may be no box`(box: String) {
    #expect(PDFTrim(boxes("0 0 100 100", box, rotation: 0)) == nil)
  }
}
