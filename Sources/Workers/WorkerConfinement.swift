import CPosix
import Support

/// The limits that a worker sets on itself before it reads anything.
///
/// They are arguments of the worker's command line, visible to administrators.
package struct WorkerConfinement: Sendable, Hashable {
  /// Bytes of address space, all libraries and stacks included; 0 for no limit.
  package var addressSpace: UInt64
  /// Bytes of the longest file that it may write; pipes don't count.
  package var fileSize: UInt64
  /// The number that open descriptors stay below.
  package var openFiles: UInt64

  package init(addressSpace: UInt64 = 0, fileSize: UInt64 = 0, openFiles: UInt64 = 64) {
    (self.addressSpace, self.fileSize, self.openFiles) = (addressSpace, fileSize, openFiles)
  }

  package var arguments: [String] {
    ["--address-space=\(addressSpace)", "--file-size=\(fileSize)", "--open-files=\(openFiles)"]
  }

  /// Removes its own arguments from a worker's; nil if one has no number.
  package init?(takingFrom arguments: inout [String]) {
    self.init()
    var rest: [String] = []
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      let field: WritableKeyPath<Self, UInt64>
      switch parts.first {
      case "--address-space": field = \.addressSpace
      case "--file-size": field = \.fileSize
      case "--open-files": field = \.openFiles
      default:
        rest.append(argument)
        continue
      }
      guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
      self[keyPath: field] = number
    }
    arguments = rest
  }

  /// Applies the limits to this process for good.
  func apply() throws(SystemError) {
    if addressSpace > 0 {
      try SystemError.check("limit of address space", cposix_limit(0, cposix_address_space, addressSpace, 1))
    }
    try SystemError.check("limit of file size", cposix_limit(0, cposix_file_size, fileSize, 1))
    try SystemError.check("limit of open files", cposix_limit(0, cposix_open_files, openFiles, 1))
    try SystemError.check("limit of core dumps", cposix_limit(0, cposix_core_size, 0, 1))
  }
}
