package import Bookkeeping
package import Export
package import PageModel
package import ResultStore
import Support

extension ResultStore {
  /// The choices that all tables of the store share; the language is that of most receipts until an export has fixed it.
  package func tableStyle() throws(StoreError) -> TableStyle {
    var (korean, others) = (0, 0)
    let known = try text(.exportLanguage).flatMap(BookLanguage.init)
    try forEachShop { shop, count in
      let isKorean = shop.unicodeScalars.contains { ("\u{AC00}"..."\u{D7A3}").contains($0) }
      (korean, others) = (korean + (isKorean ? count : 0), others + (isKorean ? 0 : count))
      return known == nil || korean == 0
    }
    let language = known ?? (korean > 0 && korean >= others ? .korean : .english)
    return TableStyle(base: try base(), language: language, holdsKorean: korean > 0)
  }

  /// The lines of a period; pages whose receipt stands on another page are left out and counted.
  ///
  /// - Parameter once: Whether a receipt that was scanned twice counts once.
  package func book(of period: BookPeriod?, rules: AccountRules = AccountRules(), once: Bool = false) throws -> Book {
    let decisions = try accountDecisions().map {
      AccountProposer.Decision(businessNumber: $0.businessNumber, shop: $0.shop, account: $0.account, count: $0.count)
    }
    let accounts = AccountProposer(rules: rules, decisions: decisions)
    var entries: [BookEntry] = []
    var leftOut = 0
    for id in try pagesWithReceipts(from: period?.from, to: period?.to) {
      guard try !isReplaced(id), try !once || !isRepeated(id), let page = try page(id) else {
        leftOut += 1
        continue
      }
      entries += BookEntry.entries(on: page.record, proposing: accounts).map { entry in
        var entry = entry
        if page.isMissing { entry.reasons.append(.missingFile) }
        return entry
      }
    }
    let values = try bookValues(Self.addedColumns)
    var added: [BookKey: [String: String]] = [:]
    for value in values {
      let key = BookKey(content: value.content, page: value.page, receipt: value.receipt, part: value.part)
      added[key, default: [:]][value.name] = value.value
    }
    var book = Book(
      period: period, entries: entries, addedColumns: Set(values.map(\.name)).sorted(), added: added)
    book.leftOut = leftOut
    return book
  }

  /// The topic of the values that people put in columns of their own.
  package static let addedColumns = "column"
}

/// The workbook of a period in an output directory.
package struct BookFile {
  package let name: String
  private let store: ResultStore
  private let directory: ScanPath

  package init(_ period: BookPeriod?, in directory: ScanPath, of store: ResultStore) {
    name = "hanscan.book\(period.map { ".\($0.name)" } ?? "").xlsx"
    (self.store, self.directory) = (store, directory)
  }

  /// Whether somebody has changed the file since it was written.
  package var isEdited: Bool {
    get throws {
      guard let known = try store.text(.bookDigest(of: name)), let digest = digest(of: name) else { return false }
      return digest != known
    }
  }

  /// Bytes of the largest workbook that is compared with what was written.
  private static let largest = 256 << 20

  private func digest(of name: String) -> String? {
    let bytes = directory.appending(Array(name.utf8)).withCString { try? SmallFile.read($0, atMost: Self.largest) }
    return bytes.map { SHA256.digest(of: $0).hex }
  }

  /// Writes the workbook, and returns its name: another one if a person has edited the file of this name.
  package func write(_ book: Book, _ style: TableStyle) throws -> String {
    let writer = try FileWriter(directory)
    let target = try isEdited ? name.replacing(".xlsx", with: ".new.xlsx") : name
    let file = try writer.file(for: [Array(target.utf8)])
    try BookWorkbook(book, style: style).write(to: file)
    try writer.sync()
    try store.set(.exportLanguage, to: style.language.rawValue)
    if let digest = digest(of: target) { try store.set(.bookDigest(of: target), to: digest) }
    return target
  }
}
