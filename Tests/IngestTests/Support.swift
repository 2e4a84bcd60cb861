import Glibc
import Ingest
import PageModel
import TestSupport
import Testing

extension ScratchFolder {
  /// The folder as the scanner takes it.
  var root: ScanPath { ScanPath(path) }

  @discardableResult
  func file(_ name: String, _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    try write(bytes, to: name)
    return root.appending(Array(name.utf8))
  }

  /// A file whose name is any bytes.
  @discardableResult
  func file(_ name: [UInt8], _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    let components = ScanPath(bytes: name).components
    for end in components.indices.dropFirst() { try folder(Array(components[..<end].joined(separator: [0x2F]))) }
    // By way of a name that is text: a rename takes any bytes.
    let source = ScanPath(try write(bytes, to: "unnamed"))
    let target = root.appending(name)
    try #require(source.withCString { from in target.withCString { rename(from, $0) } } == 0, "\(target)")
    return target
  }

  @discardableResult
  func folder(_ name: [UInt8]) throws -> ScanPath {
    let folder = root.appending(name)
    try #require(folder.withCString { mkdir($0, 0o755) } == 0 || errno == EEXIST)
    return folder
  }

  @discardableResult
  func folder(_ name: String) throws -> ScanPath {
    try folder(Array(name.utf8))
  }

  func link(_ name: String, to target: String) throws {
    try #require(root.appending(name).withCString { symlink(target, $0) } == 0)
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
  let scratch = try ScratchFolder()
  try scratch.file("scan", bytes)
  let file = try #require(try documents([.path(scratch.root)]).first)
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
