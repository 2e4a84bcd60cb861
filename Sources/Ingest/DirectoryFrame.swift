import Documents
import Glibc
import PageModel
import Support

/// One directory of the scan's current chain: its open descriptor and its names in natural order.
final class DirectoryFrame {
  let descriptor: FileDescriptor
  let identity: FileIdentity
  let path: ScanPath
  /// The relative path in the run; empty for a sole input.
  let relative: ScanPath
  let taken: Taken
  /// Whether this directory or one above was reached by a link.
  let isLinked: Bool
  /// Whether everything in it is examined, rather than some names alone.
  let isSelected: Bool
  private var fault: SystemError?

  struct Taken {
    /// Names from the root of a pattern's search; empty without a pattern.
    var below: [Glob.Name] = []
    /// The relative path in characters; empty without filters.
    var names: [Glob.Name] = []
    /// Whether the search pattern matched this directory or one above it.
    var isMatched = true
    var isIncluded = true
  }

  private var names: ArraySlice<[UInt8]> = []

  init(
    descriptor: FileDescriptor, identity: FileIdentity, path: ScanPath, relative: ScanPath, taken: Taken,
    isLinked: Bool, isSelected: Bool
  ) {
    self.descriptor = descriptor
    self.identity = identity
    self.path = path
    self.relative = relative
    self.taken = taken
    self.isLinked = isLinked
    self.isSelected = isSelected
    list()
  }

  /// The next name; nil at the end.
  func next() -> [UInt8]? { names.popFirst() }

  /// The error that ended the listing early, reported once.
  func takeFault() -> SystemError? {
    defer { fault = nil }
    return fault
  }

  /// Reads all names through a second descriptor, so that this one stays for `openat` after the stream is closed.
  private func list() {
    var found: [(key: [UInt8], name: [UInt8])] = []
    fault = DirectoryNames.each(in: descriptor.number) { name, _ in
      let name = UnsafeRawBufferPointer(start: name, count: strlen(name))
      var key: [UInt8] = []
      NaturalOrder.appendKey(ofName: name, to: &key)
      found.append((key, Array(name)))
    }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    names = found.map(\.name)[...]
  }
}
