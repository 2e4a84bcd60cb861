import Glibc
import Ingest
import PageModel
import Testing

/// A folder of its own for one test, gone when the test is.
final class Scratch {
  let path: ScanPath

  init() throws {
    let template = try #require(strdup("/tmp/hanscan-ingest-XXXXXX"))
    defer { free(template) }
    let made = try #require(mkdtemp(template))
    path = ScanPath(String(cString: made))
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: ScanPath) {
    if path.withCString({ unlink($0) }) == 0 { return }
    if let stream = path.withCString({ opendir($0) }) {
      var names: [[UInt8]] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) })
      }
      closedir(stream)
      for name in names where name != [0x2E] && name != [0x2E, 0x2E] { remove(path.appending(name)) }
    }
    _ = path.withCString { rmdir($0) }
  }

  @discardableResult
  func file(_ name: String, _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    try file(Array(name.utf8), bytes)
  }

  @discardableResult
  func file(_ name: [UInt8], _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    let components = ScanPath(bytes: name).components
    for end in components.indices.dropFirst() { try folder(Array(components[..<end].joined(separator: [0x2F]))) }
    let file = path.appending(name)
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    try #require(descriptor >= 0, "\(file): \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      try #require(count > 0)
      written += count
    }
    return file
  }

  @discardableResult
  func folder(_ name: [UInt8]) throws -> ScanPath {
    let folder = path.appending(name)
    try #require(folder.withCString { mkdir($0, 0o755) } == 0 || errno == EEXIST)
    return folder
  }

  @discardableResult
  func folder(_ name: String) throws -> ScanPath {
    try folder(Array(name.utf8))
  }

  func link(_ name: String, to target: String) throws {
    try #require(path.appending(name).withCString { symlink(target, $0) } == 0)
  }
}

/// What a scan gives, as one line for each entry: the relative path, and the code of a refusal.
func scan(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [String] {
  try entries(inputs, options).map { entry in
    switch entry {
    case .document(let file): file.relative.description
    case .unsettled(let file): "\(file.relative) unsettled"
    case .refused(let refusal): "\(refusal.relative) \(refusal.problem.code.rawValue)"
    }
  }
}

func entries(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [ScanEntry] {
  let scanner = try Scanner(inputs: inputs, options: options)
  var entries: [ScanEntry] = []
  while let entry = try scanner.next() { entries.append(entry) }
  return entries
}

func documents(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [ScanFile] {
  try entries(inputs, options).compactMap { if case .document(let file) = $0 { file } else { nil } }
}

extension ScannerOptions {
  /// Takes files that were written a moment ago.
  static var now: ScannerOptions {
    var options = ScannerOptions()
    options.settle = .zero
    return options
  }
}

/// Opens the only file of a scratch folder with these bytes.
func session(of bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) throws -> DocumentSession {
  let scratch = try Scratch()
  try scratch.file("scan", bytes)
  let file = try #require(try documents([.path(scratch.path)]).first)
  return try withExtendedLifetime(scratch) { try DocumentSession.open(file, limits: limits) }
}

/// The reasons of a document's pages; nil for one that can be read.
func problems(_ session: DocumentSession) -> [PageProblem.Code?] {
  (0..<session.pageCount).map { index in
    switch session.page(at: index)?.state {
    case .failed(let problem)?, .unsupported(let problem)?: problem.code
    default: nil
    }
  }
}
