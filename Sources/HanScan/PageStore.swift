import PageModel
import ResultStore
import Run
import StoreFiles
import Understanding

/// The pages of a store, which `hanscan run` or `BatchRun` wrote, in natural order.
///
/// A store is opened for reading, also on read-only media and while a run writes to it. If an earlier version of HanScan
/// wrote it, the receipts and other values of each page are computed anew in memory; a receipt that goes over several
/// pages is then divided, until the next run joins it in the store.
public actor PageStore {
  /// A page with its place in the store.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The identity of a page in its store.
    public struct ID: Hashable, Sendable {
      let page: PageID
    }

    /// The identity, by which its neighbours are found.
    public let id: ID
    /// The page, with the corrections that people made.
    public let page: Page
    /// Whether the scan was gone when the last run looked for it.
    public let isMissing: Bool

    init(_ stored: StoredPage) throws {
      id = ID(page: stored.id)
      page = try Page(stored.record)
      isMissing = stored.isMissing
    }
  }

  private let store: ResultStore
  /// The stages with the words and tags of the store.
  private let stages: DerivedStages

  /// Opens a store.
  ///
  /// - Parameter path: The store's file, or the output directory of a run, which holds `hanscan.sqlite`.
  /// - Throws: `inputMissing` if there is no store or a later version of HanScan wrote it, `inputOutput` if it is damaged,
  ///   and `held` if another program locks it for long.
  public init(_ path: String) throws(HanScanError) {
    let file = ScanPath(path)
    let inside = file.appending("hanscan.sqlite")
    (store, stages) = try HanScanError.converting {
      let store = try ResultStore(Run.BatchRun.isDirectory(file) ? inside : file, mode: .readOnly)
      return (store, try store.derivedStages())
    }
  }

  /// The first page; nil in an empty store.
  public func firstPage() throws(HanScanError) -> Entry? { try entry { try store.firstPage() } }

  /// The last page; nil in an empty store.
  public func lastPage() throws(HanScanError) -> Entry? { try entry { try store.lastPage() } }

  /// The page that follows in natural order; nil after the last.
  public func page(after id: Entry.ID) throws(HanScanError) -> Entry? { try entry { try store.page(after: id.page) } }

  /// The page that comes before in natural order; nil before the first.
  public func page(before id: Entry.ID) throws(HanScanError) -> Entry? { try entry { try store.page(before: id.page) } }

  /// The page of a scan; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: The path below the scanned directory, as `Page.source` has it.
  ///   - number: The page's number in its document, from 1.
  public func page(of path: String, number: Int = 1) throws(HanScanError) -> Entry? {
    try page(ScanPath(path), number)
  }

  /// The page of a scan whose path need not be UTF-8; nil if there is none.
  ///
  /// - Parameters:
  ///   - source: The scan of a page of this store.
  ///   - number: The page's number in its document, from 1.
  public func page(of source: Page.Source, number: Int = 1) throws(HanScanError) -> Entry? {
    try page(source.bytes.map { ScanPath(bytes: Array($0)) } ?? ScanPath(source.path), number)
  }

  private func page(_ path: ScanPath, _ number: Int) throws(HanScanError) -> Entry? {
    number > 0 ? try entry { try store.page(path, number - 1) } : nil
  }

  private func entry(_ find: () throws -> StoredPage?) throws(HanScanError) -> Entry? {
    try HanScanError.converting {
      guard var page = try find() else { return nil }
      page.record.derived = stages.completed(page.record)
      return try Entry(page)
    }
  }

  /// All pages in natural order.
  public nonisolated var pages: Pages { Pages(store: self) }

  /// The pages of a store, as an asynchronous sequence.
  public struct Pages: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// All errors are those of the library.
    public typealias Failure = HanScanError
    let store: PageStore
    private(set) var last: Entry.ID?

    /// Makes an iterator, which begins with the first page.
    public func makeAsyncIterator() -> Pages { Pages(store: store) }

    /// The next page; nil after the last.
    public mutating func next() async throws(HanScanError) -> Entry? {
      let entry = if let last { try await store.page(after: last) } else { try await store.firstPage() }
      if let entry { last = entry.id }
      return entry
    }
  }
}
