import Foundation
import Glibc
import PageModel
import TestSupport

/// A directory of scans to which things happen that happen to scans.
///
/// Names are bytes here: two strings that differ in their Unicode form alone are equal in Swift.
final class IdentityTree {
  /// One thing that happens; which files it happens to depends on what is there then.
  struct Step {
    enum Kind: CaseIterable {
      case create, rename, move, swap, rotate, copy, change, delete, bringBack, replace, hardLink, symbolicLink
      case renameByCase, renameByForm, renameFolder, swapFolders, changeMembers
    }

    var kind: Kind
    /// What chooses files, names and contents.
    var picks: [Int]

    init(_ kind: Kind, using random: inout SeededRandom) {
      self.kind = kind
      picks = (0..<4).map { _ in Int.random(in: 0..<1 << 20, using: &random) }
    }
  }

  /// The members of an archive or a mail, or the files attached to a PDF.
  private struct Member {
    var name: String
    var content: [UInt8]
  }

  private struct Container {
    enum Kind { case archive, mail, document(pages: Int) }

    var kind: Kind
    var members: [Member]

    var bytes: [UInt8] {
      switch kind {
      case .archive: return ContainerSample.zip(members.map { .init($0.name, $0.content) })
      case .mail: return ContainerSample.mail(members.map { .picture("filename=\"\($0.name)\"", $0.content) })
      case .document(let pages):
        // A PDF has the names of its attached files in order.
        let files = members.sorted { $0.name < $1.name }.map { ($0.name, $0.content) }
        return PDFSample.document((0..<pages).map { .text("page \($0)") }, attached: files)
      }
    }
  }

  private let root: ScanPath
  private let attic: ScanPath
  private var deleted: [(place: ScanPath, name: ScanPath)] = []
  private var containers: [[UInt8]: Container] = [:]
  private var serial = 100
  private let hasDocuments: Bool

  /// - Parameter hasDocuments: Whether there are PDFs with attached files as well, which take programs to look into.
  init(_ scratch: ScratchFolder, hasDocuments: Bool) throws {
    self.hasDocuments = hasDocuments
    root = ScanPath(scratch.path(of: "in"))
    attic = try scratch.folder("attic")
  }

  // MARK: What is there

