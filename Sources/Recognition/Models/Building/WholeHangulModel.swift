import PageModel
import Support

/// Builds a model that can write all of Hangul out of one that cannot, without training.
///
/// Debian's Korean models list some 1,080 of the 11,172 syllables, but their networks write jamo: three codes for a
/// syllable. Listing the missing syllables with the codes that the network has lets it write them. With a network of
/// our own, trained with more codes, the rest of the syllables and the symbols of receipts follow.
public struct WholeHangulModel: Sendable {
  /// The name that the built model is installed under.
  public static let name = "hanscan"
  /// The model that Debian's `tesseract-ocr-script-hang` installs, which the dictionaries and characters are taken from.
  public static let sourceName = "Hangul"
  public static let sourcePackage = "tesseract-ocr-script-hang"
  /// Raised when the same input would give other bytes than before.
  private static let format = 2

  /// What was built, for a person to read.
  public struct Report: Hashable, Sendable {
    public var syllablesBefore = 0
    public var syllablesAfter = 0
    public var symbols: [String] = []
    /// The trailing consonants that no code stands for.
    public var missingTrails: [String] = []
    public var usesOwnNetwork = false
  }

  public private(set) var data: TrainedData
  public private(set) var report: Report

  /// Joins Debian's model with every syllable that can be spelt and, where given, with a network of our own.
  ///
  /// The same input gives the same bytes: syllables are added in code point order, then the symbols in the order of
  /// `codes`. The bytes of a model in big-endian order stay in that order.
  public static func build(
    from source: TrainedData, network: [UInt8]? = nil, codes: [UInt8]? = nil
  ) throws(ModelError) -> WholeHangulModel {
    var characters = try Unicharset(parsing: source.required(.networkUnicharset))
    var recoder = try Recoder(parsing: source.required(.networkRecoder), order: source.order)
    guard characters.entries.count == recoder.entries.count else {
      throw ModelError(
        .damaged, "The model lists \(characters.entries.count) characters and spells \(recoder.entries.count).")
    }
    if network != nil, source.order != .little {
      throw ModelError(.unsupported, "HanScan's own network is little-endian and the model is not.")
    }
    var jamo = try JamoCodes(texts: characters.texts, recoder: recoder)
    var report = Report()
    report.usesOwnNetwork = network != nil
    report.syllablesBefore = characters.entries.count { Syllable($0.text) != nil }

    let extra = network == nil ? ReceiptCodes() : try ReceiptCodes(parsing: codes?[...] ?? [])
    for trail in extra.trails where !jamo.setTrail(trail.index, code: trail.code) {
      throw ModelError(.damaged, "The network's codes give the trailing consonant \(trail.index) a second code.")
    }
    var known = Set(characters.texts)
    for syllable in Syllable.all where !known.contains(String(syllable.scalar)) {
      guard let codes = jamo.codes(of: syllable) else { continue }
      characters.append(syllable.scalar)
      recoder.append(codes)
    }
    for symbol in extra.symbols {
      guard known.insert(String(symbol.scalar)).inserted else {
        throw ModelError(.damaged, "The network's codes spell \(symbol.scalar), which the model has already.")
      }
      characters.append(symbol.scalar)
      recoder.append(symbol.codes)
      report.symbols.append(String(symbol.scalar))
    }
    report.syllablesAfter = characters.entries.count { Syllable($0.text) != nil }
    report.missingTrails = jamo.missingTrails.map(String.init)

    var data = source
    data[.config] = config(source[.config] ?? [])
    data[.networkUnicharset] = characters.serialised()
    data[.networkRecoder] = recoder.serialised()
    if let network { data[.network] = network }
    data[.version] = Array("\(source.version):\(stamp(network: network, codes: codes))".utf8)
    try ModelFacts.check(data)
    return WholeHangulModel(data: data, report: report)
  }

  /// How the version of a model ends that this program would build.
  package static var stamp: String { stamp(network: ReceiptNetwork.network, codes: ReceiptNetwork.codes) }

  private static func stamp(network: [UInt8]?, codes: [UInt8]?) -> String {
    guard let network else { return "hanscan\(format)" }
    return "hanscan\(format)-" + SHA256.digest(of: network + (codes ?? [])).hex.prefix(16)
  }

  private init(data: TrainedData, report: Report) {
    self.data = data
    self.report = report
  }

  /// The model's own settings, for those who read whole pages with Tesseract itself; what the model says already stays.
  ///
  /// Without the first one Tesseract takes the blanks between Korean words out. The next two find print by Sauvola's
  /// local thresholds, the last one parts rows that nearly touch: on 60 drawn degraded receipts (`--psm 6`) 19.0 % of the
  /// characters are then wrong and 79.7 % of the amounts right, against 29.4 and 64.0 with Tesseract's own settings.
  /// Sources/Training/MODEL_CARD.md has other values and real receipts.
  private static let settings = [
    ("preserve_interword_spaces", "1"), ("thresholding_method", "2"), ("thresholding_kfactor", "0.2"),
    ("textord_occupancy_threshold", "0.5"),
  ]

  private static func config(_ existing: ArraySlice<UInt8>) -> [UInt8] {
    var text = String(decoding: existing, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let known = Set(lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first })
    let missing = settings.filter { !known.contains(Substring($0.0)) }
    guard !missing.isEmpty else { return Array(existing) }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    for (name, value) in missing { text += "\(name) \(value)\n" }
    return Array(text.utf8)
  }
}

extension WholeHangulModel {
  /// The symbols that Korean receipts print besides letters and digits.
  public static let receiptSymbols = [
    "₩", "☆", "★", "○", "●", "◎", "□", "■", "△", "▲", "▶", "◆", "※", "~", "·", "㎖", "㎏", "℃",
  ]

  /// Builds the model from the one that is installed, with HanScan's own network where it has one.
  ///
  /// - Parameter usesOwnNetwork: False for the installed network with more syllables alone.
  public static func build(fromFileAt path: String, usesOwnNetwork: Bool = true) throws(ModelError) -> WholeHangulModel
  {
    let source = try TrainedData(parsing: ModelFile.read(path))
    return try build(
      from: source, network: usesOwnNetwork ? ReceiptNetwork.network : nil,
      codes: usesOwnNetwork ? ReceiptNetwork.codes : nil)
  }

  /// The bytes of the model's file.
  public var bytes: [UInt8] { data.serialised() }

  /// Writes the model's file whole or not at all, with the folder it goes to.
  public func write(to path: String) throws(ModelError) {
    try ModelFile.write(bytes, to: path)
  }
}
