import Glibc
public import PageModel

/// Finds the scans of a run, one at a time, in natural order.
///
/// Each file has a relative path that is unique in the run, by one rule: **names start from the deepest directory that
/// holds every input.** So what lies in a sole directory is named below it; `a/x.png b/x.png` keep their directories;
/// files of one directory have their bare names. Where inputs are listed on a descriptor they are not known beforehand;
/// then names start from the working directory, and a file outside of it is called `@` and its absolute path.
/// `ScannerOptions.base` sets that directory for any kind of input. (A name below the base that begins with a directory
/// of nothing but `@` gets two more of them, so that the two kinds cannot meet.)
///
/// A file that several inputs reach by the same path is given once. Inputs are read in natural order of their names,
/// lists last and in their own order. Nothing is held in memory but the names of the directories from the input down to
/// the present one; with several inputs, 16 bytes for each file besides.
///
/// Directories stay below their input: a symbolic link is followed where it leads to something within the inputs, and
/// refused otherwise. A link that was itself given as an input is followed. Below a linked directory no further link
/// to a directory is followed, since what it leads to is found by its own name. Special files are never opened.
public final class Scanner {
  private let options: ScannerOptions
  private let filter: PathFilter
  private let settling: Settling
  private let names: InputNames
  private let workingDirectory: [[UInt8]]
  private let resolver: LinkResolver
  /// In reverse, so that the next is the last.
  private var roots: [ScanRoot]
  private var list: PathList?
  private var frames: [DirectoryFrame] = []
  private var pattern: Glob?
  private var seen: SeenPaths?
  private let leftOut: LeftOut
  /// The directory that relative paths start from, without links where it can be resolved.
  public let base: ScanPath
  /// The relative paths of the directories that are read as a whole: what is not met below them is not there.
  public let wholeDirectories: [ScanPath]

  /// Looks at each input; throws where one is not there or a directory cannot be read.
  public init(inputs: [ScanInput], options: ScannerOptions = ScannerOptions()) throws(ScannerError) {
    self.options = options
    filter = PathFilter(include: options.include, exclude: options.exclude)
    settling = Settling(options.settle)
    switch InputNames.workingDirectory() {
    case .success(let path): workingDirectory = path
    case .failure(let error): throw .unreadable(ScanPath("."), reason: error.description)
    }
    let plan = try ScanPlan(
      inputs: inputs, base: options.base, workingDirectory: workingDirectory,
      outputs: Set(options.skipDirectories.compactMap(LeftOut.identity)))
    names = plan.names
    let start = Self.rooted(InputNames.join(plan.names.base))
    if case .success(let canonical) = canonicalPath(start) { base = canonical } else { base = start }
    let isWhole = options.include.isEmpty && options.exclude.isEmpty
    wholeDirectories = plan.roots.compactMap { root in
      if isWhole, case .tree(nil) = root.kind { root.relative } else { nil }
    }
    roots = plan.roots.reversed()
    leftOut = LeftOut(options.skipDirectories + options.skipFiles, here: options.base ?? ScanPath("."))
    resolver = LinkResolver(roots: plan.canonicalRoots, leftOut: leftOut)
    if plan.canOverlap { seen = SeenPaths() }
  }

  /// The absolute path that a relative one of this scan stands for.
  public func place(of relative: ScanPath) -> ScanPath {
    Self.rooted(InputNames.join(names.place(of: relative)))
  }

  private static func rooted(_ path: ScanPath) -> ScanPath {
    ScanPath(bytes: [UInt8(ascii: "/")] + path.bytes)
  }

  /// The next entry; nil at the end.
  ///
  /// Waits where a list has nothing to read yet.
  public func next() throws(ScannerError) -> ScanEntry? {
    while true {
      switch try step() {
      case .entry(let entry): return entry
      case .end: return nil
      case .waiting(let descriptor):
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      }
    }
  }

  /// The next entry, the end, or the descriptor to wait for; never blocks on a list.
  public func step() throws(ScannerError) -> ScanStep {
    while true {
      if let frame = frames.last {
        if let entry = advance(frame) {
          if seen?.insert(entry.relative) == false { continue }
          return .entry(entry)
        }
      } else if list != nil {
        switch try stepList() {
        case .entry(let entry)? where seen?.insert(entry.relative) == false: continue
        case let step?: return step
        case nil: continue
        }
      } else if let root = roots.popLast() {
        if let entry = begin(root), seen?.insert(entry.relative) != false { return .entry(entry) }
      } else {
        return .end
      }
    }
  }

