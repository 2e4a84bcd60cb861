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
              key = sample.name + "".join(sorted(f"{k}={v}" for k, v in sample.labels.items()))
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

  @Test func `a run that can't begin says so, and a file that can't be written is refused before any work`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1234), "a.pnm")
    let file = desk.scratch.path(of: "hanscan.prom")
    let outcome = try desk.hanscan(["run", desk.inbox + "/none", "--out", desk.out, "--metrics", file])
    #expect(outcome.status == 66)
    #expect(try samples(file)["hanscan_run_exit_status"] == 66)
    let nowhere = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--metrics", "/dev/null/x.prom"])
    #expect(nowhere.status == 73)
    #expect(nowhere.errorText.contains("--metrics /dev/null/x.prom can't be written"))
    let unseen = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--metrics", "metrics.txt"])
    #expect(unseen.status == 64)
    #expect(!FileManager.default.fileExists(atPath: desk.store))
  }
}
