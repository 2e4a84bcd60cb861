import Documents
import Ingest
package import Run
package import RunSupport
import PageModel
import PictureFormats

/// The cost of each of an input's shards, from the headers of its scans alone, and the best number of shards.
///
/// A scan's path decides its shard, so the shards become about even, the more so the more scans each has. With more
/// shards than nodes a finished node takes the next one; each shard has a cost of its own.
package struct ClusterPlan: Sendable {
  /// A machine's time for pages: seconds of one core, as measured (see Cluster.md).
  package struct Cost: Sendable {
    /// For each page of a receipt; `megapixel` for each million of its pixels.
    package var page = 1.53
    package var megapixel = 0.012
    /// For each page of a document, which has more text: headers tell only PDF documents from receipts.
    package var documentPage = 3.6
    /// For each shard: the program's start, its models, and copying the store.
    package var shard = 5.0
    package init() {}
  }

  package struct Load: Sendable {
    package fileprivate(set) var scans = 0
    package fileprivate(set) var pages = 0
    package fileprivate(set) var pixels = 0.0
    /// Seconds on a node.
    package fileprivate(set) var seconds = 0.0
  }

  package let nodes: Int
  /// The shards of the best division, in their order.
  package let shards: [Load]
  /// Seconds until the last node has finished.
  package let makespan: Double
  /// The work of all nodes as a share of their capacity in that time.
  package let efficiency: Double
  /// PDF documents, archives and mails, whose pages only another program can count: their size gives an estimate.
  package let uncounted: Int

  /// Numbers of shards for each node that are tried.
  static let divisions = [1, 2, 3, 4, 6, 8, 12, 16]
  /// The least share of the time that a division must save over one with fewer shards.
  private static let worthwhile = 0.01

  /// Reads the headers of every scan of the input.
  ///
  /// - Parameters:
  ///   - settings: The files to read, and their limits.
  ///   - cores: Of each node.
  package init(_ settings: RunSettings, nodes: Int, cores: Int, cost: Cost = Cost()) throws(RunFailure) {
    do {
      let counts = Self.divisions.map { $0 * nodes }.filter { $0 <= Shard.mostShards }
      var loads = counts.map { [Load](repeating: Load(), count: $0) }
      var uncounted = 0
      var options = ScannerOptions()
      options.include = settings.include.map { ScanPath($0) }
      options.exclude = settings.exclude.map { ScanPath($0) }
      options.maximumDepth = settings.depth
      options.settle = .zero
      options.base = settings.base
      let scanner = try Scanner(inputs: settings.inputs.map(ScanInput.argument), options: options)
      while let entry = try scanner.next() {
        guard case .document(let file) = entry else { continue }
        let work = Self.work(in: file, settings)
        if work.basis != .headers { uncounted += 1 }
        let pixels = work.pixels.reduce(0, +)
        let (count, page) = (work.pixels.count, work.basis == .documentSize ? cost.documentPage : cost.page)
        let seconds = Double(count) * page + pixels / 1e6 * cost.megapixel
        for division in counts.indices {
          let shard = Shard.index(of: file.relative, among: counts[division]) - 1
          loads[division][shard].scans += 1
          loads[division][shard].pages += count
          loads[division][shard].pixels += pixels
          loads[division][shard].seconds += seconds / Double(cores)
        }
      }
      var best = 0
      var spans = [Double]()
      for division in counts.indices {
        for shard in loads[division].indices { loads[division][shard].seconds += cost.shard }
        spans.append(Self.makespan(of: loads[division].map(\.seconds), nodes: nodes))
        if spans[division] < spans[best] * (1 - Self.worthwhile) { best = division }
      }
      (self.nodes, self.uncounted) = (nodes, uncounted)
      (shards, makespan) = (loads[best], spans[best])
      let all = shards.reduce(0) { $0 + $1.seconds - cost.shard }
      efficiency = makespan > 0 ? all / (Double(nodes) * makespan) : 1
    } catch {
      throw RunFailure(error)
    }
  }

  /// Seconds until the last shard is whole, if each free node takes the next shard in order, like a job array.
  static func makespan(of shards: [Double], nodes: Int) -> Double {
    var free = [Double](repeating: 0, count: max(1, nodes))
    for seconds in shards {
      guard let node = free.indices.min(by: { free[$0] < free[$1] }) else { break }
      free[node] += seconds
    }
    return free.max() ?? 0
  }

  /// The basis of a count of pages: a file's headers, or its size if only another program can open it.
  private enum Basis { case headers, documentSize, archiveSize }

  /// The pixels of each page that would be read.
  private static func work(in file: ScanFile, _ settings: RunSettings) -> (pixels: [Double], basis: Basis) {
    let limits = settings.pictures.documentLimits
    func guessed(_ bytes: Int64, _ pixels: Double, atMost most: Int) -> [Double] {
      Array(repeating: pixels, count: Int(min(max(1, file.size / bytes), Int64(most))))
    }
    guard let session = try? DocumentSession.open(file, limits: limits) else { return ([], .headers) }
    if case .container = session.kind {
      return (guessed(memberBytes, memberPixels, atMost: mostMembers), .archiveSize)
    }
    guard session.kind.isRead else { return ([], .headers) }
    guard session.isCounted else {
      return (guessed(drawnBytes, drawnPixels, atMost: limits.maximumPages), .documentSize)
    }
    let pixels = (0..<session.pageCount).compactMap { index -> Double? in
      guard let slot = session.page(at: index), case .readable = slot.state else { return nil }
      return Double(slot.width) * Double(slot.height)
    }
    return (pixels, .headers)
  }

  /// A scanned page of a PDF at 300 dots an inch, A4: its pixels and approximate bytes.
  private static let drawnPixels = 8.7e6
  private static let drawnBytes: Int64 = 200_000
  /// The same of a picture in an archive or a mail, and the most that are counted.
  private static let memberPixels = 2e6
  private static let memberBytes: Int64 = 500_000
  private static let mostMembers = 10_000
}
