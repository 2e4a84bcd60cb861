import Export
import PageModel
import TestSupport
import Testing

@Suite struct `The name of an output file` {
  private func name(_ relative: String, page: Int = 0, _ kind: String = "txt") -> String {
    OutputName.make(ScanPath(relative), pageIndex: page, extension: kind).description
  }

  @Test func `is the relative path with page and kind`() {
    #expect(name("a.png") == "a.png.p0001.txt")
    #expect(name("2024/영수증.jpg", page: 41, "json") == "2024/영수증.jpg.p0042.json")
    #expect(name("a", page: 9_999) == "a.p10000.txt")
    #expect(OutputName.make(ScanPath(bytes: [0xFF]), pageIndex: 0, extension: "txt").bytes.first == 0xFF)
  }

  @Test func `never leaves the output and never takes the program's own names`() {
    #expect(name("../../a") == "..~/..~/a.p0001.txt")
    #expect(name("/a") == "a.p0001.txt")
    #expect(name("..") == "...p0001.txt")
    #expect(name("hanscan.sqlite/a") == "hanscan.sqlite~/a.p0001.txt")
    #expect(name("hanscan.sqlite") == "hanscan.sqlite.p0001.txt")
  }

  @Test func `does not change with a directory that is called like an output file`() {
    #expect(name("a.p0001.txt/b") == "a.p0001.txt~/b.p0001.txt")
    #expect(name("a.p0001.txt~/b") == "a.p0001.txt~~/b.p0001.txt")
    #expect(name("a.p1.txt/b") == "a.p1.txt/b.p0001.txt")
  }

  /// Two pages never share a name, and no file lies where another needs a directory.
  private func expectApart(_ paths: Set<ScanPath>) {
    var files: [ScanPath: ScanPath] = [:]
    var folders: Set<ScanPath> = []
    for path in paths {
      for (page, kind) in [(0, "txt"), (1, "txt"), (0, "json"), (9_999, "txt")] {
        let name = OutputName.make(path, pageIndex: page, extension: kind)
        if let other = files[name] { Issue.record("\(path) and \(other) share \(name)") }
        files[name] = path
        let components = name.components
        for component in components {
          #expect(component.count <= 255 && component != Array("..".utf8) && component != Array(".".utf8))
        }
        #expect(name.bytes.count < 2300)
        for end in components.indices.dropFirst() {
          folders.insert(ScanPath(bytes: Array(components[..<end].joined(separator: [0x2F]))))
        }
      }
    }
    #expect(files.keys.filter(folders.contains) == [])
    for own in ["hanscan.sqlite", "hanscan.sqlite-wal", "hanscan.lock"] { #expect(!folders.contains(ScanPath(own))) }
  }

  @Test func `is shared by no two files, whatever they are called`() {
    let hex = String(repeating: "0123456789abcdef", count: 4)
    let long = String(repeating: "가", count: 85)
    var names = [
      "a", "a.p0001", "a.p0001.txt", "a.p0001.txt.p0001.txt", "a.p0001.json", "a.p10000.txt", "a.txt", "A",
      "a.p0002.txt",
      "a~", "a.p0001.txt~", "a.p0001.txt~~", "hanscan.sqlite", "hanscan.sqlite~", ".hanscan", "long", "long~\(hex)",
      "영", "\u{110B}\u{1167}\u{11BC}", "x~\(hex)", "x~\(hex.uppercased())", long, String(long.dropLast()) + "나",
      String(repeating: "b", count: 255), String(repeating: "b", count: 254), String(repeating: "b", count: 245),
    ].map { Array($0.utf8) }
    // What the rule itself makes of these, put in again as names.
    for name in names {
      for component in OutputName.make(ScanPath(bytes: name + [0x2F] + name), pageIndex: 0, extension: "txt").components
      {
        names.append(component)
        names.append(Array(component.dropLast(".p0001.txt".utf8.count)))
      }
    }
    names.removeAll { $0.isEmpty || $0.count > 255 }
    var paths: Set<ScanPath> = []
    for name in names {
      paths.insert(ScanPath(bytes: name))
      for other in names.prefix(30) { paths.insert(ScanPath(bytes: other + [0x2F] + name)) }
    }
    expectApart(paths)
  }

  @Test func `is shared by no two of many near misses`() {
    var random = SeededRandom(seed: 5)
    let parts = ["a", ".p0001", ".txt", "~", ".", "hanscan.", ".p00012", "0", "/", "é"]
    var paths: Set<ScanPath> = []
    while paths.count < 10_000 {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "a" }
        .joined()
      // Only what a scan can give: clean paths.
      let components = ScanPath(text).components
      paths.insert(ScanPath(bytes: Array(components.joined(separator: [0x2F]))))
    }
    paths.remove(ScanPath(""))
    expectApart(paths)
  }

  @Test func `stays short below deep directories, which stay apart`() {
    var paths: Set<ScanPath> = []
    for index in 0..<50 {
      paths.insert(ScanPath(String(repeating: "\(index)폴더/", count: 300) + "a.png"))
      paths.insert(ScanPath(String(repeating: "\(index)폴더/", count: 20) + "a.png"))
    }
    expectApart(paths)
  }
}
