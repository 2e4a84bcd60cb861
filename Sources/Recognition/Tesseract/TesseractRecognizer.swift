import CTesseract
package import Imaging
package import PageModel

/// Reads pictures with Tesseract's LSTM engine, which is loaded once.
package final class TesseractRecognizer: TextRecognizer {
  private let settings: ReaderSettings
  private let segmentation: TessPageSegMode
  /// Reads cut-out lines; nil if the whole network has to.
  private let lineEngine: LineEngine?
  /// With the whole network, for pictures that it divides into lines itself.
  ///
  /// It starts at its first use, because most runs never need it, and a start takes time and memory. No file can be
  /// opened by then: the model's file stays open from the beginning, and the program's words, which the engine reads
  /// from a file, are omitted. Cut-out words and lines are read without them. A failure is kept, too, because the
  /// model's file has been read to its end then.
  private lazy var wholeEngine = Result(catching: startWhole)
  private let startWhole: () throws(RecognitionError) -> Engine
  /// For documents in Latin letters, likewise; its value is nil if one network reads all pages.
  private lazy var documentEngine = Result(catching: startDocuments)
  private let startDocuments: () throws(RecognitionError) -> LineEngine?
  private var print = PrintKind.receipt
  private let languageModels: Set<String>
  private let readsKorean: Bool
  /// Whether each line's own tone decides inversion; a user's setting of inversion applies to all lines.
  private let setsInversion: Bool

  /// Starts the engine with the models that the catalogue chose for these settings.
  ///
  /// - Parameter engineVersion: Tesseract's; the whole engine reads lines if `LineEngine` does not know it.
  package init(
    settings: ReaderSettings, resolved: ResolvedReader, engineVersion: String = TesseractLibrary.version
  ) throws(RecognitionError) {
    self.settings = settings
    segmentation = try settings.pageSegmentation.map(TessPageSegMode.checked) ?? .singleBlock
    let isOwnModel = resolved.models.contains { $0.name == OwnModel.name }
    let words = try UserWords((isOwnModel ? OwnModel.words : []) + settings.customWords)
    let variables = Self.ownVariables(settings, resolved, words) + settings.variables
    setsInversion = !settings.variables.contains { ["tessedit_do_invert", "invert_threshold"].contains($0.name) }
    let readsLines =
      settings.preparation != .none && settings.pageSegmentation == nil && setsInversion
      && LineEngine.knownVersions.contains(engineVersion)
    lineEngine = readsLines ? try LineEngine(resolved.models, variables: variables) : nil
    // Files that variables name, such as the user's words, can be read only now.
    if lineEngine != nil, settings.customWords.isEmpty, settings.variables.isEmpty, let first = resolved.models.first {
      let withoutFiles = variables.filter { $0.name != "user_words_file" }
      let hasDocuments = isOwnModel && !settings.without.contains(.documentNetwork)
      // Each reads the file from its beginning.
      let model = try OpenModel(first)
      let ofDocuments = hasDocuments ? try OpenModel(first) : nil
      startWhole = { () throws(RecognitionError) in
        try Engine([(model.name, model.bytes())], variables: withoutFiles)
      }
      startDocuments = { () throws(RecognitionError) in
        if let ofDocuments { try LineEngine(documentsOf: ofDocuments, variables: withoutFiles) } else { nil }
      }
    } else {
      let engine = try Engine(resolved.models, variables: variables)
      startWhole = { engine }
      startDocuments = { nil }
    }
    // A model of several languages does not say which one it has read.
    languageModels = Set(resolved.models.map(\.name).filter { Languages.served(by: $0).count == 1 })
    readsKorean = resolved.languages.contains("kor")
    // The file was read at the start and goes away here.
    withExtendedLifetime(words) {}
  }

  /// Variables that precede the user's own, which win.
  private static func ownVariables(
    _ settings: ReaderSettings, _ resolved: ResolvedReader, _ words: UserWords
  ) -> [ReaderSettings.Variable] {
    var variables: [ReaderSettings.Variable] = []
    if resolved.models.contains(where: { Languages.needsBlanksKept($0.name) }) {
      variables.append(.init(name: "preserve_interword_spaces", value: "1"))
    }
    if settings.preparation != .none {
      // The local thresholds of our model are for unprepared pages. On prepared ones one threshold is better (14 Korean
      // receipts with --psm 6: 16.8 % wrong for 21.7), and cut-out lines need none.
      variables.append(.init(name: "thresholding_method", value: "0"))
    }
    if settings.candidates > 1 { variables.append(keepingChoices) }
    if let path = words.path { variables.append(.init(name: "user_words_file", value: path)) }
    return variables
  }

  /// Reads a page in the page segmentation mode of the settings, a single block by default.
  package func recognise(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    if picture.isOfOneTone { return .blank(width: picture.width, height: picture.height) }
    let least = settings.minimumTextHeight * Double(picture.height)
    let lines = try readLines(picture).map(\.line).filter { $0.kind == .rule || Double($0.box.height) >= least }
    return .recognised(RecognisedPage(of: lines, width: picture.width, height: picture.height))
  }

  /// Reads every line of a picture, in reading order, ruling lines included.
  ///
  /// In the mode of the settings, or as a single block: on receipts it beats the automatic one by 12 points of line
  /// error.
  package func readLines(_ picture: Picture, firstBlock: Int = 0) throws(RecognitionError) -> [LineReading] {
    let engine = try wholeEngine.get()
    if setsInversion { engine.set(Self.inversion(true)) }
    let read = try engine.reading(picture, mode: segmentation, findingRules: true) {
      collected(&$0, firstBlock: firstBlock, candidates: settings.candidates)
    }
    var lines = read.lines
    for rule in read.rules { Self.insert(rule, into: &lines, firstBlock: firstBlock) }
    return lines
  }

  /// Puts a ruling line after the last line above it in its column, unless the engine saw it, too.
  private static func insert(_ rule: Box, into lines: inout [LineReading], firstBlock: Int) {
    let middle = rule.y + rule.height / 2
    if lines.contains(where: { $0.kind == .rule && $0.box.y <= middle && middle < $0.box.y + $0.box.height }) { return }
    let above = lines.lastIndex { line in
      line.box.y + line.box.height / 2 <= middle && line.box.x < rule.x + rule.width
        && rule.x < line.box.x + line.box.width
    }
    let place = above.map { $0 + 1 } ?? 0
    let block = above.map { lines[$0].block } ?? lines.first?.block ?? firstBlock
    lines.insert(LineReading(kind: .rule, box: rule, block: block), at: place)
  }

  /// Selects the network for the lines that follow, if this kind of text has its own.
  package func expect(_ print: PrintKind) throws(RecognitionError) -> PrintKind {
    self.print = print == .document ? try documentEngine.get() == nil ? .receipt : .document : .receipt
    return self.print
  }

  /// Reads the picture of a line as it is, without searching for text; nil if the network sees none.
  package func readLine(_ picture: Picture) throws(RecognitionError) -> LineReading? {
    try readLine(picture, candidates: settings.candidates)
  }

  package func readLineWithAlternatives(_ picture: Picture) throws(RecognitionError) -> LineReading? {
    let most = max(settings.candidates, Self.alternatives)
    // The user's own variables win.
    let isSet = settings.variables.contains { $0.name == Self.keepingChoices.name }
    return try readLine(picture, candidates: most, setsChoices: settings.candidates <= 1 && !isSet)
  }

  package func corrected(_ reading: LineReading) -> LineReading { lineEngine?.corrected(reading) ?? reading }

  /// Makes the engine keep the alternatives of each character, only on demand because it costs time.
  private static let keepingChoices = ReaderSettings.Variable(name: "lstm_choice_mode", value: "2")
  private static let keepingNoChoices = ReaderSettings.Variable(name: "lstm_choice_mode", value: "0")
  private static let alternatives = 4

  /// - Parameter setsChoices: Whether the engine keeps choices for this line alone.
  private func readLine(
    _ picture: Picture, candidates: Int, setsChoices: Bool = false
  ) throws(RecognitionError) -> LineReading? {
    let ofPrint = print == .document ? try documentEngine.get() ?? lineEngine : lineEngine
    let lineEngine = ofPrint.flatMap { $0.takes(picture) ? $0 : nil }
    let engine: Engine
    if let lineEngine { engine = lineEngine.engine } else { engine = try wholeEngine.get() }
    if setsChoices { engine.set(Self.keepingChoices) }
    defer { if setsChoices { engine.set(Self.keepingNoChoices) } }
    if let lineEngine {
      return try lineEngine.read(picture) { collected(&$0, candidates: candidates) }
    }
    if setsInversion { engine.set(Self.inversion(picture.isMostlyDark)) }
    let read = try engine.reading(picture, mode: .rawLine) { collected(&$0, candidates: candidates) }
    return LineReading(joining: read.lines)
  }

  /// Makes the engine read doubtful lines a second time as light text on dark (`Measurements.md`).
  private static func inversion(_ isWanted: Bool) -> ReaderSettings.Variable {
    .init(name: "tessedit_do_invert", value: isWanted ? "1" : "0")
  }

  private func collected(_ iterator: inout ResultIterator, firstBlock: Int = 0, candidates: Int) -> [LineReading] {
    var collector = ReadingCollector(
      candidates: candidates, firstBlock: firstBlock, languageModels: languageModels, readsKorean: readsKorean)
    return collector.collect(&iterator)
  }
}
