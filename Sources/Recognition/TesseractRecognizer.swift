public import Imaging
public import PageModel

/// Reads pictures with Tesseract's LSTM engine, which is loaded once.
public final class TesseractRecognizer: TextRecognizer {
  public let identity: ReaderKey
  public let settings: ReaderSettings
  private let engine: Engine
  private let languageNames: [String: String]

  /// Starts the engine with the models that the catalogue chose for these settings.
  public init(settings: ReaderSettings, resolved: ResolvedReader) throws(RecognitionError) {
    self.settings = settings
    identity = resolved.key
    if let number = settings.pageSegmentation { _ = try PageSegmentation.checked(number) }
    let (directory, places) = try resolved.location
    let words = try UserWords(settings.customWords)
    engine = try Engine(
      directory: directory, models: places,
      variables: Self.ownVariables(settings, resolved, words) + settings.variables)
    // The engine names a model by its place; a user knows its name.
    languageNames = Dictionary(zip(places, resolved.models.map(\.name)), uniquingKeysWith: { first, _ in first })
    // The file was read at the start and goes away here.
    withExtendedLifetime(words) {}
  }

  /// What is set before the user's own variables, which win.
  private static func ownVariables(
    _ settings: ReaderSettings, _ resolved: ResolvedReader, _ words: UserWords
  ) -> [ReaderSettings.Variable] {
    var variables: [ReaderSettings.Variable] = []
    if resolved.models.contains(where: { Languages.needsBlanksKept($0.name) }) {
      variables.append(.init(name: "preserve_interword_spaces", value: "1"))
    }
    if settings.candidates > 1 {
      // The engine keeps what else each character could be; it costs time, so only where it is asked for.
      variables.append(.init(name: "lstm_choice_mode", value: "2"))
    }
    if let path = words.path { variables.append(.init(name: "user_words_file", value: path)) }
    return variables
  }

  /// Reads a page in the page segmentation mode of the settings, a single block by default.
  public func recognise(_ picture: Picture) throws(RecognitionError) -> PageReading {
    if picture.isOfOneTone { return .blank(width: picture.width, height: picture.height) }
    let least = settings.minimumTextHeight * Double(picture.height)
    let lines = try readLines(picture).map(\.line).filter { $0.kind == .rule || Double($0.box.height) >= least }
    return .recognised(Self.page(lines, width: picture.width, height: picture.height))
  }

  /// A page of lines; its confidence is the mean over the characters of its text lines.
  public static func page(
    _ lines: [Line], width: Int, height: Int, preparation: Preparation? = nil
  ) -> RecognisedPage {
    var sum = 0.0
    var count = 0
    for line in lines where line.kind == .text {
      let characters = line.words.reduce(0) { $0 + $1.text.count }
      sum += line.confidence * Double(characters)
      count += characters
    }
    return RecognisedPage(
      width: width, height: height, confidence: count == 0 ? 0 : sum / Double(count), lines: lines,
      preparation: preparation)
  }

  /// Reads every line of a picture, in reading order, ruling lines included.
  ///
  /// - Parameters:
  ///   - mode: that of the settings, or a single block: on receipts it beats the automatic one by 12 points of line error.
  ///   - firstBlock: the number of the first block that is found.
  ///   - map: from this picture's coordinates to those wanted, such as the original's before it was prepared.
  public func readLines(
    _ picture: Picture, mode: PageSegmentation? = nil, firstBlock: Int = 0, map: @escaping (Box) -> Box = { $0 }
  ) throws(RecognitionError) -> [LineReading] {
    let wanted = settings.pageSegmentation.flatMap(PageSegmentation.init)
    return try read(picture, part: nil, mode: mode ?? wanted ?? .singleBlock, firstBlock: firstBlock, map: map)
  }

  /// Reads one line that the caller has found; nil where no text is seen in it.
  ///
  /// - Parameters:
  ///   - part: where the line lies in the picture; nil for the whole picture.
  ///   - mode: `rawLine` gives the network the part as it is, `singleLine` lets the engine look for the text in it.
  public func readLine(
    _ picture: Picture, part: Box? = nil, mode: PageSegmentation = .rawLine, block: Int = 0,
    map: @escaping (Box) -> Box = { $0 }
  ) throws(RecognitionError) -> LineReading? {
    let pieces = try read(picture, part: part, mode: mode, firstBlock: block, map: map)
    guard var line = pieces.first else { return nil }
    for piece in pieces.dropFirst() {
      // The engine may see several lines in a part that the caller knows to be one.
      line.words += piece.words
      line.box = line.box.union(piece.box)
      if piece.kind == .text { line.kind = .text }
    }
    line.block = block
    return line
  }

  private func read(
    _ picture: Picture, part: Box?, mode: PageSegmentation, firstBlock: Int, map: @escaping (Box) -> Box
  ) throws(RecognitionError) -> [LineReading] {
    var lines: [LineReading] = []
    var collector = ReadingCollector(
      candidates: settings.candidates, firstBlock: firstBlock, languageNames: languageNames, map: map)
    try engine.reading(picture, part: part, mode: mode) { iterator in
      lines = collector.collect(&iterator)
    }
    return lines
  }
}
