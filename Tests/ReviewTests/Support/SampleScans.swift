import Foundation
import Imaging
import Testing

/// The project's own scans, as these tests need them.
enum SampleScans {
  private static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return parts.joined(separator: "/") + "/samples/scans"
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    return name == "parking-faded.jpg" ? try withoutFee(bytes) : bytes
  }

  /// The receipt of a car park without its fee, so that nothing proves what was paid.
  private static func withoutFee(_ scan: [UInt8]) throws -> [UInt8] {
    var image = GrayImage(try Picture.decode(scan))
    // Where "8,000" stands, and the empty paper beside it.
    let (left, right, top, bottom, paper) = (364, 436, 270, 304, 90)
    for y in top..<bottom {
      for x in left..<right { image.pixels[y * image.width + x] = image.pixels[y * image.width + x - paper] }
    }
    return Array(try #require(image.makePicture()?.losslessFile()).file)
  }
}
