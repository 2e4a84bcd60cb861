import Glibc

package enum DirectoryNames {
  /// All names but `.` and `..`, in no order; throws if the directory can't be read to its end.
  package static func all(in path: UnsafePointer<CChar>) throws(SystemError) -> [[UInt8]] {
    guard let stream = opendir(path) else { throw SystemError(errno) }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError(errno) }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
  }
}
