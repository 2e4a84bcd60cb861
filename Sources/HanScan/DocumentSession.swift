import Documents
import Ingest
import PageModel
import Run

/// One document of a scanner: a picture, a file of several pages such as a TIFF or PDF, or an archive or mail.
public struct DocumentSession: Hashable, Sendable {
  /// The path of the file, as its pages have it: below the scanned directory, or the name of a single file.
  public var name: String { relative.text }
  /// The absolute path of the file.
  public var path: String { base.appending(relative.bytes).text }

  private let file: ScanPath
  private let relative: ScanPath
  private let base: ScanPath
  private let problem: PageProblem?

  init(_ found: ScanFile, base: ScanPath) {
    (file, relative, self.base, problem) = (found.path, found.relative, base, nil)
  }

  init(_ refusal: ScanRefusal, base: ScanPath) {
    (file, relative, self.base, problem) = (refusal.path, refusal.relative, base, refusal.problem)
  }

  /// The pages of the document in order, read by sandboxed workers; at least one.
  ///
  /// An archive or a mail gives the pages of its members.
  public func pages(reading request: RecognizeTextRequest = RecognizeTextRequest()) -> PageSequence {
    let known = problem.map {
      PageRecord(path: relative, index: 0, pageCount: 1, content: nil, reader: nil, outcome: $0.outcome())
    }
    return PageSequence(source: .init(inputs: [file], base: base, known: known, request: request))
  }
}
