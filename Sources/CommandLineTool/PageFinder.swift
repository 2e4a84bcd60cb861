import PageModel
import ResultStore

/// Finds the page that somebody names: by its path, by the same name in another Unicode form, or by how it begins.
///
/// Macs leave names decomposed, where a terminal sends them composed: the bytes differ, the name is the same to a person.
struct PageFinder {
  let store: ResultStore

  /// What a name was found to mean.
  enum Found {
    case page(StoredPage)
    /// Several documents begin like this; the first of them.
    case several([ScanPath])
    /// None does; names that are near.
    case none(near: [String])
  }

  /// The page, by `PATH`, `PATH:NUMBER`, `first` or `last`; a name that is a path comes before one with a number.
  func find(_ name: ScanPath) throws(StoreError) -> Found {
    if name.bytes == Array("first".utf8) { return try found(store.firstPage()) }
    if name.bytes == Array("last".utf8) { return try found(store.lastPage()) }
    if let page = try store.page(name, 0) { return .page(page) }
    let numbered = Self.numbered(name)
    if let numbered, let page = try store.page(numbered.path, numbered.index) { return .page(page) }
    // The page of a document that is there, or one that can't be: nothing is guessed.
    if let numbered, try store.document(numbered.path) != nil { return .none(near: []) }
    let whole = try look(for: name, index: 0)
    if case .none = whole, let numbered { return try look(for: numbered.path, index: numbered.index) }
    return whole
  }

  /// The page that a name means; a failure that says which names are near where it means none, or several.
  func page(named name: ScanPath) throws -> StoredPage {
    switch try find(name) {
    case .page(let page): return page
    case .several(let paths):
      let names = paths.map(\.description).joined(separator: ", ")
      throw CommandFailure(.inputMissing, "several pages begin with \(name): \(names); say more of the name")
    case .none(let near):
      let hint = near.isEmpty ? "'hanscan list' names them" : "did you mean \(near.joined(separator: " or "))?"
      throw CommandFailure(.inputMissing, "there is no page \(name) in \(store.path); \(hint)")
    }
  }

  private static let namedAtMost = 5

  /// Compares text as people see it: Swift takes composed and decomposed forms of a text for equal.
  private func look(for name: ScanPath, index: Int) throws(StoreError) -> Found {
    guard let wanted = Self.text(name), !wanted.isEmpty else { return .none(near: []) }
    var equal: [ScanPath] = []
    var beginning: [ScanPath] = []
    var names: [String] = []
    try store.forEachDocument { document throws(StoreError) in
      let path = document.entry.path
      guard let text = Self.text(path) else { return true }
      let last = String(text.split(separator: "/").last ?? "")
      if text == wanted { equal.append(path) }
      if text.hasPrefix(wanted) || last.hasPrefix(wanted) { beginning.append(path) }
      names.append(text)
      return true
    }
    for matches in [equal, beginning] {
      if matches.count == 1 { return try found(store.page(matches[0], index)) }
      if matches.count > 1 { return .several(Array(matches.prefix(Self.namedAtMost))) }
    }
    let near = Suggestion.nearest(wanted, among: names)
    if !near.isEmpty { return .none(near: near) }
    // A name without its folder.
    let last = { (path: String) in String(path.split(separator: "/").last ?? "") }
    let nearest = Set(Suggestion.nearest(wanted, among: Array(Set(names.map(last)))))
    return .none(near: Array(names.filter { nearest.contains(last($0)) }.prefix(3)))
  }

  private func found(_ page: StoredPage?) -> Found {
    page.map { .page($0) } ?? .none(near: [])
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
