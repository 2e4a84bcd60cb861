package import PageModel
import Support

/// The names of the files that a page's results are written to, below the output directory.
///
/// The name is `<relative>.p0001.<extension>`, for a document's one file `<relative>.<extension>`. Two pages never share
/// one, and no page needs a directory where another has its file:
/// - A name's last parts (`.p0001`, `.txt` or `.alto.xml`) are always the writer's own, so `a` and `a.p0001.txt` differ.
/// - A directory that looks like a result (`a.p0001.txt`, `a.pdf`) or like one of the program's own files
///   (`hanscan.sqlite`), or is `.` or `..`, gets a `~`; so does the same name with tildes behind it, so that no two become
///   one.
/// - A name of more than 255 bytes is cut, and ends in `~` and the SHA-256 of the whole name. A name that looks like
///   this of its own accord gets the same treatment.
/// - Directories of more than 2,000 bytes in all become one, `long~` and their SHA-256, so that the path stays valid
///   below any output directory.
package enum OutputName {
  /// The longest name that file systems of Linux take, in bytes.
  static let maximumName = 255
  /// Half of what the system takes as a path (4,096 bytes); the other half is for the output directory.
  static let maximumDirectories = 2000

  /// The path below the output directory, of components of 255 bytes at most.
  ///
  /// `pageIndex` counts from 0; the name counts from 1, with at least four digits.
  package static func make(_ relative: ScanPath, pageIndex: Int, extension: String) -> ScanPath {
    let number = String(max(pageIndex, 0) &+ 1).padded(to: 4, isRight: true, with: "0")
    return path(of: relative, suffix: ".p\(number).\(`extension`)") { name, _ in name }
  }

  /// The path of a document's one file: `<relative>.<extension>`.
  package static func make(_ relative: ScanPath, extension: String) -> ScanPath {
    // The program's own files are at the top (`hanscan.receipts.html`).
    path(of: relative, suffix: ".\(`extension`)") { name, isAtTop in
      isAtTop && name.starts(with: "hanscan.".utf8) ? name + [tilde] : name
    }
  }

  private static func path(
    of relative: ScanPath, suffix: String, _ marked: (_ name: [UInt8], _ isAtTop: Bool) -> [UInt8]
  ) -> ScanPath {
    let components = relative.components
    let folders = directories(components.dropLast())
    let name = file(marked(components.last ?? [], folders.isEmpty), suffix: Array(suffix.utf8))
    return ScanPath(bytes: Array((folders + [name]).joined(separator: [UInt8(ascii: "/")])))
  }

  private static func directories(_ names: ArraySlice<[UInt8]>) -> [[UInt8]] {
    let directories = names.map(directory)
    if directories.reduce(0, { $0 + $1.count + 1 }) <= maximumDirectories { return directories }
    let whole = Array(names.joined(separator: [UInt8(ascii: "/")]))
    return [Array("long~".utf8) + Array(SHA256.digest(of: whole).hex.utf8)]
  }

  private static func directory(_ name: [UInt8]) -> [UInt8] {
    let marked = needsMark(name) ? name + [tilde] : name
    return marked.count > maximumName || looksShortened(name) ? shortened(name, suffix: []) : marked
  }

  private static func file(_ name: [UInt8], suffix: [UInt8]) -> [UInt8] {
    let whole = name + suffix
    return whole.count > maximumName || looksShortened(name) ? shortened(name, suffix: suffix) : whole
  }

  private static func shortened(_ name: [UInt8], suffix: [UInt8]) -> [UInt8] {
    let digest = [tilde] + Array(SHA256.digest(of: name).hex.utf8)
    var kept = name.prefix(maximumName - digest.count - suffix.count)
    // Not in the midst of a character, if that can be helped.
    if kept.count < name.count {
      let whole = kept
      while let last = kept.last, last & 0xC0 == 0x80, whole.count - kept.count < 3 { kept = kept.dropLast() }
      if let last = kept.last, last >= 0xC0 { kept = kept.dropLast() } else { kept = whole }
    }
    return kept + digest + suffix
  }

  private static func looksShortened(_ name: [UInt8]) -> Bool {
    let tail = name.suffix(65)
    return tail.count == 65 && tail.first == tilde && tail.dropFirst().allSatisfy("0123456789abcdef".utf8.contains)
  }

  private static func needsMark(_ name: [UInt8]) -> Bool {
    var plain = name[...]
    while plain.last == tilde { plain = plain.dropLast() }
    if plain.elementsEqual(".".utf8) || plain.elementsEqual("..".utf8) { return true }
    if plain.starts(with: "hanscan.".utf8) || plain.starts(with: ".hanscan".utf8) { return true }
    // A document's file: a.png.pdf, a.png.html
    if plain.suffix(4).elementsEqual(".pdf".utf8) || plain.suffix(5).elementsEqual(".html".utf8) { return true }
    // ....p0001.txt, ....p0001.alto.xml
    for _ in 0..<2 {
      guard let dot = plain.lastIndex(of: UInt8(ascii: ".")) else { return false }
      plain = plain[..<dot]
      let digits = plain.reversed().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      if digits.count >= 4, plain.dropLast(digits.count).suffix(2).elementsEqual(".p".utf8) { return true }
    }
    return false
  }

  private static let tilde = UInt8(ascii: "~")
}
