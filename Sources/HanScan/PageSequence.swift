import Foundation
import Glibc
import PageModel
import ResultStore
import Run
import RunSupport
import Support

/// The pages of one or more scans, as an asynchronous sequence in the order of the scans.
///
/// Sandboxed workers read ahead while the loop handles a page, which comes when its document is complete; they wait when
/// 64 documents are ahead. A loop that is left early stops them. Results lie in a temporary folder until then.
public struct PageSequence: AsyncSequence, Sendable {
  /// The elements are pages.
  public typealias Element = Page
  /// All errors are those of the library.
  public typealias Failure = HanScanError

  /// The input: paths, the bytes of one picture, or a page whose outcome is known.
  struct Source: Sendable {
    var inputs: [ScanPath] = []
    var base: ScanPath?
    var include: [String] = []
    var exclude: [String] = []
    var picture: [UInt8]?
    var known: PageRecord?
    var request: RecognizeTextRequest
  }

  let source: Source

  /// Makes an iterator, which starts to read with its first page.
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  func all() async throws(HanScanError) -> [Page] {
    var pages: [Page] = []
    var iterator = makeAsyncIterator()
    while let page = try await iterator.next() { pages.append(page) }
    return pages
  }

  /// Reads scans and returns their pages one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source
    fileprivate var run: PassingRun?
    /// In reverse, so that the next is the last.
    fileprivate var pages: [Page] = []

    /// The next page; nil after the last.
    ///
    /// - Throws: `usage`, `inputMissing` and `unavailable` with the first page, as `RecognizeTextRequest.perform(on:)`
    ///   does, and `cancelled` if the task is cancelled.
    public mutating func next() async throws(HanScanError) -> Page? {
      do {
        if run == nil {
          run = try PassingRun(source)
          if let known = source.known { pages = [try Page(known)] }
        }
        while pages.isEmpty {
          guard let document = try await run?.next() else { return nil }
          pages = document.reversed()
        }
        return pages.removeLast()
      } catch {
        throw HanScanError(error)
      }
    }
  }
}

/// A run whose results are passed on and not kept.
private final class PassingRun {
  /// Documents that the run may be ahead of the loop.
  private static let mostAhead = 64

  private let scratch: ScratchStore
  /// A byte for each further document that the run may finish.
  private let room: WakePipe
  private var documents: AsyncThrowingStream<ScanPath, any Error>.Iterator
  private var store: ResultStore?

  init(_ source: PageSequence.Source) throws {
    let (scratch, stop) = (try ScratchStore(), try StopRequest())
    var settings = try RunSettings(store: scratch.path, source.request)
    (settings.inputs, settings.base) = (source.inputs, source.base)
    settings.inputsArePatterns = false
    (settings.include, settings.exclude) = (source.include, source.exclude)
    (settings.settle, settings.stopGrace) = (0, 0)
    if let picture = source.picture {
      try scratch.write(picture: picture)
      settings.inputs = [scratch.picture]
    }
    (self.scratch, room) = (scratch, try WakePipe())
    for _ in 0..<Self.mostAhead { room.wake() }
    let (stream, continuation) = AsyncThrowingStream<ScanPath, any Error>.makeStream()
    documents = stream.makeAsyncIterator()
    guard source.known == nil else {
      continuation.finish()
      return
    }
    continuation.onTermination = { _ in stop.stop() }
    Thread { [settings, room] in
      // The run keeps the folder until it ends.
      withExtendedLifetime(scratch) {
        do {
          let sink = DocumentSink(continuation, room: room)
          _ = try Run.BatchRun(settings: settings, observer: Observer { _ in }, sink: sink, signals: stop).run()
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }.start()
  }

  /// Removes the texts at once: the program may end before the run does.
  deinit { scratch.remove() }

  /// The pages of the next document; nil after the last.
  ///
  /// After the last document and after an error it removes the folder.
  func next() async throws -> [Page]? {
    do {
      if let path = try await documents.next() {
        room.wake()
        return try pages(of: path)
      }
      if Task.isCancelled { throw HanScanError.cancelled }
    } catch {
      scratch.remove()
      throw error
    }
    scratch.remove()
    return nil
  }

  private func pages(of path: ScanPath) throws -> [Page] {
    let store = try store ?? ResultStore(scratch.path, mode: .readOnly)
    self.store = store
    let count = try store.document(path)?.entry.pageCount ?? 0
    return try (0..<count).compactMap { try store.page(path, $0).map { try Page($0.record) } }
  }
}

/// Passes on the documents of a run as they finish.
private final class DocumentSink: ResultSink {
  private let continuation: AsyncThrowingStream<ScanPath, any Error>.Continuation
  private let room: WakePipe

  init(_ continuation: AsyncThrowingStream<ScanPath, any Error>.Continuation, room: WakePipe) {
    (self.continuation, self.room) = (continuation, room)
  }

  func documentFinished(
    _ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience
  ) -> SinkAnswer {
    while !room.take() {
      guard case .untilReadable(let stop) = patience else { return .interrupted }
      if waitForInput([room.descriptor, stop], milliseconds: -1)[1] { return .interrupted }
    }
    continuation.yield(path)
    return .taken
  }
}

extension RunSettings {
  /// The settings of a run that reads as a request says.
  init(store: ScanPath, _ request: RecognizeTextRequest) throws(HanScanError) {
    self.init(store: store, executable: try WorkerProgram.path())
    pictures.reader = try request.readerSettings()
    pictures.limits.timeout = request.pageTimeout
    (pictures.requiresSandbox, pictures.workers) = (request.requiresSandbox, request.workers)
  }
}
