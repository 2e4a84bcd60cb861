import CPosix
import CSandbox
import EscapeAttempts
import Glibc
import Support
import Workers

/// Carries out one command after the other.
struct Fixture {
  let connection: WorkerConnection
  var blocks: [UnsafeMutableRawPointer] = []
  var swiftBlocks: [[UInt8]] = []

  init(connection: WorkerConnection) {
    self.connection = connection
  }

  /// `NUMBER VERB REST`, the number only for a job.
  private struct Order {
    let number: UInt64?
    let verb: String
    /// Behind the verb.
    let words: [String]

    var prefix: String { number.map { "\($0) " } ?? "" }
    var rest: String { words.joined(separator: " ") }
    var amount: Int { Int(rest) ?? 0 }

    init(_ line: String) {
      var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      number = words.first.flatMap { UInt64($0) }
      if number != nil { words.removeFirst() }
      verb = words.first ?? ""
      self.words = Array(words.dropFirst())
    }
  }

  mutating func obey(_ line: String) throws(WorkerConnectionError) {
    let order = Order(line)
    if misbehave(order) { return }
    switch order.verb {
    case "answer":
      try answer(order.prefix + order.rest)
    case "answer-long":
      try answer(order.prefix + String(repeating: "x", count: max(0, order.amount - order.prefix.utf8.count)))
    case "flood-messages":
      let flood = [UInt8](repeating: 0x6d, count: order.amount)
      _ = cposix_write_quietly(STDERR_FILENO, flood, flood.count)
      try answer(order.prefix + "flooded")
    case "printf":
      print(order.rest)
      fflush(nil)
      try answer(order.prefix + "printed")
    case "allocate":
      try allocate(mebibytes: order.amount, by: { malloc($0) })
      try answer(order.prefix + "full")
    case "allocate-by-new":
      typealias New = @convention(c) (Int) -> UnsafeMutableRawPointer?
      let new = dlsym(nil, "_Znwm").map { unsafeBitCast($0, to: New.self) }
      try allocate(mebibytes: order.amount, by: { new?($0) })
      try answer(order.prefix + "full")
    case "allocate-in-swift":
      for _ in 0..<order.amount { swiftBlocks.append([UInt8](repeating: 1, count: 1 << 20)) }
      try answer(order.prefix + "full")
    case "answer-to-wrong-number":
      try answer("\((order.number ?? 0) + 1) wrong")
    case "answer-twice":
      try answer(order.prefix + "once")
      try answer(order.prefix + "twice")
    case "leave-grandchild":
      try answer(order.prefix + "\(leaveGrandchild(inOtherGroup: order.rest == "in-other-group"))")
    case "read-descriptor":
      let descriptor = try connection.receiveDescriptor(job: order.number ?? 0)
      try answer(order.prefix + contents(of: descriptor))
      close(descriptor)
    case "answer-and-exit":
      try answer(order.prefix + "bye")
      exit(3)
    case "answer-and-ignore-all":
      _ = cposix_signal_ignore(SIGTERM)
      try answer(order.prefix + "ignoring")
      pauseForEver()
    case "describe":
      try answer(order.prefix + Self.description)
    case "write-file":
      let file = open(order.rest, O_WRONLY | O_CREAT, 0o600)
      let written = write(file, "text", 4)
      try answer(order.prefix + (written == 4 ? "written" : String(cString: strerror(errno))))
      close(file)
    case "escape":
      try answer(order.prefix + escape(order.words))
    default:
      complain("unknown verb \(order.verb)")
      exit(64)
    }
  }

