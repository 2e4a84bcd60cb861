import Export
import PageModel
import Run
import RunSupport

/// A run over directories that keeps its results: a store, and files for each page.
///
/// As `hanscan run` does, it reads what is new since the last run with the same output. Sandboxed workers read.
public struct BatchRun: Sendable {
  /// The names of all formats, such as `text`, `json`, `pdf` and `xlsx`.
  public static var formatNames: [String] { Exporters.all.map(\.name) }

  /// The directories and files to read.
  public var inputs: [String]
  /// The directory below which the scans get their names; by default the common directory of the inputs.
  public var base: String?
  /// The directory of the results, which is made if it is missing; the store is `hanscan.sqlite` in it.
  public var output: String
  /// The names of the formats of the files; without any the results are in the store alone.
  public var formats = ["text"]
  /// The way in which pages are read.
  public var request = RecognizeTextRequest()
  /// Patterns of the files to take; all files if there is none.
  public var include: [String] = []
  /// Patterns of files and directories to leave out, which win over `include`.
  public var exclude: [String] = []
  /// The least seconds since a file's last change; younger ones are waited for at most that long.
  public var settle = 2.0
  /// Whether pages that failed in an earlier run are tried again.
  public var retriesFailed = false

  /// Makes a run with the defaults.
  public init(_ inputs: [String], output: String) {
    (self.inputs, self.output) = (inputs, output)
  }

  /// Runs until everything is read, or until the task is cancelled.
  ///
  /// A cancelled run lets pages in work finish for at most 10 seconds, and its summary says that it was stopped. The
  /// next run continues.
  ///
  /// - Parameter progress: Receives the events of the run in order, on the run's own thread, which waits for it.
  /// - Throws: `usage` for impossible settings, `inputMissing` for a missing or suddenly empty input, `held` if another
  ///   run has the store, `cannotCreate`, `inputOutput` and `unavailable`.
  public func run(progress: @escaping @Sendable (Event) -> Void = { _ in }) async throws(HanScanError) -> Summary {
    let settings = try settings()
    let stop = try StopRequest()
    do {
      return try await withTaskCancellationHandler {
        try await OwnThread.run {
          let summary = try Run.BatchRun(settings: settings, observer: Observer(progress), signals: stop).run()
          if let complaint = summary.complaint, summary.signal == nil { throw complaint }
          return Summary(summary)
        }
      } onCancel: {
        stop.stop()
      }
    } catch {
      throw HanScanError(error)
    }
  }

  private func settings() throws(HanScanError) -> RunSettings {
    guard !inputs.isEmpty else { throw HanScanError(.usage, "a run needs at least one directory or file to read") }
    let directory = ScanPath(output)
    var settings = try RunSettings(store: directory.appending("hanscan.sqlite"), request)
    settings.inputs = inputs.map { ScanPath($0) }
    (settings.inputsArePatterns, settings.base) = (false, base.map { ScanPath($0) })
    (settings.include, settings.exclude) = (include, exclude)
    (settings.settle, settings.retriesFailed) = (settle, retriesFailed)
    settings.output = (
      directory,
      try formats.map { (name) throws(HanScanError) -> any Exporter in
        guard let format = Exporters.named(name) else {
          throw HanScanError(
            .usage, "there is no format \(name); the formats are \(Self.formatNames.joined(separator: ", "))")
        }
        return format
      }
    )
    return settings
  }
}

/// Passes the events of a run on.
final class Observer: RunObserver {
  private let progress: @Sendable (BatchRun.Event) -> Void

  init(_ progress: @escaping @Sendable (BatchRun.Event) -> Void) {
    self.progress = progress
  }

  func run(_ event: RunEvent) {
    switch event {
    case .reading: break
    case .page(let path, let index, let outcome, let read):
      progress(.page(path: path.text, number: index + 1, state: .init(outcome.state), wasRead: read))
    case .retry(let path, let index, let attempt):
      progress(.retry(path: path.text, number: index + 1, reason: attempt.problem.message))
    case .unsettled(let path): progress(.unsettled(path: path.text))
    case .warning(let text): progress(.warning(text))
    case .progress(let finished, let found, let isComplete):
      progress(.documents(finished: finished, found: found, isComplete: isComplete))
    }
  }
}
