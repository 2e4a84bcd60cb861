import Support

/// Model files as bytes, with errors that a person can act on.
package enum ModelFile {
  /// Reads a regular file that is no larger than any model.
  package static func read(_ path: String) throws(ModelError) -> [UInt8] {
    do throws(SmallFileError) {
      return try SmallFile.read(path, atMost: TrainedData.maximumSize, onlyRegular: true)
    } catch {
      throw switch error {
      case .notOpened(let cause), .notRead(let cause): ModelError(.unreadable, "Cannot read \(path): \(cause).")
      case .notRegular: ModelError(.unreadable, "\(path) is no regular file.")
      case .tooLarge: ModelError(.damaged, "\(path) is larger than \(TrainedData.maximumSize >> 20) MiB.")
      }
    }
  }

  /// Writes a model atomically and durably, with the directories it needs.
  package static func write(_ bytes: [UInt8], to path: String) throws(ModelError) {
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        try SmallFile.makeDirectory(String(path[..<slash]))
      }
      try SmallFile.write(bytes, to: path)
    } catch {
      throw ModelError(.unwritable, "Cannot write \(path): \(error).")
    }
  }
}
