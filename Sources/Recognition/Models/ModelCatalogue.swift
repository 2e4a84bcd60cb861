import Glibc
public import PageModel
import Support
import Synchronization

/// A model that is installed.
public struct InstalledModel: Hashable, Sendable {
  /// The file's name without `.traineddata`.
  public let name: String
  public let path: String
  /// In bytes.
  public let size: Int
  /// Tesseract's names.
  public let languages: [String]
  fileprivate let stamp: Stamp

  /// What tells that a file has not changed since it was last looked at.
  fileprivate struct Stamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// The folder that the model lies in.
  public var directory: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}

/// The models on this machine, and which of them reads what is asked for; file work alone, no engine is started.
public struct ModelCatalogue: Sendable {
  /// In the order in which they are searched.
  public let directories: [String]
  /// Those, then the usual ones: a folder of Tesseract's models need not hold the text detection network.
  let detectionDirectories: [String]
  private let contents = ContentsCache()

  /// Looks in these folders, and in `script/` below each; for the text detection network in the usual folders, too.
  public init(directories: [String], environment: [String: String] = [:]) {
    let usual = ModelFolders.standard(environment: environment)
    self.init(directories: directories, detectionDirectories: directories + usual.filter { !directories.contains($0) })
  }

  package init(directories: [String], detectionDirectories: [String]) {
    self.directories = directories
    self.detectionDirectories = detectionDirectories
  }

  /// Looks where the settings say, else in the usual folders.
  public init(settings: ReaderSettings, environment: [String: String]) {
    self.init(
      directories: settings.modelDirectory.map { [$0] } ?? ModelFolders.standard(environment: environment),
      environment: environment)
  }

  /// Every model that can be used, by name; of two with one name the first found.
  public func installed() -> [InstalledModel] {
    var models: [String: InstalledModel] = [:]
    for directory in directories.flatMap({ [$0, $0 + "/script"] }) {
      for name in Self.names(in: directory) where models[name] == nil {
        models[name] = Self.model(name, in: directory)
      }
    }
    return models.values.sorted { $0.name < $1.name }
  }

  /// The installed model of a name; nil where there is none.
  public func model(_ name: String) -> InstalledModel? {
    guard Self.isName(name) else { return nil }
    return directories.lazy.flatMap { [$0, $0 + "/script"] }.compactMap { Self.model(name, in: $0) }.first
  }

  /// The SHA-256 of a model's bytes, read once for each run.
  public func checksum(of model: InstalledModel) throws(ModelError) -> ContentDigest {
    try contents.summary(of: model).checksum
  }

  /// The version text inside of a model.
  public func version(of model: InstalledModel) throws(ModelError) -> String {
    try contents.summary(of: model).version
  }

  /// Letters, digits, `_`, `-` and `.` alone, so that a name never leaves its folder or splits in two.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  private static func names(in directory: String) -> [String] {
    guard let handle = opendir(directory) else { return [] }
    defer { closedir(handle) }
    let suffix = ".traineddata"
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(suffix) else { continue }
      let model = String(name.dropLast(suffix.count))
      if isName(model) { names.append(model) }
    }
    return names
  }

  private static func model(_ name: String, in directory: String) -> InstalledModel? {
    let path = (directory.hasSuffix("/") ? directory : directory + "/") + name + ".traineddata"
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return InstalledModel(
      name: name, path: path, size: Int(status.st_size), languages: Languages.served(by: name),
      stamp: .init(
        device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
  }
}

/// What was read of the model files in this run, so that none is read twice.
private final class ContentsCache: Sendable {
  struct Summary {
    var checksum: ContentDigest
    var version: String
  }

  private let summaries = Mutex<[InstalledModel.Stamp: Summary]>([:])

  func summary(of model: InstalledModel) throws(ModelError) -> Summary {
    if let known = summaries.withLock({ $0[model.stamp] }) { return known }
    let bytes = try ModelFile.read(model.path)
    let version: String
    do throws(ModelError) {
      let data = try TrainedData(parsing: bytes)
      _ = try NetworkFacts(parsing: data.required(.network), order: data.order)
      version = data.version
    } catch {
      throw ModelError(error.code, "\(model.path) cannot be used. \(error.message)", package: error.package)
    }
    let summary = Summary(checksum: ContentDigest(hex: SHA256.digest(of: bytes).hex), version: version)
    summaries.withLock { $0[model.stamp] = summary }
    return summary
  }
}
