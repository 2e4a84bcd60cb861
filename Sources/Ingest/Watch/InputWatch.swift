import Documents
import CPosix
import Glibc
package import PageModel
import Support

/// Reports the parts of a scan's inputs with new, settled files.
package final class InputWatch {
  package typealias Instant = ContinuousClock.Instant

  package enum Task: Sendable {
    case everything
    /// Parts with something new, and parts that are gone.
    case parts([ScanPath], gone: [ScanPath])
  }

  private let scanner: Scanner
  private let settle: Duration
  private var tree: TreeWatch?
  private var arrivals = Arrivals()
  /// The inputs' identities at the last check; nil for a missing one.
  private var identities: [FileIdentity?] = []
  private var missing: Set<Int> = []
  private var nextCheck = Instant.now
  private var nextLook: Instant?
  private var digest: UInt64?
  package private(set) var notices: [String] = []

  /// The interval of checks for the inputs: nothing reports that a removed one was made again.
  private static let checkInterval = Duration.seconds(1)
  /// The interval of looks at everything if nothing reports changes; longer if a look takes long.
  private static let pollInterval = Duration.seconds(5)
  /// The interval of looks at everything despite the kernel's reports, which miss changes behind links.
  private static let lookInterval = Duration.seconds(3600)
  /// A poll takes at most one part in this many of the time.
  private static let pollShare = 10

  /// Begins to watch the inputs of a scan, which have to be directories.
  package init(_ scanner: Scanner, settle: Duration, polls: Bool = false) {
    (self.scanner, self.settle) = (scanner, settle)
    scanner.excluded.refresh()
    identities = scanner.inputs.map { Self.identity(of: $0) }
    arrivals.addEverything(due: .now)
    if polls {
      nextLook = .now
    } else if let remote = scanner.inputs.first(where: Self.isRemote) {
      fallBack("\(remote.path) is of a file system whose changes nobody tells; it is looked at now and then")
    } else {
      begin()
    }
  }

  /// Readable when something has changed; nil if nothing reports changes.
  package var descriptor: CInt? { tree?.descriptor }
  package var watchedDirectories: Int { tree?.count ?? 0 }

  /// The latest time for the next call of `task`.
  package var next: Instant {
    [arrivals.next, nextLook, nextCheck].compactMap { $0 }.min() ?? nextCheck
  }

  package var isWaiting: Bool { arrivals.next != nil }

  package func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// Collects the kernel's reports; never waits.
  package func gather(now: Instant = .now) {
    if now >= nextCheck { checkInputs(now: now) }
    guard let tree else { return }
    do throws(SystemError) {
      let changes = try tree.read()
      guard !changes.contains(.overflow) else { return restart(now: now) }
      for change in changes {
        switch change {
        case .name(let path, let relative), .tree(let path, let relative):
          arrivals.add(relative, path: path, due: now + settle)
        case .input:
          // A directory that was removed and made again can have the same identity.
          for (index, root) in scanner.inputs.enumerated() where !tree.watches(root) { identities[index] = nil }
          checkInputs(now: now)
        case .overflow: break
        }
      }
    } catch {
      fallBack("the system gives no more watches (\(error)); directories are looked at now and then instead")
    }
  }

  /// Takes a file that a scan found still being written.
  package func leave(_ relative: ScanPath, now: Instant = .now) {
    arrivals.add(relative, path: scanner.place(of: relative), due: now + max(settle, .milliseconds(50)))
  }

  package func postpone(_ task: Task, until due: Instant) {
    switch task {
    case .everything: arrivals.addEverything(due: due)
    case .parts(let parts, let gone):
      for relative in parts + gone { arrivals.add(relative, path: scanner.place(of: relative), due: due) }
    }
  }

  /// The next scan; nil for none.
  package func task(now: Instant = .now, alive: () -> Void = {}) -> Task? {
    if arrivals.takeEverything(now: now) {
      if tree == nil { _ = look(alive: alive) }
      return .everything
    }
    if let nextLook, nextLook <= now, look(alive: alive) {
      _ = arrivals.takeEverything(now: now)
      return .everything
    }
    let due = arrivals.takeDue(now: now)
    guard !due.isEmpty else { return nil }
    scanner.excluded.refresh()
    var parts: [ScanPath] = []
    var gone: [ScanPath] = []
    for (relative, path) in due {
      switch judge(path, relative) {
      case .settled: parts.append(relative)
      case .gone: gone.append(relative)
      case .leftOut: break
      case .settles(let wait): arrivals.add(relative, path: path, due: now + wait)
      }
    }
    return parts.isEmpty && gone.isEmpty ? nil : .parts(parts, gone: gone)
  }

  private enum Judgement {
    case settled, gone, leftOut
    case settles(in: Duration)
  }

  private func judge(_ path: ScanPath, _ relative: ScanPath) -> Judgement {
    guard case .success(let facts) = FileStatus.of(path: path) else { return .gone }
    if scanner.excluded.contains(facts) || scanner.leavesOut(relative) != nil { return .leftOut }
    let names = relative.components.map(Glob.name)
    if !scanner.filter.takes(names, isDirectory: facts.kind == .directory) { return .leftOut }
    guard facts.kind == .regular else { return .settled }
    let time = Settling.now()
    if scanner.settling.isSettled(modified: facts.modified, changed: facts.changed, now: time) { return .settled }
    // The remaining time to settle; after a clock change the age may be anything.
    let age = max(0, min(time.subtractingReportingOverflow(max(facts.changed, facts.modified)).0, 1 << 60))
    return .settles(in: min(max(settle - .nanoseconds(age), .milliseconds(20)), max(settle, .milliseconds(20))))
  }

  private static func identity(of root: ScanRoot) -> FileIdentity? {
    guard case .success(let facts) = FileStatus.of(path: root.path, following: true), facts.kind == .directory else {
      return nil
    }
    return facts.identity
  }

  private static func isRemote(_ root: ScanRoot) -> Bool {
    guard case .success(let opened) = FileDescriptor.open(root.path.appending("."), flags: O_RDONLY | O_DIRECTORY)
    else { return false }
    return cposix_is_remote(opened.number) == 1
  }

  private func checkInputs(now: Instant) {
    nextCheck = now + Self.checkInterval
    for (index, root) in scanner.inputs.enumerated() {
      let found = Self.identity(of: root)
      if found == nil, missing.insert(index).inserted {
        notices.append("\(root.path) is not there any more; it is waited for")
      }
      guard found != identities[index] else { continue }
      if found != nil { missing.remove(index) }
      identities[index] = found
      tree?.remove(input: root)
      guard found != nil else { continue }
      do throws(SystemError) { try tree?.add(input: root) } catch { return fallBack("\(error)") }
      arrivals.addEverything(due: now + settle)
    }
  }

  /// Renews all watches, and asks for a scan of everything, because earlier reports may be incomplete.
  private func restart(now: Instant) {
    notices.append("more changed at once than the system tells; everything is looked at")
    begin()
    arrivals.addEverything(due: now + settle)
  }

  private func begin() {
    do throws(SystemError) {
      tree = nil
      let tree = try TreeWatch(scanner)
      for root in scanner.inputs { try tree.add(input: root) }
      (self.tree, nextLook) = (tree, .now + Self.lookInterval)
    } catch {
      fallBack("the system gives no watches (\(error)); directories are looked at now and then instead")
    }
  }

  /// Switches to polling, because nothing reports changes any more.
  private func fallBack(_ reason: String) {
    notices.append(reason)
    (tree, nextLook) = (nil, .now)
  }

  /// Whether anything differs from the last look.
  private func look(alive: () -> Void) -> Bool {
    let start = Instant.now
    var hasher = Hasher()
    let scan = Scanner(again: scanner)
    var count = 0
    while let entry = try? scan.next() {
      hasher.combine(entry.relative)
      switch entry {
      case .document(let file), .unsettled(let file):
        hasher.combine(file.size)
        hasher.combine(file.modified)
        hasher.combine(file.changed)
        hasher.combine(file.inode)
      case .refused(let refusal): hasher.combine(refusal.problem.code)
      }
      count += 1
      if count % 1000 == 0 { alive() }
    }
    hasher.combine(count)
    let found = UInt64(bitPattern: Int64(hasher.finalize()))
    let took = start.duration(to: .now)
    nextLook = .now + (tree == nil ? max(Self.pollInterval, took * Self.pollShare) : Self.lookInterval)
    defer { digest = found }
    return found != digest
  }
}
