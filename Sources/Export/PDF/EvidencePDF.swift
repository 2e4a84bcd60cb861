package import Bookkeeping
package import PageModel
import Support
import Understanding

/// The evidence of a period as PDF/A: a voucher, a numbered list, and the receipts several to a page with their text.
package struct EvidencePDF {
  /// A page that holds so many receipts: its text, and the picture that the text was read on, or nil if it has none.
  package typealias Scan = (reading: RecognisedPage, picture: PagePicture?, receipts: Int)

  private let book: Book
  private let form: EvidenceForm
  private let language: BookLanguage
  private var pdf: PDFFile
  private var hidden = PDFFont()
  private var visible: PDFTypeface
  /// The pictures that are in the file already, by their scans and pages.
  private var images: [ScanPath: [Int: PDFFile.Reference]] = [:]

  /// A4 in points, with its margin.
  private static let (width, height, margin) = (595.0, 842.0, 36.0)
  /// Receipts beside and below each other, the gap between them, and the room of their captions.
  private static let (columns, rows, gap, caption) = (2, 2, 12.0, 14.0)
  /// The list: the distance of its rows, and how many a page has.
  private static let (step, listed) = (15.0, 48)
  /// Pages of one receipt; a damaged store may name more.
  private static let mostPages = 20
  /// Small receipts are drawn at 75 pixels an inch and not larger.
  private static let largestPixel = 72.0 / 75
  /// A receipt among others is shown with so much of the page around it.
  private static let border = 0.03

  package init(
    _ book: Book, _ form: EvidenceForm, language: BookLanguage, font: TrueTypeFont, to file: FilePieces
  ) throws {
    (self.book, self.form, self.language) = (book, form, language)
    pdf = try PDFFile(file)
    visible = PDFTypeface(font, in: &pdf)
  }

  /// - Parameters:
  ///   - receipts: The first line of each receipt, in order.
  ///   - scan: A page of a receipt; nil if its file is gone, or can't be shown.
  package mutating func write(_ receipts: [BookEntry], _ scan: (BookEntry) throws -> Scan?) throws {
    try addVoucher()
    for part in receipts.chunks(of: Self.listed) { try addList(part) }
    let pages = receipts.enumerated().flatMap { place, entry in
      let key = entry.key
      return (entry.receipt.pages ?? [key.page + 1]).prefix(Self.mostPages).map { page in
        var entry = entry
        entry.key = BookKey(content: key.content, page: max(1, page) - 1, receipt: key.receipt, part: key.part)
        return (number: place + 1, entry: entry)
      }
    }
    for part in pages.chunks(of: Self.columns * Self.rows) {
      var sheet = Sheet()
      for (place, page) in part.enumerated() {
        try add(page.entry, number: page.number, at: place, try scan(page.entry), to: &sheet)
      }
      try finish(sheet)
    }
    try visible.write(to: &pdf)
    try hidden.write(to: &pdf)
    try pdf.addTree()
    try PDFFacts(title: book.title(language)).finish(&pdf)
  }

  /// The content of a page with the pictures and the invisible fonts that it names.
  private struct Sheet {
    var content = ""
    var images: Set<PDFFile.Reference> = []
    var extents: Set<PDFFont.Extent> = []
  }

  private mutating func finish(_ sheet: Sheet) throws {
    let images = sheet.images.sorted { $0.number < $1.number }.map { "/I\($0.number) \($0.text)" }.joined()
    let fonts = sheet.extents.sorted().map { "\($0.name) \(hidden.font($0, in: &pdf).text)" }.joined()
    try pdf.add(
      page: sheet.content, resources: "/Font<</T \(visible.reference.text)\(fonts)>>/XObject<<\(images)>>",
      box: "[0 0 \(Int(Self.width)) \(Int(Self.height))]")
  }

  private mutating func addVoucher() throws {
    var sheet = Sheet()
    for line in form.lines { sheet.content += Self.line(line) }
    for text in form.texts(of: book, language) {
      sheet.content += visible.show(
        text.text, x: text.x, y: text.y, size: text.size, side: PDFTypeface.Side(rawValue: text.side) ?? .left)
    }
    try finish(sheet)
  }

  private static func line(_ ends: [Double]) -> String {
    let places = ends.map { JSONValue.digits($0, decimals: 2) }
    return "0.5 w \(places[0]) \(places[1]) m \(places[2]) \(places[3]) l S\n"
  }

  private mutating func addList(_ receipts: ArraySlice<BookEntry>) throws {
    var sheet = Sheet()
    let top = Self.height - Self.margin - Self.step
    sheet.content += visible.show(book.title(language), x: Self.margin, y: top, size: 12)
    let headings = [
      Wording("번호", "No."), BookNames.field(.date), BookNames.field(.merchant), BookNames.field(.total),
      Wording("증빙", "Evidence"), BookNames.field(.account), Wording("파일", "File"),
    ]
    row(headings.map { $0(language) }, y: top - 1.5 * Self.step, &sheet)
    sheet.content += Self.line([Self.margin, top - 1.8 * Self.step, Self.width - Self.margin, top - 1.8 * Self.step])
    for (place, entry) in receipts.enumerated() {
      let texts = [
        "\(receipts.startIndex + place + 1)", entry.day ?? "", entry.value(.merchant) ?? "", Self.total(of: entry),
        entry.evidence.wording(language), entry.bookedAccount, entry.path.description,
      ]
      row(texts, y: top - Double(place + 3) * Self.step, &sheet)
    }
    try finish(sheet)
  }

  /// The cells of a row of the list; numbers and amounts end at the right side of their columns.
  private mutating func row(_ texts: [String], y: Double, _ sheet: inout Sheet) {
    let columns: [(x: Double, width: Double)] = [
      (36, 24), (66, 54), (122, 130), (256, 62), (326, 74), (404, 70), (478, 81),
    ]
    for (place, (text, column)) in zip(texts, columns).enumerated() {
      let isRight = place == 0 || place == 3
      sheet.content += visible.show(
        text, x: isRight ? column.x + column.width : column.x, y: y, size: 8, side: isRight ? .right : .left,
        width: column.width)
    }
  }

  private static func total(of entry: BookEntry) -> String {
    entry.value(.total).flatMap { Amount(decimal: $0) }?.grouped(in: entry.currency) ?? ""
  }

  // MARK: Receipts

  private mutating func add(
    _ entry: BookEntry, number: Int, at place: Int, _ scan: Scan?, to sheet: inout Sheet
  ) throws {
    let room = (
      width: (Self.width - 2 * Self.margin + Self.gap) / Double(Self.columns) - Self.gap,
      height: (Self.height - 2 * Self.margin + Self.gap) / Double(Self.rows) - Self.gap
    )
    let x = Self.margin + Double(place % Self.columns) * (room.width + Self.gap)
    let top = Self.height - Self.margin - Double(place / Self.columns) * (room.height + Self.gap)
    let facts = [entry.day, entry.value(.merchant), Self.total(of: entry)].compactMap { $0 }
    sheet.content += visible.show(
      "\(number). " + facts.joined(separator: "  "), x: x, y: top - 10, size: 9, width: room.width)
    guard let scan else {
      let missing = Wording("원본을 표시할 수 없음: ", "The scan can't be shown: ")(language) + entry.path.description
      sheet.content += visible.show(missing, x: x, y: top - 26, size: 8, width: room.width)
      return
    }
    var reading = scan.reading
    var box = Box(x: 0, y: 0, width: max(1, reading.width), height: max(1, reading.height))
    if scan.receipts > 1 {
      reading.lines = entry.receipt.lines.filter(reading.lines.indices.contains).map { reading.lines[$0] }
      let own = entry.receipt.box
      let more = Int(Self.border * Double(max(own.width, own.height)))
      box =
        Box(x: own.x - more, y: own.y - more, width: own.width + 2 * more, height: own.height + 2 * more)
        .clipped(to: box)
    }
    let layout = PageLayout(reading)
    let isSideways = layout.rotation % 180 != 0
    let (across, down) = isSideways ? (box.height, box.width) : (box.width, box.height)
    let pixel = min(
      room.width / Double(max(1, across)), (room.height - Self.caption) / Double(max(1, down)), Self.largestPixel)
    sheet.content += try drawn(
      scan.picture, layout, box, pixel: pixel, x: x, y: top - Self.caption - Double(down) * pixel, of: entry, &sheet)
  }

  /// A part of a page, upright, with its lower left corner at a place: its picture below its words, or its words alone.
  private mutating func drawn(
    _ picture: PagePicture?, _ layout: PageLayout, _ box: Box, pixel: Double, x: Double, y: Double, of entry: BookEntry,
    _ sheet: inout Sheet
  ) throws -> String {
    let size = (Double(layout.width) * pixel, Double(layout.height) * pixel)
    let (width, height) = (Double(box.width) * pixel, Double(box.height) * pixel)
    func digits(_ values: Double...) -> String {
      values.map { JSONValue.digits($0, decimals: 3) }.joined(separator: " ")
    }
    let turned =
      switch layout.rotation {
      case 90: "0 -1 1 0 " + digits(x, y + width)
      case 180: "-1 0 0 -1 " + digits(x + width, y + height)
      case 270: "0 1 -1 0 " + digits(x + height, y)
      default: "1 0 0 1 " + digits(x, y)
      }
    let corner = digits(-Double(box.x) * pixel, Double(box.bottom - layout.height) * pixel)
    let start = "q \(turned) cm 0 0 \(digits(width, height)) re W n 1 0 0 1 \(corner) cm\n"
    guard let picture else { return start + visible.page(layout, scale: pixel) + "Q\n" }
    let image = try images[entry.path]?[entry.key.page] ?? PDFImage.add(picture, to: &pdf)
    images[entry.path, default: [:]][entry.key.page] = image
    sheet.images.insert(image)
    let sheetOfPage = PDFSheet(picture.stream, layout, size: size)
    let text = PDFTextLayer(layout, scale: (pixel, pixel), font: &hidden)
    sheet.extents.formUnion(text.extents)
    return start + "q \(sheetOfPage.pictureMatrix) cm/I\(image.number) Do Q\n"
      + (text.operators.isEmpty ? "" : "BT 3 Tr\n\(text.operators)ET\n") + "Q\n"
  }
}
