import Documents
import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `Symbolic links` {
  @Test func `are followed to files and folders within the input`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("real/a.png", SampleBytes.png(width: 3, height: 2))
    try scratch.link("file.png", to: "real/a.png")
    try scratch.link("folder", to: "\(scratch.root)/real")
    try scratch.link("real/up.png", to: "../file.png")
    let found = try documents([.path(scratch.root)])
    #expect(
      found.map(\.relative.description) == ["file.png", "folder/a.png", "folder/up.png", "real/a.png", "real/up.png"])
    for file in found { #expect(try DocumentSession.open(file).page(at: 0)?.width == 3) }
  }

  @Test func `are refused where they lead out of the input`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("secret/a.png")
    try scratch.folder("in")
    try scratch.link("in/a.png", to: "../secret/a.png")
    try scratch.link("in/b", to: "\(scratch.root)/secret")
    try scratch.link("in/c", to: "/dev/zero")
    try scratch.link("in/d", to: "/proc/self/fd/0")
    try scratch.link("in/e", to: "nowhere")
    try scratch.link("in/f", to: "f")
    let input = ScanInput.path(scratch.root.appending("in"))
    let found = try scan([input])
    #expect(found.prefix(3) == ["a.png outsideInput", "b outsideInput", "c outsideInput"])
    #expect(found.suffix(2) == ["e vanished", "f linkLoop"])
    #expect(found.count == 6)
    // Within the inputs taken together it is another thing.
    #expect(try scan([input, .path(scratch.root.appending("secret"))]).contains("in/a.png"))
  }

  @Test func `do not lead round in circles`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a/b/c.png")
    try scratch.link("a/b/up", to: "..")
    try scratch.link("a/self", to: ".")
    try scratch.link("top", to: ".")
    #expect(try scan([.path(scratch.root)]) == ["a/b/c.png", "a/b/up linkLoop", "a/self linkLoop", "top linkLoop"])
  }

  @Test func `do not multiply where folders link to each other`() throws {
    let scratch = try ScratchFolder()
    // Without a rule, twenty folders with two links each to the next are a million paths.
    for index in 0..<20 {
      try scratch.file("d\(index)/a.png")
      try scratch.link("d\(index)/x", to: "../d\(index + 1)")
      try scratch.link("d\(index)/y", to: "../d\(index + 1)")
    }
    #expect(try scan([.path(scratch.root)]).count < 200)
  }

  @Test func `put in the place of a file after the scan are not followed`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("secret.png")
    try scratch.file("in/a.png")
    try scratch.file("in/b/c.png")
    let files = try documents([.path(scratch.root.appending("in"))])
    unlink("\(scratch.root)/in/a.png")
    try scratch.link("in/a.png", to: "../secret.png")
    rename("\(scratch.root)/in/b", "\(scratch.root)/in/gone")
    try scratch.file("elsewhere/c.png")
    try scratch.link("in/b", to: "../elsewhere")
    for file in files {
      let error = #expect(throws: DocumentError.self) { try DocumentSession.open(file) }
      let code = try #require(error).problem.code
      #expect(code == .changed || code == .specialFile)
    }
  }
}
