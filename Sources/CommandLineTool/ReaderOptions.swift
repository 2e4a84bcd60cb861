import RunSupport
import Glibc
import PageModel
import Support

/// The options that say how pages are read; `run` and `inspect` share them.
enum ReaderOptions {
  private static let knownSteps = ReaderSettings.Step.allCases.map(\.rawValue).joined(separator: ", ")

  static let options: [Option] = [
    Option("lang", "l", value: "LANGS", "Languages, joined by '+'. Default: kor+eng."),
    Option("model", value: "NAME", "Use this installed model, whatever the languages ('hanscan model list')."),
    Option("tessdata-dir", value: "DIR", "Look for models in this folder alone."),
    Option("psm", value: "N", "Let Tesseract divide the page, by its mode 0 to 13. Default: HanScan finds the lines."),
    Option(
      "layout", value: "KIND",
      "auto, receipt (one column of lines) or document (columns are looked for). Default: auto.",
      words: ReaderSettings.Layout.allCases.map(\.rawValue)),
    Option(
      "prepare", value: "LEVEL",
      "What is done to a picture first: none, light (orientation, skew) or full. Default: full.",
      words: ReaderSettings.PreparationLevel.allCases.map(\.rawValue)),
    Option(
      "without", value: "STEPS",
      "Leave out steps of the reading, parted by commas: \(knownSteps).",
      words: ReaderSettings.Step.allCases.map(\.rawValue)),
    Option(
      "level", value: "LEVEL", "accurate (doubtful lines are read again) or fast. Default: accurate.",
      words: ReaderSettings.Level.allCases.map(\.rawValue)),
    Option(
      "ocr", value: "WHEN",
      "auto (a PDF page's own text is taken where it is what is printed) or always. Default: auto.",
      words: TextReading.allCases.map(\.rawValue)),
    Option("user-words", value: "FILE", "Words that these pages hold, one a line."),
    Option("set", value: "NAME=VALUE", "Set a Tesseract variable; may be repeated."),
    Option("candidates", value: "N", "Readings kept for each word, 1 to 10. Default: 1."),
    Option(
      "min-text-height", value: "SHARE", "Leave out lines lower than this share of the page's height. Default: 0."),
    Option("max-pixels", value: "N", "Scale larger pictures down or refuse them. Default: 100000000."),
  ]

  /// The limits of one file and of one page's reading.
  static let limits: [Option] = [
    Option("page-timeout", value: "TIME", "The deadline of one page. Default: 120 s."),
    Option("page-memory", value: "SIZE", "Address space of a worker. Default: 1G."),
    Option("page-answer", value: "SIZE", "The longest answer of a worker for one page. Default: 64M."),
    Option("max-pages", value: "N", "Pages of one document. Default: 10000."),
    Option("max-file-size", value: "SIZE", "Larger files are not read. Default: 512M."),
  ]

  static func limits(from arguments: Arguments) throws -> PageLimits {
    var limits = PageLimits()
    limits.timeout = try arguments.seconds("page-timeout", in: 0.1...86400) ?? limits.timeout
    limits.memory = try arguments.bytes("page-memory", in: (256 << 20)...(1 << 40)) ?? limits.memory
    limits.answer = try arguments.bytes("page-answer", in: (1 << 20)...(1 << 30)).map { Int($0) } ?? limits.answer
    limits.pages = try arguments.integer("max-pages", in: 1...1_000_000) ?? limits.pages
    limits.fileSize =
      try arguments.bytes("max-file-size", in: (1 << 20)...(1 << 40)).map { Int64($0) } ?? limits.fileSize
    return limits
  }

