package import Bookkeeping
package import Export
package import PageModel
package import ResultStore
import RunSupport
import Support
import Understanding

extension ResultStore {
  /// The choices that all tables of the store share; the language is that of most receipts until one is kept.
  ///
  /// - Parameter keeping: Whether the store keeps the language from now on, if there are shops that tell it.
  package func tableStyle(keeping: Bool = false) throws(StoreError) -> TableStyle {
    let known = try text(.exportLanguage).flatMap(BookLanguage.init)
    // Korean tables have a byte order mark anyway.
    let shops = known == .korean ? (all: 1, korean: 1) : try namedShops()
    let language = known ?? (shops.korean > 0 && 2 * shops.korean >= shops.all ? .korean : .english)
    if keeping, known == nil, shops.all > 0 { try set(.exportLanguage, to: language.rawValue) }
    return TableStyle(base: try base(), language: language, holdsKorean: shops.korean > 0)
  }

  /// The lines of a period; pages whose receipt is on another page are left out and counted.
  ///
  /// - Parameter once: Whether a receipt that was scanned twice counts once.
  package func book(of period: BookPeriod?, rules: AccountRules = AccountRules(), once: Bool = false) throws -> Book {
    let accounts = AccountProposer(rules: rules, decisions: try accountDecisions())
    let matched = Dictionary(try bookValues(Self.matches).map { ($0.key.whole, $0.value) }) { $1 }
    var entries: [BookEntry] = []
    var leftOut = 0
    for id in try pagesWithReceipts(from: period?.from, to: period?.to) {
      guard let found = try self.entries(on: id, once: once, proposing: accounts) else {
        leftOut += 1
        continue
      }
      entries += found
    }
    for index in entries.indices { entries[index].matchedLine = matched[entries[index].key.whole] }
    let values = try bookValues(Self.addedColumns)
    let added = Dictionary(grouping: values, by: \.key).mapValues { Dictionary($0.map { ($0.name, $0.value) }) { $1 } }
    let undated = try period == nil ? [] : undatedReceipts(once: once)
    var book = Book(
      period: period, entries: entries,
      undated: undated.map { ($0.path, $0.shop, $0.total.flatMap { Amount(stored: $0) }, $0.currency) },
      addedColumns: Set(values.map(\.name)).sorted(), added: added)
    book.leftOut = leftOut
    return book
  }

  /// The lines of the receipts on a page; nil if another page has them.
  func entries(on id: PageID, once: Bool, proposing accounts: AccountProposer? = nil) throws -> [BookEntry]? {
    guard try !isReplaced(id), try !once || !isRepeated(id), let page = try page(id) else { return nil }
    return BookEntry.entries(on: page.record, proposing: accounts)
  }

  /// The topic of the values that people put in columns of their own.
  package static let addedColumns = "column"
}

/// A workbook in an output directory that people may edit: an edited one is never written over.
package struct KeptWorkbook {
  private let name: String
  private let store: ResultStore
  private let directory: ScanPath

  /// Workbooks of one name beside each other.
  private static let most = 100
  /// Bytes of the largest workbook that is compared with what was written.
  private static let largest = 256 << 20

  /// - Parameter stem: The name without its ending.
  package init(_ stem: String, in directory: ScanPath, of store: ResultStore) {
    (name, self.store, self.directory) = (stem, store, directory)
  }

  /// That of the book of a period.
  package static func book(_ period: BookPeriod?, in directory: ScanPath, of store: ResultStore) -> KeptWorkbook {
    KeptWorkbook("hanscan.book\(period.map { ".\($0.name)" } ?? "")", in: directory, of: store)
  }

  /// Writes the workbook, and returns its name: the first of this name, `.new`, `.new2` and so on that nobody has edited.
  ///
  /// - Parameter differences: Told of the first edited workbook.
  package func write(
    differences: (ScanPath) throws -> Void = { _ in }, _ body: (FilePieces) throws(ExportError) -> Void
  ) throws -> String {
    let names = (0..<Self.most).lazy.map { "\(name)\($0 == 0 ? "" : $0 == 1 ? ".new" : ".new\($0)").xlsx" }
    guard let target = try names.first(where: { try !isEdited($0) }) else {
      throw RunFailure(.cannotCreate, "\(directory) has \(Self.most) edited workbooks \(name); move them away")
    }
    if target != names.first { try differences(directory.appending("\(name).xlsx")) }
    let writer = try FileWriter(directory)
    try body(try writer.file(for: [Array(target.utf8)]))
    try writer.sync()
    try Self.note(directory.appending(target), in: store)
    return target
  }

  /// Notes the content of a workbook, so that it counts as not edited.
  package static func note(_ path: ScanPath, in store: ResultStore) throws {
    guard let name = path.components.last, let digest = digest(of: path) else { return }
    try store.set(.bookDigest(of: ScanPath(bytes: name).description), to: digest)
  }

  private func isEdited(_ name: String) throws -> Bool {
    let path = directory.appending(name)
    guard path.exists else { return false }
    guard let digest = Self.digest(of: path) else { return true }
    return try store.text(.bookDigest(of: name)) != digest
  }

  private static func digest(of path: ScanPath) -> String? {
    path.withCString { try? SmallFile.read($0, atMost: largest) }.map { SHA256.digest(of: $0).hex }
  }
}
