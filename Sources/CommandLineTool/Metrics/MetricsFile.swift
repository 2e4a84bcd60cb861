import Documents
import Glibc
import PageModel
import Run
import RunSupport
import Support

/// The file that node_exporter's textfile collector reads: written whole or not at all, during a run and after it.
///
/// A file that cannot be written stops no run: the run reports it at its start and at its end.
final class MetricsFile {
  private let path: String
  /// The store that the run fills; its place is known only when the run has one.
  var store: ScanPath
  /// The start of the whole run, of which a burst is a part.
  private let begun = MetricsFile.now
  private var started = MetricsFile.now
  private var clock = ContinuousClock.now
  private var written = ContinuousClock.now
  private var earlier: RunMetrics.Earlier
  /// The last result of a run that continues to watch.
  private var last: (summary: RunSummary, status: ExitStatus)?
  /// The reason that the last write of the file failed.
  private(set) var problem: String?

  /// The interval between writes of the file during a run.
  let interval = Duration.seconds(15)
  /// The longest file of an earlier run that is read, in bytes.
  private static let limit = 1 << 20

  /// Writes the file for a run that begins.
  init(_ path: String, store: ScanPath) {
    (self.path, self.store) = (path, store)
    let bytes = try? SmallFile.read(path, atMost: Self.limit, onlyRegular: true)
    earlier = RunMetrics.Earlier(in: String(decoding: bytes ?? [], as: UTF8.self))
    write(RunSummary(), status: nil)
  }

  /// A run that watches has something to read.
  func begin() {
    (started, clock, last) = (Self.now, .now, nil)
    write(RunSummary(), status: nil)
  }

  /// A run that watches has read all that there is, and waits: what it last came to holds now, too.
  func stillDone() {
    guard let last, ContinuousClock.now - written >= interval else { return }
    // A page that has failed is told as such; nothing is left unread, as after a run that has met nothing new.
    note(status: last.status == .pagesFailed ? .success : last.status)
    write(last.summary, status: last.status, seconds: last.summary.seconds)
  }

  /// Takes changed counts, and writes them if the last write is long enough ago.
  func note(_ summary: RunSummary) {
    guard ContinuousClock.now - written >= interval else { return }
    write(summary, status: nil)
  }

  /// The run has stopped; without a summary nothing is known of what it did.
  ///
  /// At the end of a watch the summary is that of all bursts, and its seconds are those that the bursts took.
  func finish(_ summary: RunSummary = RunSummary(), status: ExitStatus, endsWatch: Bool = false) {
    note(status: status)
    last = (summary, status)
    if endsWatch { started = begun }
    write(summary, status: status, seconds: endsWatch ? summary.seconds : nil)
  }

  private func note(status: ExitStatus) {
    if status == .success || status == .pagesFailed { earlier.completed = Self.now }
    if status == .success { earlier.succeeded = Self.now }
  }

  private func write(_ summary: RunSummary, status: ExitStatus?, seconds: Double? = nil) {
    written = ContinuousClock.now
    let text = RunMetrics.text(
      of: summary, started: started, seconds: seconds ?? clock.duration(to: .now).seconds, status: status?.code,
      earlier: earlier, store: Self.absolute(store), storeBytes: storeBytes)
    do throws(SystemError) {
      try SmallFile.write(Array(text.utf8), to: path)
      // Another user's collector reads it, whatever the mask of this process says.
      chmod(path, 0o644)
      problem = nil
    } catch {
      problem = "--metrics \(path) can't be written: \(error)"
    }
  }

  /// The path from the root on: two archives of a machine must not have one name.
  private static func absolute(_ path: ScanPath) -> String {
    guard path.bytes.first != UInt8(ascii: "/"), let here = getcwd(nil, 0) else { return "\(path)" }
    defer { free(here) }
    return "\(ScanPath(String(cString: here)).appending(path.bytes))"
  }

  /// The store with what has not been merged into it yet.
  private var storeBytes: Int {
    let files = [store, store.with(suffix: "-wal")]
    return files.reduce(0) { $0 + Int((try? FileStatus.of(path: $1, following: true).get().size) ?? 0) }
  }

  /// Seconds since 1970.
  private static var now: Int { time(nil) }
}
