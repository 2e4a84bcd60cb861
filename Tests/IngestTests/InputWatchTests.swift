@testable import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

/// What a watch of real directories tells.
@Suite struct InputWatchTests {
  private let scratch: ScratchFolder
  private let scanner: Scanner
  private let start = ContinuousClock.now

  init() throws {
    scratch = try ScratchFolder()
    try scratch.folder("in")
    var options = ScannerOptions.now
    options.skipDirectories = [scratch.root.appending("in/out")]
    options.exclude = [ScanPath("*.tmp")]
    scanner = try Scanner(inputs: [.path(scratch.root.appending("in"))], options: options)
  }

  /// A watch that has told of what was there at its beginning.
  private func begun(polls: Bool = false) throws -> InputWatch {
    let watch = InputWatch(scanner, settle: .zero, polls: polls)
    guard case .everything = watch.task() else { throw Missing() }
    try #require((watch.descriptor == nil) == polls)
    return watch
  }

  private struct Missing: Error {}

  /// What is to be scanned now, in order, `-` before what is gone; `*` for everything.
  private func told(_ watch: InputWatch, after seconds: Int = 0) -> [String] {
    let now = ContinuousClock.now + .seconds(seconds)
    watch.gather(now: now)
    switch watch.task(now: now) {
    case nil: return []
    case .everything: return ["*"]
    case .parts(let parts, let gone): return (parts.map(\.description) + gone.map { "-\($0)" }).sorted()
    }
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(scratch.path(of: from), scratch.path(of: to)) == 0)
  }

  @Test func `files that are written, moved in, renamed and removed are told by their present names`() throws {
    let watch = try begun()
    #expect(told(watch).isEmpty)
    try scratch.file("in/a.png")
    try scratch.file("b.png")
    try move("b.png", "in/b.png")
    try scratch.file("in/c.part")
    try move("in/c.part", "in/c.png")
    try scratch.file("in/d.png")
    unlink(scratch.path(of: "in/d.png"))
    try scratch.file("in/e.tmp")
    try scratch.file("in/.hidden.png")
    #expect(told(watch) == ["-d.png", "a.png", "b.png", "c.png"])
    #expect(told(watch).isEmpty)
    try #require(chmod(scratch.path(of: "in/a.png"), 0o600) == 0)
    #expect(told(watch) == ["a.png"])
  }

  @Test func `directories are followed where they are made, moved and removed, and the output is not`() throws {
    let watch = try begun()
    try scratch.file("in/march/week/a.png")
    #expect(Set(told(watch)).isSuperset(of: ["march"]))
    try scratch.file("in/march/week/b.png")
    #expect(told(watch) == ["march/week/b.png"])
    try move("in/march", "in/april")
    #expect(told(watch) == ["-march", "april"])
    try scratch.file("in/april/week/c.png")
    #expect(told(watch) == ["april/week/c.png"])
    #expect(watch.watchedDirectories == 3)
    try move("in/april", "april")
    #expect(told(watch) == ["-april"])
    try scratch.file("april/week/d.png")
    #expect(told(watch).isEmpty)
    #expect(watch.watchedDirectories == 1)
    try scratch.file("in/april/e.png")
    #expect(told(watch).contains("april"))
    unlink(scratch.path(of: "in/april/e.png"))
    rmdir(scratch.path(of: "in/april"))
    #expect(told(watch) == ["-april", "-april/e.png"])
    try scratch.file("in/april/e.png")
    #expect(told(watch).contains("april"))
    try scratch.file("in/out/page.txt")
    try scratch.file("in/out/more/page.txt")
    #expect(told(watch).isEmpty)
    #expect(watch.watchedDirectories == 2)
  }

  @Test func `a file that gets the number of one that was left out is told all the same`() throws {
    var options = ScannerOptions.now
    options.skipFiles = [scratch.root.appending("in/hanscan.sqlite-wal")]
    let scanner = try Scanner(inputs: [.path(scratch.root.appending("in"))], options: options)
    let watch = InputWatch(scanner, settle: .zero)
    _ = watch.task()
    for turn in 0..<8 {
      try scratch.file("in/hanscan.sqlite-wal")
      #expect(told(watch).isEmpty)
      unlink(scratch.path(of: "in/hanscan.sqlite-wal"))
      try scratch.file("in/\(turn).png")
      #expect(told(watch).contains("\(turn).png"))
    }
  }

  @Test func `an input that is removed is waited for, and read when it is made again`() throws {
    let watch = try begun()
    rmdir(scratch.path(of: "in"))
    #expect(told(watch).isEmpty)
    #expect(watch.takeNotices().count == 1)
    #expect(told(watch, after: 2).isEmpty)
    #expect(watch.takeNotices().isEmpty)
    try scratch.folder("in")
    try scratch.file("in/a.png")
    #expect(told(watch, after: 4) == ["*"])
    try scratch.file("in/b.png")
    #expect(told(watch, after: 4) == ["b.png"])
  }

  @Test func `events that were lost have everything looked at, and later ones are told again`() throws {
    let watch = try begun()
    let names = ["in/x.png", "in/y.png"].map { scratch.path(of: $0) }
    // Two names by turns, as the kernel joins events that are the same; its queue holds 16,384 unless told otherwise.
    let limit = (try? scratchNumber("/proc/sys/fs/inotify/max_queued_events")) ?? 16_384
    for turn in 0...limit {
      let descriptor = open(names[turn % 2], O_WRONLY | O_CREAT, 0o644)
      close(descriptor)
    }
    try scratch.file("in/late/a.png")
    #expect(told(watch) == ["*"])
    #expect(watch.takeNotices().count == 1)
    #expect(told(watch).isEmpty)
    try scratch.file("in/late/b.png")
    #expect(told(watch) == ["late/b.png"])
  }

  private func scratchNumber(_ path: String) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: 32)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let count = max(0, read(descriptor, &buffer, buffer.count))
    let text = String(decoding: buffer[..<count].filter { (48...57).contains($0) }, as: UTF8.self)
    return try #require(Int(text))
  }

  @Test func `where nobody tells, everything is read when a look at it finds something else than before`() throws {
    try scratch.file("in/a.png")
    let watch = try begun(polls: true)
    #expect(told(watch, after: 60).isEmpty)
    #expect(told(watch, after: 120).isEmpty)
    try scratch.file("in/sub/b.png")
    #expect(told(watch, after: 180) == ["*"])
    #expect(told(watch, after: 240).isEmpty)
    unlink(scratch.path(of: "in/a.png"))
    #expect(told(watch, after: 300) == ["*"])
  }

  @Test func `a file that was written just now is told when it has been left alone`() throws {
    var options = ScannerOptions()
    options.settle = .seconds(1000)
    let patient = try Scanner(inputs: [.path(scratch.root.appending("in"))], options: options)
    let watch = InputWatch(patient, settle: .seconds(1000))
    _ = watch.task()
    try scratch.file("in/a.png")
    #expect(told(watch).isEmpty)
    #expect(told(watch, after: 1100).isEmpty)
    // Its times are those of the system's clock, whatever this test says of the hour.
    watch.leave(ScanPath("b.png"), now: start)
    #expect(told(watch, after: 1100) == ["-b.png"])
  }

  @Test func `a scan of parts gives what a whole scan gives of them`() throws {
    for name in ["a.png", "b/c.png", "b/d/e.png", "b/f.png", "b/d/g/h.png", "bc.png", "i/j.png"] {
      try scratch.file("in/\(name)")
    }
    let selections: [([String], [String])] = [
      ([], []), (["a.png", "bc.png"], ["a.png", "bc.png"]), (["b/d"], ["b/d/e.png", "b/d/g/h.png"]),
      (["b/c.png", "b/d/g", "none/at/all"], ["b/c.png", "b/d/g/h.png"]), (["a.png/x", "b/f.png/y"], []),
      ([""], ["a.png", "b/c.png", "b/d/e.png", "b/d/g/h.png", "b/f.png", "bc.png", "i/j.png"]),
    ]
    for (selected, expected) in selections {
      let scan = Scanner(again: scanner, selection: ScanSelection(selected.map { ScanPath($0) }))
      var found: [String] = []
      while let entry = try scan.next() { found.append(entry.relative.description) }
      #expect(found == expected, "\(selected)")
    }
  }
}
