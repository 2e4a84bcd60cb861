import Foundation
import PageModel
import RunSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// Which shard a task of Slurm reads, and the job that starts the tasks.
@Suite struct SlurmTests {
  @Test func `the part comes from Slurm's variables where these say which`() throws {
    let tasks = [
      "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8",
      "SLURM_ARRAY_TASK_COUNT": "8",
    ]
    #expect("\(try ShardOptions.shard("2/5", environment: [:]))" == "2/5")
    #expect("\(try ShardOptions.shard("slurm", environment: tasks))" == "3/8")
    #expect("\(try ShardOptions.shard("slurm/20", environment: ["SLURM_ARRAY_TASK_ID": "3"]))" == "3/20")
    for text in ["", "/", "1", "0/3", "4/3", "a/b", "1/2/3", "slurm/2", "slurm/", "slurm/x", "-1/3", "1/99999999999"] {
      #expect(throws: RunFailure.self, "\(text)") { try ShardOptions.shard(text, environment: tasks) }
    }
    // Tasks that are submitted again are no new division.
    for (name, value) in [("MIN", "2"), ("COUNT", "7"), ("ID", "x"), ("MAX", "")] {
      var others = tasks
      others["SLURM_ARRAY_TASK_\(name)"] = value
      #expect(throws: RunFailure.self, "\(name)") { try ShardOptions.shard("slurm", environment: others) }
    }
    #expect(throws: RunFailure.self) { try ShardOptions.shard("slurm", environment: [:]) }
  }

  @Test func `the sample job is the one that plan prints, and says paths as a shell takes them`() throws {
    let job = SlurmJob.text(
      inputs: [ScanPath("/archive/scans")], shards: ScanPath("/archive/shards"), joined: ScanPath("/archive/texts"),
      count: 160, nodes: 20, cores: 8, options: "")
    let samples = Samples.scans.replacingOccurrences(of: "samples/scans", with: "samples/slurm")
    #expect(try String(contentsOfFile: "\(samples)/hanscan.sbatch", encoding: .utf8) == job)
    #expect(SlurmJob.quoted(ScanPath("a/b-1_2.x")) == "a/b-1_2.x")
    #expect(SlurmJob.quoted(ScanPath("it's $(x)")) == "'it'\\''s $(x)'")
    #expect(SlurmJob.quoted(ScanPath("")) == "''")
    let combined = SlurmJob.quoted(ScanPath("a'\u{301};rm b"))
    #expect(Array(combined.unicodeScalars) == Array("'a'\\''\u{301};rm b'".unicodeScalars))
  }
}
