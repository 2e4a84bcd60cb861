package import PageModel
import PictureFormats
import Support

/// Searchable PDF: the unchanged picture of each page, with its invisible text for search and copying.
///
/// A mail or an electronic invoice has no picture, and its text is visible.
///
/// It is PDF/A-2b by construction: every colour has its meaning by the profile of the output intent, the font is
/// embedded, the metadata is XMP, nothing is encrypted or taken from outside.
package struct PDFExporter: DocumentExporter {
  package let name = "pdf"
  package let summary = "searchable PDF/A of each document"
  package let fileExtension = "pdf"

  package init() {}

  package func write(_ document: any DocumentSource, to file: FilePieces) throws {
    var pages = try PDFPages(file)
    var facts = PDFFacts()
    for index in 0..<document.pageCount {
      let page = try document.page(at: index)
      if facts.isEmpty, let page { facts = PDFFacts(page.original ?? page.record) }
      let layout = page.flatMap { $0.record.reading(original: $0.original) }.map { PageLayout($0) }
      try pages.add(layout, try document.picture(at: index), font: layout?.cells == nil ? nil : document.font)
    }
    try pages.finish(facts)
  }

  /// A page that is there already, to be given its text.
  package struct BarePage {
    package let reading: RecognisedPage
    /// Its size as it is shown, in its own units.
    package let width: Double
    package let height: Double
    /// Points of such a unit: qpdf reckons with them.
    package var unit = 1.0
    /// The part of it that is written, from the lower left corner, in the same.
    package var part: (x: Double, y: Double, width: Double, height: Double)

    package init(reading: RecognisedPage, width: Double, height: Double) {
      (self.reading, self.width, self.height) = (reading, width, height)
      part = (0, 0, width, height)
    }
  }

  /// Writes the text of pages alone, each on an empty page of its size, to be laid over them.
  ///
  /// - Parameter body: Gives one page after another, so that no more than one is in memory.
  package func write(layerTo file: FilePieces, _ body: ((BarePage) throws -> Void) throws -> Void) throws {
    var pages = try PDFPages(file)
    try body { page in try pages.add(PageLayout(page.reading), nil, page) }
    try pages.finish(PDFFacts())
  }
}

/// The file and the pages that it has so far.
private struct PDFPages {
  private var pdf: PDFFile
  private var font = PDFFont()
  /// Of pages without a picture.
  private var visible: PDFTypeface?

  init(_ file: FilePieces) throws { pdf = try PDFFile(file) }

  mutating func finish(_ facts: PDFFacts) throws {
    try pdf.addTree()
    try font.write(to: &pdf)
    try visible?.write(to: &pdf)
    try facts.finish(&pdf)
  }

  mutating func add(
    _ layout: PageLayout?, _ picture: PagePicture?, _ bare: PDFExporter.BarePage? = nil, font shown: TrueTypeFont? = nil
  ) throws {
    let own = layout.flatMap { $0.cells == nil ? nil : (Double($0.width), Double($0.height)) }
    let sheet = PDFSheet(picture?.stream, layout, size: bare.map { ($0.width, $0.height) } ?? picture?.size ?? own)
    var resources = ""
    var content = ""
    if let picture {
      let image = try PDFImage.add(picture, to: &pdf)
      resources += "/XObject<</Im \(image.text)>>"
      content += "q \(sheet.pictureMatrix) cm/Im Do Q\n"
    }
    if let layout, let shown {
      var drawn = visible ?? PDFTypeface(shown, in: &pdf)
      content += drawn.page(layout, scale: sheet.pixel.x)
      resources += "/Font<</T \(drawn.reference.text)>>"
      visible = drawn
    } else if let layout {
      let text = PDFTextLayer(layout, scale: sheet.pixel, font: &font)
      if !text.operators.isEmpty {
        let fonts = text.extents.sorted().map { "\($0.name) \(font.font($0, in: &pdf).text)" }
        resources += "/Font<<\(fonts.joined())>>"
        content += "BT 3 Tr\n\(text.operators)ET\n"
      }
    }
    let unit = bare?.unit ?? 1
    let units = unit == 1 ? "" : "/UserUnit \(JSONValue.digits(unit, decimals: 6))"
    try pdf.add(page: content, resources: resources, box: "[\(sheet.box(bare?.part))]\(units)")
  }
}

/// The size of a page in points, and the scale from pixels to points.
struct PDFSheet {
  let width: String
  let height: String
  /// From the unit square, in which a picture is drawn as it is stored, to the page.
  let pictureMatrix: String
  /// Points of a pixel of the words' boxes, across and down.
  let pixel: (x: Double, y: Double)

  /// For files without a resolution, or with the default one of screens and cameras.
  private static let standardResolution = 300.0
  private static let soundResolutions = 100.0...2400.0
  /// The sides that PDF/A allows, in points.
  private static let sides = 3.0...14_400.0

  /// - Parameter size: That of the page in points, if it is known.
  init(_ stream: PictureStream?, _ layout: PageLayout?, size: (width: Double, height: Double)?) {
    // Pixels as they are shown; without a picture those of the reading, and a page of A4 if there is neither.
    var (columns, rows) = (Double(layout?.width ?? 2480), Double(layout?.height ?? 3508))
    if let stream {
      let (width, height) = (Double(stream.width), Double(stream.height))
      (columns, rows) = stream.isSideways ? (height, width) : (width, height)
    }
    var across = Self.standardResolution
    var down = Self.standardResolution
    if let claimed = stream?.uprightResolution, Self.soundResolutions.contains(claimed.x),
      Self.soundResolutions.contains(claimed.y)
    {
      (across, down) = (claimed.x, claimed.y)
    }
    if let size, size.width > 0, size.height > 0 {
      (across, down) = (columns / size.width * 72, rows / size.height * 72)
    }
    let shrink = max(1, max(columns / across, rows / down) * 72 / Self.sides.upperBound)
    let drawn = (x: columns / across * 72 / shrink, y: rows / down * 72 / shrink)
    width = Self.digits(max(drawn.x, Self.sides.lowerBound))
    height = Self.digits(max(drawn.y, Self.sides.lowerBound))
    let (x, y) = (Self.digits(drawn.x), Self.digits(drawn.y))
    switch stream?.orientation ?? 1 {
    case 2: pictureMatrix = "-\(x) 0 0 \(y) \(x) 0"
    case 3: pictureMatrix = "-\(x) 0 0 -\(y) \(x) \(y)"
    case 4: pictureMatrix = "\(x) 0 0 -\(y) 0 \(y)"
    case 5: pictureMatrix = "0 -\(y) -\(x) 0 \(x) \(y)"
    case 6: pictureMatrix = "0 -\(y) \(x) 0 0 \(y)"
    case 7: pictureMatrix = "0 \(y) \(x) 0 0 0"
    case 8: pictureMatrix = "0 \(y) -\(x) 0 \(x) 0"
    default: pictureMatrix = "\(x) 0 0 \(y) 0 0"
    }
    pixel = (drawn.x / Double(max(1, layout?.width ?? 1)), drawn.y / Double(max(1, layout?.height ?? 1)))
  }

  /// The corners of the page, or of a part of it.
  func box(_ part: (x: Double, y: Double, width: Double, height: Double)?) -> String {
    guard let part else { return "0 0 \(width) \(height)" }
    return [part.x, part.y, part.x + part.width, part.y + part.height].map { Self.digits($0) }.joined(separator: " ")
  }

  private static func digits(_ value: Double) -> String { JSONValue.digits(value, decimals: 3) }
}
