import Cluster
import Run
import PageModel

/// `hanscan cluster plan`: divides an input for many machines, and writes the job that reads it.
enum ClusterCommand: Command {
  static let name = "cluster"
  static let summary = "Divide an input into shards of even cost for many machines, and print a Slurm job for them."
  static let operands = ["plan"]
  static let usage = "plan IN... --nodes N --out SHARDS [OPTION...] > hanscan.sbatch"
  static let discussion = """
    Every scan's headers are looked at, no page is read. The shards with their pages, pixels and expected times are told \
    on standard error; the job stands on standard output. 'bash hanscan.sbatch' submits it: an array that reads the \
    shards, and behind it the job that joins them into OUT. samples/slurm has the same for GNU parallel and for ssh.

    Exit status: 0 the plan stands, 64 wrong usage, 66 input missing, or without a scan.
    """
  static let options: [Option] = [
    Option("nodes", "n", value: "N", "Machines that read at a time."),
    Option("cores", value: "N", "Cores of each. Default: those of this machine."),
    Option("out", "o", value: "SHARDS", "Where the shards go: a directory that all machines see."),
    Option("joined", value: "OUT", "Where the joined store goes. Default: SHARDS-joined."),
    Option("run", value: "OPTIONS", "Further options of 'hanscan run' for every shard, in quotes."),
    Option("seconds", value: "N", "Seconds of one core for a page of usual size, as measured with 'hanscan status'."),
    Option("include", value: "GLOB", "Only files that match; may be repeated."),
    Option("exclude", value: "GLOB", "Leave out files that match; may be repeated."),
  ]
  static let examples: [(command: String, meaning: String)] = [
    (
      "hanscan cluster plan inbox --nodes 20 --out shards > hanscan.sbatch && bash hanscan.sbatch",
      "Twenty nodes at a time."
    )
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.first?.bytes == Array("plan".utf8) else {
      throw CommandFailure.usage("say what is to be done: plan")
    }
    guard let nodes = try arguments.integer("nodes", in: 1...1_000) else {
      throw CommandFailure.usage("say how many machines read at a time: --nodes N")
    }
    let cores = try arguments.integer("cores", in: 1...1_024) ?? Program.availableCores
    guard let shards = try arguments.path("out") else {
      throw CommandFailure.usage("say where the shards go: --out SHARDS")
    }
    let joined = try arguments.path("joined") ?? joined(beside: shards)
    let more = try arguments.text("run") ?? ""
    try check(more)
    var settings = RunSettings(store: shards, executable: "")
    settings.inputs = Array(arguments.operands.dropFirst())
    if settings.inputs.isEmpty { throw CommandFailure.usage("say what is to be read: a directory or files") }
    if let path = (settings.inputs + [shards, joined]).first(where: {
      String(validating: $0.bytes, as: UTF8.self) == nil
    }) {
      throw CommandFailure.usage("the path must be valid UTF-8 to stand in a job: \(path)")
    }
    settings.include = try arguments.texts("include")
    settings.exclude = try arguments.texts("exclude")
    var cost = ClusterPlan.Cost()
    if let seconds = try arguments.seconds("seconds", in: 0.001...3_600) {
      // A page of usual size has two million pixels.
      let factor = seconds / (cost.page + 2 * cost.megapixel)
      cost.page *= factor
      cost.megapixel *= factor
      cost.documentPage *= factor
    }
    let plan: ClusterPlan
    do { plan = try ClusterPlan(settings, nodes: nodes, cores: cores, cost: cost) } catch {
      throw CommandFailure(error)
    }
    guard plan.shards.contains(where: { $0.scans > 0 }) else {
      throw CommandFailure(
        .inputMissing, "there is nothing to read in \(settings.inputs.map(\.description).joined(separator: " "))")
    }
    console.error(table(plan), .information)
    let filters =
      settings.include.map { "--include \(SlurmJob.quoted(ScanPath($0)))" }
      + settings.exclude.map { "--exclude \(SlurmJob.quoted(ScanPath($0)))" }
    let job = SlurmJob(
      inputs: settings.inputs, shards: shards,
      joined: joined,
      count: plan.shards.count, nodes: nodes, cores: cores,
      options: (filters + [more]).filter { !$0.isEmpty }.joined(separator: " "))
    console.output(job.text)
    return .success
  }

  /// The folder beside that of the shards.
  private static func joined(beside shards: ScanPath) throws -> ScanPath {
    var bytes = shards.bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if let last = ScanPath(bytes: bytes).components.last, ![Array(".".utf8), Array("..".utf8)].contains(Array(last)) {
      return ScanPath(bytes: bytes + Array("-joined".utf8))
    }
    throw CommandFailure.usage("say where the joined store goes: --joined OUT")
  }

  /// Refuses options of `run` that every task of the job would refuse, or that the job itself says.
  private static func check(_ options: String) throws {
    // What a shell would make of quotes is not looked into.
    if options.contains(where: { "'\"\\$`*?[".contains($0) }) { return }
    let words = options.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    let given = try Arguments(words, options: RunCommand.options)
    if let word = given.operands.first { throw CommandFailure.usage("--run takes options, and '\(word)' is none") }
    let own = ["shard", "out", "scratch", "jobs", "store", "stdout", "format", "watch", "include", "exclude"]
    if let name = own.first(where: { given.has($0) }) {
      throw CommandFailure.usage("--run can't say --\(name): the job does, or it is nothing for a shard")
    }
  }

  /// So many shards are told one by one; of more, the longest.
  private static let rows = 40

  private static func table(_ plan: ClusterPlan) -> String {
    let pages = plan.shards.reduce(0) { $0 + $1.pages }
    let numbered = plan.shards.enumerated().map { (number: $0 + 1, load: $1) }
    let shown =
      numbered.count <= rows
      ? numbered : Array(numbered.sorted { $0.load.seconds > $1.load.seconds }.prefix(10))
    var text = "   shard    scans    pages  megapixels      time\n"
    for (number, load) in shown {
      let cells = [
        ("\(number)", 8), ("\(load.scans)", 9), ("\(load.pages)", 9), (decimal(load.pixels / 1e6, 1), 12),
        (StatusCommand.duration(load.seconds), 10),
      ]
      text += cells.map { String(repeating: " ", count: max(0, $0.1 - $0.0.count)) + $0.0 }.joined() + "\n"
    }
    if shown.count < numbered.count { text += "the \(shown.count) longest of \(numbered.count)\n" }
    text +=
      "\(counted(numbered.count, "shard")) for \(counted(plan.nodes, "node")), \(counted(pages, "page")): "
      + "about \(StatusCommand.duration(plan.makespan)), nodes busy \(decimal(plan.efficiency * 100, 0)) % of it\n"
    if plan.uncounted > 0 {
      text +=
        "\(counted(plan.uncounted, "file")) (PDF, archive or mail) judged by size, as what is in them is counted when "
        + "they are read\n"
    }
    return text
  }
}
