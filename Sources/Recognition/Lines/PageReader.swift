public import Imaging
public import PageModel

/// Reads page pictures from beginning to end: prepares, finds the lines, recognises each, and joins them to a page.
///
/// It belongs to one thread.
public final class PageReader {
  let settings: ReaderSettings
  private let recognizer: any TextRecognizer
  let preparer: PagePreparer
  let lineReader: LineReader
  /// Finds the print of pages that read badly where rules have found it; nil where rules alone do.
  private let network: DetectionNetwork?
  /// Whether the crops and readings of the lines are kept for a look at them.
  var keepsLines = false

  /// Loads the models that the settings ask for, into Tesseract.
  public convenience init(settings: ReaderSettings, environment: [String: String]) throws {
    let resolved = try ModelCatalogue(settings: settings, environment: environment).resolve(settings)
    self.init(
      settings: settings, recognizer: try TesseractRecognizer(settings: settings, resolved: resolved),
      network: try resolved.detection?.load())
  }

  /// Reads with any engine; rules find the lines, and cutting them out and choosing among readings stay the same.
  public convenience init(settings: ReaderSettings, recognizer: any TextRecognizer) {
    self.init(settings: settings, recognizer: recognizer, network: nil)
  }

  /// Without a network rules alone find the print.
  package init(settings: ReaderSettings, recognizer: any TextRecognizer, network: DetectionNetwork?) {
    self.settings = settings
    self.recognizer = recognizer
    preparer = PagePreparer(level: settings.preparation, without: settings.without)
    self.network = network
    lineReader = LineReader(
      recognizer: recognizer, isAccurate: settings.level == .accurate, without: settings.without)
  }

  /// Reads one page; boxes are in the pixels of the original picture as it is shown.
  public func read(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    let outcome = try readText(picture)
    guard case .recognised(var page) = outcome else { return outcome }
    page.picture = PictureFacts(of: picture)
    return .recognised(page)
  }

  private func readText(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    let isSnippet = max(picture.width, picture.height) < Self.leastPage
    if settings.preparation == .none || isSnippet { return try readAsItIs(picture) }
    guard let best = try readPrepared(picture) else {
      return .blank(width: picture.originalWidth, height: picture.originalHeight)
    }
    return .recognised(best.result)
  }

  /// One page with what it was read from.
  struct ReadPage {
    var prepared: PreparedPage
    var result: RecognisedPage
    /// The raw network confidence, the mean over the page's characters.
    var networkConfidence: Double
    /// The lines that were found, in reading order; none where the engine divided the page.
    var lines: [ReadLine]
    /// Whether reading was given up, as no line reads as text; the page has none then.
    var isUnreadable = false

    /// The characters that are expected to be right less those expected to be wrong: more print found counts for a page,
    /// invented characters against it.
    var gain: Double { (2 * result.confidence - 1) * Double(result.text.count) }

    /// Whether the network or the estimate says less than this.
    func isDoubtful(_ network: Double, _ estimate: Double) -> Bool {
      networkConfidence < network || result.confidence < estimate
    }
  }

  /// Reads a picture that is prepared first, and measures it; nil for one without ink.
  func readPrepared(_ picture: Picture) throws(RecognitionError) -> ReadPage? {
    guard var page = try readBest(picture) else { return nil }
    page.result.signals = signals(
      of: page.result, readFrom: page.prepared, picture: picture, network: network,
      isUnreadable: page.isUnreadable)
    return page
  }

  /// Reads a picture that is prepared first, in the orientation that reads best; nil for one without ink.
  private func readBest(_ picture: Picture) throws(RecognitionError) -> ReadPage? {
    let analysis = preparer.analysis(of: picture)
    let page = preparer.prepare(analysis)
    if page.isBlank { return nil }
    var best = try read(page, of: picture)
    if let network, best.result.confidence < Self.wellRead,
      let other = try readDetected(picture, network: network), other.gain > max(best.gain, 0)
    {
      best = other
    }
    guard best.isDoubtful(Self.secondOpinionBelow, Self.likelyRightFrom), !page.blocks.isEmpty,
      !settings.without.contains(.orientationRetry)
    else { return best }
    // Print that reads so badly may be upside down or sideways: the orientation was judged from its shapes alone.
    let first = best
    var isRetried = false
    for rotation in [180, 90, 270] where best.isDoubtful(Self.surelyUpright, Self.likelyRightFrom) {
      let other = try read(preparer.prepare(analysis, rotation: rotation), of: picture, accurately: false)
      // A few characters that happen to read well are no page.
      if other.result.confidence > best.result.confidence, other.result.text.count * 3 > best.result.text.count {
        best = other
        isRetried = true
      }
    }
    if isRetried { best = try read(best.prepared, of: picture) }
    // What reads as nothing reads as a few odd words on its side.
    return first.isUnreadable && best.result.confidence < ReadabilityCheck.readableFrom ? first : best
  }

