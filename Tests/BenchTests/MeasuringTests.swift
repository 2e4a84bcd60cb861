import Foundation
import PictureFormats
import TestSupport
import Testing

@Suite struct `A measured command` {
  private func measured(_ script: String, _ value: String) throws -> Double {
    try python("measurement.measure(['sh', '-c', '''\(script)'''], '/dev/null')['\(value)']")
  }

  @Test func `has its status, or 128 plus the signal that killed it`() throws {
    #expect(try measured("exit 3", "status") == 3)
    #expect(try measured("kill -9 $$", "status") == 137)
  }

  @Test func `counts the processor time of what it started`() throws {
    #expect(try measured("sh -c \"i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done\"; true", "cpuSeconds") > 0)
  }

  @Test func `counts the memory of its grandchildren`() throws {
    // tail keeps its input in memory until the end; two of them hold more than the largest process.
    let hold = "(head -c 64M /dev/zero; sleep 4) | tail -c 64M >/dev/null"
    let difference: Int = try python(
      "one['treeBytes'] - one['largestProcessBytes']",
      after: "one = measurement.measure(['sh', '-c', '(\(hold)) & (\(hold)); wait'], '/dev/null')")
    #expect(difference > 60 << 20)
  }

  @Test func `doesn't count the memory of the process that starts it`() throws {
    let own = "own = b'1' * (256 << 20)"
    for command in ["true", "sleep 1"] {
      let bytes: Int = try python(
        "measurement.measure('\(command)'.split(), '/dev/null')['largestProcessBytes']", after: own)
      #expect(bytes < 100 << 20)
    }
  }

  @Test func `sets and removes variables, and reads its input`() throws {
    let folder = try ScratchFolder()
    try folder.write("said", to: "in")
    let command = """
      measurement.measure(['sh', '-c', 'echo ${HOME-no home} $WORD; cat'], '\(folder.path)/out',
        {'HOME': None, 'WORD': '한글'}, '\(folder.path)/in')
      """
    #expect(try python("readings.contents('\(folder.path)/out')", after: command) == "no home 한글\nsaid")
  }
}

@Suite struct `Texts of a folder` {
  @Test func `are found by the name of their document, whole or page by page`() throws {
    let names = [
      "a.txt", "b.jpg.txt", "c.tif.p0001.txt", "c.tif.p0002.txt", "c.tif.p0010.txt", "cc.tif.p0001.txt",
      "sub/d.png.p0001.txt", "c.tif.p0001.json",
    ]
    func files(_ name: String, _ page: String = "None") throws -> [String] {
      try python("readings.files_of(readings.Known('', '\(name)', \(page), ''), '.txt', \(names))")
    }
    #expect(try files("a") == ["a.txt"])
    #expect(try files("b") == ["b.jpg.txt"])
    #expect(try files("c") == ["c.tif.p0001.txt", "c.tif.p0002.txt", "c.tif.p0010.txt"])
    #expect(try files("c", "2") == ["c.tif.p0002.txt"])
    #expect(try files("c", "3") == [])
    #expect(try files("sub/d") == ["sub/d.png.p0001.txt"])
    #expect(try files("e") == [])
  }

  @Test func `are known by two endings, with or without a page`() throws {
    let folder = try ScratchFolder()
    for name in ["a.gt.txt", "b.expected.txt", "c.p0002.expected.txt", "d.txt"] { try folder.write("x", to: name) }
    #expect(try python("[known.label for known in readings.known_texts('\(folder.path)')]") == ["a", "b", "c page 2"])
  }

  @Test func `are counted by page, in HanScan's files and between Tesseract's form feeds`() throws {
    let folder = try ScratchFolder()
    try folder.write("one\n\u{0C}two\n", to: "loop/a.tif.txt")
    try folder.write("", to: "loop/sub/blank.png.txt")
    for name in ["a.tif.p0001.txt", "a.tif.p0002.txt", "a.tif.p0002.json", "sub/b.png.p0001.txt", "hanscan.sqlite"] {
      try folder.write("", to: "hanscan/\(name)")
    }
    func count(_ kind: String, _ part: String) throws -> Int {
      try python("readings.pages_read(readings.Reader('', '\(kind)', []), '\(folder.path)/\(part)')")
    }
    #expect(try count("tuned loop", "loop") == 3)
    #expect(try count("hanscan", "hanscan") == 3)
  }
}

