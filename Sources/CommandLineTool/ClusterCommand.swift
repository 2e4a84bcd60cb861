import Cluster
import PageModel
import Run
import RunSupport
import Support

/// `hanscan cluster plan`: divides an input for many machines, and writes the job that reads it.
struct ClusterCommand: Command {
  static let name = "cluster"

  @Option("nodes", "n", value: "N", .integer(1...1_000)) var nodes: Int?
  @Option("cores", value: "N", .integer(1...1_024)) var cores = Program.availableCores
  @Option("out", "o", value: "SHARDS", .path) var output: ScanPath?
  @Option("joined", value: "OUT", .path) var joined: ScanPath?
  @Option("run", value: "OPTIONS", .text) var more = ""
  @Option("seconds", value: "N", .seconds(0.001...3_600)) var pageTime: Double?
  @Option("include", value: "GLOB", all: .text) var include: [String]
  @Option("exclude", value: "GLOB", all: .text) var exclude: [String]
  @Operands(0 ... .max, words: ["plan"]) var words: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    guard words.first?.description == "plan" else { throw RunFailure.usage("say what is to be done: plan") }
    let nodes = try $nodes.required("say how many machines read at a time")
    let shards = try $output.required("say where the shards go")
    let joined = try joined ?? joined(beside: shards)
    try checkRunOptions()
    var settings = RunSettings(store: shards, executable: "")
    settings.inputs = Array(words.dropFirst())
    if settings.inputs.isEmpty { throw RunFailure.usage("say what is to be read: a directory or files") }
    let paths = settings.inputs + [shards, joined]
    if let path = paths.first(where: { String(validating: $0.bytes, as: UTF8.self) == nil }) {
      throw RunFailure.usage("the path must be valid UTF-8 to stand in a job: \(path)")
    }
    (settings.include, settings.exclude) = (include, exclude)
    var cost = ClusterPlan.Cost()
    if let pageTime {
      // A page of usual size has two million pixels.
      let factor = pageTime / (cost.page + 2 * cost.megapixel)
      cost.page *= factor
      cost.megapixel *= factor
      cost.documentPage *= factor
    }
    let plan = try ClusterPlan(settings, nodes: nodes, cores: cores, cost: cost)
    guard plan.shards.contains(where: { $0.scans > 0 }) else {
      throw RunFailure(
        .inputMissing, "there is nothing to read in \(settings.inputs.map(\.description).joined(separator: " "))")
    }
    console.error(verbatim: table(plan), .information)
    let filters =
      include.map { "--include " + SlurmJob.quoted(ScanPath($0)) }
      + exclude.map { "--exclude " + SlurmJob.quoted(ScanPath($0)) }
    let job = SlurmJob.text(
      inputs: settings.inputs, shards: shards, joined: joined, count: plan.shards.count, nodes: nodes, cores: cores,
      options: (filters + [more]).filter { !$0.isEmpty }.joined(separator: " "))
    console.output(verbatim: job)
    return .success
  }

  /// The folder beside that of the shards.
  private func joined(beside shards: ScanPath) throws -> ScanPath {
    var bytes = shards.bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if let last = shards.components.last, ![Array(".".utf8), Array("..".utf8)].contains(last) {
      return ScanPath(bytes: bytes).with(suffix: "-joined")
    }
    throw RunFailure.usage("say where the joined store goes: --joined OUT")
  }

  /// Refuses options of `run` that every task of the job would refuse, or that the job itself says.
  private func checkRunOptions() throws {
    // This does not interpret quotes as a shell would.
    if more.contains(where: { "'\"\\$`*?[".contains($0) }) { return }
    let options = RunCommand.options
    let operands = try ArgumentParser.parse(
      more.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }, into: options)
    if let word = operands.first { throw RunFailure.usage("--run takes options, and '\(word)' is none") }
    let own = ["shard", "out", "scratch", "jobs", "store", "stdout", "format", "watch", "include", "exclude"]
    if let option = options.first(where: { $0.isGiven && own.contains($0.name) }) {
      throw RunFailure.usage("--run can't say --\(option.name): the job does, or it is nothing for a shard")
    }
  }

  /// The most shards to list one by one; of more, only the longest are listed.
  private static let rows = 40

  private func table(_ plan: ClusterPlan) -> String {
    let pages = plan.shards.reduce(0) { $0 + $1.pages }
    let numbered = plan.shards.enumerated().map { (number: $0 + 1, load: $1) }
    let shown =
      numbered.count <= Self.rows
      ? numbered : Array(numbered.sorted { $0.load.seconds > $1.load.seconds }.prefix(10))
    func row(_ cells: [String]) -> String {
      zip(cells, [8, 9, 9, 12, 10]).map { $0.padded(to: $1, isRight: true) }.joined() + "\n"
    }
    let titles: [Message] = ["shard", "scans", "pages", "megapixels", "time"]
    var text = row(titles.map(\.text))
    for (number, load) in shown {
      text += row([
        "\(number)", "\(load.scans)", "\(load.pages)", decimal(load.pixels / 1e6, 1),
        StatusCommand.duration(load.seconds).text,
      ])
    }
    if shown.count < numbered.count { text += said("the \(shown.count) longest of \(numbered.count)\n") }
    text += said("\(counted(numbered.count, "shard")) for \(counted(plan.nodes, "node")), \(counted(pages, "page")): ")
    text += said(
      "about \(StatusCommand.duration(plan.makespan)), nodes busy \(decimal(plan.efficiency * 100, 0)) % of it\n")
    if plan.uncounted > 0 {
      text += said(
        "\(counted(plan.uncounted, "file")) (PDF, archive or mail) judged by size: their pages are counted when they are read\n"
      )
    }
    return text
  }
}
