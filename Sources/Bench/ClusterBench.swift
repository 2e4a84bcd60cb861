import Glibc

/// How an input would be read by many machines: measured page times, workers on this one, and nodes that are simulated.
struct ClusterBench {
  let set: PictureSet
  let jobs: Int
  let hanscan: String
  let options: [String]
  /// Pages of the input that is simulated.
  var pages = 10_000_000

  struct Report: Codable {
    /// Seconds of one core for each picture.
    var pageSeconds: [Double]
    /// Seconds of a run without a picture.
    var startSeconds: Double
    /// Pages per second by the number of workers on this machine.
    var workers: [Rate]
    var simulated: [ClusterSimulation.Result]

    struct Rate: Codable {
      var workers: Int
      var rate: Double
      /// The rate of each worker, as a share of that of one alone.
      var efficiency: Double
    }

    var description: String {
      let mean = pageSeconds.reduce(0, +) / Double(max(1, pageSeconds.count))
      var rows = [["workers", "pages/s", "efficiency"]]
      for rate in workers { rows.append(["\(rate.workers)", decimals(rate.rate, 2), percent(rate.efficiency)]) }
      var nodes = [["nodes", "shards", "reading", "joining", "efficiency", "with joining", "slowest", "failures"]]
      for result in simulated {
        nodes.append([
          "\(result.nodes)", "\(result.shards)", "\(decimals(result.reading / 3_600, 2)) h",
          "\(decimals(result.merging / 60, 1)) min", percent(result.efficiency), percent(result.efficiencyJoined),
          "x \(decimals(result.straggler, 2))", "\(result.failures)",
        ])
      }
      return """
        \(pageSeconds.count) pages: \(decimals(mean, 2)) s on average, \(decimals(pageSeconds.max() ?? 0, 2)) s at most; \
        a run without pages \(decimals(startSeconds, 2)) s

        \(Table(rows: rows).description)

        \(Table(rows: nodes).description)
        """
    }
  }

  func run(say: (String) -> Void) throws -> Report {
    try withScratchFolder { scratch in
      try makeFolder("\(scratch)/empty")
      let start = try seconds(of: "\(scratch)/empty", into: "\(scratch)/start", jobs: 1)
      var times: [Double] = []
      for (number, picture) in set.pictures.enumerated() {
        let time = try seconds(of: "\(set.root)/\(picture)", into: "\(scratch)/page-\(number)", jobs: 1)
        times.append(max(0.01, time - start))
        say("\(picture): \(decimals(time - start, 2)) s")
      }
      var rates: [Report.Rate] = []
      var workers = 1
      while workers <= jobs {
        let time = try seconds(of: set.root, into: "\(scratch)/workers-\(workers)", jobs: workers)
        let rate = Double(times.count) / max(0.01, time - start)
        let alone = rates.first?.rate ?? rate
        rates.append(Report.Rate(workers: workers, rate: rate, efficiency: rate / alone / Double(workers)))
        say("\(workers) at a time: \(decimals(rate, 2)) pages/s")
        workers *= 2
      }
      var simulation = ClusterSimulation(pageSeconds: times)
      simulation.cores = jobs
      let results = [1, 10, 100, 1_000].map { nodes in
        simulation.run(pages: pages, nodes: nodes, shardsForEach: nodes == 1 ? 1 : 8, seed: 1)
      }
      return Report(pageSeconds: times, startSeconds: start, workers: rates, simulated: results)
    }
  }

  private func seconds(of input: String, into output: String, jobs: Int) throws(BenchError) -> Double {
    let measured = try BenchCommand(
      arguments: [
        hanscan, "run", input, "--out", output, "--format", "json", "--jobs", "\(jobs)", "--quiet", "--settle", "0",
        "--exclude", "*.txt",
      ] + options
    ).measure()
    guard measured.status == 0 || measured.status == 65 else {
      throw BenchError("hanscan exited with status \(measured.status) for \(input)")
    }
    return measured.seconds
  }
}

/// The logarithm of the C library, which the simulation takes without all of Glibc's other names.
func naturalLogarithm(_ value: Double) -> Double { log(value) }
