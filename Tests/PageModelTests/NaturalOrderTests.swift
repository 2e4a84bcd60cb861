import PageModel
import TestSupport
import Testing

@Suite struct `The natural order` {
  private func sorted(_ names: [String]) -> [String] {
    names.map { (key: NaturalOrder.key(of: ScanPath($0)), name: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
  }

  @Test(arguments: [
    ["scan1", "scan2", "scan10", "scan11", "scan100"],
    ["1", "01", "001", "2", "02", "10"],
    ["a", "a/x", "a.png", "a0", "a1", "ab", "b"],
    ["a1", "a1/z", "a01/y", "a2"],
    ["2024-1-9", "2024-1-10", "2024-02-01", "2024-11-01"],
    ["영수증 2.jpg", "영수증 10.jpg"],
    ["0", "1", "9", "10", "99999999999999999999", "100000000000000000000"],
    ["x", "x0", "x00", "x0a", "x00a", "x1"],
  ])
  func `sorts numbers by value, then by zeros, and everything else by bytes`(names: [String]) {
    #expect(sorted(names.reversed()) == names)
    #expect(sorted(names.shuffled()) == names)
  }

  @Test func `has equal keys only for equal paths`() {
    var random = SeededRandom(seed: 1)
    var paths: Set<ScanPath> = ["a", "/a", "a/", "a//b", "a/b", "/a/b", "./a", "", "/"].map { ScanPath($0) }.reduce(
      into: []) { $0.insert($1) }
    while paths.count < 20_000 { paths.insert(random.path()) }
    #expect(Set(paths.map(NaturalOrder.key)).count == paths.count)
  }

  @Test func `is that of a directory walk that sorts one directory at a time`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let paths = Array(Set((0..<60).map { _ in random.path() }))
      let byKey = paths.map { (key: NaturalOrder.key(of: $0), path: $0) }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.path)
      #expect(byKey == walk(paths.map { ($0.components[...], $0) }))
    }
  }

  @Test func `does not trap on a name of 200,000 digits`() {
    let long = ScanPath(String(repeating: "7", count: 200_000))
    let longer = ScanPath(String(repeating: "7", count: 200_001))
    #expect(NaturalOrder.key(of: long) != NaturalOrder.key(of: longer))
  }

  /// Each directory's names in order of their own keys; a file comes before what is below its name.
  private func walk(_ paths: [(rest: ArraySlice<[UInt8]>, path: ScanPath)]) -> [ScanPath] {
    let groups = Dictionary(grouping: paths.filter { !$0.rest.isEmpty }) { $0.rest.first ?? [] }
    let ordered = groups.keys.map { (key: NaturalOrder.key(of: ScanPath(bytes: $0)), name: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let inside = ordered.flatMap { group in
      walk((groups[group.name] ?? []).map { ($0.rest.dropFirst(), $0.path) })
    }
    return paths.filter(\.rest.isEmpty).map(\.path) + inside
  }
}

extension SeededRandom {
  /// A path of few different characters, so that similar paths are common.
  mutating func path() -> ScanPath {
    let characters = Array("0019ab.".utf8) + [1, 0xFF]
    let names = (0..<Int.random(in: 1...3, using: &self)).map { _ in
      (0..<Int.random(in: 1...4, using: &self)).map { _ in characters.randomElement(using: &self) ?? 1 }
    }
    return ScanPath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
  }
}
