import Glibc
package import PageModel
import Support
import Synchronization

/// A usable model: the program's own or an installed file.
package struct InstalledModel: Hashable, Sendable {
  package let name: String
  package let source: ModelSource
  package var languages: [String] { Languages.served(by: name) }
  /// The state of its file, to notice changes: device, inode, size and time; empty for the program's own.
  fileprivate let state: [Int]

  static let own = InstalledModel(name: OwnModel.name, source: .program, state: [])
}

/// The models on this machine, and the choice among them; only reads files and starts no engine.
package struct ModelCatalogue: Sendable {
  package let directories: [String]
  /// Whether the program's own model and networks come before those of the folders; if not, the folders' come first.
  let offersOwn: Bool
  /// The checksums of this process, so that no model is read twice.
  private static let checksums = Mutex<[InstalledModel: ContentDigest]>([:])

  /// Searches these folders, and `script/` below each, without the program's own model.
  package init(directories: [String]) {
    self.directories = directories
    offersOwn = false
  }

  /// Searches the folder that the settings name, else the program itself and the usual folders.
  package init(settings: ReaderSettings, environment: [String: String]) {
    directories = settings.modelDirectory.map { [$0] } ?? ModelFolders.standard(environment: environment)
    offersOwn = settings.modelDirectory == nil
  }

  /// Every usable model, by name; of two with one name the first found.
  package func installed() throws(ModelError) -> [InstalledModel] {
    var models: [String: InstalledModel] = offersOwn ? [OwnModel.name: .own] : [:]
    for directory in directories.flatMap({ [$0, $0 + "/script"] }) {
      for name in try Self.names(in: directory) where models[name] == nil {
        models[name] = try Self.model(name, in: directory)
      }
    }
    return models.values.sorted { $0.name < $1.name }
  }

  package func model(_ name: String) throws(ModelError) -> InstalledModel? {
    guard Self.isName(name) else { return nil }
    if offersOwn, name == OwnModel.name { return .own }
    for directory in directories.flatMap({ [$0, $0 + "/script"] }) {
      if let model = try Self.model(name, in: directory) { return model }
    }
    return nil
  }

  /// The SHA-256 of a model's bytes, computed once for each process.
  package func checksum(of model: InstalledModel) throws(ModelError) -> ContentDigest {
    if let known = Self.checksums.withLock({ $0[model] }) { return known }
    let bytes = try model.source.bytes()
    do throws(ModelError) {
      let data = try TrainedData(parsing: bytes)
      _ = try NetworkFacts(parsing: data.required(.network))
    } catch {
      throw ModelError(error.code, "\(model.source) cannot be used. \(error.message)", package: error.package)
    }
    let checksum = ContentDigest(hex: SHA256.digest(of: bytes).hex)
    Self.checksums.withLock { $0[model] = checksum }
    return checksum
  }

  /// Whether it has only letters, digits, `_`, `-` and `.`, so that a name never leaves its folder or splits in two.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._".contains($0) }
  }

  private static func names(in directory: String) throws(ModelError) -> [String] {
    let suffix = ".traineddata"
    do throws(SystemError) {
      let files = try DirectoryNames.all(in: directory).map { String(decoding: $0, as: UTF8.self) }
      return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.filter(isName)
    } catch {
      if isAbsence(error.number) { return [] }
      throw unreadable(directory, error.number)
    }
  }

  /// Whether an error means that this user has no such file or folder; other errors leave that open.
  private static func isAbsence(_ number: CInt) -> Bool { [ENOENT, ENOTDIR, EACCES].contains(number) }

  private static func unreadable(_ path: String, _ number: CInt) -> ModelError {
    ModelError(.unreadable, "\(path) cannot be read: \(SystemError.text(of: number))")
  }

  private static func model(_ name: String, in directory: String) throws(ModelError) -> InstalledModel? {
    let path = (directory.hasSuffix("/") ? directory : directory + "/") + name + ".traineddata"
    var status = stat()
    guard stat(path, &status) == 0 else {
      if isAbsence(errno) { return nil }
      throw unreadable(path, errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return InstalledModel(
      name: name, source: .file(path),
      state: [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_size,
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      ])
  }
}
