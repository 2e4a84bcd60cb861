import Documents
import Ingest
package import RunSupport
import Glibc
package import PageModel
import Support

/// The progress of an input's shards, from their jobs' entries in the folders.
package struct ShardStatus: Sendable {
  package enum State: String, Codable, Sendable {
    /// No job has begun it.
    case waiting
    case reading
    /// Its job has not reported for long: it was killed, or its machine is gone.
    case silent
    /// A signal stopped its job; the next one continues.
    case stopped
    /// Its job failed before it was whole; the message gives the reason.
    case failed
    case whole
  }

  package struct Row: Sendable {
    package let shard: Int
    package var state: State
    package var pages = 0
    package var failed = 0
    /// Pages a second of its job; nil before the first page.
    package var rate: Double?
    /// Seconds that its job has worked.
    package var seconds = 0.0
    /// Estimated seconds until it is whole.
    package var left: Double?
    package var host = ""
    package var message: String?
    /// Seconds since its job's last report, if it is silent.
    package var silence: Double?
    /// It takes much longer than the others.
    package var isStraggler = false
  }

  /// All shards of the division, including those that nobody has begun.
  package private(set) var rows: [Row]

  /// A job that has not reported for this many seconds is silent.
  static let silence = 90.0
  /// A shard that takes this many times as long as the median is a straggler: about the time of a node of half the
  /// speed.
  static let slowness = 1.6

  /// - Parameter paths: Folders of shards, or folders that hold such.
  package init(_ paths: [ScanPath]) throws(RunFailure) {
    var rows: [Int: Row] = [:]
    var times: [Int: (heard: Double, folder: ScanPath)] = [:]
    var count: Int?
    for folder in try ShardSet.folders(in: paths) {
      let manifest = try ShardManifest.read(in: folder)
      let written = ShardProgress.read(in: folder)
      guard let number = manifest?.shard ?? written?.progress.shard, let of = manifest?.of ?? written?.progress.of
      else {
        continue
      }
      if let count, count != of {
        throw RunFailure(.usage, "\(folder) is one of \(of) shards, others of \(count): name those of one division")
      }
      guard let shard = Shard(number, of: of) else { continue }
      count = of
      rows[shard.index] = Self.row(shard.index, manifest, written?.progress)
      if let written, rows[shard.index]?.state == .reading { times[shard.index] = (written.time, folder) }
    }
    guard let count else {
      throw RunFailure(.inputMissing, "there are no shards in \(paths.map(\.description).joined(separator: " "))")
    }
    if let latest = times.values.max(by: { $0.heard < $1.heard }) {
      let now = max(latest.heard, Self.clock(at: latest.folder) ?? Double(time(nil)))
      for (number, time) in times where now - time.heard > Self.silence {
        rows[number]?.state = .silent
        rows[number]?.silence = now - time.heard
      }
    }
    self.rows = (1...count).map { rows[$0] ?? Row(shard: $0, state: .waiting) }
    markStragglers()
  }

  /// The time at the shards' file system, in seconds since 1970, whatever the clocks of the machines say.
  private static func clock(at folder: ScanPath) -> Double? {
    let path = folder.appending("status.\(getpid()).\(UInt32.random(in: 0...UInt32.max)).part")
    let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard file >= 0 else { return nil }
    defer {
      close(file)
      path.withCString { _ = unlink($0) }
    }
    guard write(file, "\n", 1) == 1, fsync(file) == 0 else { return nil }
    return timeOfWriting(path).map { Double($0) / 1e9 }
  }

  private static func row(_ shard: Int, _ manifest: ShardManifest?, _ progress: ShardProgress?) -> Row {
    var row = Row(shard: shard, state: .waiting)
    // A whole shard may continue after scans were added.
    if let manifest, progress?.state != .reading {
      (row.state, row.pages) = (.whole, manifest.pageCount)
      row.failed = manifest.count(.failed)
      row.seconds = manifest.seconds
      row.rate = manifest.read > 0 && manifest.seconds > 0 ? Double(manifest.read) / manifest.seconds : nil
      (row.left, row.host) = (0, manifest.host)
      if let progress, progress.state != .whole { row.message = progress.message }
      return row
    }
    guard let progress else { return row }
    row.state = progress.state == .whole ? .failed : progress.state
    row.pages = [progress.pages, progress.earlier].reduce(0) { $0 + $1.values.reduce(0, +) }
    row.failed = [progress.pages, progress.earlier].reduce(0) { $0 + ($1[PageState.failed.rawValue] ?? 0) }
    (row.seconds, row.host, row.message) = (progress.seconds, progress.host, progress.message)
    if progress.read > 0, progress.seconds > 0 { row.rate = Double(progress.read) / progress.seconds }
    // Files of earlier runs take hardly any time; remaining ones are new, unless none was.
    let read = progress.finished - progress.unchanged
    let measured = read > 0 ? read : progress.finished
    if progress.foundAll, measured > 0 {
      row.left = progress.seconds * Double(max(0, progress.found - progress.finished)) / Double(measured)
    }
    return row
  }

  private mutating func markStragglers() {
    let times = rows.compactMap { row in
      row.state == .whole ? row.seconds : row.state == .reading ? row.left.map { $0 + row.seconds } : nil
    }
    guard times.count > 2, let middle = Self.median(times), middle > 0 else { return }
    for index in rows.indices where rows[index].state == .reading {
      let time = rows[index].seconds + (rows[index].left ?? 0)
      rows[index].isStraggler = time > Self.slowness * middle
    }
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  package func count(_ state: State) -> Int { rows.count { $0.state == state } }
  package var pages: Int { rows.reduce(0) { $0 + $1.pages } }
  package var failed: Int { rows.reduce(0) { $0 + $1.failed } }

  /// Pages a second of all reading jobs together; nil before the first page.
  package var rate: Double? {
    let rates = rows.compactMap { $0.state == .reading ? $0.rate : nil }
    return rates.isEmpty ? nil : rates.reduce(0, +)
  }

  /// Seconds until all shards are whole with the present jobs; nil if unknown.
  package var left: Double? {
    let jobs = count(.reading)
    if count(.whole) == rows.count { return 0 }
    guard jobs > 0 else { return nil }
    // Estimate an unstarted shard by those that are whole, or have an estimate of their own.
    let known = rows.compactMap { $0.state == .whole ? $0.seconds : $0.left }
    let usual = Self.median(rows.compactMap { $0.state == .whole ? $0.seconds : nil }) ?? Self.median(known)
    var sum = 0.0
    var most = 0.0
    for row in rows where row.state != .whole {
      guard let left = row.state == .reading ? row.left ?? usual : usual else { return nil }
      sum += left
      if row.state == .reading { most = max(most, left) }
    }
    return max(most, sum / Double(jobs))
  }
}
