import Foundation
import PageModel
import ResultStore
import Understanding

/// Writes what the kinds of a store's pages are told by, for `Sources/Training/kinds.py` to fit the weights to.
struct KindBench {
  /// A store, or the folder of a run with its store in it.
  var store: String
  /// JSON: the features of every page that was read, by the last part of its document's path.
  var output: String

  func run() throws -> String {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: store, isDirectory: &isFolder)
    let store = try ResultStore(ScanPath(isFolder.boolValue ? store + "/hanscan.sqlite" : store), mode: .readOnly)
    var features: [String: [Double]] = [:]
    var page = try store.firstPage()
    while let found = page {
      let name = String(decoding: found.record.path.lastComponent, as: UTF8.self)
      features[name] = KindsStage.features(of: found.record)
      page = try store.page(after: found.id)
    }
    try JSONEncoder().encode(features).write(to: URL(fileURLWithPath: output))
    return "\(features.count) pages with features"
  }
}
