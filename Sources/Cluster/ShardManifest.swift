import Ingest
import Run
package import RunSupport
import FoundationEssentials
import Glibc
package import PageModel
import Support

/// The contents of a shard's folder, written last: with it the shard is whole.
///
/// It names the store's file by its digest, so one rename changes store and manifest together, however many jobs write
/// there.
package struct ShardManifest: Codable, Hashable, Sendable {
  /// The version of the manifest itself.
  package var format = Self.presentFormat
  package var shard: Int
  package var of: Int
  /// The store's file, beside the manifest.
  package var store: String
  /// SHA-256 of the store's file, in hexadecimal digits.
  package var digest: String
  package var bytes: Int
  package var version: String
  /// The version of the store's tables.
  package var schema: Int
  /// The keys of the pages' readers, in hexadecimal digits; normally one.
  package var readers: [String]
  /// The same in words.
  package var models: [String]
  /// The census of the whole input in the shard's run: `scans` counts them, `names` is a digest of their names.
  package var scans: Int
  package var names: String
  package var documents: Int
  package var pages: [String: Int]
  /// Files that were still being written, and are not in the store.
  package var unsettled: Int
  /// Corrections and kept readings, which belong in the joined store.
  package var edits: Int
  /// The derived stages with the versions of their values, `quality 3`.
  package var stages: [String]
  /// The directory that the scans' names start from, for people.
  package var base: String
  /// Other options that affect the results, by name, as text.
  package var options: [String: String]
  /// UTC, for people.
  package var started: String
  package var ended: String
  /// The pages that the last run read; `seconds` is its time.
  package var read: Int
  package var seconds: Double
  package var host: String
  static let presentFormat = 1
  static let name = "manifest.json"
  private static let limit = 1 << 20
  package var title: String { "shard \(shard) of \(of)" }
  package var pageCount: Int { pages.values.reduce(0, +) }
  package func count(_ state: PageState) -> Int { pages[state.rawValue] ?? 0 }

  /// The manifest of a shard's folder; nil if there is none.
  ///
  /// Throws if it cannot be read, is damaged, or of a later version.
  package static func read(in folder: ScanPath) throws(RunFailure) -> ShardManifest? {
    let path = folder.appending(name)
    let bytes: [UInt8]
    do throws(SmallFileError) {
      bytes = try path.withCString { (path) throws(SmallFileError) in
        try SmallFile.read(path, atMost: limit, onlyRegular: true)
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

  /// Whether HanScan can have written it: the store's name has no other folder, and the numbers can be added.
  private var isSound: Bool {
    format == Self.presentFormat && Shard(shard, of: of) != nil && store.utf8.count == 29 && store.hasPrefix("pages-")
      && store.hasSuffix(".sqlite") && store.dropFirst(6).prefix(16).allSatisfy(\.isHexDigit)
      && ([scans, documents, unsettled, edits, bytes, read] + pages.values).allSatisfy { (0..<1 << 48).contains($0) }
      && seconds.isFinite && pages.count <= PageState.allCases.count
  }

  static func storeName(digest: String) -> String { "pages-\(digest.prefix(16)).sqlite" }

  func write(in folder: ScanPath) throws(SystemError) {
    try SmallFile.write(self, to: folder.appending(Self.name), [.prettyPrinted])
  }
}

extension SmallFile {
  static func write(
    _ value: some Encodable, to path: ScanPath, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    guard let data = try? encoder.encode(value) else { throw SystemError(EINVAL) }
    try write(Array(data) + [UInt8(ascii: "\n")], to: path.text)
  }
}

extension RunSettings {
  /// The options that affect the results besides the models, by name.
  var decidingOptions: [String: String] {
    let (reader, limits) = (pictures.reader, pictures.limits)
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
