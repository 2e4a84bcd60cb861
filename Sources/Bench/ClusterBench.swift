import Glibc

/// How an input would be read by many machines: measured page times, workers on this one, and nodes that are simulated.
struct ClusterBench {
  let set: PictureSet
  let jobs: Int
  let hanscan: String
  let options: [String]
  /// Pages of the input that is simulated.
  var pages = 10_000_000

  struct Report: Codable, CustomStringConvertible {
    /// Seconds of one core for each picture: processor time, which says the same on a machine that others use, too.
    var pageSeconds: [Double]
    /// The same of a run without a picture.
    var startSeconds: Double
    /// Pages per second by the number of workers on this machine.
    var workers: [Rate]
    var simulated: [ClusterSimulation.Result]

    struct Rate: Codable {
      var workers: Int
      var rate: Double
      /// The rate of each worker, as a share of that of one alone.
      var efficiency: Double
      /// Processor time for a page, and that of one worker alone as a share of it: what is lost to caches and memory.
      var pageSeconds: Double
      var processorEfficiency: Double
    }

    var description: String {
      let mean = pageSeconds.reduce(0, +) / Double(max(1, pageSeconds.count))
      var rows = [["workers", "pages/s", "efficiency", "processor time", "efficiency by it"]]
      for rate in workers {
        rows.append([
          "\(rate.workers)", decimals(rate.rate, 2), percent(rate.efficiency), "\(decimals(rate.pageSeconds, 3)) s",
          percent(rate.processorEfficiency),
        ])
      }
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
      let start = try measure("\(scratch)/empty", into: "\(scratch)/start", jobs: 1)
      var times: [Double] = []
      for (number, picture) in set.pictures.enumerated() {
        let page = try measure("\(set.root)/\(picture)", into: "\(scratch)/page-\(number)", jobs: 1)
        times.append(max(0.01, page.cpuSeconds - start.cpuSeconds))
        say("\(picture): \(decimals(page.cpuSeconds - start.cpuSeconds, 2)) s")
      }
      var rates: [Report.Rate] = []
      var workers = 1
      while workers <= jobs {
        let whole = try measure(set.root, into: "\(scratch)/workers-\(workers)", jobs: workers)
        let count = Double(max(1, times.count))
        let rate = count / max(0.01, whole.seconds - start.seconds)
        let page = max(0.001, whole.cpuSeconds - start.cpuSeconds) / count
        rates.append(
          Report.Rate(
            workers: workers, rate: rate, efficiency: rate / (rates.first?.rate ?? rate) / Double(workers),
            pageSeconds: page, processorEfficiency: (rates.first?.pageSeconds ?? page) / page))
        say("\(workers) at a time: \(decimals(rate, 2)) pages/s")
        workers *= 2
      }
      var simulation = ClusterSimulation(pageSeconds: times)
      simulation.cores = jobs
      let results = [1, 10, 100, 1_000].map { nodes in
        simulation.run(pages: pages, nodes: nodes, shardsForEach: nodes == 1 ? 1 : 8, seed: 1)
      }
      return Report(pageSeconds: times, startSeconds: start.cpuSeconds, workers: rates, simulated: results)
    }
  }

  private func measure(_ input: String, into output: String, jobs: Int) throws(BenchError) -> Measurement {
    let measured = try BenchCommand(
      arguments: [
        hanscan, "run", input, "--out", output, "--format", "json", "--jobs", "\(jobs)", "--quiet", "--settle", "0",
        "--exclude", "*.txt",
      ] + options
    ).measure()
    guard measured.status == 0 || measured.status == 65 else {
      throw BenchError("hanscan exited with status \(measured.status) for \(input)")
    }
    return measured
  }
}

/// The logarithm of the C library, which the simulation takes without all of Glibc's other names.
func naturalLogarithm(_ value: Double) -> Double { log(value) }
