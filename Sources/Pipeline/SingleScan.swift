import Ingest
import PageModel
import PictureFormats

/// One file as a scan sees it, so that what a run refuses is refused elsewhere, too.
enum SingleScan {
  static func file(at path: ScanPath) throws -> Result<ScanFile, DocumentError> {
    var options = ScannerOptions()
    options.settle = .zero
    let scanner = try Scanner(inputs: [.path(path)], options: options)
    guard scanner.wholeDirectories.isEmpty else {
      throw RunFailure(.usage, "\(path) is a directory; one file is taken at a time")
    }
    switch try scanner.next() {
    case .document(let file), .unsettled(let file): return .success(file)
    case .refused(let refusal): return .failure(DocumentError(refusal.problem))
    case nil: throw RunFailure(.inputMissing, "there is no file \(path); check its path")
    }
  }

  /// Opens a document's file, and makes sure that it is the one that was read; throws a `DocumentProblem`.
  static func session(
    of path: ScanPath, below base: ScanPath, holding digest: ContentDigest?, limits: PageLimits
  ) throws -> DocumentSession {
    let place = path.components.reduce(base) { $0.appending($1) }
    let found: Result<ScanFile, DocumentError>
    do { found = try Self.file(at: place) } catch { throw DocumentProblem(PageProblem(.vanished, "\(error)")) }
    let file: ScanFile
    switch found {
    case .success(let scan): file = scan
    case .failure(let error): throw DocumentProblem(error.problem)
    }
    var documentLimits = DocumentLimits()
    documentLimits.maximumPages = limits.pages
    documentLimits.maximumBytes = limits.fileSize
    do throws(DocumentError) {
      let session = try DocumentSession.open(file, limits: documentLimits)
      guard try session.digest() == digest else {
        throw DocumentError(PageProblem(.changed, "the scan has changed since it was read; run again"))
      }
      return session
    } catch {
      throw DocumentProblem(error.problem)
    }
  }
}
