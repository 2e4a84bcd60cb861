import Export
import PageModel
import ResultStore

extension BatchRun {
  /// Makes sure that what is known of the pages' files is said of those in the output directory of this run.
  ///
  /// Without it files would be taken for written that are elsewhere, and others of the same name removed.
  func settleOutput(of store: ResultStore) throws {
    guard let output = settings.output, !output.formats.isEmpty else { return }
    let directory = output.directory
    let place = try OutputPlace(directory, store: store.path).path
    let known = try store.outputPlace()
    guard known != place, try store.setOutputPlace(place) > 0, let known else { return }
    let former = known.bytes == Array(".".utf8) ? "the directory of the store" : "\(known)"
    observer.run(.warning("the files of earlier runs stay in \(former); those of all pages are made in \(directory)"))
  }

  /// Makes the files of whole documents that are lacking or older than their pages.
  func makeDocumentFiles(
    _ formats: [any Exporter], from store: ResultStore, _ writer: FileWriter, _ ledger: PageLedger,
    _ attendant: (any RunAttendant)?
  ) throws {
    var pictures = PictureSettings(executable: settings.executable)
    pictures.reader = settings.reader
    pictures.limits = settings.limits
    pictures.requiresSandbox = settings.requiresSandbox
    pictures.workers = settings.workers
    let files = DocumentFiles(store: store, writer: writer, pictures: pictures, isHome: true)
    let outcome = try files.perform(formats, remaking: false) {
      self.takeSignal(ledger, attendant)
      return ledger.summary.signal != nil
    }
    for problem in outcome.problems { observer.run(.warning(problem)) }
    ledger.summary.filesNotMade = outcome.problems.count
  }
}
