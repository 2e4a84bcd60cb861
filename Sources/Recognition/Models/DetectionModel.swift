import Glibc
package import Imaging
package import PageModel
import Support

/// The text detection network: its source and its contents.
package struct DetectionModel: Hashable, Sendable {
  package static let name = "text-detection"

  /// The network in the program, with which the published figures were measured.
  package static let own = DetectionModel(
    path: nil, checksum: ContentDigest(hex: SHA256.digest(of: OwnModel.detection).hex))

  /// The network's file; nil if it is part of the program.
  package let path: String?
  package let checksum: ContentDigest

  /// Whether it has the bytes of the program's own network.
  package var isOwn: Bool { checksum == Self.own.checksum }

  /// Throws if the network cannot be run.
  @discardableResult
  package func load() throws(ModelError) -> DetectionNetwork {
    let bytes = if let path { try ModelFile.read(path) } else { OwnModel.detection }
    let name = path ?? "The program's own network"
    return try ModelError.converting(DetectionNetwork(model: bytes)) {
      ModelError(.damaged, "\(name) is no text detection network: \($0).")
    }
  }
}

extension ModelCatalogue {
  /// The text detection network in the folder that the user chose, or else the program's own.
  package func detectionModel() throws(ModelError) -> DetectionModel {
    guard !offersOwn else { return .own }
    for path in directories.map({ "\($0)/\(DetectionModel.name).network" }) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      return DetectionModel(
        path: path, checksum: ContentDigest(hex: SHA256.digest(of: try ModelFile.read(path)).hex))
    }
    return .own
  }
}
