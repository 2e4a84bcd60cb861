import Documents
import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `The inputs of a scan` {
  @Test func `name files from the deepest directory that holds them all`() throws {
    let scratch = try ScratchFolder()
    for name in ["a/x.png", "b/x.png", "b/c/y.png"] { try scratch.file(name) }
    let root = scratch.root
    #expect(try scan([.path(root.appending("a/x.png"))]) == ["x.png"])
    #expect(try scan([.path(root.appending("a/x.png")), .path(root.appending("b/x.png"))]) == ["a/x.png", "b/x.png"])
    #expect(try scan([.path(root.appending("b")), .path(root.appending("a"))]) == ["a/x.png", "b/c/y.png", "b/x.png"])
    #expect(try scan([.path(root.appending("b/"))]) == ["c/y.png", "x.png"])
    #expect(try scan([.path(root.appending("b/c/../../a"))]) == ["x.png"])
  }

  @Test func `give a file once that several of them reach`() throws {
    let scratch = try ScratchFolder()
    for name in ["a/x.png", "a/y.png"] { try scratch.file(name) }
    let inputs = ["", "a", "a/x.png", "a//x.png", "a/./y.png", "a/../a/y.png"].map {
      ScanInput.path(scratch.root.appending($0))
    }
    #expect(try scan(inputs) == ["a/x.png", "a/y.png"])
  }

  @Test func `are never two files of one name, even where dots lead through a link`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("x.png", [1])
    try scratch.file("far/x.png", [2])
    try scratch.folder("far/deep")
    try scratch.link("link", to: "far/deep")
    // The text of the second path looks like the first's, but the system takes it for far/x.png.
    let inputs = ["x.png", "link/../x.png"].map { ScanInput.path(scratch.root.appending($0)) }
    #expect(try scan(inputs) == ["far/x.png", "x.png"])
  }

  @Test func `can start names from a given directory`() throws {
    let scratch = try ScratchFolder()
    for name in ["in/a/x.png", "in/@/x.png", "elsewhere.png"] { try scratch.file(name) }
    var options = ScannerOptions.now
    options.base = scratch.root.appending("in")
    let found = try scan(
      [.path(options.base ?? scratch.root), .path(scratch.root.appending("elsewhere.png"))], options)
    #expect(found == ["@@@/x.png", "a/x.png", "@\(scratch.root)/elsewhere.png"])
  }

  @Test func `may be links, which are followed`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("far/a.png")
    try scratch.link("folder", to: "far")
    try scratch.link("file.png", to: "far/a.png")
    #expect(try scan([.path(scratch.root.appending("folder"))]) == ["a.png"])
    let files = try documents([.path(scratch.root.appending("file.png"))])
    #expect(files.map(\.relative) == [ScanPath("file.png")])
    #expect(try files.map { try DocumentSession.open($0).pageCount } == [1])
  }

  @Test func `may be patterns, which are expanded here and enter no directory in vain`() throws {
    let scratch = try ScratchFolder()
    for name in ["2024/01/a.png", "2024/02/b.jpg", "2023/01/c.png", "2024/d.png", ".x/e.png"] { try scratch.file(name) }
    let locked = try scratch.folder("2023/locked")
    _ = locked.withCString { chmod($0, 0) }
    func glob(_ pattern: String) throws -> [String] { try scan([.glob(scratch.root.appending(pattern))]) }
    #expect(try glob("2024/*.png") == ["d.png"])
    #expect(try glob("**/*.png") == ["2023/01/c.png", "2024/01/a.png", "2024/d.png"].sorted())
    #expect(try glob("*/01/*") == ["2023/01/c.png", "2024/01/a.png"])
    #expect(try glob("2024/0[2-9]") == ["02/b.jpg"])
    #expect(try glob("*5") == [])
    #expect(throws: ScannerError.self) { try glob("1999/*.png") }
    _ = locked.withCString { chmod($0, 0o755) }
  }

  @Test func `are taken by name first, and as patterns only where nothing has that name`() throws {
    let scratch = try ScratchFolder()
    let odd = try scratch.file("a[1].png")
    #expect(ScanInput.argument(odd) == .path(odd))
    #expect(ScanInput.argument(scratch.root.appending("b*")) == .glob(scratch.root.appending("b*")))
    #expect(ScanInput.argument(scratch.root.appending("b")) == .path(scratch.root.appending("b")))
  }

  @Test func `may lie in the output directory where they are files`() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("a.png")
    var options = ScannerOptions.now
    options.skipDirectories = [scratch.root]
    #expect(try scan([.path(file)], options) == ["a.png"])
    #expect(try scan([.glob(scratch.root.appending("*.png"))], options) == ["a.png"])
  }
}

