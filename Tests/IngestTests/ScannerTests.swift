import Documents
import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `A scan of a directory` {
  @Test func `gives every file below it in natural order`() throws {
    let scratch = try ScratchFolder()
    for name in ["scan10.png", "scan2.png", "b/1.png", "b/10.png", "b/9.png", "a.png", "영수증 2.jpg", "영수증 10.jpg"] {
      try scratch.file(name)
    }
    #expect(
      try scan([.path(scratch.root)]) == [
        "a.png", "b/1.png", "b/9.png", "b/10.png", "scan2.png", "scan10.png", "영수증 2.jpg", "영수증 10.jpg",
      ])
  }

  @Test func `is in the order of the natural keys whatever the names`() throws {
    let scratch = try ScratchFolder()
    var random = SeededRandom(seed: 4)
    let symbols = Array("012ab._-".utf8) + [0xFF]
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        [UInt8(ascii: "x")] + (0..<3).map { _ in symbols.randomElement(using: &random) ?? 0x61 }
      }
      try scratch.file(Array(names.joined(separator: [0x2F])) + Array(".z".utf8))
    }
    let found = try documents([.path(scratch.root)]).map(\.relative)
    let keys = found.map(NaturalOrder.key)
    #expect(found.count > 200)
    #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
  }

  private static let litter = [
    "@eaDir/r.png/SYNOPHOTO_THUMB_M.jpg", "#recycle/r.png", "#snapshot/r.png", "@Recycle/r.png", "lost+found/r.png",
    "sub/@eaDir/r.png", "Thumbs.db", "sub/Desktop.ini", "~$r.png", "r.png.part", "r.png.crdownload",
    "hanscan.sqlite", "hanscan.receipts.csv",
  ]
  private static let hidden = [".Trash-1000/files/r.png", "._r.png", ".DS_Store"]

  @Test func `leaves out what systems and programs put beside scans, and hidden names, and counts them`() throws {
    let scratch = try ScratchFolder()
    let kept = ["eaDir.png", "hanscan.png", "parts.png", "r.png.p0001.txt", "sub/r.png"]
    for name in Self.litter + Self.hidden + kept { try scratch.file(name) }
    #expect(try scan([.path(scratch.root)]) == kept)
    let scanner = try Scanner(inputs: [.path(scratch.root)], options: .now)
    while try scanner.next() != nil {}
    #expect(scanner.leftOut.litter == Self.litter.count)
    #expect(scanner.leftOut.hidden == Self.hidden.count)
    #expect(Self.litter.allSatisfy { LeftOut.holds(ScanPath($0)) } && !kept.contains { LeftOut.holds(ScanPath($0)) })
  }

  @Test func `knows the file of a page by its name: four digits or more, and the ending of a format`() {
    let files = ["r.png.p0001.txt", "sub/r.pdf.p12345.alto.xml", "r.p0001.page.xml", ".p0002.json", "r.p1.p0003.md"]
    for name in files { #expect(LeftOut.isPageFile(ScanPath(name)), "\(name)") }
    let others = ["r.png.p001.txt", "r.png.p0001.xml", "r.p0001.txt.bak", "rp0001.txt", "r.q0001.txt", ".0001.txt", ""]
    for name in others { #expect(!LeftOut.isPageFile(ScanPath(name)), "\(name)") }
  }

  @Test(arguments: [
    ("@eaDir", ["@eaDir/a.png/M.jpg", "sub/@eaDir/M.jpg"]), ("@eaDir/**", ["@eaDir/a.png/M.jpg"]),
    ("**/@eaDir/*.jpg", ["sub/@eaDir/M.jpg"]), ("sub/**", ["sub/a.png"]), ("*.part", ["b.png.part"]),
    (".*", [".hidden/b.png", "._b.png"]), ("._*", ["._b.png"]), ("**/.hidden/*", [".hidden/b.png"]),
    ("*.png", ["a.png", "sub/a.png"]),
    ("*", ["@eaDir/a.png/M.jpg", "a.png", "b.png.part", "sub/@eaDir/M.jpg", "sub/a.png"]),
  ])
  func `takes a name that is left out by default if a pattern stands for it`(pattern: String, names: [String]) throws {
    let scratch = try ScratchFolder()
    let all = ["a.png", "b.png.part", "@eaDir/a.png/M.jpg", "sub/a.png", "sub/@eaDir/M.jpg"]
    for name in all + ["._b.png", ".hidden/b.png"] { try scratch.file(name) }
    var options = ScannerOptions.now
    options.include = [ScanPath(pattern)]
    #expect(try Set(scan([.path(scratch.root)], options)) == Set(names))
  }

  @Test func `takes an input of any name`() throws {
    let scratch = try ScratchFolder()
    for name in ["@eaDir/a.png", ".hidden/b.png", "c.part"] { try scratch.file(name) }
    #expect(try scan([.path(scratch.root.appending("@eaDir"))]) == ["a.png"])
    #expect(
      try Set(scan(["@eaDir", ".hidden", "c.part"].map { .path(scratch.root.appending($0)) }))
        == ["@eaDir/a.png", ".hidden/b.png", "c.part"])
    #expect(try scan([.glob(scratch.root.appending("@ea*"))]) == ["@eaDir/a.png"])
  }

  @Test func `leaves out the output directory by what it is and not by its name`() throws {
    let scratch = try ScratchFolder()
    for name in ["in/a.png", "in/out/a.png.p0001.txt", "in/out.png", "in/pages.db"] { try scratch.file(name) }
    try scratch.link("alias", to: "in/out")
    try scratch.link("in/other", to: "out")
    try scratch.link("in/page.png", to: "out/a.png.p0001.txt")
    var options = ScannerOptions.now
    options.skipDirectories = [scratch.root.appending("alias")]
    options.skipFiles = [scratch.root.appending("in/pages.db")]
    #expect(try scan([.path(scratch.root.appending("in"))], options) == ["a.png", "out.png"])
  }

  @Test func `leaves out an output directory that is made only after the scan began`() throws {
    let scratch = try ScratchFolder()
    for name in ["a/1.png", "b.png"] { try scratch.file(name) }
    var options = ScannerOptions.now
    options.skipDirectories = [scratch.root.appending("out")]
    options.skipFiles = [scratch.root.appending("a/pages.db")]
    let scanner = try Scanner(inputs: [.path(scratch.root)], options: options)
    try scratch.file("out/page.txt")
    try scratch.file("a/pages.db")
    #expect(try scanner.next()?.relative == ScanPath("a/1.png"))
    #expect(try scanner.next()?.relative == ScanPath("b.png"))
    #expect(try scanner.next() == nil)
  }

  @Test func `refuses an input that is the output directory itself`() throws {
    let scratch = try ScratchFolder()
    var options = ScannerOptions.now
    options.skipDirectories = [scratch.root]
    #expect(throws: ScannerError.inputIsOutput(scratch.root.appending("."))) {
      try scan([.path(scratch.root.appending("."))], options)
    }
  }

  @Test func `keeps names as they are, in NFC and NFD, with newlines, dashes and bytes that are no text`() throws {
    let scratch = try ScratchFolder()
    let names: [[UInt8]] = [
      Array("-rf".utf8), Array("two\nlines.png".utf8), Array("영.png".utf8), Array("\u{110B}\u{1167}\u{11BC}.png".utf8),
      [0x61, 0xFF, 0xFE], Array(String(repeating: "가", count: 85).utf8), Array("a\\b".utf8), Array("Scan.PNG".utf8),
      Array("scan.png".utf8), Array("*".utf8), Array(" ".utf8),
    ]
    for name in names { try scratch.file(name) }
    let found = try documents([.path(scratch.root)])
    #expect(Set(found.map(\.relative.bytes)) == Set(names))
    for file in found {
      let session = try DocumentSession.open(file)
      #expect(session.pageCount == 1)
    }
  }

  @Test func `never opens pipes, sockets and devices, and says what they are`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.png")
    try #require(scratch.root.appending("pipe").withCString { mkfifo($0, 0o644) } == 0)
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = scratch.root.appending("socket").bytes
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(try scan([.path(scratch.root)]) == ["a.png", "pipe specialFile", "socket specialFile"])
    #expect(try scan([.path(ScanPath("/dev/null"))]) == ["null specialFile"])
  }

  @Test func `makes an entry of a directory that may not be read`() throws {
    let scratch = try ScratchFolder()
    let folder = try scratch.folder("locked")
    try scratch.file("b.png")
    _ = folder.withCString { chmod($0, 0) }
    _ = scratch.root.withCString { chmod($0, 0o755) }
    try asNobody {
      let found = try scan([.path(scratch.root)])
      #expect(found == ["b.png", "locked unreadable"])
      #expect(throws: ScannerError.self) { try scan([.path(folder)]) }
    }
    _ = folder.withCString { chmod($0, 0o755) }
  }

  @Test func `stops at a depth with a reason, and needs no more descriptors than that`() throws {
    let scratch = try ScratchFolder()
    try scratch.file(Array(repeating: "d", count: 60).joined(separator: "/") + "/a.png")
    var options = ScannerOptions.now
    #expect(try scan([.path(scratch.root)], options).count == 1)
    options.maximumDepth = 5
    #expect(try scan([.path(scratch.root)], options) == ["d/d/d/d/d tooDeep"])
  }

  @Test func `says which input is missing before anything is read`() throws {
    let scratch = try ScratchFolder()
    let missing = scratch.root.appending("nothing")
    #expect(throws: ScannerError.missing(missing)) { try scan([.path(scratch.root), .path(missing)]) }
    #expect(throws: ScannerError.missing(ScanPath(""))) { try scan([.path(ScanPath(""))]) }
    #expect(throws: ScannerError.self) { try scan([.path(ScanPath("a\0b"))]) }
  }

  @Test func `closes all that it opened`() throws {
    let scratch = try ScratchFolder()
    for index in 0..<20 { try scratch.file("a/b/c\(index)/d.png") }
    func place(_ scanner: Scanner) throws -> Int { try scanner.next().map { _ in 1 } ?? 0 }
    // Descriptors that tests beside this one open come and go; more than a few of them would be ours.
    for _ in 0..<300 {
      let scanner = try Scanner(inputs: [.path(scratch.root)], options: .now)
      #expect(try place(scanner) == 1)
    }
    let descriptor = dup(2)
    defer { close(descriptor) }
    #expect(descriptor < 300)
  }
}
