import Documents
import CPosix
import Glibc
import PageModel
import Support

/// Follows symbolic links as far as they stay within the inputs.
struct LinkResolver {
  /// The inputs' own paths without links.
  let roots: [ScanPath]
  let excluded: ExcludedPaths

  enum Target {
    /// The path to open, its facts, and for a directory its descriptor.
    case found(ScanPath, FileStatus, FileDescriptor)
    case skipped
    case refused(PageProblem)
  }

  /// The target of the link at this path.
  ///
  /// The system resolves the path. Then it is walked again from the input, name by name and without following any link,
  /// so that a link replaced in between cannot lead outside.
  func resolve(_ link: ScanPath) -> Target {
    let target: ScanPath
    switch canonicalPath(link) {
    case .success(let path): target = path
    case .failure(let error): return .refused(Self.problem(error))
    }
    guard let root = roots.first(where: { target.components.starts(with: $0.components) }) else {
      return .refused(
        PageProblem(
          .outsideInput, "it is a symbolic link to \(target), outside of the input; add that as an input to read it"))
    }
    return walk(from: root, to: target)
  }

  private func walk(from root: ScanPath, to target: ScanPath) -> Target {
    let names = Array(target.components.dropFirst(root.components.count))
    var opened = FileDescriptor.open(root, flags: hanscan_open_place_flag() | O_DIRECTORY)
    for (index, name) in names.enumerated() {
      guard case .success(let directory) = opened else { break }
      if index > 0, excluded.contains(directory) { return .skipped }
      opened = FileDescriptor.open(ScanPath(bytes: name), flags: hanscan_open_place_flag(), in: directory.number)
    }
    do throws(SystemError) {
      let descriptor = try opened.get()
      let facts = try FileStatus.of(descriptor: descriptor.number).get()
      return excluded.contains(facts) ? .skipped : .found(target, facts, descriptor)
    } catch {
      return .refused(Self.problem(error))
    }
  }

  private static func problem(_ error: SystemError) -> PageProblem {
    switch error.number {
    case ELOOP: PageProblem(.linkLoop, "it is a symbolic link that leads back to itself")
    case ENOENT, ENOTDIR: PageProblem(.vanished, "it is a symbolic link to something that is not there")
    default: PageProblem(.unreadable, "it is a symbolic link that cannot be followed: \(error)")
    }
  }
}