  /// Everything in the tree whose kind is one of these, in the order of their bytes.
  func entries(_ kinds: Set<mode_t>) throws -> [ScanPath] {
    try FileManager.default.subpathsOfDirectory(atPath: root.description).map { ScanPath($0) }
      .filter { $0.lastComponent.first != UInt8(ascii: ".") && kinds.contains(kind($0)) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  var files: [ScanPath] { get throws { try entries([S_IFREG]) } }

  private func kind(_ path: ScanPath) -> mode_t {
    var facts = stat()
    return place(path).withCString { lstat($0, &facts) } == 0 ? facts.st_mode & S_IFMT : 0
  }

  private func place(_ path: ScanPath) -> ScanPath { path.components.reduce(root) { $0.appending($1) } }

  private func bytes(of path: ScanPath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: String(decoding: place(path).bytes, as: UTF8.self))))
  }

  /// Copies the tree as it is, with its links, to another directory.
  func copy(to other: ScanPath) throws {
    var known: [ino_t: ScanPath] = [:]
    for path in try entries([S_IFDIR, S_IFREG, S_IFLNK]) {
      let target = path.components.reduce(other) { $0.appending($1) }
      var facts = stat()
      _ = place(path).withCString { lstat($0, &facts) }
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: try check(target.withCString { mkdir($0, 0o755) }, "mkdir \(target)")
      case S_IFLNK:
        var buffer = [CChar](repeating: 0, count: 4096)
        _ = place(path).withCString { readlink($0, &buffer, buffer.count - 1) }
        try check(target.withCString { symlink(buffer, $0) }, "symlink \(target)")
      case _ where known[facts.st_ino] != nil:
        let first = known[facts.st_ino] ?? target
        try check(first.withCString { from in target.withCString { link(from, $0) } }, "link \(target)")
      default:
        known[facts.st_ino] = target
        try write(try bytes(of: path), at: target)
      }
    }
  }

  // MARK: Contents

  /// All contents without members have this size, so that one can take another's place unnoticed.
  private static let size = 3_500

  private static let cafe = """
    says 달빛커피 숲속점|[사업자] 123-45-67891|[매출일] 2026-03-14 16:17:16|은하수라떼 4,500 1 4,500|별 아메리카노 3,700 2 7,400|\
    합 계 금 액 11,900|부가세 과세물품가액 10,818|부 가 세 1,082|받을 금액 11,900
    """
  private static let books = """
    says BLUE HERON BOOKS|12 Harbour Street|Date: 2024-05-06 10:21|Notebook 4.50|Pencil set 7.25|Subtotal 11.75|Tax 1.00|\
    TOTAL 12.75|VISA 12.75
    """
  private static let bakery = cafe.replacingOccurrences(of: "달빛커피 숲속점", with: "해오름제과 강변점")
    .replacingOccurrences(of: "2026-03-14 16:17:16", with: "2026-04-02 09:05:41")
    .replacingOccurrences(of: "11,900", with: "13,200").replacingOccurrences(of: "3,700 2 7,400", with: "4,350 2 8,700")

  private static let contents: [(words: String, pages: [String])] = [
    ("a receipt of the café", [cafe]), ("a receipt of the bookshop", [books]), ("a receipt of the bakery", [bakery]),
    ("a note", ["says Minutes of the meeting|Nothing was bought"]), ("a page", [""]), ("a damaged page", ["damaged"]),
    ("two pages", [cafe, "says Notes|on the back"]), ("three pages, one damaged", [books, "damaged", bakery]),
    ("three pages", [bakery, "", cafe]), ("no picture", []),
  ]

  /// The bytes of a content; those of different serials differ and say the same.
  private static func content(_ pick: Int, serial: Int) -> (words: String, bytes: [UInt8]) {
    let content = contents[pick % contents.count]
    let mark = "of \(10_000 + serial)"
    let bytes: [UInt8]
    switch content.pages.count {
    case 0: bytes = filled(Array("This is \(mark).\n".utf8), [])
    case 1:
      let end = Array("\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
      bytes = filled(Array("P5\n# * \(content.pages[0])\n# \(mark)\n#".utf8), end)
    default:
      let pages = content.pages.enumerated().filter { !$0.element.isEmpty }
      let orders = Dictionary(uniqueKeysWithValues: pages.map { ($0.offset, $0.element) })
      bytes = filled(Bench.pages(content.pages.count, orders) + Array("# \(mark)\n".utf8), [])
    }
    return ("\(content.words) (\(serial))", bytes)
  }

  private static func filled(_ start: [UInt8], _ end: [UInt8]) -> [UInt8] {
    start + [UInt8](repeating: UInt8(ascii: "."), count: size - start.count - end.count) + end
  }

  private func write(_ bytes: [UInt8], at place: ScanPath) throws {
    try makeParents(of: place)
    let file = place.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    try check(file, "open \(place)")
    defer { close(file) }
    try check(Glibc.write(file, bytes, bytes.count) == bytes.count ? 0 : -1, "write \(place)")
  }

  private func makeParents(of place: ScanPath) throws {
    var folder = root
    for name in place.components.dropFirst(root.components.count).dropLast() {
      folder = folder.appending(name)
      _ = folder.withCString { mkdir($0, 0o755) }
    }
  }

  private func rename(from: ScanPath, to: ScanPath) throws {
    try makeParents(of: to)
    try check(from.withCString { from in to.withCString { Glibc.rename(from, $0) } }, "rename \(from) to \(to)")
  }

  private func check(_ result: CInt, _ what: String) throws {
    guard result >= 0 else { throw Failure(what: "\(what): \(String(cString: strerror(errno)))") }
  }

  struct Failure: Error {
    let what: String
  }

  // MARK: Steps

  private static let names = [
    "a", "A", "b", "c", "scan1", "scan2", "scan10", "caf\u{E9}", "cafe\u{301}", "\u{AC00}", "\u{1100}\u{1161}",
  ]
  private static let folders = ["d", "D", "e", "d/f"]

  private func name(_ pick: Int) -> ScanPath {
    let name = Self.names[pick % Self.names.count]
    return ScanPath(pick / 64 % 3 > 0 ? name : "\(Self.folders[pick / 256 % Self.folders.count])/\(name)")
  }

  /// Does a step, and says what it was; nil if there is nothing that it can happen to.
  func perform(_ step: Step) throws -> String? {
    let files = try files
    func file(_ index: Int) -> ScanPath { files[step.picks[index] % files.count] }
    let name = name(step.picks[2])
    if files.isEmpty, step.kind != .create { return nil }
    switch step.kind {
    case .create: return try create(name, step)
    case .rename, .move:
      let target = step.kind == .rename ? name : ScanPath("e").appending(file(0).lastComponent)
      guard target != file(0), kind(target) != S_IFDIR, files.count > 2 else { return nil }
      try rename(from: place(file(0)), to: place(target))
      return "rename \(file(0)) to \(target)"
    case .swap: return try rotate([file(0), file(1)])
    case .rotate: return try rotate([file(0), file(1), file(2)])
    case .copy, .change: return try copy(file(0), to: name, step)
    case .delete:
      guard files.count > 2 else { return nil }
      let kept = attic.appending("\(deleted.count)-\(step.picks[1])")
      try rename(from: place(file(0)), to: kept)
      deleted.append((kept, file(0)))
      return "delete \(file(0))"
    case .bringBack: return try bringBack(name, step)
    case .replace: return try replace(file(0), step)
    case .hardLink:
      guard kind(name) == 0 else { return nil }
      try makeParents(of: place(name))
      try check(place(file(0)).withCString { from in place(name).withCString { link(from, $0) } }, "link \(name)")
      return "link \(name) to \(file(0))"
    case .symbolicLink:
      let link = ScanPath("link\(step.picks[1] % 2)")
      guard kind(link) != S_IFDIR, kind(link) != S_IFREG else { return nil }
      _ = place(link).withCString { unlink($0) }
      try check(file(0).withCString { to in place(link).withCString { symlink(to, $0) } }, "symlink \(link)")
      return "let the symbolic link \(link) lead to \(file(0))"
    case .renameByCase, .renameByForm: return try respell(file(0), step)
    case .renameFolder, .swapFolders: return try moveFolders(step)
    case .changeMembers: return try changeMembers(step)
    }
  }

  private func create(_ name: ScanPath, _ step: Step) throws -> String? {
    guard kind(name) != S_IFDIR else { return nil }
    // A new file, not one that is written over: others may be links to that.
    _ = place(name).withCString { unlink($0) }
    if step.picks[3] % (hasDocuments ? 3 : 12) == 0 { return try createContainer(name, step) }
    let content = Self.content(step.picks[0], serial: step.picks[1] % 2)
    try write(content.bytes, at: place(name))
    return "create \(name): \(content.words)"
  }

  private func copy(_ file: ScanPath, to name: ScanPath, _ step: Step) throws -> String? {
    guard name != file, kind(name) != S_IFDIR else { return nil }
    let bytes = try bytes(of: file)
    _ = place(name).withCString { unlink($0) }
    try write(bytes, at: place(name))
    guard step.kind == .change else { return "copy \(file) to \(name)" }
    let changed = step.picks[1] % 2 == 0 ? name : file
    let content = newContent(step.picks[3])
    try write(content.bytes, at: place(changed))
    return "copy \(file) to \(name), then write over \(changed): \(content.words)"
  }

  /// Brings the file back that was deleted last, under its name or another one.
  private func bringBack(_ name: ScanPath, _ step: Step) throws -> String? {
    guard let last = deleted.last else { return nil }
    let target = step.picks[0] % 3 == 0 ? name : last.name
    guard kind(target) != S_IFDIR else { return nil }
    deleted.removeLast()
    try rename(from: last.place, to: place(target))
    return "bring \(last.name) back as \(target)"
  }

  private func newContent(_ pick: Int) -> (words: String, bytes: [UInt8]) {
    serial += 1
    return Self.content(pick, serial: serial)
  }

  private func rotate(_ paths: [ScanPath]) throws -> String? {
    guard Set(paths).count == paths.count else { return nil }
    let aside = attic.appending("aside")
    try rename(from: place(paths[0]), to: aside)
    for (path, next) in zip(paths, paths.dropFirst()) { try rename(from: place(next), to: place(path)) }
    try rename(from: aside, to: place(paths[paths.count - 1]))
    return "rotate the names \(paths.map(\.description).joined(separator: ", "))"
  }

  /// Writes other bytes into a file, and gives it back its times.
  private func replace(_ file: ScanPath, _ step: Step) throws -> String? {
    guard containers[try bytes(of: file)] == nil else { return nil }
    var facts = stat()
    _ = place(file).withCString { stat($0, &facts) }
    let content = newContent(step.picks[3])
    try write(content.bytes, at: place(file))
    let times = [facts.st_atim, facts.st_mtim]
    try check(place(file).withCString { utimensat(AT_FDCWD, $0, times, 0) }, "utimensat \(file)")
    return "replace \(file) in place, with its size and time: \(content.words)"
  }

  /// Renames a file by case or by its Unicode form, with or without a new file under the old name.
  private func respell(_ file: ScanPath, _ step: Step) throws -> String? {
    let old = String(decoding: file.lastComponent, as: UTF8.self)
    let other: String
    if step.kind == .renameByCase {
      other = old == old.lowercased() ? old.uppercased() : old.lowercased()
    } else {
      let composed = old.precomposedStringWithCanonicalMapping
      other = composed.utf8.elementsEqual(old.utf8) ? old.decomposedStringWithCanonicalMapping : composed
    }
    let target = ScanPath(bytes: Array((file.components.dropLast() + [Array(other.utf8)]).joined(separator: [0x2F])))
    guard target != file, kind(target) != S_IFDIR else { return nil }
    try rename(from: place(file), to: place(target))
    guard step.picks[1] % 2 == 0 else { return "respell \(file) as \(target)" }
    let content = newContent(step.picks[3])
    try write(content.bytes, at: place(file))
    return "respell \(file) as \(target), and create \(file): \(content.words)"
  }

  private func moveFolders(_ step: Step) throws -> String? {
    let folders = try entries([S_IFDIR]).filter { $0.components.count == 1 }
    guard !folders.isEmpty else { return nil }
    let folder = folders[step.picks[0] % folders.count]
    if step.kind == .swapFolders {
      return folders.count < 2 ? nil : try rotate([folder, folders[step.picks[1] % folders.count]])
    }
    let target = ScanPath("g\(step.picks[2] % 2)")
    guard kind(target) == 0 else { return nil }
    try rename(from: place(folder), to: place(target))
    return "rename the directory \(folder) to \(target)"
  }

  // MARK: Archives, mails and PDFs

  private func createContainer(_ name: ScanPath, _ step: Step) throws -> String {
    let members = ["a", "b", "x/c"].enumerated().map { index, name in
      Member(name: "\(name).pnm", content: Self.content(step.picks[index] % 5, serial: index % 2).bytes)
    }
    let kind: Container.Kind =
      if hasDocuments, step.picks[2] % 3 > 0 {
        .document(pages: 1 + step.picks[2] % 2)
      } else {
        step.picks[0] % 2 == 0 ? .mail : .archive
      }
    let container = Container(kind: kind, members: Array(members.prefix(1 + step.picks[1] % 3)))
    try write(container, at: name)
    return "create \(name): \(kind) with \(container.members.map(\.name))"
  }

  private func write(_ container: Container, at name: ScanPath) throws {
    let bytes = container.bytes
    containers[bytes] = container
    try write(bytes, at: place(name))
  }

  private func changeMembers(_ step: Step) throws -> String? {
    for file in try files {
      guard var container = containers[try bytes(of: file)] else { continue }
      let count = container.members.count
      let (first, second) = (step.picks[0] % count, step.picks[1] % count)
      let words: String
      if first != second, step.picks[2] % 2 == 0 {
        let name = container.members[first].name
        container.members[first].name = container.members[second].name
        container.members[second].name = name
        words = "swap the members \(first) and \(second) of \(file)"
      } else if count > 1, step.picks[2] % 3 == 0 {
        container.members.remove(at: first)
        words = "remove the member \(first) of \(file)"
      } else {
        let name = "n\(step.picks[3] % 3).pnm"
        guard !container.members.contains(where: { $0.name == name }) else { return nil }
        container.members[first].name = name
        words = "rename the member \(first) of \(file) to \(name)"
      }
      try write(container, at: file)
      return words
    }
    return nil
  }
}
