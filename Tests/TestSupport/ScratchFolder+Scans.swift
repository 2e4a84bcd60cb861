import Glibc
package import PageModel
import Support

extension ScratchFolder {
  /// The folder as the scanner takes it.
  package var root: ScanPath { ScanPath(path) }

  @discardableResult
  package func file(_ name: String, _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    try write(bytes, to: name)
    return root.appending(Array(name.utf8))
  }

  /// A file whose name is any bytes.
  @discardableResult
  package func file(_ name: [UInt8], _ bytes: [UInt8] = Array("x".utf8)) throws -> ScanPath {
    let components = ScanPath(bytes: name).components
    for end in components.indices.dropFirst() { try folder(Array(components[..<end].joined(separator: [0x2F]))) }
    // By way of a name that is text: a rename takes any bytes.
    let source = ScanPath(try write(bytes, to: "unnamed"))
    let target = root.appending(name)
    guard source.withCString({ from in target.withCString { rename(from, $0) } }) == 0 else {
      throw SystemError("\(target)", errno)
    }
    return target
  }

  @discardableResult
  package func folder(_ name: [UInt8]) throws -> ScanPath {
    let folder = root.appending(name)
    guard folder.withCString({ mkdir($0, 0o755) }) == 0 || errno == EEXIST else {
      throw SystemError("\(folder)", errno)
    }
    return folder
  }

  @discardableResult
  package func folder(_ name: String) throws -> ScanPath {
    try folder(Array(name.utf8))
  }

  package func link(_ name: String, to target: String) throws {
    guard root.appending(name).withCString({ symlink(target, $0) }) == 0 else { throw SystemError(name, errno) }
  }

  /// A picture of one page for the fixture worker; `order` is what the worker does with it (see `PageFixture`).
  package func writePage(_ order: String, to name: String) throws {
    let comment = "# * \(order)\n# of \(name)\n"
    try write(Array("P5\n\(comment)40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600), to: name)
  }
}

/// Runs with the rights of a user who owns nothing; only this thread's view of files changes.
package func asNobody(_ body: () throws -> Void) throws {
  try beNobody()
  defer { try? beNobody(false) }
  try body()
}

/// Takes or gives back the rights of a user who owns nothing, for this thread's view of files; root alone can.
package func beNobody(_ isNobody: Bool = true) throws {
  guard geteuid() == 0 else { return }
  // Swift's Glibc does not show this call.
  typealias Call = @convention(c) (uid_t) -> CInt
  guard let symbol = dlsym(nil, "setfsuid") else { throw SystemError("setfsuid", ENOSYS) }
  _ = unsafeBitCast(symbol, to: Call.self)(isNobody ? 65534 : 0)
}
