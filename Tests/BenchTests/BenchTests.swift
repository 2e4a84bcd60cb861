import Foundation
import Glibc
import Support
import Testing

@testable import Bench

@Suite struct `A measured command` {
  @Test func `reports its time, its processor time and its status`() throws {
    let measured = try BenchCommand(arguments: ["sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 3"])
      .measure()
    #expect(measured.status == 3)
    #expect(measured.cpuSeconds > 0)
    #expect(measured.seconds >= measured.cpuSeconds / 2)
  }

  @Test func `counts the memory of its grandchildren`() throws {
    // tail keeps its input in memory until the end; two of them hold more than the largest process.
    let hold = "(head -c 64M /dev/zero; sleep 4) | tail -c 64M >/dev/null"
    let measured = try BenchCommand(arguments: ["sh", "-c", "sh -c '\(hold) & \(hold); wait'; true"]).measure()
    #expect(measured.largestProcessBytes > 60 << 20)
    #expect(measured.treeBytes > measured.largestProcessBytes + 60 << 20)
  }

  @Test func `doesn't count the memory of the process that starts it`() throws {
    let size = 256 << 20
    let own = try #require(malloc(size))
    memset(own, 1, size)
    defer { free(own) }
    #expect(try BenchCommand(arguments: ["true"]).measure().largestProcessBytes < 100 << 20)
    #expect(try BenchCommand(arguments: ["sleep", "1"]).measure().largestProcessBytes > 100 << 10)
  }

  @Test func `has status 128 plus the signal where it was killed`() throws {
    #expect(try BenchCommand(arguments: ["sh", "-c", "kill -9 $$"]).measure().status == 137)
  }

  @Test func `sets and removes variables, and reads its input`() throws {
    try withFolder { folder in
      try "said".write(toFile: "\(folder)/in", atomically: true, encoding: .utf8)
      let command = BenchCommand(
        arguments: ["sh", "-c", "echo ${HOME-no home} $WORD; cat"], environment: ["HOME": nil, "WORD": "한글"],
        input: "\(folder)/in", log: "\(folder)/out")
      _ = try command.measure()
      #expect(Texts.read("\(folder)/out") == "no home 한글\nsaid")
    }
  }

  @Test func `names a program that is missing`() {
    #expect(throws: BenchError.self) { try BenchCommand(arguments: ["/nonexistent/tesseract"]).measure() }
  }
}

@Suite struct `Texts of a folder` {
  @Test func `are found by the name of their document, whole or page by page`() throws {
    try withFolder { folder in
      let names = [
        "a.txt", "b.jpg.txt", "c.tif.p0001.txt", "c.tif.p0002.txt", "c.tif.p0010.txt", "cc.tif.p0001.txt",
        "sub/d.png.p0001.txt", "c.tif.p0001.json",
      ]
      try FileManager.default.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: true)
      for name in names { try name.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
      let files = Texts.files(in: folder)
      func reading(_ name: String, _ page: Int? = nil) -> String? {
        Texts.reading(of: Texts.Known(path: "", name: name, page: page), among: files, in: folder)
      }
      #expect(reading("a") == "a.txt")
      #expect(reading("b") == "b.jpg.txt")
      #expect(reading("c") == "c.tif.p0001.txt\nc.tif.p0002.txt\nc.tif.p0010.txt")
      #expect(reading("c", 2) == "c.tif.p0002.txt")
      #expect(reading("c", 3) == nil)
      #expect(reading("sub/d") == "sub/d.png.p0001.txt")
      #expect(reading("e") == nil)
    }
  }

  @Test func `are known by two endings, with or without a page`() throws {
    try withFolder { folder in
      for name in ["a.gt.txt", "b.expected.txt", "c.p0002.expected.txt", "d.txt"] {
        try "x".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      #expect(Texts.known(in: folder).map(\.label) == ["a", "b", "c page 2"])
    }
  }
}

@Suite struct `A comparison of folders` {
  @Test func `fails over the limit, and where a text is missing`() throws {
    try withFolder { folder in
      for part in ["truth", "read"] {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
      }
      func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      func compare(_ limit: String) -> Int32 {
        HanScanBench.run(["compare", "\(folder)/truth", "\(folder)/read", "--limit", limit]) { _ in }
      }
      try write("합계 1,000원", "truth/a.expected.txt")
      try write("", "truth/blank.expected.txt")
      try write("합계 1,000윈", "read/a.png.p0001.txt")
      #expect(compare("20") == 1)
      try write("", "read/blank.png.p0001.txt")
      #expect(compare("20") == 0)
      #expect(compare("5") == 1)
    }
  }

