package import PageModel

/// The files that a scan leaves out by default: those of systems and programs beside scans, and hidden ones.
package struct LeftOut: Hashable, Sendable {
  /// The count of names that are left out for one reason.
  typealias Reason = WritableKeyPath<LeftOut, Int>

  /// Thumbnails, bins, locks, partial downloads and HanScan's own files; a folder counts once.
  package var litter = 0
  /// Names that begin with a dot.
  package internal(set) var hidden = 0
  /// Pages of TIFF files that are thumbnails of other ones.
  package var thumbnails = 0

  package init() {}

  package mutating func add(_ other: LeftOut) {
    litter += other.litter
    hidden += other.hidden
    thumbnails += other.thumbnails
  }

  mutating func count(_ reason: Reason) { self[keyPath: reason] += 1 }

  /// In small letters, as the compared name.
  private static let names = Set(
    [
      "@eadir", "#recycle", "#snapshot", "@recycle", "@recently-snapshot", "lost+found", "$recycle.bin",
      "system volume information", "__macosx", "thumbs.db", "desktop.ini",
    ].map { Array($0.utf8) })
  private static let endings = ["part", "filepart", "partial", "crdownload"].map { Array(".\($0)".utf8) }
  /// The endings of tables of receipts; the store and they have HanScan's name.
  private static let tables = ["csv", "xlsx", "html"].map { Array(".\($0)".utf8) }
  private static let pageEndings = ["txt", "json", "md", "tsv", "hocr", "alto.xml", "page.xml"]
    .map { Array(".\($0)".utf8) }

  /// The reason to leave a name out by default; nil for other names.
  static func reason(for name: some Collection<UInt8>) -> Reason? {
    if name.first == UInt8(ascii: ".") { return \.hidden }
    let small = name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    let isLitter =
      names.contains(small) || small.starts(with: "~$".utf8) || endings.contains { small.ends(with: $0) }
      || small.starts(with: "hanscan.sqlite".utf8)
      || small.starts(with: "hanscan.".utf8) && tables.contains { small.ends(with: $0) }
    return isLitter ? \.litter : nil
  }

  package static func holds(_ path: ScanPath) -> Bool { path.components.contains { reason(for: $0) != nil } }

  /// Whether a name is that of a page's file, `scan.jpg.p0001.txt`; a picture may have such a name, too.
  package static func isPageFile(_ path: ScanPath) -> Bool {
    guard let ending = pageEndings.first(where: { path.bytes.ends(with: $0) }) else { return false }
    let stem = path.bytes.dropLast(ending.count)
    let digits = stem.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    return digits >= 4 && stem.dropLast(digits).ends(with: ".p".utf8)
  }
}

extension Collection<UInt8> {
  fileprivate func ends(with ending: some Collection<UInt8>) -> Bool { suffix(ending.count).elementsEqual(ending) }
}

extension Scanner {
  /// Whether somebody asked for this very file: as an input, or by a pattern that matches its name.
  package func asksFor(_ relative: ScanPath) -> Bool {
    let isInput = inputs.contains { if case .file = $0.kind { $0.relative == relative } else { false } }
    return isInput || filter.names(relative.components.map(Glob.name))
  }

  /// The reason to leave a name out, unless a pattern asks for it.
  func leavesOut(_ relative: ScanPath, below start: [Glob.Name] = []) -> LeftOut.Reason? {
    let name = relative.lastComponent
    guard let reason = LeftOut.reason(for: name) else { return nil }
    if let pattern, pattern.names(start + [Glob.name(name)]) { return nil }
    return filter.names(relative.components.map(Glob.name)) ? nil : reason
  }
}