  static func settings(from arguments: Arguments) throws -> ReaderSettings {
    var settings = ReaderSettings()
    if let languages = try arguments.text("lang") {
      settings.languages = languages.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
      guard settings.languages.allSatisfy(isModelName) else {
        throw CommandFailure.usage("--lang takes names like kor or kor+eng, not '\(languages)'")
      }
    }
    if let model = try arguments.text("model") {
      guard isModelName(model) else { throw CommandFailure.usage("--model takes a model's name, not '\(model)'") }
      try arguments.refuse("model", with: "lang", because: "a model is chosen by its languages or by its name")
      settings.model = model
    }
    settings.modelDirectory = try arguments.text("tessdata-dir")
    settings.pageSegmentation = try arguments.integer("psm", in: 0...13)
    try arguments.refuse("psm", with: "layout", because: "both say how a page is divided")
    settings.layout = try arguments.choice("layout") ?? settings.layout
    settings.preparation = try arguments.choice("prepare") ?? settings.preparation
    settings.without = Set(try arguments.texts("without").flatMap { try steps($0) })
    if try arguments.choice("ocr", TextReading.self) == .always { settings.ignoresTextLayers = true }
    settings.level = try arguments.choice("level") ?? settings.level
    settings.candidates = try arguments.integer("candidates", in: 1...10) ?? settings.candidates
    settings.maximumPixels = try arguments.integer("max-pixels", in: 1000...2_000_000_000) ?? settings.maximumPixels
    if let share = try arguments.text("min-text-height") {
      guard let number = Double(share), (0..<1).contains(number) else {
        throw CommandFailure.usage("--min-text-height takes a share from 0 to below 1, not '\(share)'")
      }
      settings.minimumTextHeight = number
    }
    settings.variables = try arguments.texts("set").map(variable)
    if let path = try arguments.path("user-words") { settings.customWords = try words(at: path) }
    return settings
  }

  /// A model's name is a file's name below a model folder, `script/Hangul` included; it never leaves the folder.
  private static func isModelName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  private static func variable(_ text: String) throws -> ReaderSettings.Variable {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw CommandFailure.usage("--set takes NAME=VALUE, not '\(text)'")
    }
    return .init(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  private static func steps(_ text: String) throws -> [ReaderSettings.Step] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let step = ReaderSettings.Step(rawValue: String(name)) else {
        let meant = Suggestion.of(String(name), among: ReaderSettings.Step.allCases.map(\.rawValue))
        throw CommandFailure.usage("--without takes names of \(knownSteps), not '\(name)'\(meant)")
      }
      return step
    }
  }

  /// Bytes of the longest list of words.
  private static let wordsLimit = 16 << 20

  private static func words(at path: ScanPath) throws -> [String] {
    try text(at: path, of: "user-words").split(whereSeparator: \.isNewline)
      .map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }.map(String.init)
  }

  /// The bytes of a file that a user names.
  static func bytes(at path: ScanPath, atMost limit: Int) throws -> [UInt8] {
    do throws(SmallFileError) {
      return try path.withCString { (path) throws(SmallFileError) in try SmallFile.read(path, atMost: limit) }
    } catch {
      switch error {
      case .notOpened(let cause): throw CommandFailure(.inputMissing, "\(path) can't be opened: \(cause)")
      case .notRead(let cause): throw CommandFailure(.inputMissing, "\(path) can't be read: \(cause)")
      case .tooLarge, .notRegular: throw CommandFailure.usage("\(path) is larger than \(limit >> 20) MiB")
      }
    }
  }

  /// The text of a file.
  ///
  /// - Parameter option: The option that names it; nil for a file that no option names.
  static func text(at path: ScanPath, of option: String?) throws -> String {
    let bytes = try bytes(at: path, atMost: wordsLimit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let advice = "Korean Windows may have saved it as CP949: iconv -f CP949 -t UTF-8"
      throw CommandFailure.usage("\(option.map { "--\($0): " } ?? "")\(path) is no valid UTF-8; \(advice)")
    }
    return text
  }
}

/// When a page is read from its picture.
private enum TextReading: String, CaseIterable {
  case auto, always
}

extension Substring {
  fileprivate func trimming(while condition: (Character) -> Bool) -> Substring {
    var text = drop(while: condition)
    while let last = text.last, condition(last) { text = text.dropLast() }
    return text
  }
}
