import Ingest
public import PageModel

/// How far the shards of an input are, from what their jobs have written into their folders.
public struct ShardStatus: Sendable {
  public enum State: String, Sendable {
    /// No job has begun it.
    case waiting
    case reading
    /// A job has it, and has not been heard of for long: it was killed, or its machine is gone.
    case silent
    case stopped
    case failed
    case whole
  }

  public struct Row: Sendable {
    public let shard: Int
    public var state: State
    public var pages = 0
    public var failed = 0
    /// Pages a second that its job reads; nil before it has read any.
    public var rate: Double?
    /// Seconds that its job has worked.
    public var seconds = 0.0
    /// Seconds until it is whole, as far as can be told.
    public var left: Double?
    public var host = ""
    public var message: String?
    /// It takes much longer than the others.
    public var isStraggler = false
  }

  /// All shards of the division, those that nobody has begun among them.
  public private(set) var rows: [Row]

  /// A job writes every few seconds; one that has not for so many is silent.
  static let silence = 90.0
  /// A shard that takes so many times as long as the one in the middle is a straggler: about what a node of half the
  /// speed of the others makes of it.
  static let slowness = 1.6

  /// - Parameters:
  ///   - paths: Folders of shards, or folders that hold such.
  ///   - now: Seconds since 1970 by this machine's clock.
  public init(_ paths: [ScanPath], now: Double) throws(RunFailure) {
    var rows: [Int: Row] = [:]
    var times: [Int: Double] = [:]
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
      if let written, rows[shard.index]?.state == .reading { times[shard.index] = written.time }
    }
    guard let count else {
      throw RunFailure(.inputMissing, "there are no shards in \(paths.map(\.description).joined(separator: " "))")
    }
    // Times are those of one file server, whatever the clocks of the machines say; a job that is alone has this one's.
    let latest = times.count > 1 ? times.values.max() ?? now : now
    for (number, time) in times where latest - time > Self.silence { rows[number]?.state = .silent }
    self.rows = (1...count).map { rows[$0] ?? Row(shard: $0, state: .waiting) }
    markStragglers()
  }

  private static func row(_ shard: Int, _ manifest: ShardManifest?, _ progress: ShardProgress?) -> Row {
    var row = Row(shard: shard, state: .waiting)
    // A shard that is whole may be gone on with, where scans were added.
    if let manifest, progress?.state != .reading {
      row.state = .whole
      row.pages = manifest.pageCount
      row.failed = manifest.count(.failed)
      row.seconds = manifest.seconds
      row.rate = manifest.read > 0 && manifest.seconds > 0 ? Double(manifest.read) / manifest.seconds : nil
      row.left = 0
      row.host = manifest.host
      if let progress, progress.state != .whole { row.message = progress.message }
      return row
    }
    guard let progress else { return row }
    switch progress.state {
    case .reading: row.state = .reading
    case .stopped: row.state = .stopped
    case .failed, .whole: row.state = .failed
    }
    row.pages = progress.pages.values.reduce(0, +)
    row.failed = progress.pages[PageState.failed.rawValue] ?? 0
    row.seconds = progress.seconds
    row.host = progress.host
    row.message = progress.message
    if progress.read > 0, progress.seconds > 0 { row.rate = Double(progress.read) / progress.seconds }
    if progress.foundAll, progress.finished > 0 {
      row.left = progress.seconds * Double(max(0, progress.found - progress.finished)) / Double(progress.finished)
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

  public func count(_ state: State) -> Int { rows.count { $0.state == state } }

  public var pages: Int { rows.reduce(0) { $0 + $1.pages } }

  public var failed: Int { rows.reduce(0) { $0 + $1.failed } }

  /// Pages a second of all jobs together that read now; nil where none has read a page yet.
  public var rate: Double? {
    let rates = rows.compactMap { $0.state == .reading ? $0.rate : nil }
    return rates.isEmpty ? nil : rates.reduce(0, +)
  }

  /// Seconds until all shards are whole with as many jobs as read now; nil where that can't be told.
  public var left: Double? {
    let jobs = count(.reading)
    if count(.whole) == rows.count { return 0 }
    guard jobs > 0 else { return nil }
    // A shard that nobody has begun takes what those take that are whole, or that say how long they will.
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
