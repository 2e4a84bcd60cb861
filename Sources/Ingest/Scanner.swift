import Documents
import Glibc
package import PageModel
import Support

/// Finds the scans of a run, one at a time, in natural order.
///
/// Each file has a relative path that is unique in the run, by one rule: **names start from the deepest directory that
/// holds every input.** So files in a sole directory are named below it; `a/x.png b/x.png` keep their directories;
/// files of one directory have their bare names. Inputs on a descriptor are not known beforehand; then names start from
/// the working directory, and a file outside of it is called `@` and its absolute path. `ScannerOptions.base` sets that
/// directory for any kind of input. (A name below the base that begins with a directory of nothing but `@` gets two
/// more of them, so that the two kinds cannot meet.)
///
/// A file that several inputs reach by the same path is given once. Inputs are read in natural order of their names,
/// lists last and in their own order. Memory holds only the names of the directories from the input down to the present
/// one; with several inputs, 16 bytes for each file as well.
///
/// Directories stay below their input: a symbolic link is followed if it leads to something within the inputs, and
/// refused otherwise. A link that was itself given as an input is followed. Below a linked directory no further link to
/// a directory is followed, because its target is found by its own name. Special files are never opened.
///
/// Files named by `LeftOut` are left out within a directory, and counted; an input itself may have any name.
package final class Scanner {
  let options: ScannerOptions
  let filter: PathFilter
  let settling: Settling
  let names: InputNames
  private let workingDirectory: Result<[[UInt8]], SystemError>
  let resolver: LinkResolver
  let inputs: [ScanRoot]
  /// The examined parts; nil for everything.
  let selection: ScanSelection?
  /// In reverse, so that the next is the last.
  private var roots: [ScanRoot]
  private var list: PathList?
  var frames: [DirectoryFrame] = []
  var pattern: Glob?
  private var seen: SeenPaths?
  let excluded: ExcludedPaths
  /// The directory that relative paths start from, without links if it can be resolved.
  package let base: ScanPath
  /// The relative paths of the directories that are read: files that the scan seeks below them and does not find are
  /// missing.
  package let directories: [ScanPath]
  /// Unreadable directories that another part of the input tells of: their files are not missing.
  package private(set) var unseenDirectories: [ScanPath] = []
  /// The files that this scan has left out so far, by their kind.
  package internal(set) var leftOut = LeftOut()
  /// The census of the whole input, if only a part of it is taken.
  package private(set) var census = ScanCensus()

  /// Examines each input; throws if one does not exist or a directory cannot be read.
  package init(inputs: [ScanInput], options: ScannerOptions = ScannerOptions()) throws(ScannerError) {
    self.options = options
    filter = PathFilter(include: options.include, exclude: options.exclude)
    settling = Settling(options.settle)
    workingDirectory = canonicalPath(ScanPath(".")).map(\.components)
    let plan = try ScanPlan(
      inputs: inputs, base: options.base, workingDirectory: workingDirectory,
      outputs: Set(options.skipDirectories.compactMap(ExcludedPaths.identity)))
    names = plan.names
    let start = Self.rooted(InputNames.join(plan.names.base))
    if case .success(let canonical) = canonicalPath(start) { base = canonical } else { base = start }
    directories = plan.roots.compactMap { if case .tree = $0.kind { $0.relative } else { nil } }
    self.inputs = plan.roots
    selection = nil
    roots = plan.roots.reversed()
    excluded = ExcludedPaths(options.skipDirectories + options.skipFiles, here: options.base ?? ScanPath("."))
    resolver = LinkResolver(roots: plan.canonicalRoots, excluded: excluded)
    if plan.canOverlap { seen = SeenPaths() }
  }

  /// Another scan of the same inputs by the same rules, of all their present contents or of parts of them.
  package init(again other: Scanner, selection: ScanSelection? = nil) {
    (options, filter, settling, names) = (other.options, other.filter, other.settling, other.names)
    (workingDirectory, resolver, excluded, base) = (other.workingDirectory, other.resolver, other.excluded, other.base)
    (self.selection, inputs) = (selection, other.inputs)
    let present = other.inputs.filter { root in
      guard case .tree = root.kind else { return true }
      return root.path.exists
    }
    roots = present.reversed()
    let relatives = Set(present.map(\.relative))
    directories = other.directories.filter { relatives.contains($0) }
    if other.seen != nil { seen = SeenPaths() }
  }

  /// The relative paths that this scan covers: it meets everything there that it seeks.
  package var covered: [ScanPath] {
    guard let selection else { return directories }
    return selection.whole.filter { path in directories.contains { path.components.starts(with: $0.components) } }
  }

  /// Whether no pattern and no shard leaves files to other scans.
  package var seeksEverything: Bool {
    filter.isEmpty && options.shard == nil && !inputs.contains { if case .tree(_?) = $0.kind { true } else { false } }
  }

  /// Whether this scan would meet a file of its directories, or a member of one, if it were there.
  ///
  /// - Parameters:
  ///   - holder: The outermost archive, mail or PDF that the member lies in; the file itself for no member.
  ///   - isDirectory: Whether the path is that of a directory, which was refused.
  package func seeks(_ relative: ScanPath, in holder: ScanPath, isDirectory: Bool) -> Bool {
    let names = holder.components
    let compared = names.map(Glob.name)
    let isTaken = filter.isEmpty || filter.takes(compared, isDirectory: isDirectory)
    guard isTaken, takesMember(relative, below: holder), options.shard?.holds(holder) ?? true else { return false }
    return inputs.contains { root in
      guard case .tree(let glob) = root.kind, names.starts(with: root.relative.components) else { return false }
      return glob?.takes(Array(compared.dropFirst(root.relative.components.count))) ?? true
    }
  }

  /// Whether a directory of this scan holds nothing that any scan would meet.
  package func isEmpty(_ directory: ScanPath) throws(ScannerError) -> Bool {
    var options = options
    (options.include, options.exclude, options.shard) = ([], [], nil)
    guard let scanner = try? Scanner(inputs: [.path(place(of: directory))], options: options) else { return false }
    return try scanner.next() == nil
  }

  func part(of relative: ScanPath, in frame: DirectoryFrame) -> ScanSelection.Part {
    frame.isSelected ? .whole : selection?.part(of: relative) ?? .whole
  }

  /// The absolute path of a relative one of this scan.
  package func place(of relative: ScanPath) -> ScanPath {
    Self.rooted(InputNames.join(names.place(of: relative)))
  }

  private static func rooted(_ path: ScanPath) -> ScanPath {
    ScanPath(bytes: [UInt8(ascii: "/")] + path.bytes)
  }

  package func next() throws(ScannerError) -> ScanEntry? {
    while true {
      switch try step() {
      case .entry(let entry): return entry
      case .end: return nil
      case .waiting(let descriptor): waitForInput([descriptor], milliseconds: -1)
      }
    }
  }

  /// The next entry, the end, or the descriptor to wait for; never blocks on a list.
  package func step() throws(ScannerError) -> ScanStep {
    while true {
      let step: ScanStep?
      if let frame = frames.last {
        step = try advance(frame).map { .entry($0) }
      } else if list != nil {
        step = try stepList()
      } else if let root = roots.popLast() {
        step = begin(root).map { .entry($0) }
      } else {
        return .end
      }
      if case .entry(let entry)? = step, !isOurs(entry) || seen?.insert(entry.relative) == false { continue }
      if let step { return step }
    }
  }

  private func isOurs(_ entry: ScanEntry) -> Bool {
    guard let shard = options.shard else { return true }
    census.count(entry.relative)
    if shard.holds(entry.relative) { return true }
    if case .refused(let refusal) = entry, [.unreadable, .tooDeep].contains(refusal.problem.code) {
      unseenDirectories.append(refusal.relative)
    }
    return false
  }

  private func begin(_ root: ScanRoot) -> ScanEntry? {
    switch root.kind {
    case .list(let descriptor, let separator):
      list = PathList(descriptor: descriptor, separator: separator)
      return nil
    case .file:
      return visitInput(root.path, relative: root.relative, isListed: false)
    case .tree(let glob):
      pattern = glob
      return beginTree(root.path, relative: root.relative, isMatched: glob == nil)
    }
  }

  private func beginTree(_ path: ScanPath, relative: ScanPath, isMatched: Bool) -> ScanEntry? {
    let part = selection.map { $0.part(of: relative) } ?? .whole
    if part == .none, !isBelowSelected(relative) { return nil }
    let opened = path.withCString { FileDescriptor.open($0, flags: O_RDONLY | O_DIRECTORY, in: AT_FDCWD) }
    let names = filter.isEmpty ? [] : relative.components.map(Glob.name)
    let isExcluded = names.indices.contains { filter.excludes(Array(names[...$0]), isDirectory: true) }
    if case .success = opened, isExcluded { return nil }
    let isIncluded =
      filter.includesAll || names.indices.contains { filter.includes(Array(names[...$0]), isDirectory: true) }
    let taken = DirectoryFrame.Taken(names: names, isMatched: isMatched, isIncluded: isIncluded)
    let isSelected = part == .whole || isBelowSelected(relative)
    return push(opened, path: path, relative: relative, taken: taken, isLinked: false, isSelected: isSelected)
  }

  /// Whether an input lies in a selected directory, as one of several nested ones.
  private func isBelowSelected(_ relative: ScanPath) -> Bool {
    selection.map { relative.parents.contains(where: $0.whole.contains) } ?? true
  }

  private func stepList() throws(ScannerError) -> ScanStep? {
    guard var current = list else { return nil }
    defer { if list != nil { list = current } }
    switch try current.next() {
    case .end:
      list = nil
      return nil
    case .waiting: return .waiting(current.descriptor)
    case .unusable(let path, let reason):
      let relative = names.relative(ofMissing: path.appending("item \(current.count)"))
      return .entry(refuse(path, relative, PageProblem(.unreadable, "\(reason) (item \(current.count) of the list)")))
    case .path(let path):
      return visitListed(path).map { .entry($0) }
    }
  }

  private func visitListed(_ path: ScanPath) -> ScanEntry? {
    var path = path
    while path.bytes.count > 1, path.bytes.last == UInt8(ascii: "/") { path = ScanPath(bytes: path.bytes.dropLast()) }
    if path.bytes.last == UInt8(ascii: "\r"), case .failure(let error) = FileStatus.of(path: path),
      error.number == ENOENT
    {
      // A list that was written on Windows.
      path = ScanPath(bytes: path.bytes.dropLast())
    }
    switch InputNames.absolute(path, from: workingDirectory) {
    case .failure(let error): return refuse(path, names.relative(ofMissing: path), reading(error))
    case .success(let absolute): return visitInput(path, relative: names.relative(of: absolute), isListed: true)
    }
  }

  /// Visits a named file or directory; a listed one may not be a link out of the inputs, nor be excluded.
  private func visitInput(_ path: ScanPath, relative: ScanPath, isListed: Bool) -> ScanEntry? {
    var path = path
    var found = FileStatus.of(path: path)
    if isListed, excluded.containsParent(of: path) { return nil }
    if case .success(let facts) = found, facts.kind == .link {
      if isListed {
        switch resolver.resolve(path) {
        case .skipped: return nil
        case .refused(let problem): return refuse(path, relative, problem)
        case .found(let target, let facts, _):
          path = target
          found = .success(facts)
        }
      } else {
        found = canonicalPath(path).flatMap { target in
          path = target
          return FileStatus.of(path: target)
        }
      }
    }
    switch found {
    case .failure(let error): return refuse(path, relative, reading(error))
    case .success(let facts):
      if excluded.contains(facts) { return nil }
      if facts.kind == .directory {
        pattern = nil
        return beginTree(path, relative: relative, isMatched: true)
      }
      if !filter.isEmpty, !filter.takes(relative.components.map(Glob.name)) { return nil }
      return judge(facts, path: path, relative: relative)
    }
  }
}
