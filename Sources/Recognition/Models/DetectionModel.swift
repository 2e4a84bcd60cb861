import CReceiptModel
import Glibc
import Imaging
public import PageModel
import Support

/// The file of the text detection network: where it lies and what it holds.
///
/// `make setup` brings the one that HanScan is measured with. The program holds a smaller one of its own, whose file
/// `hanscan model build` writes where there is none.
public struct DetectionModel: Hashable, Sendable {
  /// As `hanscan model list` and `verify` name it.
  public static let name = "text-detection"
  /// PP-OCRv4's mobile detection network, as `.ci/detection-model` writes it.
  ///
  /// All that is said about reading was measured with these bytes; another network is used, too, and has another key.
  package static let knownChecksum = "4eeb625b1391f967fc039ee157af3fd31a3e98fc02326b6c8cfec03db76b50f6"

  /// The file of the program's own network.
  package static var own: [UInt8] {
    var size = 0
    let bytes = hanscan_print_network(&size)
    return [UInt8](UnsafeBufferPointer(start: bytes, count: size))
  }

  private static let ownChecksum = SHA256.digest(of: own).hex

  public let path: String
  public let checksum: ContentDigest

  /// Whether it is the network that HanScan was measured with.
  public var isKnown: Bool { checksum.hex == Self.knownChecksum }
  /// Whether it is the program's own smaller one.
  public var isOwn: Bool { checksum.hex == Self.ownChecksum }

  /// Reads the network's file.
  public init(path: String) throws(ModelError) {
    self.path = path
    checksum = ContentDigest(hex: SHA256.digest(of: try ModelFile.read(path)).hex)
  }

  /// The network, loaded.
  func load() throws(ModelError) -> DetectionNetwork {
    let bytes = try ModelFile.read(path)
    do throws(DetectionError) {
      return try DetectionNetwork(model: bytes)
    } catch {
      throw ModelError(.damaged, "\(path) is no text detection network: \(error).")
    }
  }

  /// Throws where it cannot be run.
  public func checkThatItRuns() throws(ModelError) {
    _ = try load()
  }

  /// The file of a network in a folder.
  public static func path(in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name + ".network"
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
      "The text detection network is not installed; `make setup` brings it, and `hanscan model build` writes the"
        + " program's own smaller one (--prepare none reads without any).")
  }
}
