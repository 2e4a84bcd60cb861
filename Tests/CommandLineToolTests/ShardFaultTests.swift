import Foundation
import Glibc
import PageModel
import TestSupport
import Testing

@testable import CommandLineTool

/// Jobs that are killed, stopped, doubled, or run out of disk, and file systems that forget or can't lock.
@Suite struct ShardFaultTests {
  /// A desk with a few scans, and what one undisturbed shard of them makes.
  private final class Site {
    let desk: Desk
    var shards: String { desk.scratch.path(of: "shards") }
    var folder: String { "\(shards)/shard-1-of-1" }
    /// What one machine makes of the scans.
    let expected: [UInt8]

    init(scans: Int = 12) throws {
      desk = try Desk()
      for number in 1...scans { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
      let one = desk.scratch.path(of: "one")
      try desk.run(out: one)
      expected = try desk.hanscan(["export", "--stdout", "--format", "json", "--out", one]).output
    }

    func words(_ scratch: String?) -> [String] {
      let place = scratch.map { ["--scratch", desk.scratch.path(of: $0)] } ?? []
      return ["run", desk.inbox, "--out", shards, "--shard", "1/1", "--log", "json"] + Desk.quick + place
    }

    func read(_ scratch: String? = nil) throws -> RunLog { RunLog(try desk.hanscan(words(scratch))) }

    /// Whether the joined store is what one machine would have made, and nothing else is left.
    func check(_ label: String = "") throws {
      try? FileManager.default.removeItem(atPath: desk.out)
      let merged = try desk.hanscan(["merge", shards, "--out", desk.out])
      #expect(merged.status == 0, "\(label) \(merged.errorText)")
      #expect(
        try desk.hanscan(["export", "--stdout", "--format", "json", "--out", desk.out]).output == expected, "\(label)")
    }
  }