  @Test(arguments: [[], ["speed"], ["dance", "/tmp"], ["compare", "/tmp"]])
  func `refuses what it does not understand`(arguments: [String]) {
    #expect(HanScanBench.run(arguments, print: { _ in }) == 64)
  }
}

@Suite struct `A bench with real pictures` {
  @Test func `reads folders with spaces in their names, and finds what was read`() throws {
    try withFolder { folder in
      let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../samples/scans").path
      try FileManager.default.createDirectory(atPath: "\(folder)/a b", withIntermediateDirectories: true)
      for name in ["cafe-en.png", "cafe-en.expected.txt"] {
        try FileManager.default.copyItem(atPath: "\(samples)/\(name)", toPath: "\(folder)/a b/\(name)")
      }
      let set = try PictureSet(folder)
      #expect(set.pictures == ["a b/cafe-en.png"])
      let quality = try QualityBench(
        pictures: try KnownPictures(folder, jobs: 1, hanscan: ""), readers: [.stockBlock], keep: nil
      ).run { _ in }
      let total = try #require(quality.results.first?.total)
      #expect(total.characters > 200)
      #expect(total.lineErrorRate < 0.1)
      #expect("\(quality)".contains("a b/cafe-en"))

      let speed = try SpeedBench(
        set: set, readers: [SpeedBench.plain, SpeedBench.tuned], rounds: 2, jobs: 1, hanscan: ""
      ).run { _ in }
      #expect(speed.results.allSatisfy { $0.rounds.count == 2 && $0.largestProcessBytes > 10 << 20 })
      #expect(speed.pages == 1)
    }
  }

  @Test func `refuses a folder without pictures, and a missing one`() throws {
    try withFolder { folder in
      #expect(throws: BenchError.self) { try PictureSet(folder) }
      #expect(throws: BenchError.self) { try PictureSet("\(folder)/none") }
    }
  }
}

@Suite struct `The figures of a bench` {
  @Test func `are compared round by round, so that other load affects both`() {
    let result = { (name: String, speeds: [Double]) in
      SpeedBench.Result(
        name: name, options: [], rounds: [], pagesPerSecond: speeds, largestProcessBytes: 0, treeBytes: 0)
    }
    let ratio = SpeedBench.ratio(result("fast", [4, 2, 6]), result("slow", [2, 1, 2]))
    #expect(ratio.rounds == [2, 2, 3])
    #expect(ratio.median == 2 && ratio.lowest == 2 && ratio.highest == 3)
  }

  @Test(arguments: [(0.005, 2, "0.01"), (1.999, 1, "2.0"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (12.3, 0, "12")])
  func `are rounded to a fixed count of decimals`(value: Double, places: Int, text: String) {
    #expect(decimals(value, places) == text)
  }

  @Test func `are aligned where names are Korean`() {
    let table = TextTable(rows: [["이름", "1"], ["name", "10"]])
    #expect(table.description == "이름   1\nname  10")
  }
}

private func withFolder(_ body: (String) throws -> Void) throws {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("bench-tests-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

@Suite struct `A calibration` {
  private func samples(_ values: [(Double, Double, Double)]) -> [Calibration.Sample] {
    values.map { Calibration.Sample(confidence: $0.0, right: $0.1, weight: $0.2) }
  }

  @Test func `has no error where confidences equal the share of right characters, else their distance`() {
    let exact = Calibration(samples([(0.5, 0.5, 10), (0.9, 0.9, 20), (1, 1, 5)]), bins: 3)
    #expect(exact.expectedError < 1e-12 && exact.meanAbsoluteError < 1e-12)
    // Right on average, which is what a bin is asked; single samples are 0.5 off.
    let mixed = Calibration(samples([(0.5, 0, 10), (0.5, 1, 10)]), bins: 1)
    #expect(mixed.expectedError < 1e-12)
    #expect(abs(mixed.meanAbsoluteError - 0.5) < 1e-12)
    let overestimated = Calibration(samples((1...10).map { (0.9 + Double($0) / 100, 0.6, 1) }), bins: 5)
    #expect(overestimated.bins.count == 5)
    #expect(abs(overestimated.expectedError - 0.355) < 1e-9)
    #expect(Calibration([], bins: 10).expectedError == 0)
  }

  @Test func `gives the share of errors in the least confident part`() {
    let calibration = Calibration(samples([(0.2, 0.5, 10), (0.9, 0.9, 40), (0.99, 1, 50)]), bins: 3)
    // 5 of 9 wrong characters are in the first tenth, 8 of 9 in the first 40 %.
    #expect(abs(calibration.errors(inLeast: 0.1) - 5.0 / 9) < 1e-9)
    #expect(abs(calibration.errors(inLeast: 0.4) - 8.0 / 9) < 1e-9)
  }

  @Test func `pairs the lines of JSON pages with the truth, and draws them`() throws {
    try withFolder { folder in
      try "합계 1,000\n카드\n안녕".write(toFile: "\(folder)/a.gt.txt", atomically: true, encoding: .utf8)
      try "x".write(toFile: "\(folder)/b.gt.txt", atomically: true, encoding: .utf8)
      let page = """
        {"confidence": 0.7, "lines": [
          {"kind": "rule", "text": "", "confidence": 0},
          {"kind": "text", "text": "카드", "confidence": 0.9},
          {"kind": "text", "text": "합계 1,800", "confidence": 0.8},
          {"kind": "text", "text": "없는것", "confidence": 0.4}]}
        """
      try page.write(toFile: "\(folder)/a.jpg.p0001.json", atomically: true, encoding: .utf8)
      let report = try CalibrationBench.score(truth: folder, readings: folder, foldCase: false)
      #expect(report.missing == 1)
      let read = try #require(report.pages.first)
      #expect(read.lines.map(\.right) == [1, 6.0 / 7, 0])
      #expect(read.lines.map(\.weight) == [2, 7, 3])
      // Of 11 characters one is wrong in a number, and three are read where two others should be.
      #expect(abs(read.page.right - (1 - 4.0 / 11)) < 1e-9)
      #expect(read.page.confidence == 0.7)
    }
  }
}
