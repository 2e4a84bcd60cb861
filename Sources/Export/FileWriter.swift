import Glibc
package import PageModel
import Support

/// Writes whole files below one output directory: under its final name a file is complete or not there.
///
/// `write` puts a file under a temporary name in its own directory; `sync` waits until the files are on the disk, gives
/// them their names, and makes the names safe. Record files as written after `sync`, not before. Files between two
/// calls of `sync` share the waiting, which is most of the time that a small file takes.
/// No link below the output directory is followed, so nothing is written outside of it.
/// A writer belongs to one task at a time, and one output directory to one writer.
package final class FileWriter {
  /// The bytes of a written file, and their SHA-256 as 64 lower-case hexadecimal digits.
  package typealias Written = (size: Int, digest: String)

  /// The prefix of every temporary name; the final name determines the remaining part.
  ///
  /// The same file always has the same temporary name, so that a run which goes on after a kill writes over what the
  /// killed one left.
  package static let temporaryPrefix = ".hanscan-tmp-"

  /// Called with the components of each file that has got its name.
  package var onNaming: ([[UInt8]]) -> Void = { _ in }

  private let root: Folder
  /// Files without their names yet, in the order in which they were written; each has a descriptor open.
  private var staged: [(components: [[UInt8]], file: StagedFile)] = []
  private static let stagedAtMost = 64
  /// From so many files on, the whole file system is synced at once, which also waits for what others have written.
  ///
  /// Measured on ext4, 640 small files: 3.8 s when each is synced and named before the next, 0.3 s by 64 like this.
  private static let manyFiles = 16
  /// Directories that are open, by their components below the root.
  private var folders: [[[UInt8]]: Folder] = [:]

  /// Opens the output directory at `path`, and makes a missing one if asked to.
  package init(_ path: ScanPath, creating: Bool = true) throws(ExportError) {
    if creating {
      do throws(SystemError) { try SmallFile.makeDirectory(path.bytes) } catch {
        throw ExportError(path, code: error.number)
      }
    }
    root = try Folder(root: path)
  }

  /// Writes a file for `components` below the output directory, and makes the directories that it needs.
  ///
  /// It has its name after the next `sync`, which comes by itself after some files.
  @discardableResult
  package func write(_ bytes: [UInt8], to components: [[UInt8]]) throws(ExportError) -> Written {
    let file = try file(for: components)
    try file.append(bytes)
    return try file.finish()
  }

  /// Begins a file for `components` that is written piece by piece; nothing is left of one that is never finished.
  package func file(for components: [[UInt8]]) throws(ExportError) -> FilePieces {
    try check(components)
    guard let name = components.last else { throw ExportError(.invalidName, root.path, "an empty path") }
    // Of two files for one name the last counts; they share the temporary name too.
    staged.removeAll { $0.components == components }
    let temporary = Array((Self.temporaryPrefix + SHA256.digest(of: name).hex.prefix(16)).utf8)
    let file = try inFolder(components.dropLast()) { folder throws(ExportError) in
      try folder.stage(for: name, temporary: temporary)
    }
    return FilePieces(file, components: components, writer: self)
  }

  /// Gives an open file the first of these names that nobody has, as a hard link; nil if all are taken.
  ///
  /// - Parameters:
  ///   - descriptor: Of the file.
  ///   - folder: Below the output directory; it is made if there is none.
  package func link(
    _ descriptor: CInt, in folder: [[UInt8]], asNewOf names: some Sequence<[UInt8]>
  ) throws(ExportError) -> [UInt8]? {
    try check(folder)
    return try inFolder(folder[...]) { folder throws(ExportError) -> [UInt8]? in
      // By way of /proc it is the very file that was opened.
      for name in names where try folder.link(ScanPath("/proc/self/fd/\(descriptor)"), as: name) { return name }
      return nil
    }
  }

  /// Takes a file whose bytes are all there.
  func take(_ file: StagedFile, for components: [[UInt8]]) throws(ExportError) {
    file.beginWriting()
    staged.append((components, file))
    if staged.count >= Self.stagedAtMost { try sync() }
  }

  /// Removes a file below the output directory, and says whether there was one.
  @discardableResult
  package func remove(_ components: [[UInt8]]) throws(ExportError) -> Bool {
    try check(components)
    guard let name = components.last else { return false }
    staged.removeAll { $0.components == components }
    return try inFolder(components.dropLast()) { folder throws(ExportError) in try folder.remove(name) }
  }

  /// Gives all files written so far their names, safe against a loss of power.
  ///
  /// It throws the first error at its end: all files that could be finished are. The others are gone, and have to be
  /// written again.
  package func sync() throws(ExportError) {
    let files = staged
    staged.removeAll(keepingCapacity: true)
    var failure: ExportError?
    // All of the waiting comes before all of the naming: a name given in between makes work for the next wait.
    // An error there is anybody's; each file then says itself whether its bytes are on the disk.
    let synced = files.count >= Self.manyFiles ? try? root.syncFileSystem() : nil
    for (_, file) in files {
      do throws(ExportError) {
        if let synced, file.isOn(synced) { continue }
        try file.sync()
      } catch {
        file.isLost = true
        failure = failure ?? error
      }
    }
    for (components, file) in files where !file.isLost {
      do throws(ExportError) {
        try file.finish()
        onNaming(components)
      } catch {
        failure = failure ?? error
      }
    }
    // Inner directories first: their own names become safe with the outer ones.
    for folder in folders.sorted(by: { $0.key.count > $1.key.count }).map(\.value) + [root] {
      do throws(ExportError) { try folder.sync() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func inFolder<Value>(
    _ components: ArraySlice<[UInt8]>, _ body: (Folder) throws(ExportError) -> Value
  ) throws(ExportError) -> Value {
    // Few directories are open at a time: scans come folder by folder.
    if folders.count >= 64 { try closeFolders() }
    let known = folders[Array(components)] != nil
    do throws(ExportError) {
      return try body(try folder(components))
    } catch {
      // An open directory that was removed takes no files any more; its name may stand for a new one.
      guard known, error.reason == .missing else { throw error }
      try closeFolders()
      return try body(try folder(components))
    }
  }

  private func folder(_ components: ArraySlice<[UInt8]>) throws(ExportError) -> Folder {
    guard let name = components.last else { return root }
    let key = Array(components)
    if let folder = folders[key] { return folder }
    let folder = try folder(components.dropLast()).folder(name)
    folders[key] = folder
    return folder
  }

  private func closeFolders() throws(ExportError) {
    try sync()
    folders.removeAll()
  }

  private func check(_ components: [[UInt8]]) throws(ExportError) {
    for component in components {
      let isPlain = !component.isEmpty && component != [0x2E] && component != [0x2E, 0x2E]
      guard isPlain, !component.contains(0), !component.contains(UInt8(ascii: "/")) else {
        throw ExportError(.invalidName, root.path, "\"\(ScanPath(bytes: component))\"")
      }
      // Found now: at the rename, other files wait.
      guard component.count <= Int(NAME_MAX) else {
        throw ExportError(root.path.appending(component), code: ENAMETOOLONG)
      }
    }
  }
}