  /// Does what a worker is lost by; false if the order is none of these.
  private func misbehave(_ order: Order) -> Bool {
    switch order.verb {
    case "crash":
      kill(getpid(), CInt(order.amount))
      pauseForEver()
    case "dereference-null":
      UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "hang":
      if order.rest == "stubbornly" { _ = cposix_signal_ignore(SIGTERM) }
      pauseForEver()
    case "change-group":
      setpgid(0, getpgid(getppid()))
      pauseForEver()
    case "spin":
      while true {}
    case "flood-output":
      let flood = [UInt8](repeating: 0x01, count: 1 << 16)
      while true { _ = cposix_write_quietly(stream, flood, flood.count) }
    case "announce":
      withUnsafeBytes(of: UInt32(order.amount).bigEndian) { writeRaw(Array($0)) }
      pauseForEver()
    case "emit-garbage":
      writeRaw(Array(order.rest.utf8))
      pauseForEver()
    case "exit":
      exit(CInt(order.amount))
    case "complain-and-exit":
      complain(order.rest)
      exit(1)
    case "close-output":
      close(stream)
      pauseForEver()
    default:
      return false
    }
    return true
  }

  /// Attempts as `LAYERS self|thread WAY PLACE` say.
  private func escape(_ words: [String]) -> String {
    guard words.count == 4, let layers = CInt(words[0]) else { return "misunderstood" }
    escape_prepare(words[3])
    let byThread = words[1] == "thread"
    if byThread, escape_prepare_thread() != 0 { return "no thread" }
    if layers != 0, hanscan_sandbox_enter(layers) != layers { return "not every layer is active" }
    let result = byThread ? escape_attempt_by_thread(words[2]) : escape_attempt(words[2])
    return result < 0 ? "no such way" : result == 0 ? "worked" : "stopped \(result)"
  }

  private func answer(_ text: String) throws(WorkerConnectionError) {
    try connection.send(Array(text.utf8))
  }

  /// The stream of frames by its number, as a rogue library would find it: the last of those that `WorkerConnection` opened.
  private var stream: CInt { 5 }

  private func writeRaw(_ bytes: [UInt8]) {
    _ = cposix_write_quietly(stream, bytes, bytes.count)
  }

  private mutating func allocate(mebibytes: Int, by allocate: (Int) -> UnsafeMutableRawPointer?)
    throws(WorkerConnectionError)
  {
    for _ in 0..<mebibytes {
      guard let block = allocate(1 << 20) else { WorkerConnection.exitOutOfMemory() }
      memset(block, 1, 1 << 20)
      blocks.append(block)
    }
  }

  private func leaveGrandchild(inOtherGroup: Bool) -> Int32 {
    var pid: Int32 = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if inOtherGroup {
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    // It inherits what a careless library would leave open: the stream of frames too.
    _ = fcntl(stream, F_SETFD, 0)
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { words.forEach { free($0) } }
    posix_spawn(&pid, "/bin/sleep", nil, &attributes, words, environ)
    return pid
  }

  private func contents(of descriptor: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, pread(descriptor, &buffer, buffer.count, 0))
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  private func pauseForEver() -> Never {
    while true { pause() }
  }

  /// What the supervisor and the worker's end made of this process, one `NAME=VALUE` a line.
  private static var description: String {
    let open = (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
    func field(_ name: String, of path: String) -> String {
      guard let file = fopen(path, "r") else { return "?" }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, CInt(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if name.isEmpty { return text.trimmed }
        if text.hasPrefix(name + ":") { return text.dropFirst(name.count + 1).description.trimmed }
      }
      return "?"
    }
    let status = "/proc/self/status"
    return [
      "descriptors=\(open.map(String.init).joined(separator: ","))",
      "address-space=\(cposix_limit_now(cposix_address_space))",
      "file-size=\(cposix_limit_now(cposix_file_size))",
      "open-files=\(cposix_limit_now(cposix_open_files))",
      "core-size=\(cposix_limit_now(cposix_core_size))",
      "blocked=\(field("SigBlk", of: status))",
      "no-new-privileges=\(field("NoNewPrivs", of: status))",
      "threads=\(field("Threads", of: status))",
      "virtual=\(field("VmPeak", of: status))",
      "oom=\(field("", of: "/proc/self/oom_score_adj"))",
      "group-leader=\(getpgrp() == getpid())",
      "environment=\(ProcessFacts.environment.sorted().joined(separator: ","))",
    ].joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }
}