@Suite struct `Include and exclude patterns` {
  private func scratch() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for name in ["a.png", "a.tmp", "b/a.png", "b/c/d.jpg", "trash/a.png", "영수증.jpg"] { try scratch.file(name) }
    try scratch.file("\u{110B}\u{1167}\u{11BC}.gif")
    return scratch
  }

  @Test(arguments: [
    (["*.png"], [], ["a.png", "b/a.png", "trash/a.png"]),
    (["*.png"], ["trash"], ["a.png", "b/a.png"]),
    (["b/**"], [], ["b/a.png", "b/c/d.jpg"]),
    (["b"], [], ["b/a.png", "b/c/d.jpg"]),
    (["/a.png"], [], ["a.png"]),
    (["**/d.*"], [], ["b/c/d.jpg"]),
    (["???.jpg"], [], ["영수증.jpg"]),
    (["영.gif"], [], ["\u{110B}\u{1167}\u{11BC}.gif"]),
    (["[가-힣]*"], ["*.jpg"], ["\u{110B}\u{1167}\u{11BC}.gif"]),
    ([], ["*.jpg", "*.gif", "a.*"], []),
    ([], ["b/", "trash/", "*.gif", "*.jpg"], ["a.png", "a.tmp"]),
    (["*.png"], ["a.png/"], ["a.png", "b/a.png", "trash/a.png"]),
  ])
  func `choose files by name or by relative path`(include: [String], exclude: [String], found: [String]) throws {
    let scratch = try scratch()
    var options = ScannerOptions.now
    options.include = include.map { ScanPath($0) }
    options.exclude = exclude.map { ScanPath($0) }
    #expect(try scan([.path(scratch.root)], options) == found)
    // The same files, each named as such, are chosen alike.
    let files = try documents([.path(scratch.root)])
    options.base = scratch.root
    #expect(try scan(files.map { .path($0.path) }, options) == found)
    // A scan would meet the files that it meets.
    let scanner = try Scanner(inputs: [.path(scratch.root)], options: options)
    let sought = files.map(\.relative).filter { scanner.seeks($0, in: $0, isDirectory: false) }
    #expect(sought.map(\.description) == found)
  }

  @Test(arguments: [
    ("d*", ["d/a.png", "d/b/c.jpg", "d.png"]), ("*.png", ["d.png"]), ("d*/", ["d/a.png", "d/b/c.jpg"]),
    ("**/*.jpg", ["d/b/c.jpg", "e/c.jpg"]), ("d/*", ["a.png", "b/c.jpg"]),
  ])
  func `of an input decide which missing files a scan would have met`(pattern: String, found: [String]) throws {
    let scratch = try ScratchFolder()
    for name in ["d.png", "d/a.png", "d/b/c.jpg", "e/c.jpg"] { try scratch.file(name) }
    let start = pattern == "d/*" ? scratch.root.appending("d") : scratch.root
    let files = try documents([.path(start)]).map(\.relative)
    let scanner = try Scanner(inputs: [.glob(scratch.root.appending(pattern))], options: .now)
    #expect(scanner.covered == [ScanPath("")])
    let sought = files.filter { scanner.seeks($0, in: $0, isDirectory: false) }
    #expect(sought.map(\.description).sorted() == found.sorted())
    #expect(try scan([.glob(scratch.root.appending(pattern))]).sorted() == found.sorted())
  }
}