  // MARK: - Inputs

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
    let flags = O_RDONLY | O_DIRECTORY
    switch path.withCString({ FileDescriptor.open($0, flags: flags, in: AT_FDCWD) }) {
    case .failure(let error): return refuse(path, relative, reading(error))
    case .success(let descriptor):
      let names = filter.isEmpty ? [] : relative.components.map(Glob.characters)
      let isExcluded = names.indices.contains { filter.excludes(Array(names[...$0]), isDirectory: true) }
      if isExcluded { return nil }
      let isIncluded =
        filter.includesAll || names.indices.contains { filter.includes(Array(names[...$0]), isDirectory: true) }
      let taken = DirectoryFrame.Taken(names: names, isMatched: isMatched, isIncluded: isIncluded)
      return push(descriptor, path: path, relative: relative, taken: taken, isLinked: false)
    }
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
    if path.bytes.last == UInt8(ascii: "\r"), case .failure(let error) = FileFacts.of(path: path), error.code == ENOENT
    {
      // A list that was written on Windows.
      path = ScanPath(bytes: path.bytes.dropLast())
    }
    switch InputNames.absolute(path, from: workingDirectory) {
    case .failure(let error): return refuse(path, names.relative(ofMissing: path), reading(error))
    case .success(let absolute): return visitInput(path, relative: names.relative(of: absolute), isListed: true)
    }
  }

  /// A file or directory that was named as such; a listed one may not be a link out of the inputs, nor be left out.
  private func visitInput(_ path: ScanPath, relative: ScanPath, isListed: Bool) -> ScanEntry? {
    var path = path
    var found = FileFacts.of(path: path)
    if isListed, leftOut.containsParent(of: path) { return nil }
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
        switch canonicalPath(path) {
        case .failure(let error): found = .failure(error)
        case .success(let target):
          path = target
          found = FileFacts.of(path: target)
        }
      }
    }
    switch found {
    case .failure(let error): return refuse(path, relative, reading(error))
    case .success(let facts):
      if leftOut.contains(facts) { return nil }
      if facts.kind == .directory {
        pattern = nil
        return beginTree(path, relative: relative, isMatched: true)
      }
      if !filter.isEmpty, !filter.takes(relative.components.map(Glob.characters)) { return nil }
      return judge(facts, path: path, relative: relative)
    }
  }

  // MARK: - Directories

  /// Reads on in the innermost directory; nil where nothing of it is to be given now.
  private func advance(_ frame: DirectoryFrame) -> ScanEntry? {
    if let fault = frame.takeFault() {
      let reason = "the directory was listed in part only: \(fault)"
      return refuse(frame.path, frame.relative, PageProblem(.unreadable, reason))
    }
    let step = frame.next { name, pointer -> ScanEntry? in
      switch FileFacts.of(name: pointer, in: frame.descriptor.number, following: false) {
      case .failure(let error) where error.code == ENOENT: return nil  // Taken away since; it was never met.
      case .failure(let error):
        return refuse(frame.path.appending(name), names.relative(of: name, in: frame.relative), reading(error))
      case .success(let facts): return visit(name, pointer, facts, in: frame)
      }
    }
    guard let entry = step else {
      frames.removeLast()
      return nil
    }
    return entry
  }

  private func visit(
    _ name: [UInt8], _ pointer: UnsafePointer<CChar>, _ facts: FileFacts, in frame: DirectoryFrame
  ) -> ScanEntry? {
    if leftOut.contains(facts) { return nil }
    let path = frame.path.appending(name)
    let relative = names.relative(of: name, in: frame.relative)
    switch facts.kind {
    case .directory:
      guard let taken = takes(name, isDirectory: true, in: frame) else { return nil }
      switch FileDescriptor.open(pointer, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: frame.descriptor.number) {
      case .failure(let error): return refuse(path, relative, reading(error))
      case .success(let descriptor):
        return push(descriptor, path: path, relative: relative, taken: taken, isLinked: frame.isLinked)
      }
    case .link: return follow(path, relative: relative, name: name, in: frame)
    default:
      guard takes(name, isDirectory: false, in: frame) != nil else { return nil }
      return judge(facts, path: path, relative: relative)
    }
  }

  /// Follows a link that was found in a directory.
  private func follow(_ path: ScanPath, relative: ScanPath, name: [UInt8], in frame: DirectoryFrame) -> ScanEntry? {
    switch resolver.resolve(path) {
    case .skipped: return nil
    case .refused(let problem):
      return takes(name, isDirectory: false, in: frame) == nil ? nil : refuse(path, relative, problem)
    case .found(let target, let facts, _) where facts.kind != .directory:
      guard takes(name, isDirectory: false, in: frame) != nil else { return nil }
      return judge(facts, path: target, relative: relative)
    case .found(_, let facts, let descriptor):
      guard let taken = takes(name, isDirectory: true, in: frame) else { return nil }
      if frames.contains(where: { $0.identity == facts.identity }) {
        return refuse(path, relative, PageProblem(.linkLoop, "it is a symbolic link to a directory that it lies in"))
      }
      if frame.isLinked {
        let reason = "it is a link to a directory, below another such link; what it leads to is read by its own name"
        return refuse(path, relative, PageProblem(.linkLoop, reason))
      }
      switch FileDescriptor.open(ScanPath("."), flags: O_RDONLY | O_DIRECTORY, in: descriptor.number) {
      case .failure(let error): return refuse(path, relative, reading(error))
      case .success(let opened): return push(opened, path: path, relative: relative, taken: taken, isLinked: true)
      }
    }
  }

  private func push(
    _ descriptor: FileDescriptor, path: ScanPath, relative: ScanPath, taken: DirectoryFrame.Taken, isLinked: Bool
  ) -> ScanEntry? {
    guard frames.count < options.maximumDepth else {
      let reason = "it lies more than \(options.maximumDepth) directories deep, which is the limit (--max-depth)"
      return refuse(path, relative, PageProblem(.tooDeep, reason))
    }
    switch FileFacts.of(descriptor: descriptor.number) {
    case .failure(let error): return refuse(path, relative, reading(error))
    case .success(let facts):
      if frames.contains(where: { $0.identity == facts.identity }) {
        return refuse(path, relative, PageProblem(.linkLoop, "it is the same directory as one that it lies in"))
      }
      frames.append(
        DirectoryFrame(
          descriptor: descriptor, identity: facts.identity, path: path, relative: relative, taken: taken,
          isLinked: isLinked, readsHidden: options.hidden))
      // After the listing: whatever is listed there was made by now.
      leftOut.refresh()
      return nil
    }
  }

  // MARK: - Judgement

  /// Asks the patterns about a name in a directory; nil where it is left out.
  private func takes(_ name: [UInt8], isDirectory: Bool, in frame: DirectoryFrame) -> DirectoryFrame.Taken? {
    if filter.isEmpty && pattern == nil { return DirectoryFrame.Taken() }
    let characters = Glob.characters(of: name)
    var taken = frame.taken
    if let pattern {
      taken.below = frame.taken.below + [characters]
      let canBe = isDirectory || !pattern.matchesDirectoriesOnly
      taken.isMatched = taken.isMatched || canBe && pattern.matches(taken.below)
      if !taken.isMatched, !isDirectory || !pattern.canMatch(below: taken.below) { return nil }
    }
    if !filter.isEmpty {
      taken.names = frame.taken.names + [characters]
      if filter.excludes(taken.names, isDirectory: isDirectory) { return nil }
      taken.isIncluded = taken.isIncluded || filter.includes(taken.names, isDirectory: isDirectory)
      if !taken.isIncluded && !isDirectory { return nil }
    }
    return taken
  }

  func judge(_ facts: FileFacts, path: ScanPath, relative: ScanPath) -> ScanEntry {
    let what: String
    switch facts.kind {
    case .regular:
      if path.bytes.count >= PathList.maximumPath {
        return refuse(path, relative, PageProblem(.unreadable, "its path is longer than the system can open"))
      }
      let file = ScanFile(path: path, relative: relative, facts: facts)
      let isSettled = settling.isSettled(modified: facts.modified, changed: facts.changed, now: Settling.now())
      return isSettled ? .document(file) : .unsettled(file)
    case .fifo: what = "a named pipe"
    case .socket: what = "a socket"
    case .device: what = "a device"
    case .directory: what = "a directory"
    case .link, .other: what = "a special file"
    }
    return refuse(path, relative, PageProblem(.specialFile, "it is \(what), not a file; it was not opened"))
  }

  private func refuse(_ path: ScanPath, _ relative: ScanPath, _ problem: PageProblem) -> ScanEntry {
    let relative = relative.bytes.isEmpty ? ScanPath(bytes: path.lastComponent) : relative
    return .refused(ScanRefusal(path: path, relative: relative, problem: problem))
  }

  private func reading(_ error: SystemError) -> PageProblem {
    switch error.code {
    case ENOENT, ENOTDIR: PageProblem(.vanished, "it is not there (any more)")
    case ELOOP: PageProblem(.linkLoop, "it is a symbolic link that leads back to itself")
    case EACCES, EPERM: PageProblem(.unreadable, "it may not be read: \(error); give the user of this run the right to")
    default: PageProblem(.unreadable, "it cannot be read: \(error)")
    }
  }
}
