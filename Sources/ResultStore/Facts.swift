package import PageModel

/// A text that the store keeps about itself, under a name of its own; an empty text marks a flag.
package struct TextFact: Sendable {
  let name: String

  /// The user's words for receipts, by which later runs go, too.
  package static let lexicon = TextFact(name: "lexicon")
  /// The tags of the user's pen marks.
  package static let tags = TextFact(name: "tags")
  /// The codes that divide stacks, one a line.
  package static let splitCodes = TextFact(name: "split-codes")
  /// The pattern after which all scans, or their PDFs, have names below the output directory.
  package static let namePattern = TextFact(name: "names")
  /// The language code of exports; the first export fixes it.
  package static let exportLanguage = TextFact(name: "export-language")
  /// Documents came, went or hold another content; forgotten when everything that is shown follows them.
  package static let documentsChanged = TextFact(name: "documents-changed")
  /// Corrections are newer than the files with the receipts of all pages; forgotten when these are written again.
  package static let staleTables = TextFact(name: "tables")
  /// The shards that the store was joined from; a store of runs has none.
  package static let merged = TextFact(name: "merged")
  /// The formats whose files with the receipts of all pages were written, one a line.
  static let writtenTables = TextFact(name: "written-tables")
  /// The picture formats that were read last.
  static let formats = TextFact(name: "formats")
  /// The version of the index of words, and the page up to which it was made.
  static let search = TextFact(name: "search")

  /// The digest of a file that holds the book as it was written last.
  package static func bookDigest(of file: String) -> TextFact { TextFact(name: "book \(file)") }
}

/// Facts about the whole store, each under a name of its own.
extension ResultStore {
  /// The bytes of a fact; nil if the store keeps none.
  func fact(_ name: String) throws(StoreError) -> [UInt8]? {
    try connection.first("SELECT value FROM facts WHERE name = ?", [name]) { $0.bytes(0) }
  }

  /// A text; nil if the store keeps none.
  package func text(_ fact: TextFact) throws(StoreError) -> String? {
    try self.fact(fact.name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Keeps a text, in place of what was said before; nil forgets it.
  package func set(_ fact: TextFact, to text: String?) throws(StoreError) {
    guard try self.text(fact) != text else { return }
    try transaction { () throws(StoreError) in
      try connection.run("DELETE FROM facts WHERE name = ?", [fact.name])
      if let text { try setFact(fact.name, Array(text.utf8)) }
    }
  }

  /// Says a fact, in place of what was said before under its name.
  func setFact(_ name: String, _ value: [UInt8]) throws(StoreError) {
    try connection.run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", [name, value])
  }

  /// The directory that the documents' paths start from; nil before the first run has said so.
  package func base() throws(StoreError) -> ScanPath? {
    try fact("base").map { ScanPath(bytes: $0) }
  }

  /// Says which directory the documents' paths start from.
  package func setBase(_ base: ScanPath) throws(StoreError) {
    try transaction { () throws(StoreError) in try setFact("base", base.bytes) }
  }

  /// The directory that the pages' files are in, as the caller writes it down; nil before a run has said so.
  package func outputPlace() throws(StoreError) -> ScanPath? {
    try fact("output").map { ScanPath(bytes: $0) }
  }

  /// Says which directory the pages' files are in, and forgets those of another one; returns how many were forgotten.
  @discardableResult
  package func setOutputPlace(_ place: ScanPath) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let known = try outputPlace()
      try setFact("output", place.bytes)
      guard let known, known != place else { return 0 }
      try set(.writtenTables, to: nil)
      try connection.run("DELETE FROM files")
      return connection.changes
    }
  }

  /// The names of the formats whose files hold the receipts of all pages, as far as such were written to the output
  /// directory.
  package func writtenTables() throws(StoreError) -> [String] {
    (try text(.writtenTables) ?? "").split(separator: "\n").map(String.init)
  }

  /// Notes that such files were written, in place of what was noted of formats of other names.
  package func noteWrittenTables(_ names: [String], inPlaceOf others: [String]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let now = Set(try writtenTables()).subtracting(others).union(names).sorted()
      try set(.writtenTables, to: now.isEmpty ? nil : now.joined(separator: "\n"))
    }
  }

  /// Says which picture formats are read now; if these are others than before, unsupported pages are forgotten, so that a
  /// run looks at their files again.
  package func noteFormats(_ names: [String]) throws(StoreError) {
    let value = names.sorted().joined(separator: " ")
    try transaction { () throws(StoreError) in
      guard try text(.formats) != value else { return }
      try connection.run("DELETE FROM derived WHERE page IN (SELECT id FROM pages WHERE state = 'unsupported')")
      try connection.run("DELETE FROM pages WHERE state = 'unsupported'")
      try set(.formats, to: value)
    }
  }
}
