import PageModel
import Recognition
import Run
import Workers

/// A request to read the text, receipts and tables of pictures and documents.
///
/// The names follow Apple's Vision. The value can be kept and used for many scans.
public struct RecognizeTextRequest: Hashable, Sendable {
  /// The trade between accuracy and speed.
  public enum RecognitionLevel: String, CaseIterable, Sendable {
    /// Doubtful lines are read again in other ways.
    case accurate
    /// Every line is read once.
    case fast
  }

  /// The languages, the most important first: BCP 47 tags such as `ko-KR`, or Tesseract's names such as `kor`.
  public var recognitionLanguages = ["ko-KR", "en-US"]
  /// The trade between accuracy and speed.
  public var recognitionLevel = RecognitionLevel.accurate
  /// Words that the pages hold and a dictionary may lack.
  public var customWords: [String] = []
  /// The least height of text as a share of the picture's height, from 0 to below 1; 0 keeps all text.
  public var minimumTextHeightFraction = 0.0
  /// The most candidates that `topCandidates` returns for a word, from 1 to 10.
  public var maximumCandidates = 1
  /// Whether numbers that identify persons and cards are kept; otherwise asterisks replace them.
  public var keepsIdentityNumbers = false
  /// The most seconds for one attempt at a page, above 0.
  public var pageTimeout = 120.0
  /// Whether reading throws `unavailable` if this system lacks a layer of the workers' sandbox.
  public var requiresSandbox = false
  /// The most workers that read at once, at least 1; by default one for each core that this process may use.
  public var workers = ProcessorCount.available

  /// Makes a request with the defaults.
  public init() {}

  /// Reads a picture or document in sandboxed workers, and returns its pages in order.
  ///
  /// Use it for files of strangers: pictures are decoded in processes that can open no file and no connection. A page
  /// that can't be read is returned with its reason. An archive or a mail gives the pages of its members.
  ///
  /// - Parameter path: The path of a file; relative paths start from the working directory.
  /// - Throws: `inputMissing` if there is no such file, `usage` if it is a directory, `unavailable` if the worker program
  ///   or a model is missing or the program has another version, and `cancelled` if the task is cancelled.
  public func perform(on path: String) async throws(HanScanError) -> [Page] {
    if Run.BatchRun.isDirectory(ScanPath(path)) {
      throw HanScanError(.usage, "\(path) is a directory; Scanner(path).pages() reads all files of a directory")
    }
    return try await PageSequence(source: .init(inputs: [ScanPath(path)], request: self)).all()
  }

  /// Reads the bytes of a picture or document in the same way; its pages have the path `picture`.
  ///
  /// - Parameter bytes: The content of a file.
  /// - Throws: The errors of `perform(on:)`, and `cannotCreate` if the bytes can't be written to a temporary file.
  public func perform(on bytes: [UInt8]) async throws(HanScanError) -> [Page] {
    try await PageSequence(source: .init(picture: bytes, request: self)).all()
  }

  /// The reader's settings; throws `usage` for impossible values.
  func readerSettings() throws(HanScanError) -> ReaderSettings {
    guard (1...10).contains(maximumCandidates), (0..<1).contains(minimumTextHeightFraction) else {
      throw HanScanError(
        .usage, "maximumCandidates must be from 1 to 10, and minimumTextHeightFraction from 0 to below 1")
    }
    var settings = ReaderSettings()
    settings.languages = recognitionLanguages.map(Languages.name)
    settings.level = recognitionLevel == .fast ? .fast : .accurate
    settings.customWords = customWords
    settings.minimumTextHeight = minimumTextHeightFraction
    settings.candidates = maximumCandidates
    if keepsIdentityNumbers { settings.showsIdentityNumbers = true }
    return settings
  }
}
