import Documents
import Imaging
import PageModel
import PictureFormats
import Recognition
import Run
import RunSupport
import Support
import Understanding

extension RecognizeTextRequest {
  /// Reads a picture of one's own in this process, without a worker.
  ///
  /// It needs no `hanscan` program, and gives up what workers provide. Never use it for files of strangers:
  /// - No sandbox: a fault in a decoder can give a forged picture control of this process.
  /// - No limits: a picture that crashes a decoder or exhausts the memory ends this process, and `pageTimeout` and task
  ///   cancellation have no effect on a page that is being read.
  /// - No further attempts at a failed page.
  /// - Pictures alone: no PDF documents, archives, mails or tax invoices.
  /// - Less speed: set `OMP_THREAD_LIMIT=1` in the environment before the process starts, or Tesseract is several times
  ///   slower.
  ///
  /// - Parameter path: The path of a picture file; a TIFF may have many pages.
  /// - Throws: `inputMissing` if the file can't be opened, `usage` if it is no picture, and `unavailable` if a model is
  ///   missing.
  public func performInProcess(on path: String) async throws(HanScanError) -> [Page] {
    try await OwnThread.run { try readInProcess(ScanPath(path)) }
  }

  private func readInProcess(_ path: ScanPath) throws -> [Page] {
    let settings = try readerSettings()
    let file = try SingleScan.file(at: path).get()
    let session = try Documents.DocumentSession.open(file)
    guard case .picture(let format) = session.kind else {
      throw HanScanError(.usage, "\(path) is no picture, and is read by a worker alone; call perform(on:)")
    }
    let environment = ProgramFacts.environment
    let resolved = try ModelCatalogue(settings: settings, environment: environment).resolve(settings)
    let reader = try PageReader(settings: settings, environment: environment)
    let (digest, stages) = (try session.digest(), DerivedStages())
    return try (0..<session.pageCount).map { index in
      var record = PageRecord(
        path: file.relative, index: index, pageCount: session.pageCount, content: digest,
        reader: ReaderRecord(resolved), outcome: outcome(of: session, index, format, reader, settings))
      if !keepsIdentityNumbers { record.outcome = record.outcome.withoutIdentityNumbers }
      record.derived = stages.derive(record)
      return try Page(record)
    }
  }

  private func outcome(
    of session: Documents.DocumentSession, _ index: Int, _ format: PictureFormat, _ reader: PageReader,
    _ settings: ReaderSettings
  ) -> PageOutcome {
    let slot = session.page(at: index)
    switch slot?.state {
    case .failed(let problem), .unsupported(let problem): return problem.outcome()
    case .readable, nil: break
    }
    do {
      let picture = try Picture.decode(
        descriptor: session.descriptor, format: format, byteOffset: Int(clamping: slot?.byteOffset ?? 0),
        options: Picture.DecodingOptions(
          maximumPixels: settings.maximumPixels, largestWhole: Picture.DecodingOptions.largestWholePage))
      return try reader.read(picture)
    } catch {
      return error.problem.outcome()
    }
  }
}
