package import Documents
import Ingest
import Containers
import Glibc
import PDFPages
package import PageModel
package import PictureFormats
import Support

/// One file as a scan sees it, so that other commands refuse the same files as a run.
package enum SingleScan {
  package static func file(at path: ScanPath) throws -> Result<ScanFile, DocumentError> {
    var options = ScannerOptions()
    options.settle = .zero
    let scanner = try Scanner(inputs: [.path(path)], options: options)
    guard scanner.directories.isEmpty else {
      throw RunFailure(.usage, "\(path) is a directory; one file is taken at a time")
    }
    switch try scanner.next() {
    case .document(let file), .unsettled(let file): return .success(file)
    case .refused(let refusal): return .failure(DocumentError(refusal.problem))
    case nil: throw RunFailure(.inputMissing, "there is no file \(path); check its path")
    }
  }

  /// The index of the page counts from 0.
  package typealias PagePicture = (index: Int, format: PictureFormat, offset: UInt64, descriptor: CInt)

  /// Counts the pages of a document that another program has to count, and waits for it.
  package static func count(_ session: DocumentSession, _ settings: PictureSettings) throws(DocumentError) {
    guard !session.isCounted else { return }
    let count = try PDFCount(session, tools: settings.tools, limit: settings.limits.pages)
    while !count.proceed(atMost: .seconds(1)) {}
  }

  /// The picture of a page, after a wait if it has to be drawn.
  package static func picture(
    of session: DocumentSession, _ index: Int, _ settings: PictureSettings
  ) throws(DocumentError) -> PagePicture {
    switch session.page(at: index)?.state {
    case .failed(let problem), .unsupported(let problem): throw DocumentError(problem)
    case .readable, nil: break
    }
    switch session.kind {
    case .picture(let format):
      let offset = session.page(at: index)?.byteOffset ?? 0
      return (index, format, offset, try session.openAnother())
    case .document:
      var question = PDFPageDrawing.Question(session, index: index, tools: settings.tools)
      question.maximumPixels = settings.reader.maximumPixels
      let page = try PDFPageDrawing(question).finish()
      return (index, .pnm, 0, page.descriptor)
    case .message: throw DocumentError(PageProblem(.notAPicture, "it is the text of a mail, which has no picture"))
    case .taxInvoice:
      throw DocumentError(PageProblem(.notAPicture, "it is an electronic tax invoice, which has no picture"))
    case .container, .unsupported, .unknown, .empty: throw DocumentError(PageProblem(.notAPicture, "it has no pages"))
    }
  }

  /// Opens a file, or the member of an archive or a mail at a path.
  package static func open(
    _ path: ScanPath, limits: DocumentLimits, _ settings: PictureSettings
  ) throws -> Result<DocumentSession, DocumentError> {
    let inner = MemberPath.split(path)
    return try file(at: inner?.container ?? path).flatMap { file in
      Result { () throws(DocumentError) in
        let session = try DocumentSession.open(file, limits: limits)
        guard let inner else { return session }
        return try MemberPath.open(inner.names, in: session, tool: settings.containerTool, limits: limits)
      }
    }
  }

  /// Opens a document, and ensures that it is the one that was read; throws a `DocumentError`.
  package static func session(
    of path: ScanPath, below base: ScanPath, holding digest: ContentDigest?, _ settings: PictureSettings,
    counting: Bool = true
  ) throws(DocumentError) -> DocumentSession {
    let found: Result<DocumentSession, DocumentError>
    do {
      found = try open(base.appending(path), limits: settings.limits.documents(), settings)
    } catch ScannerError.missing {
      // The first missing part of the path: for a member of an archive, that may be the archive itself.
      let gone = path.components.reduce(base) { $0.exists ? $0.appending($1) : $0 }
      throw DocumentError(PageProblem(.vanished, "there is no \(gone); put it back where it was read"))
    } catch {
      throw DocumentError(PageProblem(.vanished, "\(error)"))
    }
    let session = try found.get()
    guard try session.digest() == digest else {
      throw DocumentError(PageProblem(.changed, "the scan has changed since it was read; run again"))
    }
    if counting { try count(session, settings) }
    return session
  }
}