@Suite struct `The pictures of a bench` {
  @Test func `are files of every format that HanScan reads`() throws {
    let endings = Set(PictureFormat.allCases.flatMap(\.endings))
    #expect(try Set(python("sorted(readings.ENDINGS)") as [String]) == endings)
  }

  @Test func `are found in subfolders, by endings in capitals too, and repeated ones are counted`() throws {
    let folder = try ScratchFolder()
    for name in ["a b/a.png", "b.PNG", "sub/c.png"] { try folder.write("same", to: name) }
    for name in ["d.png", "e.txt", "png", "f.png.txt"] { try folder.write("more", to: name) }
    let pictures = "pictures = readings.Pictures('\(folder.path)', None, False)"
    #expect(try python("pictures.pictures", after: pictures) == ["a b/a.png", "b.PNG", "d.png", "sub/c.png"])
    #expect(try python("pictures.repeated()", after: pictures) == 2)
  }
}

@Suite struct `Figures of a bench` {
  @Test(arguments: [(0.005, 2, "0.01"), (1.999, 1, "2.0"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (12.3, 0, "12")])
  func `are rounded to a fixed count of decimals`(value: Double, places: Int, text: String) throws {
    #expect(try python("figures.decimals(\(value), \(places))") == text)
  }

  @Test func `are aligned if names are Korean`() throws {
    #expect(try python("figures.table([['이름', '1'], ['name', '10']])") == "이름   1\nname  10")
  }

  @Test func `compare speeds round by round`() throws {
    let ratio = "bench.ratio({'name': 'a', 'pagesPerSecond': [4, 2, 6]}, {'name': 'b', 'pagesPerSecond': [2, 1, 2]})"
    #expect(try python("\(ratio)['rounds']") == [2.0, 2, 3])
    #expect(try python("[\(ratio)[name] for name in ('median', 'lowest', 'highest')]") == [2.0, 2, 3])
  }

  @Test func `say how much worse and how much faster the reading is without a step`() throws {
    let results = """
      def result(*readings):
        scores = [scoring.Score.of(Text(one), Text(known)) for one, known in zip(readings, ("abcdefghij 1,000", "abcdefghij"))]
        return {"total": scoring.Score(sum(scores, scoring.Score())).rates(),
                "pages": [{"score": one.rates()} for one in scores]}
      results = {None: result("abcdefghij 1,000", "abcdefghix"), "skew": result("abcdefghij 1,008", "abcdefghix"),
                 "noise-lines": result("abcdefghij 1,000", "abcdefghij")}
      report = bench.ablation_report("pictures", results, {None: 4, "skew": 3, "noise-lines": 4})
      """
    let lines: [String] = try python("bench.ablation_table(report).splitlines()", after: results)
    #expect(
      lines.dropFirst(2) == [
        "| nothing | 4.00 % |  | 100.0 % |  |  | 2.00 |  |",
        "| `skew` | 8.00 % | +4.00 | 0.0 % | -100.0 | 1 / 0 | 1.50 | +25 % |",
        "| `noise-lines` | 0.00 % | -4.00 | 100.0 % | 0.0 | 0 / 1 | 2.00 | 0 % |",
      ])
  }
}

@Suite struct `The bench` {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../samples").path
  private static let fast = ["--", "--model", "eng", "--psm", "6", "--prepare", "none", "--level", "fast"]

