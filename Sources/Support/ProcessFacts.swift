import Glibc

package enum ProcessFacts {
  package static var environment: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }

  /// The path of its program; nil if /proc is not mounted, and for a path that is no UTF-8.
  package static var executable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(terminated: name)
  }
}
