import PageModel
import RunSupport
import Support
import Testing

@testable import CommandLineTool

/// How options are declared, parsed and read.
@Suite struct OptionTests {
  private struct Sample: Command {
    static let name = "sample"
    @Option("count", "c", value: "N", .integer(1...9)) var count = 3
    @Option("name", value: "TEXT", .text) var text: String?
    @Option("size", value: "SIZE", .size((1 << 20)...(1 << 30))) var size: Int?
    @Option("time", value: "TIME", .seconds(0.5...3600)) var time: Double?
    @Option("quiet", "q") var isQuiet: Bool
    @Option("state", value: "LIST", all: .word, separator: ",") var states: [PageState]
    @Option("word", value: "WORD", all: .text) var texts: [String]
    let store = StoreOptions()
    @Operands(0...2) var words: [ScanPath]

    func check() throws(RunFailure) {
      try $isQuiet.refuse(with: $count, because: "a count is told")
      try $time.needs($size)
    }

    func run(console: Console) -> RunSupport.ExitStatus { .success }
  }

  private func read(_ words: [String]) throws -> Sample {
    let sample = Sample()
    let options = sample.declared
    try sample.read(options, ArgumentParser.parse(words.map { Array($0.utf8) }, into: options))
    return sample
  }

  @Test func `options stand before and behind operands, shortened, joined to their values or not`() throws {
    let sample = try read(["a", "-qo", "dir", "--na=x=y", "b", "--size", "2M", "--time", "5m"])
    #expect(sample.isQuiet && sample.text == "x=y" && sample.size == 2 << 20 && sample.time == 300)
    #expect(sample.store.directory == ScanPath("dir") && sample.words == [ScanPath("a"), ScanPath("b")])
    #expect(try read(["-c5"]).count == 5)
    #expect(try read(["--", "--quiet", "-"]).words == [ScanPath("--quiet"), ScanPath("-")])
  }

  @Test func `what is not given has its default, the last value counts, and what may be repeated adds up`() throws {
    let sample = try read([])
    #expect(sample.count == 3 && sample.text == nil && !sample.isQuiet && sample.states.isEmpty)
    #expect(try read(["--count", "1", "--count", "2"]).count == 2)
    #expect(try read(["--state", "blank", "--state", "failed,recognised"]).states == [.failed, .recognised])
    #expect(try read(["--word", "a,b", "--word", "c"]).texts == ["a,b", "c"])
  }

  @Test func `options are declared in the order of the properties, those of a group included`() {
    #expect(Sample.options.map(\.name) == ["count", "name", "size", "time", "quiet", "state", "word", "out", "store"])
    #expect(Sample.options.map(\.letter) == ["c", nil, nil, nil, "q", nil, nil, "o", nil])
    #expect(Sample.options[5].words == PageState.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    (["--bogus"], "unknown option --bogus"), (["--coumt"], "did you mean --count?"), (["-qx"], "unknown option -qx"),
    (["--s", "x"], "unknown option --s"), (["--quiet=yes"], "--quiet takes no value: --quiet=yes"),
    (["--count"], "--count needs a value: --count N"), (["-c"], "--count needs a value: --count N"),
    (["--count", "0"], "--count takes a whole number from 1 to 9, not '0'"), (["--size", "1K"], "a size from 1M to"),
    (["--time", "1.5h"], "a time from 0.5 to 3600.0 seconds"), (["--time", "nan"], "a time from"),
    (["--state", "failed,"], "not ''"), (["--state", "blanc"], "did you mean blank?"),
    (["--out", ""], "a path that is not empty"), (["a", "b", "c"], "'c' is one word too many"),
    (["-qc1"], "--quiet and --count contradict each other: a count is told"),
    (["--time", "1"], "--time goes with --size"),
  ])
  func `wrong usage is refused with its reason`(words: [String], message: String) {
    #expect { try read(words) } throws: { error in
      let failure = error as? RunFailure
      return failure?.status == .usage && failure?.description.contains(message) == true
    }
  }

  @Test func `every value is read before the first that is wrong is refused`() throws {
    let sample = Sample()
    let words = ["--count", "x", "--name", "later"].map { Array($0.utf8) }
    let operands = try ArgumentParser.parse(words, into: sample.declared)
    #expect(throws: RunFailure.self) { try sample.read(sample.declared, operands) }
    #expect(sample.text == "later")
  }

  @Test func `bytes that are no UTF-8 are kept in paths and refused in texts`() throws {
    let sample = Sample()
    let name: [UInt8] = [0x61, 0xFF]
    _ = try ArgumentParser.parse([Array("--out".utf8), name], into: sample.declared)
    try sample.read(sample.declared, [])
    #expect(sample.store.directory == ScanPath(bytes: name))
    _ = try ArgumentParser.parse([Array("--name".utf8), name], into: sample.declared)
    #expect(throws: RunFailure.self) { try sample.read(sample.declared, []) }
  }
}
