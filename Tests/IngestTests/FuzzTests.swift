@testable import Ingest
import PageModel
import TestSupport
import Testing

@Suite struct `Patterns under attack` {
  @Test func `match or do not, in bounded time`() {
    var random = SeededRandom(seed: 8)
    let symbols = Array("a*?[]!-^\\/.".utf8) + [0xFF, 0xEA, 0xB0, 0x80]
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in symbols.randomElement(using: &random) ?? 0x61 } }
    for _ in 0..<5_000 {
      let glob = Glob(bytes(Int.random(in: 0...20, using: &random)))
      let path = ScanPath(bytes: bytes(20)).components.map(Glob.name)
      if glob.matches(path) { #expect(!path.isEmpty || glob.matches([])) }
      _ = glob.canMatch(below: path)
    }
    // The classic that makes a naive matcher run for ever.
    let stars = Glob(Array(String(repeating: "*a", count: 60).utf8) + Array("b".utf8))
    #expect(!stars.matches([Glob.name(Array(String(repeating: "a", count: 250).utf8))]))
    let deep = Glob(Array(String(repeating: "**/", count: 60).utf8) + Array("b".utf8))
    #expect(!deep.matches([Glob.Name](repeating: Glob.name("a".utf8), count: 500)))
  }
}
