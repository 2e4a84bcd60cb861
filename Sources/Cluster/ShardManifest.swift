import Ingest
import Run
public import RunSupport
import FoundationEssentials
import Glibc
public import PageModel
import ResultStore
import Support

/// What a shard's folder holds, written last: with it the shard is whole.
///
/// It names the store's file by its digest, so that the store changes together with the manifest however many jobs write
/// there: one rename decides which of them is meant.
public struct ShardManifest: Codable, Hashable, Sendable {
  /// The version of the manifest itself.
  public var format = Self.presentFormat
  public var shard: Int
  public var of: Int
  /// The store's file, beside the manifest.
  public var store: String
  /// SHA-256 of the store's file, in hexadecimal digits.
  public var digest: String
  /// Bytes of the store's file.
  public var bytes: Int
  /// HanScan's version.
  public var version: String
  /// The version of the store's tables.
  public var schema: Int
  /// The keys of what read the pages, in hexadecimal digits: one, where all is well.
  public var readers: [String]
  /// The same in words.
  public var models: [String]
  /// What the shard's run met of the whole input: how many scans, and a digest of their names.
  public var scans: Int
  public var names: String
  public var documents: Int
  /// The pages by state.
  public var pages: [String: Int]
  /// Files that were still being written, and are not in the store.
  public var unsettled: Int
  /// Corrections and kept readings, which belong into the store that all are joined into.
  public var edits: Int
  /// The derived stages with the versions of their values, `quality 3`.
  public var stages: [String]
  /// The directory that the scans' names start from, for people.
  public var base: String
  /// What else decides the results, by name, as text.
  public var options: [String: String]
  /// UTC, for people.
  public var started: String
  public var ended: String
  /// The pages that the last run read, and its seconds.
  public var read: Int
  public var seconds: Double
  public var host: String

  static let presentFormat = 1
  static let name = "manifest.json"
  private static let limit = 1 << 20

  /// How messages call the shard.
  public var title: String { "shard \(shard) of \(of)" }

  public var pageCount: Int { pages.values.reduce(0, +) }

  public func count(_ state: PageState) -> Int { pages[state.rawValue] ?? 0 }

  /// The manifest of a shard's folder; nil where there is none.
  ///
  /// Throws where one is there that cannot be read, is damaged, or of a later version.
  public static func read(in folder: ScanPath) throws(RunFailure) -> ShardManifest? {
    let path = folder.appending(name)
    let bytes: [UInt8]
    do throws(SmallFileError) {
      bytes = try path.withCString { (path) throws(SmallFileError) in
        try SmallFile.read(path, atMost: limit, kind: .regular)
      }
    } catch {
      switch error {
      case .notOpened(let cause) where cause.number == ENOENT || cause.number == ENOTDIR: return nil
      case .notOpened(let cause), .notRead(let cause): throw RunFailure(.inputOutput, "\(path) can't be read: \(cause)")
      case .notRegular, .tooLarge: throw RunFailure(.inputOutput, "\(path) is no manifest of a shard")
      }
    }
    guard let manifest = try? JSONDecoder().decode(ShardManifest.self, from: Data(bytes)), manifest.isSound else {
      throw RunFailure(
        .inputOutput,
        "\(path) is damaged, or of another version of HanScan; remove it and run that shard again, its store is kept")
    }
    return manifest
  }

  /// Whether it can be one that HanScan wrote: the store's name leads nowhere else, and the numbers can be added.
  private var isSound: Bool {
    format == Self.presentFormat && Shard(shard, of: of) != nil && Self.isStoreName(store)
      && ([scans, documents, unsettled, edits, bytes, read] + pages.values).allSatisfy { (0..<1 << 48).contains($0) }
      && seconds.isFinite && pages.count <= PageState.allCases.count
  }

  static func storeName(digest: String) -> String { "pages-\(digest.prefix(16)).sqlite" }

  static func isStoreName(_ name: String) -> Bool {
    name.utf8.count == 29 && name.hasPrefix("pages-") && name.hasSuffix(".sqlite")
      && name.dropFirst(6).prefix(16).allSatisfy(\.isHexDigit)
  }

  func write(in folder: ScanPath) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { throw SystemError(EINVAL) }
    try SmallFile.write(Array(data) + [UInt8(ascii: "\n")], to: folder.appending(Self.name).text)
  }
}

extension ScanPath {
  /// The path for calls that take text; bytes that are no UTF-8 have been refused before.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RunSettings {
  /// What decides the results besides the models, by the options' names.
  ///
  /// What is asked of the reader is in the reader's key, too; here it has names.
  var decidingOptions: [String: String] {
    let words = reader.customWords.sorted().joined(separator: "\n")
    return [
      "lang": reader.languages.joined(separator: "+"), "level": reader.level.rawValue,
      "layout": reader.layout.rawValue, "prepare": reader.preparation.rawValue,
      "without": reader.without.map(\.rawValue).sorted().joined(separator: ","),
      "psm": reader.pageSegmentation.map { "\($0)" } ?? "", "model": reader.model ?? "",
      "set": reader.variables.map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      "user-words": words.isEmpty ? "" : SHA256.digest(of: Array(words.utf8)).hex,
      "candidates": "\(reader.candidates)", "min-text-height": "\(reader.minimumTextHeight)",
      "max-pixels": "\(reader.maximumPixels)", "ocr": reader.ignoresTextLayers == true ? "always" : "auto",
      "show-ids": reader.showsIdentityNumbers == true ? "yes" : "",
      "include": include.sorted().joined(separator: " "), "exclude": exclude.sorted().joined(separator: " "),
      "max-depth": "\(depth)", "attempts": "\(limits.attempts)", "max-pages": "\(limits.pages)",
      "max-file-size": "\(limits.fileSize)", "page-timeout": "\(limits.timeout)", "page-memory": "\(limits.memory)",
    ]
  }
}
