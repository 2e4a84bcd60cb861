import Documents
import Glibc
import PageModel
import Support

struct ScanRoot {
  enum Kind {
    case file
    case tree(Glob?)
    case list(descriptor: CInt, separator: UInt8)
  }

  var kind: Kind
  var path: ScanPath
  var relative: ScanPath
}

/// The inputs in the order they are read, and the rule for their names.
struct ScanPlan {
  private(set) var roots: [ScanRoot] = []
  private(set) var canonicalRoots: [ScanPath] = []
  let names: InputNames
  /// Whether two inputs could reach the same file.
  var canOverlap: Bool { roots.count > 1 || roots.contains { if case .list = $0.kind { true } else { false } } }

  init(
    inputs: [ScanInput], base: ScanPath?, workingDirectory: Result<[[UInt8]], SystemError>, outputs: Set<FileIdentity>
  ) throws(ScannerError) {
    var found: [(root: ScanRoot, absolute: [[UInt8]])] = []
    var lists: [ScanRoot] = []
    var starts: [[[UInt8]]] = []
    for input in inputs {
      switch input {
      case .list(let descriptor, let separator):
        let kind = ScanRoot.Kind.list(descriptor: descriptor, separator: separator)
        lists.append(ScanRoot(kind: kind, path: ScanPath(""), relative: ScanPath("")))
      case .path(let path):
        let absolute = try Self.absolute(path, from: workingDirectory)
        let isDirectory = try Self.isDirectory(path, outputs: outputs)
        found.append((ScanRoot(kind: isDirectory ? .tree(nil) : .file, path: path, relative: path), absolute))
        starts.append(isDirectory ? absolute : Array(absolute.dropLast()))
      case .glob(let pattern):
        let (start, glob) = Self.split(pattern)
        guard try Self.isDirectory(start, outputs: []) else { throw .missing(pattern) }
        let absolute = try Self.absolute(start, from: workingDirectory)
        found.append((ScanRoot(kind: .tree(glob), path: start, relative: start), absolute))
        starts.append(absolute)
      }
    }
    if let base {
      names = InputNames(base: try Self.absolute(base, from: workingDirectory), isOpen: true)
    } else if lists.isEmpty {
      names = InputNames(base: InputNames.commonStart(starts), isOpen: false)
    } else {
      names = InputNames(base: try Self.absolute(ScanPath("."), from: workingDirectory), isOpen: true)
    }
    for index in found.indices { found[index].root.relative = names.relative(of: found[index].absolute) }
    let ordered = found.map { (key: NaturalOrder.key(of: $0.root.relative), root: $0.root) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    roots = ordered.map(\.root) + lists
    for root in roots {
      if case .tree = root.kind, case .success(let path) = canonicalPath(root.path) { canonicalRoots.append(path) }
    }
    if !lists.isEmpty, case .success(let path) = canonicalPath(base ?? ScanPath(".")) { canonicalRoots.append(path) }
  }

  private static func absolute(
    _ path: ScanPath, from directory: Result<[[UInt8]], SystemError>
  ) throws(ScannerError) -> [[UInt8]] {
    try InputNames.absolute(path, from: directory).mapError { failure($0, path) }.get()
  }

  /// Whether an input is a directory, which then must be readable and not the output.
  private static func isDirectory(_ path: ScanPath, outputs: Set<FileIdentity>) throws(ScannerError) -> Bool {
    if path.bytes.isEmpty || path.bytes.contains(0) { throw .missing(path) }
    let facts: FileStatus
    switch FileStatus.of(path: path, following: true) {
    case .success(let found): facts = found
    case .failure(let error):
      // A link without a target exists; it becomes an entry.
      if [ENOENT, ENOTDIR, ELOOP].contains(error.number), case .success = FileStatus.of(path: path) { return false }
      throw failure(error, path)
    }
    guard facts.kind == .directory else { return false }
    if outputs.contains(facts.identity) { throw .inputIsOutput(path) }
    let opened = path.withCString { FileDescriptor.open($0, flags: O_RDONLY | O_DIRECTORY, in: AT_FDCWD) }
    if case .failure(let error) = opened { throw failure(error, path) }
    return true
  }

  private static func failure(_ error: SystemError, _ path: ScanPath) -> ScannerError {
    error.number == ENOENT || error.number == ENOTDIR ? .missing(path) : .unreadable(path, reason: error.description)
  }

  /// The directory before a pattern's first special character, and the remaining pattern.
  private static func split(_ pattern: ScanPath) -> (start: ScanPath, glob: Glob) {
    let slash = UInt8(ascii: "/")
    let isAbsolute = pattern.bytes.first == slash
    let names = pattern.components
    let literal = names.prefix { !Glob.isPattern($0) }
    // A pattern without special characters still matches its last name.
    let start = literal.count == names.count ? literal.dropLast() : literal
    let path = InputNames.join(start)
    let directory =
      isAbsolute ? ScanPath(bytes: [slash] + path.bytes) : path.bytes.isEmpty ? ScanPath(".") : path
    var rest = InputNames.join(names.dropFirst(start.count)).bytes
    if pattern.bytes.last == slash { rest.append(slash) }
    return (directory, Glob(rest))
  }
}

/// The relative paths given so far, 16 bytes of digest for each.
struct SeenPaths {
  private var digests: Set<UInt128> = []

  /// False if the path was given before.
  mutating func insert(_ path: ScanPath) -> Bool {
    var digest: UInt128 = 0
    for byte in SHA256.digest(of: path.bytes).bytes.prefix(16) { digest = digest << 8 | UInt128(byte) }
    return digests.insert(digest).inserted
  }
}