  /// A page of a lower confidence is read once more where the detection network finds its print, and the better is taken.
  ///
  /// Line error and exact amounts by rules alone, by the network alone, and so: 14 Korean receipts 3.6 / 94.9, 5.5 / 95.6,
  /// 3.8 / 95.6 %; 40 English ones 3.6 / 95.8, 3.3 / 94.0, 3.4 / 95.9 %; 20 photos 24.0 / 81.3, 9.1 / 93.8, 8.6 / 92.4 %.
  private static let wellRead = 0.95
  /// A page of a lower raw network confidence is read in the other orientations, too, until one reads well.
  ///
  /// Of 54 real receipts the right way up none is read with less than 0.97.
  private static let secondOpinionBelow = 0.95
  /// The same receipts have 0.978 and more; a wrong orientation of a drawn table still came above 0.95.
  private static let surelyUpright = 0.975
  /// Of the same receipts, rotated, those that were taken for upright are estimated at 0.76 and less; the right way up
  /// none is below 0.87.
  private static let likelyRightFrom = 0.82
  /// A picture whose sides are all shorter is a word or a line cut out, in pixels; nothing can be measured on it.
  static let leastPage = 400

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

  /// `accurately` false reads every line once: enough to tell which way is up.
  func read(
    _ page: PreparedPage, of picture: Picture, accurately: Bool = true
  ) throws(RecognitionError) -> ReadPage {
    let scale = picture.originalScale
    var lines: [(line: Line, networkConfidence: Double)] = []
    var found: [ReadLine] = []
    var firstBlock = 0
    var check = ReadabilityCheck()
    for block in page.blocks where !check.isUnreadable {
      var read: [(line: Line, networkConfidence: Double)]
      if settings.pageSegmentation != nil {
        read = try readDivided(block, firstBlock: firstBlock).map { ($0.line, $0.confidence) }
      } else {
        read = try readLines(block, number: firstBlock, accurately: accurately, keeping: &found, check: &check)
      }
      if scale != 1 { read = read.map { ($0.line.scaled(by: scale), $0.networkConfidence) } }
      lines += read
      firstBlock = (lines.map(\.line.block).max() ?? firstBlock - 1) + 1
    }
    check.finish()
    if check.isUnreadable { lines = lines.map { ($0.line.asNoise, 0) } }
    let least = settings.minimumTextHeight * Double(picture.originalHeight)
    if least > 0 { lines.removeAll { $0.line.kind == .text && Double($0.line.box.height) < least } }
    let result = RecognisedPage(
      of: lines.map(\.line), width: picture.originalWidth, height: picture.originalHeight, preparation: page.preparation
    )
    let characters = lines.reduce(0) { $0 + $1.line.text.count }
    let network = lines.reduce(0) { $0 + $1.networkConfidence * Double($1.line.text.count) }
    return ReadPage(
      prepared: page, result: result, networkConfidence: characters == 0 ? 0 : network / Double(characters),
      lines: found, isUnreadable: check.isUnreadable)
  }

  /// The block's lines as the engine divides it, which is what a page segmentation mode asks for.
  private func readDivided(_ block: PreparedBlock, firstBlock: Int) throws(RecognitionError) -> [LineReading] {
    guard let picture = block.image.makePicture() else {
      throw RecognitionError(.engineFailed, "There was no memory for the prepared picture.")
    }
    return try recognizer.readLines(picture, firstBlock: firstBlock).map { $0.mapped { block.original($0) } }
  }

  /// A receipt is one column of lines; what could be a document is looked over for columns of text.
  private func inReadingOrder(_ block: PreparedBlock) -> [FoundLine] {
    if settings.without.contains(.columns) { return block.found.lines }
    return switch settings.layout {
    case .receipt: block.found.lines
    case .auto: ReadingOrder.ordered(block.found.lines, leastRows: 4)
    case .document: ReadingOrder.ordered(block.found.lines, leastRows: 2)
    }
  }

  /// The block's lines one by one, as they were found, or two as one where that reads better.
  private func readLines(
    _ block: PreparedBlock, number: Int, accurately: Bool, keeping kept: inout [ReadLine], check: inout ReadabilityCheck
  ) throws(RecognitionError) -> [(line: Line, networkConfidence: Double)] {
    var groups: [(lines: [ReadLine], rule: Line?)] = []
    for found in inReadingOrder(block) where !check.isUnreadable {
      switch found.kind {
      case .noise: continue
      case .rule:
        groups.append(([], Line(kind: .rule, box: block.original(found), block: number, confidence: 0, words: [])))
      case .text:
        let read = try lineReader.read(found, of: block, number: number, accurately: accurately)
        check.note(read)
        if accurately, let above = groups.last, above.rule == nil,
          let merged = try lineReader.merge(found, read, above: above.lines, of: block, number: number)
        {
          groups[groups.count - 1].lines = [merged]
        } else {
          groups.append((read, nil))
        }
      }
    }
    if keepsLines { kept += groups.flatMap(\.lines) }
    return groups.flatMap { group -> [(line: Line, networkConfidence: Double)] in
      if let rule = group.rule { return [(rule, 0)] }
      return group.lines.compactMap { read in read.line.map { ($0, read.networkConfidence) } }
    }
  }
}
