import Foundation
import Glibc
import TestSupport
import Testing

/// How an input is divided into jobs, and what is told of them.
@Suite struct ShardJobTests {
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
    let site = try ShardSite(scans: 6)
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

  @Test func `jobs that are all dead are told as silent, and since when`() throws {
    let site = try ShardSite(scans: 6)
    let words = ["run", site.desk.inbox, "--out", site.shards] + Desk.quick
    for part in 1...2 {
      let killed = try site.desk.hanscan(words + ["--shard", "\(part)/2"], faults: ["HANSCAN_DIE_AT=30"])
      #expect(killed.signal == SIGKILL)
    }
    let fresh = try site.desk.hanscan(["status", site.shards]).outputText
    #expect(fresh.contains("2 shards: 2 reading"), "\(fresh)")
    for part in 1...2 {
      let time = timeval(tv_sec: Glibc.time(nil) - 7_200, tv_usec: 0)
      try #require(utimes("\(site.shards)/shard-\(part)-of-2/progress.json", [time, time]) == 0)
    }
    let old = try site.desk.hanscan(["status", site.shards]).outputText
    #expect(old.contains("silent for 2 h") && old.contains("2 shards: 2 silent"), "\(old)")
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(site.shards)/shard-1-of-2")
    #expect(!left.contains { $0.hasPrefix("status") }, "\(left)")
  }

  @Test func `status counts what a shard had before its job was put back`() throws {
    let site = try ShardSite()
    #expect(try site.read("disk").status == 0)
    for number in 1...3 { try site.desk.put(Drawing.number(number * 7), "new-\(number).pnm") }
    let killed = try site.desk.hanscan(site.words("disk"), faults: ["HANSCAN_DIE_AT=40"])
    #expect(killed.signal == SIGKILL)
    let row = try site.desk.hanscan(["status", site.shards, "--json"]).outputText
    let object = try #require(try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
    #expect(object["state"] as? String == "reading")
    #expect(object["pages"] as? Int ?? 0 >= 12, "\(row)")
  }

  @Test func `a plan refuses what no task could do, and judges archives by their size`() throws {
    let desk = try Desk()
    let words = ["cluster", "plan", desk.inbox, "--nodes", "2", "--cores", "1"]
    let empty = try desk.hanscan(words + ["--out", "shards"])
    #expect(empty.status == 66 && empty.output.isEmpty, "\(empty.errorText)")
    try desk.put(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 20, count: 5_000_000), "many.zip")
    let plan = try desk.hanscan(words + ["--out", "shards/"])
    #expect(plan.status == 0, "\(plan.errorText)")
    #expect(plan.outputText.contains("\njoined=shards-joined\n"))
    #expect(
      plan.errorText.contains("10 pages") && plan.errorText.contains("1 file (PDF, archive or mail) judged by size"))
    for more in [["--out", "."], ["--out", "s", "--run", "--nonsense"], ["--out", "s", "--run", "--shard 3/4"]] {
      #expect(try desk.hanscan(words + more).status == 64, "\(more)")
    }
    #expect(try desk.hanscan(words + ["--out", "s", "--run", "--lang eng --level fast"]).status == 0)
  }

  @Test func `machines that know only ssh read every shard once, and one that is gone is made up for`() throws {
    let site = try ShardSite(scans: 10)
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
      environment: ["PATH=\(bin):/usr/bin:/bin", "TMPDIR=\(site.desk.scratch.path(of: "disk"))"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(
      try site.desk.hanscan(["export", "--stdout", "--format", "json", "--out", site.desk.out]).output == site.expected)
    // The same call again takes what was added.
    try site.desk.put(Drawing.number(4242), "added.pnm")
    let again = try ChildProgram.run(
      "/bin/bash", [script, site.desk.inbox, site.shards, site.desk.out, "4", "first", "third"],
      environment: ["PATH=\(bin):/usr/bin:/bin", "TMPDIR=\(site.desk.scratch.path(of: "disk"))"])
    #expect(again.status == 0, "\(again.errorText)")
    #expect(try site.desk.list().count == 11)
  }
}
