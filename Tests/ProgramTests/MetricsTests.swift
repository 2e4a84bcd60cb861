import Foundation
import TestSupport
import Testing

/// What a run tells Prometheus.
@Suite struct MetricsTests {
  /// Samples by name and labels, as an independent parser of the format reads them.
  private func samples(_ path: String) throws -> [String: Double] {
    let program = """
      import json, sys
      from prometheus_client.parser import text_string_to_metric_families as families
      samples = {}
      for family in families(open(sys.argv[1]).read()):
          assert family.documentation and family.type in ("gauge", "summary"), family
          for sample in family.samples:
              labels = dict(sample.labels)
              assert labels.pop("store").startswith("/"), sample
              key = sample.name + "".join(sorted(f"{k}={v}" for k, v in labels.items()))
              assert key not in samples, key
              samples[key] = sample.value
      print(json.dumps(samples))
      """
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-c", program, path])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.outputText.utf8))
    return try #require(object as? [String: Double])
  }

  @Test func `a run leaves its counts, and the time of the last success outlives a run that fails`() throws {
    let desk = try Desk()
    let file = desk.scratch.path(of: "hanscan.prom")
    try desk.put(Drawing.number(1234), "a.pnm")
    try desk.put(Drawing.blank(), "b.pnm")
    try desk.run("--metrics", file)
    let first = try samples(file)
    #expect(first["hanscan_run_pagesstate=recognised"] == 1)
    #expect(first["hanscan_run_pagesstate=blank"] == 1)
    #expect(first["hanscan_run_exit_status"] == 0)
    #expect(first["hanscan_run_in_progress"] == 0)
    #expect(first["hanscan_page_confidence_ratio_count"] == 1)
    #expect(first["hanscan_page_quality_ratioquantile=0.5"] ?? -1 > 0)
    let success = try #require(first["hanscan_last_success_timestamp_seconds"])
    #expect(abs(success - Date().timeIntervalSince1970) < 600)
    #expect(first["hanscan_store_bytes"] ?? 0 > 4096)

    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken.tif")
    let failing = try desk.run("--metrics", file)
    #expect(failing.status == 65)
    let second = try samples(file)
    #expect(second["hanscan_run_exit_status"] == 65)
    #expect(second["hanscan_run_pagesstate=failed"] == 1)
    let reasons = second.filter { $0.key.hasPrefix("hanscan_run_failed_pagesreason=") }
    #expect(reasons.values.reduce(0, +) == 1)
    #expect(second["hanscan_last_success_timestamp_seconds"] == success)
    #expect(second["hanscan_last_completion_timestamp_seconds"] ?? 0 >= success)
  }

  @Test func `a run that can't begin says so, and a file that can't be written costs no page`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1234), "a.pnm")
    let file = desk.scratch.path(of: "hanscan.prom")
    let outcome = try desk.hanscan(["run", desk.inbox + "/none", "--out", desk.out, "--metrics", file])
    #expect(outcome.status == 66)
    #expect(try samples(file)["hanscan_run_exit_status"] == 66)
    let nowhere = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--metrics", "/dev/null/x.prom"])
    #expect(nowhere.status == 0)
    #expect(nowhere.errorText.contains("--metrics /dev/null/x.prom can't be written"))
    #expect(try desk.list().count == 1)
    let unseen = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--metrics", "metrics.txt"])
    #expect(unseen.status == 64)
    // A shard that can't begin says so, too.
    let place = ["run", desk.inbox, "--out", desk.out + "-s", "--shard", "1/2", "--scratch", "/dev/null/x"]
    let told = desk.scratch.path(of: "told")
    let shard = try desk.hanscan(place + ["--metrics", file, "--notify-command", "echo $HANSCAN_EXIT > '\(told)'"])
    #expect(shard.status == 73)
    #expect(try samples(file)["hanscan_run_exit_status"] == 73)
    #expect(try desk.scratch.read("told") == Array("73\n".utf8))
  }

  @Test func `the collector may read the file whatever the mask, and knows two archives apart`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1234), "a.pnm")
    var stores: [Substring] = []
    for out in ["one", "two"] {
      let file = desk.scratch.path(of: "\(out).prom")
      let words = ["run", desk.inbox, "--out", desk.scratch.path(of: out), "--metrics", file] + Desk.quick
      let outcome = try ChildProgram.run("/bin/sh", ["-c", "umask 077; exec \"$0\" \"$@\"", Desk.program] + words)
      #expect(outcome.status == 0, "\(outcome.errorText)")
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o644)
      let text = String(decoding: try desk.scratch.read("\(out).prom"), as: UTF8.self)
      let samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      stores += Set(samples.map { $0.firstMatch(of: /\{store="([^"]*)"/)?.1 ?? "none" })
    }
    #expect(stores.count == 2 && Set(stores).count == 2, "\(stores)")
  }

  @Test func `a watch that has read everything but a broken page succeeds, and leaves what all its bursts came to`()
    throws
  {
    let desk = try Desk()
    let file = desk.scratch.path(of: "hanscan.prom")
    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken.tif")
    try desk.put(Drawing.number(1), "a.pnm")
    let log = try desk.run("--watch", "--until-idle", "17", "--metrics", file)
    #expect(log.status == 65, "\(log.outcome.errorText)")
    let found = try samples(file)
    #expect(found["hanscan_last_success_timestamp_seconds"] != nil)
    #expect(found["hanscan_run_pagesstate=recognised"] == 1)
    // The waiting is no reading.
    let seconds = try #require(log.summary["seconds"] as? Double)
    #expect(abs((found["hanscan_run_duration_seconds"] ?? -9) - seconds) < 0.2, "\(seconds)")
  }
}
