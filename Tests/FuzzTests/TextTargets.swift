import CPosix
import Export
import Glibc
import PageModel

@testable import CommandLineTool
@testable import Documents
@testable import Ingest

extension FuzzTarget {
  /// Words separated by NUL bytes, the first a subcommand's name; what opens files is left out.
  static func options(_ bytes: [UInt8]) {
    var words = bytes.split(separator: 0, maxSplits: 60, omittingEmptySubsequences: false).map(Array.init)
    guard !words.isEmpty else { return }
    let name = String(decoding: words.removeFirst(), as: UTF8.self)
    let command = HanScanCommand.commands.first { $0.name == name } ?? RunCommand.self
    let call = command.init()
    let options = call.declared
    guard let operands = try? ArgumentParser.parse(words, into: options + DeclaredOption.common),
      !options.contains(where: { ["files-from", "user-words", "lexicon"].contains($0.name) && $0.isGiven })
    else { return }
    try? call.read(options, operands)
    if let run = call as? RunCommand {
      _ = try? run.options.settings(reading: operands, scratchStore: ScanPath("/nowhere"))
    }
  }

  /// The first byte says what separates the items and in which pieces they arrive.
  static func list(_ bytes: [UInt8]) throws {
    guard let first = bytes.first, bytes.count < 50_000 else { return }
    let items = Array(bytes.dropFirst())
    let separator: UInt8 = Int(first) % 3 == 1 ? 0 : 0x0A
    let piece = first & 0x80 == 0 ? 1 << 16 : 1 + Int(first & 0x7F)
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    var list = PathList(descriptor: ends[0], separator: separator)
    var found: [[UInt8]] = []
    var place = 0
    var isOpen = true
    while true {
      switch try list.next() {
      case .path(let path):
        found.append(path.bytes)
        try require(
          !path.bytes.isEmpty && path.bytes.count <= FileDescriptor.longestPath, "a path of \(path.bytes.count) bytes")
      case .unusable(let path, let reason):
        found.append(path.bytes)
        try require(!reason.isEmpty, "an item is refused without a reason")
      case .waiting:
        if place < items.count {
          let end = min(place + piece, items.count)
          _ = items[place..<end].withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
          place = end
        } else {
          close(ends[1])
          isOpen = false
        }
      case .end:
        try require(!isOpen && place == items.count, "the list ends early")
        try require(list.count == found.count, "items are counted wrong")
        let expected = items.split(separator: separator).map { Array($0) }
        try require(expected.count == found.count, "\(found.count) items of \(expected.count)")
        for (one, other) in zip(found, expected) {
          let whole = other.count > FileDescriptor.longestPath ? Array(other.prefix(120)) : other
          try require(one == whole, "another item than was listed")
        }
        return
      }
    }
  }

  /// A pattern, a newline, a path.
  static func glob(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, bytes.count < 4096 else { return }
    let glob = Glob(Array(parts[0]))
    let path = ScanPath(bytes: Array(parts[1])).components.map(Glob.name)
    if glob.matches(path) {
      for end in path.indices {
        try require(glob.canMatch(below: Array(path[..<end])), "a directory above a match is left out")
      }
    }
    let filter = PathFilter(include: [ScanPath(bytes: Array(parts[0]))], exclude: [])
    _ = filter.takes(path)
    let others = PathFilter(include: [], exclude: [ScanPath(bytes: Array(parts[0]))])
    if filter.takes(path), filter.includes(path, isDirectory: false) {
      try require(!others.takes(path), "a pattern that includes a path does not exclude it")
    }
  }

  /// Two paths, a newline between them: their order, their printable forms, the names of their files.
  static func names(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, bytes.count < 8192, !bytes.contains(0) else { return }
    let paths = parts.map { ScanPath(bytes: Array($0)) }
    let keys = paths.map(NaturalOrder.key)
    try require((keys[0] == keys[1]) == (paths[0] == paths[1]), "two paths with one place in the order")
    for path in paths {
      try require(!path.description.unicodeScalars.contains { $0.value < 32 }, "a name that breaks a line")
    }
    // Only paths as the directory walk gives them get output names.
    let plain = paths.allSatisfy { path in
      !path.bytes.isEmpty && path.bytes.elementsEqual(path.components.joined(separator: [0x2F]))
        && path.components.allSatisfy { $0.count <= 255 && $0 != [0x2E] && $0 != [0x2E, 0x2E] }
    }
    guard plain else { return }
    let names = paths.map { OutputName.make($0, pageIndex: 0, extension: "txt") }
    for name in names {
      for part in name.components {
        try require(!part.isEmpty && part.count <= 255 && part != [0x2E, 0x2E], "no name for a file")
      }
    }
    try require((names[0] == names[1]) == (paths[0] == paths[1]), "two scans share an output name")
  }
}
