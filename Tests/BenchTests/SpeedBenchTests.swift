import Foundation
import PictureFormats
import TestSupport
import Testing

@testable import Bench

@Suite struct `A speed bench` {
  private static let hanscan = Reader(
    name: "hanscan", kind: .hanscan, options: ["--model", "eng", "--psm", "6", "--prepare", "none", "--level", "fast"])

  private func bench(_ folder: String, _ readers: [Reader], rounds: Int = 1) throws -> SpeedBench {
    SpeedBench(
      set: try PictureSet(folder), readers: readers, rounds: rounds, jobs: 1, hanscan: BuiltProgram.path("hanscan"))
  }

  @Test func `is refused after one round where a contender reads pictures that another does not`() throws {
    let folder = try ScratchFolder()
    try folder.write(try sample("cafe-en.png"), to: "elsewhere.png")
    try folder.write(try sample("cafe-en.png"), to: "in/read.png")
    // Tesseract follows the link out of the folder, HanScan does not.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "in/link.png"), withDestinationPath: folder.path(of: "elsewhere.png"))
    let bench = try bench(folder.path(of: "in"), [SpeedBench.tunedBlock, Self.hanscan], rounds: 3)
    var runs = 0
    let error = #expect(throws: BenchError.self) { try bench.run { _ in runs += 1 } }
    #expect(runs == 2)
    let message = error?.description ?? ""
    #expect(message.contains("tesseract, tuned loop, psm 6: 2 texts"), "\(message)")
    #expect(message.contains("hanscan: 1 text"), "\(message)")
  }

  @Test func `is refused where nobody reads anything`() throws {
    let folder = try ScratchFolder()
    try folder.write("no picture", to: "in/a.png")
    let bench = try bench(folder.path(of: "in"), [SpeedBench.tunedBlock, Self.hanscan])
    let error = #expect(throws: BenchError.self) { try bench.run { _ in } }
    #expect(error?.description.contains("nothing was read") == true, "\(error?.description ?? "")")
  }

  @Test func `exits with a status that is not zero where it is refused`() throws {
    let folder = try ScratchFolder()
    try folder.write("no picture", to: "in/a.png")
    let arguments = [
      "speed", folder.path(of: "in"), "--skip-plain", "--rounds", "1", "--hanscan", BuiltProgram.path("hanscan"),
    ]
    #expect(HanScanBench.run(arguments, print: { _ in Issue.record("a report of nothing") }) == 1)
  }

  @Test func `counts the pages of a document, whoever reads it`() throws {
    let folder = try ScratchFolder()
    try folder.write(try sample("statement-3-pages.tif"), to: "in/statement.tif")
    let report = try bench(folder.path(of: "in"), [SpeedBench.tunedBlock, Self.hanscan]).run { _ in }
    #expect(report.pages == 3)
    #expect(report.pictures == 1)
    #expect("\(report)".hasPrefix("3 pages in 1 picture of "))
    for result in report.results {
      let seconds = try #require(result.rounds.first?.seconds)
      #expect(abs(result.pagesPerSecond[0] * seconds - 3) < 1e-9)
    }
  }
}

@Suite struct `The pictures of a folder` {
  @Test func `are files of every format that HanScan reads, by the endings of their names`() throws {
    let folder = try ScratchFolder()
    for format in PictureFormat.allCases {
      try #require(!format.endings.isEmpty)
      for ending in format.endings { try folder.write("picture", to: "a.\(ending)") }
      try folder.write("picture", to: "B.\(format.endings[0].uppercased())")
    }
    for other in ["a.txt", "a.json", "png", "a.png.txt"] { try folder.write("text", to: other) }
    let endings = PictureFormat.allCases.flatMap(\.endings)
    #expect(Set(endings).count == endings.count && Set(endings).isSuperset(of: ["png", "jpg", "tif", "pam", "jp2"]))
    #expect(try PictureSet(folder.path).pictures.count == endings.count + PictureFormat.allCases.count)
  }
}

@Suite struct `Repeated pictures` {
  @Test func `are counted, and named in the report`() throws {
    let folder = try ScratchFolder()
    for name in ["a.png", "b.png", "sub/c.png"] { try folder.write("same", to: name) }
    try folder.write("more", to: "d.png")
    #expect(try PictureSet(folder.path).countRepeated() == 2)
    var report = SpeedBench.Report(folder: "f", pictures: 4, repeated: 2, pages: 4, jobs: 1, results: [], ratios: [])
    #expect("\(report)".contains("2 pictures repeated byte for byte"))
    report.repeated = 0
    #expect(!"\(report)".contains("repeated"))
  }
}

@Suite struct `The pages that a reader left texts for` {
  @Test func `are files of HanScan's, and separated by form feeds in those of Tesseract`() throws {
    let loop = try ScratchFolder()
    try loop.write("one\n\u{0C}two\n", to: "a.tif.txt")
    try loop.write("", to: "sub/blank.png.txt")
    #expect(SpeedBench.tuned.pagesRead(in: loop.path) == 3)
    #expect(SpeedBench.plain.pagesRead(in: loop.path) == 3)

    let hanscan = try ScratchFolder()
    for name in ["a.tif.p0001.txt", "a.tif.p0002.txt", "a.tif.p0002.json", "sub/b.png.p0001.txt", "hanscan.sqlite"] {
      try hanscan.write("", to: name)
    }
    #expect(SpeedBench.ours([])[0].pagesRead(in: hanscan.path) == 3)
  }
}

@Suite struct `Pictures with known texts` {
  @Test func `are refused where no text is known`() throws {
    let folder = try ScratchFolder()
    try folder.write(try sample("cafe-en.png"), to: "a.png")
    for command in ["quality", "ablation", "calibration"] {
      #expect(HanScanBench.run([command, folder.path, "--hanscan", "/nonexistent"], print: { _ in }) == 1)
    }
    #expect(throws: BenchError.self) { try KnownPictures(folder.path, jobs: 1, hanscan: "") }
    try folder.write("TOTAL", to: "a.gt.txt")
    #expect(try KnownPictures(folder.path, jobs: 1, hanscan: "").set.pictures == ["a.png"])
  }
}

/// The bytes of a sample scan.
private func sample(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let samples = folder.appendingPathComponent("../../samples/scans")
  return Array(try Data(contentsOf: samples.appendingPathComponent(name)))
}
