import Documents
import Glibc
import PageModel
import Support

/// One directory of the scan's current chain: its open descriptor and its names in natural order.
struct DirectoryFrame {
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
  /// The remaining names, in natural order.
  var names: ArraySlice<[UInt8]>
  /// The error that ended the listing early, until it is reported.
  var fault: SystemError?

  struct Taken {
    /// Names from the root of a pattern's search; empty without a pattern.
    var below: [Glob.Name] = []
    /// The relative path in characters; empty without filters.
    var names: [Glob.Name] = []
    /// Whether the search pattern matched this directory or one above it.
    var isMatched = true
    var isIncluded = true
  }

  /// All names, read through a second descriptor, so that this one stays for `openat` after the stream is closed.
  static func names(in directory: FileDescriptor) -> (names: ArraySlice<[UInt8]>, fault: SystemError?) {
    var found: [(key: [UInt8], name: [UInt8])] = []
    let fault = DirectoryNames.each(in: directory.number) { name, _ in
      let name = UnsafeRawBufferPointer(start: name, count: strlen(name))
      var key: [UInt8] = []
      NaturalOrder.appendKey(ofName: name, to: &key)
      found.append((key, Array(name)))
    }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return (found.map(\.name)[...], fault)
  }
}
