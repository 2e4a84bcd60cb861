import Foundation
import Glibc
import TestSupport
import Testing

/// Jobs that are killed, stopped, doubled, or run out of disk, and file systems that forget or can't lock.
@Suite struct ShardFaultTests {
  @Test func `a job that is killed after any change of a file loses nothing, and reads nothing twice`() throws {
    let site = try ShardSite(scans: 6)
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
    let site = try ShardSite(scans: 40)
    let child = try ChildProgram(Desk.program, site.words("first") + ["--jobs", "1"])
    // A moment when some pages have finished and others have not.
    #expect(child.finishes(pages: 4))
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

  @Test func `of two jobs with one shard the second exits with 75 and names the first`() throws {
    let site = try ShardSite()
    mkdir(site.shards, 0o755)
    mkdir(site.folder, 0o755)
    let program = """
      import fcntl, sys
      file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX)
      print('{\"pid\": 1234, \"since\": 1, \"host\": \"elsewhere\"}', file=file, flush=True); print('held', flush=True); sys.stdin.read()
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
    let site = try ShardSite()
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
    let site = try ShardSite()
    let log = RunLog(try site.desk.hanscan(site.words("disk"), faults: ["HANSCAN_STALE=2"]))
    #expect(log.status == 0, "\(log.outcome.errorText)")
    try site.check()
  }

  @Test(arguments: [0, 40_000, 120_000])
  func `a disk without room ends the job with 73, and the shard is read elsewhere`(bytes: Int) throws {
    let site = try ShardSite()
    let full = try ChildProgram.run(
      "/usr/bin/prlimit", ["--fsize=\(bytes)", Desk.program] + site.words("disk"))
    #expect(full.status == 73 || full.status == 74, "\(full.errorText)")
    #expect(RunLog(full).error?.isEmpty == false)
    #expect(!FileManager.default.fileExists(atPath: "\(site.folder)/manifest.json"))
    #expect(try site.read("elsewhere").status == 0)
    try site.check()
    #expect(try site.read("disk").read == 0)
    try site.check()
  }

  @Test func `a store that a node has left from before the shard was whole is not gone on with`() throws {
    let site = try ShardSite(scans: 6)
    let killed = try site.desk.hanscan(site.words("first"), faults: ["HANSCAN_DIE_AT=90"])
    #expect(killed.signal == SIGKILL)
    #expect(try site.read("second").status == 0)
    try site.desk.put(Drawing.number(77), "77.pnm")
    let log = try site.read("first")
    #expect(log.status == 0)
    #expect(log.read == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: site.desk.scratch.path(of: "first")).isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes folders of others"))
  func `a folder that others have put where the store goes is not taken`() throws {
    let site = try ShardSite(scans: 4)
    let disk = site.desk.scratch.path(of: "disk")
    #expect(try site.desk.hanscan(site.words("disk"), faults: ["HANSCAN_DIE_AT=60"]).signal == SIGKILL)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: disk).first)
    let folder = "\(disk)/\(name)"
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    }
    #expect(try mode() == 0o700)
    for (owner, mode) in [(uid_t(65_534), mode_t(0o755)), (0, 0o777)] {
      chown(folder, owner, 0)
      chmod(folder, mode)
      let log = try site.read("disk")
      #expect(log.status == 73)
      #expect(log.error?.contains("others may write") == true, "\(log.error ?? "")")
    }
    try FileManager.default.removeItem(atPath: folder)
    symlink("/tmp", folder)
    #expect(try site.read("disk").status == 73)
    unlink(folder)
    #expect(try site.read("disk").status == 0)
    try site.check()
  }

  @Test func `what killed jobs left in the shard's folder is removed by the next one`() throws {
    let site = try ShardSite(scans: 4)
    #expect(try site.read("disk").status == 0)
    for name in ["incoming-12ab.sqlite", "manifest.json.77.part"] {
      try site.desk.scratch.write([1], to: "shards/shard-1-of-1/\(name)")
    }
    #expect(try site.read("disk").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: site.folder)
    #expect(left.allSatisfy { !$0.hasPrefix("incoming") && !$0.hasSuffix(".part") }, "\(left)")
    try site.check()
  }
}
