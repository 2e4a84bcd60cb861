import Support
package import Imaging
package import PageModel

/// Reads page pictures: prepares, finds the lines, recognises each, and joins them to a page.
///
/// It belongs to one thread.
package final class PageReader {
  let settings: ReaderSettings
  private let recognizer: any TextRecognizer
  let preparer: PagePreparer
  let lineReader: LineReader
  /// Finds the text; nil if pictures are read as they are.
  private let network: DetectionNetwork?
  /// Whether the crops and readings of the lines are kept for inspection.
  var keepsLines = false

  /// Loads the models that the settings ask for, into Tesseract.
  package convenience init(settings: ReaderSettings, environment: [String: String]) throws {
    let resolved = try ModelCatalogue(settings: settings, environment: environment).resolve(settings)
    self.init(
      settings: settings, recognizer: try TesseractRecognizer(settings: settings, resolved: resolved),
      network: try resolved.detection?.load())
  }

  /// Reads with any engine: finding lines, cutting and choosing among readings stay the same.
  ///
  /// Without a network pictures are read as they are.
  package init(settings: ReaderSettings, recognizer: any TextRecognizer, network: DetectionNetwork?) {
    self.settings = settings
    self.recognizer = recognizer
    preparer = PagePreparer(level: settings.preparation, without: settings.without)
    self.network = network
    lineReader = LineReader(recognizer: recognizer, settings: settings)
  }

  /// Reads one page; boxes are in the pixels of the original picture as shown.
  package func read(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    var picture = picture
    let outcome = try readText(&picture)
    if case .blank = outcome, var stretched = picture.stretched(),
      case .recognised(let page) = try readText(&stretched), page.confidence >= Self.surelyRead
    {
      return measured(.recognised(page), on: picture)
    }
    if case .recognised(let page) = outcome, try showsThrough(page, on: picture) {
      return measured(.blank(width: page.width, height: page.height), on: picture)
    }
    return measured(outcome, on: picture)
  }

  /// Text on a stretched picture needs this confidence, because stretching amplifies the grain of empty paper.
  private static let surelyRead = 0.7

  /// The outcome with the measures of the whole picture, the only difference between pages without words.
  func measured(_ outcome: PageOutcome, on picture: Picture) -> PageOutcome {
    guard let facts = PictureFacts(of: picture), var page = outcome.reading else { return outcome }
    if case .blank = outcome {
      let codes = BarcodeFinder.barcodes(on: picture)
      if codes.isEmpty, facts.isEmptyPaper, !picture.warnings.contains(.cutOff), !LoneInk.isOn(picture) {
        return outcome
      }
      if !codes.isEmpty {
        page.signals = PageSignals()
        page.signals?.barcodes = codes
      }
    }
    page.picture = facts
    if !picture.warnings.isEmpty {
      page.preparation = page.preparation ?? Preparation()
      page.preparation?.warnings = picture.warnings
    }
    return .recognised(page)
  }

  private func readText(_ picture: inout Picture) throws(RecognitionError) -> PageOutcome {
    guard isPrepared(picture) else { return try readAsItIs(picture) }
    guard let page = try readPrepared(&picture) else {
      return .blank(width: picture.originalWidth, height: picture.originalHeight)
    }
    return .recognised(page.result)
  }

  struct ReadPage {
    var prepared: PreparedPage
    var result: RecognisedPage
    /// In reading order; empty if the engine divided the page.
    var lines: [ReadLine]
    /// Whether reading stopped because no line reads as text; the page then has none.
    var isUnreadable = false
  }

  /// Whether a picture is a page, and not a word or a line cut out.
  func isPrepared(_ picture: Picture) -> Bool {
    let (longer, shorter) = (max(picture.width, picture.height), min(picture.width, picture.height))
    let isPage = longer >= Self.surelyPage || longer >= Self.leastPage && shorter >= Self.leastWidth
    return network != nil && settings.preparation != .none && isPage
  }

  /// Reads and measures a picture with the detection network; nil without text.
  func readPrepared(_ picture: inout Picture) throws(RecognitionError) -> ReadPage? {
    try lineReader.expect(.receipt)
    guard let page = try prepareUpright(&picture), !page.isBlank else { return nil }
    try choosePrint(of: page)
    var readPage = try read(page, of: picture)
    if let turned = try readTurnedOver(readPage, of: picture) { readPage = turned }
    readPage.result.signals = signals(
      of: readPage.result, readFrom: readPage.prepared, evened: try evenedLook(at: picture, of: readPage),
      picture: picture, isUnreadable: readPage.isUnreadable)
    return readPage
  }

  /// Selects the network by a few lines, because documents have one of their own.
  func choosePrint(of page: PreparedPage) throws(RecognitionError) {
    if settings.without.contains(.documentNetwork) { return }
    let lines = page.blocks.flatMap { block in block.textLines.map { (found: $0, block: block) } }
    func length(_ line: (found: FoundLine, block: PreparedBlock)) -> Double {
      (line.found.right - line.found.left) / max(line.block.scale, 0.001)
    }
    try lineReader.choosePrint(by: Array(lines.sorted { length($0) > length($1) }.prefix(DocumentText.lines)))
  }

  /// Finds the text of a picture; nil without a network.
  func prepare(_ picture: Picture, orientation: Int? = nil) throws(RecognitionError) -> PreparedPage? {
    try withNetwork { network throws(TextFault) in
      try preparer.prepare(picture.withoutSeals, network: network, orientation: orientation)
    }
  }

  /// The marks of a page after contrast is evened; nil for documents in Latin letters, and for unread pages.
  private func evenedLook(at picture: Picture, of page: ReadPage) throws(RecognitionError) -> MarkedPrint? {
    guard lineReader.print == .receipt, !page.isUnreadable, !settings.without.contains(.evenedLook) else {
      return nil
    }
    return try withNetwork { network throws(TextFault) in
      try MarkedPrint(evening: picture.withoutSeals, orientation: page.prepared.lookedAt, network: network)
    }
  }

  private func withNetwork<Seen>(
    _ look: (DetectionNetwork) throws(TextFault) -> Seen?
  ) throws(RecognitionError) -> Seen? {
    guard let network else { return nil }
    return try RecognitionError.converting(look(network)) {
      RecognitionError(.engine, "The text detection network could not look at the page: \($0).")
    }
  }

  /// A picture with shorter sides, in pixels, is a word or a line cut out and can't be measured (`Measurements.md`).
  private static let leastPage = 200
  /// A lower or narrower picture may be a line cut out, unless it is longer than most of these.
  private static let leastWidth = 100
  private static let surelyPage = 400

  private func readAsItIs(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    switch try recognizer.recognise(picture) {
    case .blank: return .blank(width: picture.originalWidth, height: picture.originalHeight)
    case .recognised(var page):
      let scale = picture.originalScale
      page.width = picture.originalWidth
      page.height = picture.originalHeight
      if scale != 1 { page.lines = page.lines.map { $0.scaled(by: scale) } }
      return .recognised(page)
    case let other: return other
    }
  }

  func read(_ page: PreparedPage, of picture: Picture) throws(RecognitionError) -> ReadPage {
    let scale = picture.originalScale
    var lines: [Line] = []
    var found: [ReadLine] = []
    var firstBlock = 0
    var check = ReadabilityCheck(isActive: recognizer is TesseractRecognizer)
    for (place, block) in page.blocks.enumerated() where !check.isUnreadable {
      var read: [Line]
      if settings.pageSegmentation != nil {
        read = try readDivided(block, firstBlock: firstBlock).map(\.line)
      } else {
        let later = page.blocks[(place + 1)...].flatMap { block in block.textLines.map { ($0, block) } }
        read = try readLines(block, number: firstBlock, before: later, keeping: &found, check: &check)
      }
      if scale != 1 { read = read.map { $0.scaled(by: scale) } }
      lines += read
      firstBlock = (lines.map(\.block).max() ?? firstBlock - 1) + 1
    }
    check.finish()
    if check.isUnreadable { lines = lines.map(\.asNoise) }
    let least = settings.minimumTextHeight * Double(picture.originalHeight)
    if least > 0 { lines.removeAll { $0.kind == .text && Double($0.box.height) < least } }
    let result = RecognisedPage(
      of: lines, width: picture.originalWidth, height: picture.originalHeight, preparation: page.preparation)
    return ReadPage(prepared: page, result: result, lines: found, isUnreadable: check.isUnreadable)
  }

  /// The block's lines by the engine's own division, which a page segmentation mode asks for.
  private func readDivided(_ block: PreparedBlock, firstBlock: Int) throws(RecognitionError) -> [LineReading] {
    guard let picture = block.image.makePicture() else {
      throw RecognitionError(.engine, "There was no memory for the prepared picture.")
    }
    return try recognizer.readLines(picture, firstBlock: firstBlock).map { $0.mapped { block.original($0) } }
  }

  /// A receipt is one column of lines; a possible document is searched for columns of text.
  func inReadingOrder(_ block: PreparedBlock) -> [FoundLine] {
    if settings.without.contains(.columns) || settings.layout == .receipt { return block.found.lines }
    return ReadingOrder.ordered(block.found.lines, leastRows: settings.layout == .auto ? 4 : 2)
  }

  /// The block's lines one by one, or two as one if that reads better.
  private func readLines(
    _ block: PreparedBlock, number: Int, before later: [(FoundLine, PreparedBlock)], keeping kept: inout [ReadLine],
    check: inout ReadabilityCheck
  ) throws(RecognitionError) -> [Line] {
    var reads: [ReadLine] = []
    let lines = block.parts(of: inReadingOrder(block))
    for (place, found) in lines.enumerated() where !check.isUnreadable {
      switch found.kind {
      case .rule:
        let rule = Line(kind: .rule, box: block.original(found), block: number, confidence: 0, words: [])
        reads.append(ReadLine(found: found, block: block, attempts: [], isDoubtful: false, line: rule))
      case .text:
        let read = try lineReader.read(found, of: block, number: number)
        if !found.continuesRow { check.note(read) }
        if check.isUnreadable {
          try lookAhead(at: lines[(place + 1)...].filter { $0.kind == .text }.map { ($0, block) } + later, &check)
        }
        if let above = reads.last, above.found.kind == .text, !above.found.isPartOfRow,
          let merged = try lineReader.merge(found, read, above: above, of: block, number: number)
        {
          reads[reads.count - 1] = merged
        } else {
          reads.append(read)
        }
      }
    }
    if settings.level == .accurate, !settings.without.contains(.amountPoints) {
      try lineReader.restorePoints(in: &reads)
    }
    if keepsLines { kept += reads.filter { $0.found.kind == .text } }
    var result: [Line] = []
    var row: Int?
    for read in reads {
      if !read.found.continuesRow { row = nil }
      guard let line = read.line else { continue }
      if line.kind == .text, let row {
        result[row] = result[row].continued(by: line)
      } else {
        if line.kind == .text { row = result.count }
        result.append(line)
      }
    }
    return result
  }

  private func lookAhead(
    at rest: [(line: FoundLine, block: PreparedBlock)], _ check: inout ReadabilityCheck
  ) throws(RecognitionError) {
    let count = min(rest.count, ReadabilityCheck.lines)
    for index in 0..<count where check.isUnreadable {
      let (line, block) = rest[index * rest.count / count]
      check.lookAhead(at: try lineReader.read(line, of: block, number: 0))
    }
  }
}
