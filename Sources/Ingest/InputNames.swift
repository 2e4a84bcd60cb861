import Documents
import PageModel
import Support

/// The rule that gives every file of a run its own relative path; see `Scanner`.
struct InputNames {
  /// The directory that names start from.
  let base: [[UInt8]]
  /// Whether files can lie outside of the base, so that their names need a mark.
  let isOpen: Bool
  private static let at = UInt8(ascii: "@")

  func relative(of absolute: [[UInt8]]) -> ScanPath {
    if absolute.starts(with: base, by: { $0 == $1 }) {
      var names = Array(absolute.dropFirst(base.count))
      if let first = names.first { names[0] = mark(first) }
      return Self.join(names)
    }
    return Self.join([[Self.at]] + absolute)
  }

  func place(of relative: ScanPath) -> [[UInt8]] {
    var names = relative.components
    guard isOpen, let first = names.first, first.allSatisfy({ $0 == Self.at }) else { return base + names }
    if first.count == 1 { return Array(names.dropFirst()) }
    if first.count > 2 { names[0] = first.dropLast(2) }
    return base + names
  }

  /// The relative path of a name in a directory, whose own is empty for the base.
  func relative(of name: [UInt8], in directory: ScanPath) -> ScanPath {
    directory.bytes.isEmpty ? ScanPath(bytes: mark(name)) : directory.appending(name)
  }

  private func mark(_ first: [UInt8]) -> [UInt8] {
    isOpen && first.allSatisfy { $0 == Self.at } ? first + [Self.at, Self.at] : first
  }

  /// A relative path for something missing or unresolvable; no file has a similar one.
  func relative(ofMissing path: ScanPath) -> ScanPath {
    let dots = Array("..".utf8)
    let names = path.components.map { $0 == dots ? dots + [UInt8(ascii: ".")] : $0 }
    return Self.join([[Self.at, Self.at]] + names.map { $0.filter { $0 != 0 } })
  }

  static func join(_ names: some Sequence<[UInt8]>) -> ScanPath {
    ScanPath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
  }

  /// The path from the root, without `.`; the system resolves a path with `..` up to its last name.
  static func absolute(
    _ path: ScanPath, from directory: Result<[[UInt8]], SystemError>
  ) -> Result<[[UInt8]], SystemError> {
    let dot = [UInt8(ascii: ".")]
    var names = path.components.filter { $0 != dot }
    let dots = Array("..".utf8)
    let start: [[UInt8]]
    switch path.bytes.first == UInt8(ascii: "/") ? .success([]) : directory {
    case .success(let names): start = names
    case .failure(let error): return .failure(error)
    }
    guard names.contains(dots) else { return .success(start + names) }
    var last: [[UInt8]] = []
    if let name = names.last, name != dots {
      last = [name]
      names.removeLast()
    }
    return canonicalPath(ScanPath(bytes: [UInt8(ascii: "/")] + join(start + names).bytes)).map { $0.components + last }
  }

  static func commonStart(_ paths: [[[UInt8]]]) -> [[UInt8]] {
    paths.dropFirst().reduce(paths.first ?? []) { common, path in zip(common, path).prefix { $0 == $1 }.map(\.0) }
  }
}
