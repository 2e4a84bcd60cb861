import Ingest
import PageModel

/// Finds the scans in directories, as an asynchronous sequence of documents in natural order (`scan2` before `scan10`).
///
/// A directory is read with everything below it. Links that lead out of it are not followed, and special files are not
/// opened; both are documents whose one page says so. Beside Foundation the type's name is `HanScan.Scanner`.
public struct Scanner: AsyncSequence, Sendable {
  /// The elements are documents.
  public typealias Element = DocumentSession
  /// All errors are those of the library.
  public typealias Failure = HanScanError

  /// The directories and files; relative paths start from the working directory.
  public let paths: [String]
  /// Patterns with `*`, `**`, `?` and `[...]` of the files to take; all files if there is none.
  public var include: [String] = []
  /// Patterns of files and directories to leave out, which win over `include`.
  public var exclude: [String] = []

  /// Makes a scanner of directories and files.
  public init(_ paths: String...) {
    self.init(paths)
  }

  /// Makes a scanner of a list of directories and files.
  public init(_ paths: [String]) {
    self.paths = paths
  }

  /// The pages of all documents in order, read by as many workers as the request allows.
  ///
  /// This is faster than a loop over the documents, each of which starts workers of its own.
  public func pages(reading request: RecognizeTextRequest = RecognizeTextRequest()) -> PageSequence {
    PageSequence(
      source: .init(inputs: paths.map { ScanPath($0) }, include: include, exclude: exclude, request: request))
  }

  /// Makes an iterator, which looks at the paths with its first document.
  public func makeAsyncIterator() -> Iterator { Iterator(settings: self) }

  /// Finds documents one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let settings: Scanner
    private(set) var scanner: Ingest.Scanner?

    /// The next document; nil after the last.
    ///
    /// - Throws: `inputMissing` if a path does not exist or a directory can't be listed, and `cancelled`.
    public mutating func next() async throws(HanScanError) -> DocumentSession? {
      if Task.isCancelled { throw .cancelled }
      return try HanScanError.converting {
        let scanner = try scanner ?? settings.start()
        self.scanner = scanner
        switch try scanner.next() {
        case .document(let file), .unsettled(let file): return DocumentSession(file, base: scanner.base)
        case .refused(let refusal): return DocumentSession(refusal, base: scanner.base)
        case nil: return nil
        }
      }
    }
  }

  private func start() throws -> Ingest.Scanner {
    var options = ScannerOptions()
    options.include = include.map { ScanPath($0) }
    options.exclude = exclude.map { ScanPath($0) }
    options.settle = .zero
    return try Ingest.Scanner(inputs: paths.map { .path(ScanPath($0)) }, options: options)
  }
}
