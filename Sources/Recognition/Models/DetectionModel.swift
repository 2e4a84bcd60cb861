import Glibc
import Imaging
public import PageModel
import Support

/// The file of the text detection network: where it lies and what it holds.
public struct DetectionModel: Hashable, Sendable {
  /// As `hanscan model list` and `verify` name it.
  public static let name = "text-detection"
  /// PP-OCRv4's mobile detection network with its `Clip` nodes rewritten, as `.ci/detection-model` makes it.
  ///
  /// All that is said about reading was measured with these bytes; another network is used, too, and has another key.
  package static let knownChecksum = "f58b7ed0046f9fba479f4217443733afc7596d6c505dcad4e3aea8651125e4d4"

  public let path: String
  public let checksum: ContentDigest

  /// Whether it is the network that HanScan was measured with.
  public var isKnown: Bool { checksum.hex == Self.knownChecksum }

  /// Reads the network's file.
  public init(path: String) throws(ModelError) {
    self.path = path
    checksum = ContentDigest(hex: SHA256.digest(of: try ModelFile.read(path)).hex)
  }

  /// The network, loaded and run once.
  func load() throws(ModelError) -> DetectionNetwork {
    let bytes = try ModelFile.read(path)
    do throws(DetectionError) {
      return try DetectionNetwork(model: bytes)
    } catch {
      throw ModelError(.damaged, "\(path) is no text detection network: \(error).")
    }
  }

  /// Throws where the library cannot run it.
  public func checkThatItRuns() throws(ModelError) {
    _ = try load()
  }

  /// The file of a network in a folder.
  public static func path(in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name + ".onnx"
  }
}

extension ModelCatalogue {
  /// The first text detection network in the folders.
  public func detectionModel() throws(ModelError) -> DetectionModel {
    for path in detectionDirectories.map(DetectionModel.path) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      return try DetectionModel(path: path)
    }
    throw ModelError(
      .modelMissing,
      "The text detection network is not installed; `make setup` brings it, and `hanscan model build --detection FILE`"
        + " installs its file (--prepare none reads without it).")
  }
}
