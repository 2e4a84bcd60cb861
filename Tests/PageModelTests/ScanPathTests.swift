import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `A scan path` {
  @Test(arguments: [
    ("영수증.jpg", "영수증.jpg"),
    ("two\nlines", "two\\x0Alines"),
    ("back\\slash", "back\\x5Cslash"),
    ("bell\u{7}", "bell\\x07"),
    ("reversed\u{202E}gpj", "reversed\\xE2\\x80\\xAEgpj"),
    ("-rf", "-rf"),
  ])
  func `is shown in one printable line`(path: String, shown: String) {
    #expect(ScanPath(path).description == shown)
  }

  @Test func `shows bytes that are no UTF-8 as such`() {
    #expect(ScanPath(bytes: [0x61, 0xFF, 0xED, 0xA0, 0x80, 0xC3]).description == "a\\xFF\\xED\\xA0\\x80\\xC3")
    #expect(ScanPath(bytes: [0xF0, 0x9F, 0x98]).description == "\\xF0\\x9F\\x98")
  }

  @Test func `shows different paths differently`() {
    var random = SeededRandom(seed: 3)
    var paths: Set<ScanPath> = []
    while paths.count < 20_000 {
      let bytes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : UInt8(ascii: "\\")
      }
      paths.insert(ScanPath(bytes: bytes))
    }
    #expect(Set(paths.map(\.description)).count == paths.count)
  }

  @Test func `distinguishes NFC and NFD names`() {
    #expect(ScanPath("영") != ScanPath("\u{110B}\u{1167}\u{11BC}"))
  }

  @Test func `has no components for needless slashes`() {
    #expect(ScanPath("//a///b/").components == [Array("a".utf8), Array("b".utf8)])
    #expect(ScanPath("").components.isEmpty)
    #expect(ScanPath("a/b/").lastComponent == Array("b".utf8))
  }

  @Test func `is extended by one slash`() {
    #expect(ScanPath("").appending("a") == ScanPath("a"))
    #expect(ScanPath("/").appending("a") == ScanPath("/a"))
    #expect(ScanPath("a").appending("b") == ScanPath("a/b"))
  }

  @Test func `is gone if the system says so, and not if it can't be looked at`() throws {
    let scratch = try ScratchFolder()
    let path = ScanPath(try scratch.write("", to: "closed/a.png"))
    #expect(!path.isGone && path.with(suffix: ".other").isGone && path.appending("within").isGone)
    #expect(chmod(scratch.path(of: "closed"), 0) == 0)
    defer { chmod(scratch.path(of: "closed"), 0o755) }
    try asNobody { #expect(!path.isGone && !path.with(suffix: ".other").isGone) }
  }

  @Test func `passes its bytes to C, and rethrows errors`() {
    struct Refused: Error, Equatable {}
    #expect(
      ScanPath(bytes: [0x61, 0xFF]).withCString {
        [UInt8(bitPattern: $0[0]), UInt8(bitPattern: $0[1]), UInt8(bitPattern: $0[2])]
      } == [0x61, 0xFF, 0])
    #expect(throws: Refused()) {
      try ScanPath("a").withCString { (_: UnsafePointer<CChar>) throws(Refused) -> Int in throw Refused() }
    }
  }
}
