import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `A list of paths on a descriptor` {
  /// A pipe that is filled from elsewhere.
  private struct Pipe {
    let reading: CInt
    let writing: CInt

    init() throws {
      var ends: [CInt] = [0, 0]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    func send(_ bytes: [UInt8]) {
      var sent = 0
      while sent < bytes.count {
        sent += bytes.withUnsafeBytes { write(writing, $0.baseAddress.map { $0 + sent }, bytes.count - sent) }
      }
    }
  }

  private func scan(list bytes: [UInt8], _ separator: UInt8 = 0x0A, base: ScanPath) throws -> [String] {
    // A file and no pipe: long lists would wait for their reader.
    let folder = try ScratchFolder()
    let descriptor = try folder.file("list", bytes).withCString { open($0, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var options = ScannerOptions.now
    options.base = base
    return try IngestTests.scan([.list(descriptor: descriptor, separator: separator)], options)
  }

  @Test func `is taken in its own order, line by line`() throws {
    let scratch = try ScratchFolder()
    for name in ["a.png", "b.png", "c.png"] { try scratch.file(name) }
    let list = "\(scratch.root)/c.png\n\n\(scratch.root)/a.png\r\n\(scratch.root)/c.png\n\(scratch.root)/b.png"
    #expect(try scan(list: Array(list.utf8), base: scratch.root) == ["c.png", "a.png", "b.png"])
  }

  @Test func `may be separated by NUL, so that names may hold newlines`() throws {
    let scratch = try ScratchFolder()
    for name in ["two\nlines.png", "b.png"] { try scratch.file(name) }
    let list = "\(scratch.root)/two\nlines.png\0\(scratch.root)/b.png\0"
    #expect(try scan(list: Array(list.utf8), 0, base: scratch.root) == ["two\\x0Alines.png", "b.png"])
  }

  @Test func `accounts for paths that are not there or cannot be any`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.png")
    let long = String(repeating: "x/", count: 50_000)
    let list = "\(scratch.root)/gone.png\n\(long)\nnul\0here\n../../nowhere/../a.png\n\(scratch.root)/a.png\n"
    let found = try scan(list: Array(list.utf8), base: scratch.root)
    #expect(found.count == 5)
    #expect(found.first == "gone.png vanished")
    #expect(found[1].hasSuffix("unreadable") && found[1].utf8.count < 300)
    #expect(found[2].hasSuffix("item 3 unreadable"))
    #expect(found[3].hasSuffix("vanished"))
    #expect(found.last == "a.png")
  }

  @Test func `reads directories in it with all below, and leaves out the output`() throws {
    let scratch = try ScratchFolder()
    for name in ["in/a.png", "in/b/c.png", "out/x.txt", "out/deep/y.txt"] { try scratch.file(name) }
    let pipe = try Pipe()
    let list = ["in", "in/a.png", "in/b/c.png", "out", "out/x.txt", "out/deep/y.txt"].map { "\(scratch.root)/\($0)\n" }
    pipe.send(Array(list.joined().utf8))
    close(pipe.writing)
    defer { close(pipe.reading) }
    var options = ScannerOptions.now
    options.base = scratch.root
    options.skipDirectories = [scratch.root.appending("out")]
    let found = try IngestTests.scan([.list(descriptor: pipe.reading, separator: 0x0A)], options)
    #expect(found == ["in/a.png", "in/b/c.png"])
  }

  @Test func `refuses a listed link that leads out of the base`() throws {
    let scratch = try ScratchFolder()
    for name in ["in/a.png", "far.png"] { try scratch.file(name) }
    try scratch.link("in/far.png", to: "../far.png")
    try scratch.link("in/near.png", to: "a.png")
    let base = scratch.root.appending("in")
    let list = "\(base)/far.png\n\(base)/near.png\n"
    #expect(try scan(list: Array(list.utf8), base: base) == ["far.png outsideInput", "near.png"])
  }

  @Test func `is streamed: what has come is given while more is waited for`() throws {
    let scratch = try ScratchFolder()
    for name in ["a.png", "b.png"] { try scratch.file(name) }
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    var options = ScannerOptions.now
    options.base = scratch.root
    let scanner = try Scanner(inputs: [.list(descriptor: pipe.reading, separator: 0x0A)], options: options)
    #expect(try scanner.step() == .waiting(pipe.reading))
    pipe.send(Array("\(scratch.root)/a.png\n\(scratch.root)/b".utf8))
    guard case .entry(let entry) = try scanner.step() else { throw Missing() }
    #expect(entry.relative == ScanPath("a.png"))
    #expect(try scanner.step() == .waiting(pipe.reading))
    pipe.send(Array(".png".utf8))
    close(pipe.writing)
    #expect(try scanner.next()?.relative == ScanPath("b.png"))
    #expect(try scanner.next() == nil)
    #expect(try scanner.step() == .end)
  }

  @Test func `that cannot be read is an error and no early end`() throws {
    #expect(throws: ScannerError.self) {
      try IngestTests.scan([.list(descriptor: 9999, separator: 0x0A)])
    }
  }

  private struct Missing: Error {}
}
