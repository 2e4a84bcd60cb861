import Ingest
import PageModel
import TestSupport
import Testing

/// Parts of an input that several machines read.
@Suite struct ShardTests {
  @Test func `every scan is in exactly one part, the same on every machine and in every version`() {
    let paths = (1...2_000).map { ScanPath("2026/\($0 % 12)/영수증 \($0).jpg") }
    for count in [1, 2, 3, 7, 100] {
      let shards = (1...count).compactMap { Shard($0, of: count) }
      #expect(shards.count == count)
      for path in paths { #expect(shards.filter { $0.holds(path) }.count == 1) }
    }
    // Written down: another answer would have machines of two versions read some scans twice and others never.
    #expect(Shard.index(of: ScanPath("march/lunch.jpg"), among: 100) == 49)
    #expect(Shard.index(of: ScanPath("영수증.png"), among: 7) == 4)
    #expect(Shard.index(of: ScanPath(bytes: [0xFF, 0x2F, 0x00]), among: 10_000) == 8_490)
  }

  @Test func `the parts are about equal`() {
    var counts = [Int](repeating: 0, count: 10)
    for number in 1...10_000 { counts[Shard.index(of: ScanPath("scan\(number).png"), among: 10) - 1] += 1 }
    // A standard deviation is 30.
    for count in counts { #expect((850...1_150).contains(count)) }
  }

  @Test func `what is no part is refused`() {
    for (index, count) in [(0, 3), (4, 3), (-1, 3), (1, 0), (1, -1), (1, Shard.mostShards + 1), (.min, .max)] {
      #expect(Shard(index, of: count) == nil)
    }
  }

  @Test func `the parts of a scan are the whole of it, and what cannot be entered belongs to one of them`() throws {
    let scratch = try ScratchFolder()
    for number in 1...40 { try scratch.write([1], to: "in/\(number % 5)/\(number).png") }
    func scan(_ shard: Shard?) throws -> (met: [ScanPath], unseen: [ScanPath]) {
      var options = ScannerOptions()
      options.settle = .zero
      options.shard = shard
      options.maximumDepth = 3
      let scanner = try Scanner(inputs: [.path(ScanPath(scratch.path(of: "in")))], options: options)
      var met: [ScanPath] = []
      while let entry = try scanner.next() { met.append(entry.relative) }
      return (met, scanner.unseenDirectories)
    }
    try scratch.write([1], to: "in/3/deep/deeper/deepest.png")
    let whole = try scan(nil).met
    let parts = try (1...3).map { try scan(Shard($0, of: 3)) }
    #expect(whole.count == 41)
    #expect(
      parts.flatMap(\.met).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        == whole.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    for part in parts { #expect(part.met == whole.filter(Set(part.met).contains)) }
    // Two of three are told by another part that a folder is too deep.
    #expect(parts.filter { $0.unseen.isEmpty }.count == 1)
  }
}