  @Test func `a job that is killed after any change of a file loses nothing, and reads nothing twice`() throws {
    let site = try Site(scans: 6)
    var kills = 0
    for number in stride(from: 3, through: 240, by: 23) {
      try? FileManager.default.removeItem(atPath: site.shards)
      let killed = try site.desk.hanscan(site.words("disk"), faults: ["HANSCAN_DIE_AT=\(number)"])
      if killed.signal == SIGKILL { kills += 1 }
      let log = try site.read("disk")
      #expect(log.status == 0, "\(number): \(log.outcome.errorText)")
      try site.check("\(number)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: site.desk.scratch.path(of: "disk")).isEmpty, "\(number)")
    }
    #expect(kills > 5)
  }

  @Test func `a job that is stopped leaves its pages for the next one, on whatever machine that runs`() throws {
    let site = try Site(scans: 40)
    let child = try ChildProgram(Desk.program, site.words("first") + ["--jobs", "1"])
    // A moment when some pages have finished and others have not.
    let watcher = try ChildProgram("/usr/bin/python3", ["-I", "-c", Self.watch, site.desk.scratch.path(of: "first")])
    #expect(watcher.line() == "some")
    child.signal(SIGTERM)
    let stopped = RunLog(child.finish())
    #expect(stopped.status == 143, "\(stopped.outcome.errorText)")
    let read = try #require(stopped.read)
    #expect(read > 0 && read < 40)
    #expect(!FileManager.default.fileExists(atPath: "\(site.folder)/manifest.json"))
    #expect(try site.desk.hanscan(["merge", site.shards, "--out", site.desk.out]).status == 66)
    let rest = try site.read("second")
    #expect(rest.status == 0, "\(rest.outcome.errorText)")
    #expect(rest.read == 40 - read)
    try site.check()
    #expect(try site.read("third").read == 0)
    try site.check()
    let left = try FileManager.default.contentsOfDirectory(atPath: site.folder)
    #expect(left.filter { $0.hasSuffix(".sqlite") }.count == 1)
  }

  /// Waits until some pages are in the store below a folder.
  private static let watch = """
    import glob, sqlite3, sys, time
    while True:
        try:
            path = glob.glob(sys.argv[1] + '/*/hanscan.sqlite')[0]
            store = sqlite3.connect('file:' + path + '?mode=ro', uri=True)
            if store.execute('SELECT count(*) FROM pages').fetchone()[0] > 3: break
        except (IndexError, sqlite3.Error): pass
        time.sleep(0.01)
    print('some', flush=True)
    """

  @Test func `of two jobs with one shard the second exits with 75 and names the first`() throws {
    let site = try Site()
    mkdir(site.shards, 0o755)
    mkdir(site.folder, 0o755)
    let program = """
      import fcntl, sys
      file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX)
      print('pid=1234\\nsince=1\\nhost=elsewhere', file=file, flush=True); print('held', flush=True); sys.stdin.read()
      """
    let holder = try ChildProgram("/usr/bin/python3", ["-I", "-c", program, "\(site.folder)/lock"])
    #expect(holder.line() == "held")
    let log = try site.read("disk")
    #expect(log.status == 75)
    #expect(log.error?.contains("process 1234 on elsewhere") == true, "\(log.error ?? "")")
    holder.signal(SIGKILL)
    _ = holder.finish()
    #expect(try site.read("disk").status == 0)
    try site.check()
  }

  @Test func `where nothing can be locked two jobs with one shard leave one result that is whole`() throws {
    let site = try Site()
    let children = try ["first", "second"].map { name in
      try ChildProgram(
        "/bin/sh", ["-c", "exec \"$0\" \"$@\"", Desk.program] + site.words(name),
        environment: ["LD_PRELOAD=" + site.desk.faultLibrary(), "HANSCAN_NO_LOCKS=1"])
    }
    // The store of each is on a disk of its own, where locks fail as well: one of the two may be refused for that.
    for child in children { _ = child.finish() }
    #expect(try site.read("third").status == 0)
    try site.check()
  }

  @Test func `a file server that forgets what it gave out is asked again`() throws {
    let site = try Site()
    let log = RunLog(try site.desk.hanscan(site.words("disk"), faults: ["HANSCAN_STALE=2"]))
    #expect(log.status == 0, "\(log.outcome.errorText)")
    try site.check()
  }

  @Test(arguments: [0, 40_000, 120_000])
  func `a disk without room ends the job with 73, and the shard is read elsewhere`(bytes: Int) throws {
    let site = try Site()
    let full = try ChildProgram.run(
      "/usr/bin/prlimit", ["--fsize=\(bytes)", Desk.program] + site.words("disk"), within: 120)
    #expect(full.status == 73 || full.status == 74, "\(full.errorText)")
    #expect(RunLog(full).error?.isEmpty == false)
    #expect(!FileManager.default.fileExists(atPath: "\(site.folder)/manifest.json"))
    #expect(try site.read("elsewhere").status == 0)
    try site.check()
    #expect(try site.read("disk").read == 0)
    try site.check()
  }

  @Test func `a store that a node has left from before the shard was whole is not gone on with`() throws {
    let site = try Site(scans: 6)
    let killed = try site.desk.hanscan(site.words("first"), faults: ["HANSCAN_DIE_AT=90"])
    #expect(killed.signal == SIGKILL)
    #expect(try site.read("second").status == 0)
    try site.desk.put(Drawing.number(77), "77.pnm")
    let log = try site.read("first")
    #expect(log.status == 0)
    #expect(log.read == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: site.desk.scratch.path(of: "first")).isEmpty)
  }

  @Test func `the part comes from Slurm's variables where these say which`() throws {
    let tasks = [
      "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8",
      "SLURM_ARRAY_TASK_COUNT": "8",
    ]
    #expect("\(try ShardOptions.shard("2/5", environment: [:]))" == "2/5")
    #expect("\(try ShardOptions.shard("slurm", environment: tasks))" == "3/8")
    #expect("\(try ShardOptions.shard("slurm/20", environment: ["SLURM_ARRAY_TASK_ID": "3"]))" == "3/20")
    for text in ["", "/", "1", "0/3", "4/3", "a/b", "1/2/3", "slurm/2", "slurm/", "slurm/x", "-1/3", "1/99999999999"] {
      #expect(throws: CommandFailure.self, "\(text)") { try ShardOptions.shard(text, environment: tasks) }
    }
    // Tasks that are submitted again are no new division.
    for (name, value) in [("MIN", "2"), ("COUNT", "7"), ("ID", "x"), ("MAX", "")] {
      var others = tasks
      others["SLURM_ARRAY_TASK_\(name)"] = value
      #expect(throws: CommandFailure.self, "\(name)") { try ShardOptions.shard("slurm", environment: others) }
    }
    #expect(throws: CommandFailure.self) { try ShardOptions.shard("slurm", environment: [:]) }
  }

  @Test func `what a shard has no use for is refused before anything is made`() throws {
    let desk = try Desk()
    let out = desk.out
    for words in [
      ["--shard", "1/2", "--stdout", "--out", out], ["--shard", "1/2", "--format", "json", "--out", out],
      ["--shard", "1/2"], ["--scratch", out, "--out", out], ["--shard", "3/2", "--out", out],
      ["--shard", "1/2", "--store", out + "/s", "--out", out],
    ] {
      let outcome = try desk.hanscan(["run", desk.inbox] + words)
      #expect(outcome.status == 64, "\(words): \(outcome.errorText)")
    }
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `the sample job is the one that plan prints, and says paths as a shell takes them`() throws {
    let job = SlurmJob(
      inputs: [ScanPath("/archive/scans")], shards: ScanPath("/archive/shards"), joined: ScanPath("/archive/texts"),
      count: 160, nodes: 20, cores: 8, options: "")
    let samples = Samples.scans.replacingOccurrences(of: "samples/scans", with: "samples/slurm")
    #expect(try String(contentsOfFile: "\(samples)/hanscan.sbatch", encoding: .utf8) == job.text)
    #expect(SlurmJob.quoted(ScanPath("a/b-1_2.x")) == "a/b-1_2.x")
    #expect(SlurmJob.quoted(ScanPath("it's $(x)")) == "'it'\\''s $(x)'")
    #expect(SlurmJob.quoted(ScanPath("")) == "''")
  }

  @Test func `a plan divides what the headers say, and its shares add up to the whole`() throws {
    let desk = try Desk()
    for number in 1...30 { try desk.put(Drawing.number(number), "\(number).pnm") }
    try desk.put(Drawing.tiff([Drawing.number(1), Drawing.number(2)]), "two.tif")
    try desk.put([], "empty.png")
    let plan = try desk.hanscan([
      "cluster", "plan", desk.inbox, "--nodes", "3", "--cores", "2", "--out", desk.out, "--exclude", "1.pnm",
    ])
    #expect(plan.status == 0, "\(plan.errorText)")
    #expect(plan.errorText.contains("3 shards for 3 nodes, 31 pages"), "\(plan.errorText)")
    #expect(plan.outputText.contains("\ninputs=(\(desk.inbox))\n"))
    #expect(plan.outputText.contains("\noptions=(--exclude 1.pnm)\n"))
    #expect(plan.outputText.contains("\ncount=3\n"))
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    #expect(try desk.hanscan(["cluster", "plan", desk.inbox, "--nodes", "3"]).status == 64)
    #expect(try desk.hanscan(["cluster", "plan", "/nowhere", "--nodes", "3", "--out", desk.out]).status == 66)
  }

  @Test func `status tells every shard, and a run`() throws {
    let site = try Site(scans: 6)
    #expect(try site.desk.hanscan(["status", site.shards]).status == 66)
    #expect(
      try site.desk.hanscan(["status", site.desk.scratch.path(of: "one")]).outputText.hasPrefix(
        "6 pages: 6 recognised\n"))
    let words = ["run", site.desk.inbox, "--out", site.shards] + Desk.quick
    #expect(try site.desk.hanscan(words + ["--shard", "2/3"]).status == 0)
    let killed = try site.desk.hanscan(words + ["--shard", "3/3"], faults: ["HANSCAN_DIE_AT=30"])
    #expect(killed.signal == SIGKILL)
    let outcome = try site.desk.hanscan(["status", site.shards, "--json"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let rows = try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(rows.map { $0["state"] as? String } == ["waiting", "whole", "reading"])
    #expect(rows.map { $0["shard"] as? Int } == [1, 2, 3])
    let table = try site.desk.hanscan(["status", site.shards]).outputText
    #expect(table.contains("3 shards: 1 whole, 1 reading, 1 waiting"), "\(table)")
    // Nobody has read a page by now: there is no rate.
    #expect(table.split(separator: "\n").last?.contains("pages/s") == false, "\(table)")
  }

  @Test func `machines that know only ssh read every shard once, and one that is gone is made up for`() throws {
    let site = try Site(scans: 10)
    // In place of a network: the command runs here, and one machine is never there.
    try site.desk.scratch.write(
      Array("#!/bin/sh\nfor word; do :; done\ncase \"$*\" in *gone*) exit 255;; esac\nexec bash -c \"$word\"\n".utf8),
      to: "bin/ssh")
    let options = Desk.quick.joined(separator: " ")
    try site.desk.scratch.write(
      Array(
        "#!/bin/sh\nif [ $1 = run ]; then exec \(Desk.program) \"$@\" \(options); fi\nexec \(Desk.program) \"$@\"\n"
          .utf8),
      to: "bin/hanscan")
    let bin = site.desk.scratch.path(of: "bin")
    for name in ["ssh", "hanscan"] { chmod("\(bin)/\(name)", 0o755) }
    let script = Samples.scans.replacingOccurrences(of: "samples/scans", with: "samples/slurm/ssh.sh")
    let outcome = try ChildProgram.run(
      "/bin/bash", [script, site.desk.inbox, site.shards, site.desk.out, "4", "first", "gone", "third"],
      environment: ["PATH=\(bin):/usr/bin:/bin", "TMPDIR=\(site.desk.scratch.path(of: "disk"))"], within: 120)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(
      try site.desk.hanscan(["export", "--stdout", "--format", "json", "--out", site.desk.out]).output == site.expected)
  }
}