  private func sample(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.samples)/scans/\(name)")))
  }

  private func run(_ command: String, _ arguments: String..., hanscan: [String] = []) throws -> ChildProgram.Outcome {
    try ReadingErrors.bench(
      [command] + arguments + ["--jobs", "1", "--hanscan", BuiltProgram.path("hanscan")] + hanscan)
  }

  @Test func `fails over the limit, and if a text is missing`() throws {
    let folder = try ScratchFolder()
    func compare(_ limit: String) throws -> CInt? {
      try run("compare", folder.path(of: "truth"), folder.path(of: "read"), "--limit", limit).status
    }
    try folder.write("합계 1,000원", to: "truth/a.expected.txt")
    try folder.write("", to: "truth/blank.expected.txt")
    try folder.write("합계 1,000윈", to: "read/a.png.p0001.txt")
    #expect(try compare("20") == 1)
    try folder.write("", to: "read/blank.png.p0001.txt")
    #expect(try compare("20") == 0)
    #expect(try compare("5") == 1)
  }

  @Test(arguments: [[], ["speed"], ["dance", "/tmp"], ["compare", "/tmp"]])
  func `refuses a command that it does not know`(arguments: [String]) throws {
    #expect(try ReadingErrors.bench(arguments).status == 64)
  }

  @Test func `refuses an unknown step, and lists the known ones`() throws {
    #expect(try run("ablation", "\(Self.samples)/hard", "--without", "magic").status == 1)
    let steps: [String] = try python("bench.steps_of('\(BuiltProgram.path("hanscan"))')")
    #expect(steps.contains("noise-lines") && steps.contains("skew") && steps.count > 8)
  }

  @Test func `refuses a folder without pictures or known texts, a missing one, and a missing program`() throws {
    let folder = try ScratchFolder()
    #expect(try run("speed", folder.path).errorText.contains("no pictures in"))
    #expect(try run("speed", folder.path(of: "none")).errorText.contains("no such folder"))
    try folder.write(sample("cafe-en.png"), to: "a.png")
    for command in ["quality", "ablation", "calibration"] {
      #expect(try run(command, folder.path).errorText.contains("no NAME.gt.txt"))
    }
    try folder.write("TOTAL", to: "a.gt.txt")
    #expect(try ReadingErrors.bench(["calibration", folder.path, "--hanscan", "/nonexistent"]).status == 1)
  }

  @Test func `finds what was read in folders with spaces in their names`() throws {
    let folder = try ScratchFolder()
    try folder.write(sample("cafe-en.png"), to: "a b/cafe-en.png")
    try folder.write(sample("cafe-en.expected.txt"), to: "a b/cafe-en.expected.txt")
    let outcome = try run("quality", folder.path, "--keep", folder.path(of: "kept"), hanscan: Self.fast)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.outputText.contains("a b/cafe-en"))
    for reader in ["tesseract-psm-6", "hanscan"] {
      let errors: Double = try python(
        "bench.scored('\(folder.path)', '\(folder.path(of: "kept/\(reader)"))', False)['total']['lineErrorRate']")
      #expect(errors < 0.1)
    }
  }

  @Test func `stops after one round if a contender reads pictures that another does not`() throws {
    let folder = try ScratchFolder()
    try folder.write(sample("cafe-en.png"), to: "elsewhere.png")
    try folder.write(sample("cafe-en.png"), to: "in/read.png")
    // Tesseract follows the link out of the folder, HanScan does not.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "in/link.png"), withDestinationPath: folder.path(of: "elsewhere.png"))
    let outcome = try run("speed", folder.path(of: "in"), "--skip-plain", "--rounds", "3", hanscan: Self.fast)
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("round 1") && !outcome.errorText.contains("round 2"))
    #expect(outcome.errorText.contains("tesseract, tuned loop, psm 6: 2 texts"), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("picture as it is: 1 text"), "\(outcome.errorText)")
  }

  @Test func `fails if nobody reads anything`() throws {
    let folder = try ScratchFolder()
    try folder.write("no picture", to: "in/a.png")
    let outcome = try run("speed", folder.path(of: "in"), "--skip-plain", "--rounds", "1", hanscan: Self.fast)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errorText.contains("nothing was read"), "\(outcome.errorText)")
  }

  @Test func `counts the pages of a document, whoever reads it`() throws {
    let folder = try ScratchFolder()
    try folder.write(sample("statement-3-pages.tif"), to: "in/statement.tif")
    let outcome = try run("speed", folder.path(of: "in"), "--skip-plain", "--rounds", "1", hanscan: Self.fast)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.outputText.hasPrefix("3 pages in 1 picture of "), "\(outcome.outputText)")
  }
}
