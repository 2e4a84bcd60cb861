import PageModel
import ResultStore
import RunSupport
import Support

extension ResultStore {
  /// The page that somebody names: by `PATH`, `PATH:NUMBER`, `first`, `last`, or how its path or file name begins.
  ///
  /// `@missing` behind a path, and its number, is the page of a scan that is gone, even if another scan has its name.
  /// Macs leave names decomposed, but a terminal sends them composed: the bytes differ, the name is the same to a
  /// person. A name that is a path comes before one with a number.
  func page(named name: ScanPath) throws -> StoredPage {
    if name.bytes == Array("first".utf8), let page = try firstPage() { return page }
    if name.bytes == Array("last".utf8), let page = try lastPage() { return page }
    if let page = try page(name, 0) { return page }
    let numbered = Self.numbered(name)
    if let numbered, let page = try page(numbered.path, numbered.index) { return page }
    if name.bytes.suffix(Self.missing.utf8.count).elementsEqual(Self.missing.utf8) {
      let name = ScanPath(bytes: name.bytes.dropLast(Self.missing.utf8.count))
      for place in [(path: name, index: 0)] + (Self.numbered(name).map { [$0] } ?? []) {
        if let page = try page(place.path, place.index, isMissing: true) { return page }
      }
    }
    var near: [String] = []
    // The page of a document that is there, or one that can't be: nothing is guessed.
    if try numbered.flatMap({ try document($0.path) }) == nil {
      for place in [(path: name, index: 0)] + (numbered.map { [$0] } ?? []) {
        if let page = try look(for: place.path, index: place.index, near: &near) { return page }
      }
    }
    let hint: Message = near.isEmpty ? "; 'hanscan list' names them" : Suggestion.question(near)
    throw RunFailure(.inputMissing, "there is no page \(name) in \(path)\(hint)")
  }

  private static let missing = "@missing"

  /// Says that the page of a scan that is gone has the same name as a page, and its receipts are on no other.
  func tellMissing(besides page: StoredPage, _ console: Console) throws {
    guard !page.isMissing, let other = try self.page(page.record.path, page.record.index, isMissing: true),
      try !isReplaced(other.id)
    else { return }
    let name = page.name + Self.missing
    console.error("hanscan: another scan \(page.name) is no longer there; \(name) is its page\n", .information)
  }

  /// The page whose name is the same text, or begins with it; throws if several do, and names those that are similar.
  ///
  /// Swift takes composed and decomposed forms of a text for equal.
  private func look(for name: ScanPath, index: Int, near: inout [String]) throws -> StoredPage? {
    guard let wanted = Self.text(name), !wanted.isEmpty else { return nil }
    let last = { (path: String) in String(path.split(separator: "/").last ?? "") }
    var (equal, beginning): ([ScanPath], [ScanPath]) = ([], [])
    var names: [String] = []
    try forEachDocument { document throws(StoreError) in
      guard let text = Self.text(document.entry.path), document.entry.path != beginning.last else { return }
      // A missing document comes behind another one of its path.
      if text == wanted { equal.append(document.entry.path) }
      if text.hasPrefix(wanted) || last(text).hasPrefix(wanted) { beginning.append(document.entry.path) }
      names.append(text)
    }
    for matches in [equal, beginning] {
      if matches.count == 1 { return try page(matches[0], index) }
      if matches.isEmpty { continue }
      let paths = matches.prefix(5).map(\.description).joined(separator: ", ")
      throw RunFailure(.inputMissing, "several pages begin with \(name): \(paths); say more of the name")
    }
    near = Suggestion.nearest(wanted, among: names)
    if near.isEmpty {
      // A name without its folder.
      let nearest = Set(Suggestion.nearest(wanted, among: Array(Set(names.map(last)))))
      near = Array(names.filter { nearest.contains(last($0)) }.prefix(3))
    }
    return nil
  }

  /// Nil for a path that is no UTF-8: it has no other form.
  private static func text(_ path: ScanPath) -> String? { String(validating: path.bytes, as: UTF8.self) }

  private static func numbered(_ name: ScanPath) -> (path: ScanPath, index: Int)? {
    guard let colon = name.bytes.lastIndex(of: UInt8(ascii: ":")),
      let number = Int(String(decoding: name.bytes[(colon + 1)...], as: UTF8.self)), number > 0
    else { return nil }
    return (ScanPath(bytes: Array(name.bytes[..<colon])), number - 1)
  }
}

extension PageSummary {
  /// As it is named on the command line.
  var name: String { "\(path)\(pageCount > 1 ? ":\(index + 1)" : "")" }
}

extension StoredPage {
  /// As it is named on the command line.
  var name: String { "\(record.path)\(record.pageCount > 1 ? ":\(record.index + 1)" : "")" }
}
