import Foundation
import PictureFormats
import Scoring

/// A folder's pictures, found by the endings of their names.
struct PictureSet {
  /// Below the folder, in order.
  var pictures: [String] = []
  /// Folders below the folder that hold pictures, the folder itself ("") included.
  var folders: Set<String> = []
  let root: String

  private static let endings = Set(PictureFormat.allCases.flatMap(\.endings))

  /// Looks for pictures by their endings, in subfolders too.
  init(_ root: String) throws(BenchError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
      throw BenchError("no such folder: \(root)")
    }
    self.root = root
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in folderEntries(folder.isEmpty ? root : "\(root)/\(folder)") where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), isFolder.boolValue {
          waiting.append(path)
        } else if let dot = name.lastIndex(of: "."),
          Self.endings.contains(name[name.index(after: dot)...].lowercased())
        {
          pictures.append(path)
          folders.insert(folder)
        }
      }
    }
    pictures.sort()
    if pictures.isEmpty { throw BenchError("no pictures in \(root)") }
  }

  /// The number of pictures with the bytes of an earlier one; HanScan reads such bytes once.
  func countRepeated() -> Int {
    let files = FileManager.default
    let sameSize = Dictionary(grouping: pictures) { picture in
      (try? files.attributesOfItem(atPath: "\(root)/\(picture)"))?[.size] as? Int ?? 0
    }
    return sameSize.values.reduce(0) { count, names in
      count
        + names.indices.count { index in
          names[..<index].contains {
            files.contentsEqual(atPath: "\(root)/\($0)", andPath: "\(root)/\(names[index])")
          }
        }
    }
  }
}

/// Texts that are known, and texts that were read, found by name.
enum Texts {
  /// The known text of a page or of a whole document: its path, and the document's name without ending.
  struct Known {
    var path: String
    /// Without ending, below the folder.
    var name: String
    /// From 1; nil if the text is that of all pages.
    var page: Int?

    var label: String { page.map { "\(name) page \($0)" } ?? name }
  }

  private static let suffixes = [".gt.txt", ".expected.txt"]

  /// All the known texts in a folder and its subfolders, in order.
  static func known(in root: String) -> [Known] {
    files(in: root).compactMap { file in
      guard let suffix = suffixes.first(where: file.hasSuffix) else { return nil }
      let (name, page) = splitPage(String(file.dropLast(suffix.count)))
      return Known(path: "\(root)/\(file)", name: name, page: page)
    }
  }

  /// A reader's text of a document in its folder: NAME.txt, NAME.ENDING.txt or, page by page, NAME.ENDING.p0001.txt.
  ///
  /// - Returns: the pages' texts joined by a newline, or nil if there is none.
  static func reading(of known: Known, among files: [String], in root: String) -> String? {
    let pages = Self.files(of: known, ending: ".txt", among: files).compactMap { read("\(root)/\($0)") }
    return pages.isEmpty ? nil : pages.joined(separator: "\n")
  }

  /// The files that a reader left for a document.
  static func files(of known: Known, ending: String, among files: [String]) -> [String] {
    files.filter { file in
      guard file.hasPrefix(known.name), file.hasSuffix(ending) else { return false }
      let (name, page) = splitPage(String(file.dropLast(ending.count)))
      guard known.page == nil || page == known.page else { return false }
      let rest = name.dropFirst(known.name.count)
      return rest.isEmpty || (rest.hasPrefix(".") && !rest.dropFirst().contains { $0 == "." || $0 == "/" })
    }
  }

  /// All files below a folder, in order.
  static func files(in root: String) -> [String] {
    (FileManager.default.subpaths(atPath: root) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func splitPage(_ name: String) -> (String, Int?) {
    guard let dot = name.lastIndex(of: "."), name[name.index(after: dot)...].hasPrefix("p"),
      let page = Int(name[dot...].dropFirst(2)), page > 0
    else { return (name, nil) }
    return (String(name[..<dot]), page)
  }
}
