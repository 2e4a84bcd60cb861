import CReceiptModel
import Glibc
import Imaging
public import PageModel
import Support

/// The file of the text detection network: where it lies and what it holds.
///
/// The program holds the one that HanScan is measured with; `hanscan model build` writes its file beside the model.
public struct DetectionModel: Hashable, Sendable {
  /// As `hanscan model list` and `verify` name it.
  public static let name = "text-detection"
  /// The file of the program's own network.
  package static var own: [UInt8] {
    var size = 0
    let bytes = hanscan_print_network(&size)
    return [UInt8](UnsafeBufferPointer(start: bytes, count: size))
  }

  /// All that is said about reading was measured with these bytes; another network is used, too, and has another key.
  private static let ownChecksum = SHA256.digest(of: own).hex
  /// What earlier versions installed: PP-OCRv4's mobile detection network, and the first one that the program held.
  private static let formerChecksums = [
    "4eeb625b1391f967fc039ee157af3fd31a3e98fc02326b6c8cfec03db76b50f6",
    "c7609b0511a8fcf843bfff5447060c87ece9cedaea0586eafe6039044856c04c",
  ]

  public let path: String
  public let checksum: ContentDigest

  /// Whether it is the program's own network, with which HanScan was measured.
  public var isOwn: Bool { checksum.hex == Self.ownChecksum }
  /// Whether an earlier version installed it.
  public var isFormer: Bool { Self.formerChecksums.contains(checksum.hex) }

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
      "The text detection network is not installed; `hanscan model build` writes it (--prepare none reads without it).")
  }
}
