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

  /// Milliseconds of processor time that a process has used, rounded up; negative if nobody knows.
  package static func processorMilliseconds(of process: Int32) -> Int64 {
    var clock = clockid_t()
    var used = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &used) == 0 else { return -1 }
    return Int64(used.tv_sec) * 1000 + (Int64(used.tv_nsec) + 999_999) / 1_000_000
  }

  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(terminated: name)
  }
}
