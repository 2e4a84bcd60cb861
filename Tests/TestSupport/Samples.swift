import Foundation

/// The project's own sample scans.
package enum Samples {
  package static let scans: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/samples/scans"
  }()

  package static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(scans)/\(name)")))
  }
}
