import CPosix
import Glibc
import PageModel
import PageWorker
import PictureFormats
import Recognition
import Sandbox
import TestSupport
import Testing
import Workers

/// The real worker, as a run starts it, seen from outside once it has read a page.
@Suite struct `A worker of a run` {
  private static let available = SandboxLayer.available

  private func field(_ name: String, in status: String) -> Substring? {
    status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1).drop(
      while: \.isWhitespace)
  }

  private func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, file)], as: UTF8.self)
  }

  /// A worker that has read a blank picture, and what it said.
  private func worker(
    _ settings: ReaderSettings, in scratch: ScratchFolder
  ) throws -> (pool: PagePool, layers: [SandboxLayer]?, reply: WorkerReply?) {
    let picture = try scratch.write(
      Array("P5\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600), to: "blank.pnm")
    let confinement = WorkerConfinement(addressSpace: 1 << 30)
    let pool = WorkerPool(
      command: WorkerCommand(
        executable: BuiltProgram.path("hanscan"), arguments: ["worker"] + confinement.arguments),
      limits: WorkerLimits(count: 1),
      conversation: try PageConversation.conversation(settings: settings, requiresSandbox: false))
    let request = PageRequest(id: 1, kind: .pnm, index: 0, offset: 0, reduction: 1)
    pool.submit(
      Job(
        id: 1, payload: try PageConversation.encode(.page(request)), deadline: .seconds(120),
        descriptor: open(picture, O_RDONLY)))
    var layers: [SandboxLayer]?
    var reply: WorkerReply?
    while reply == nil {
      for event in pool.wait(timeout: .seconds(120)) {
        switch event {
        case .ready(let greeting): layers = greeting.layers
        case .finished(1, .success(let answer)): reply = answer
        case .finished(_, let end): try #require(Bool(false), "\(end)")
        default: break
        }
      }
    }
    return (pool, layers, reply)
  }

  @Test func `makes no room for the older recogniser of the engine`() throws {
    let (pool, _, reply) = try worker(ReaderSettings(), in: ScratchFolder())
    #expect(reply?.reading == .blank(width: 40, height: 40))
    let status = text("/proc/\(try #require(pool.processes.first))/status")
    let own = try #require(field("RssAnon", in: status).flatMap { Int($0.prefix { $0 != " " }) })
    // 43 MiB with the networks and the words; 75 MiB more with a class for each character of the network.
    #expect(own < 60 << 10, "\(own) KiB")
    pool.shutdown(grace: .seconds(5))
  }

  @Test func `is in its sandbox, holds nothing open and no privilege, and keeps its limits`() throws {
    var settings = ReaderSettings()
    settings.languages = ["eng"]
    let (pool, layers, reply) = try worker(settings, in: ScratchFolder())
    #expect(layers == Self.available)
    #expect(reply?.reading == .blank(width: 40, height: 40))

    let worker = try #require(pool.processes.first)
    let status = text("/proc/\(worker)/status")
    #expect(field("NoNewPrivs", in: status) == "1")
    if Self.available.contains(.seccomp) { #expect(field("Seccomp", in: status) == "2") }
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
      #expect(field(set, in: status).map { UInt64($0, radix: 16) } == 0, "\(set)")
    }
    // A second thread would not be behind Landlock.
    #expect(field("Threads", in: status) == "1")
    let limits = text("/proc/\(worker)/limits").split(separator: "\n").map { $0.split(separator: " ") }
    func limit(_ words: String) -> Substring? {
      let name = words.split(separator: " ")
      return limits.first { $0.starts(with: name) }?.dropFirst(name.count + 1).first
    }
    #expect(limit("Max address space") == "1073741824")
    #expect(limit("Max core file size") == "0")
    // The words that the engine is told of, in memory; no folder can be written to.
    #expect(limit("Max file size") == "\(OwnModel.sizeOfWords)")
    #expect(limit("Max open files") == "64")
    // A process that can't be dumped shows its descriptors to root alone.
    if let folder = opendir("/proc/\(worker)/fd") {
      defer { closedir(folder) }
      var open: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if CInt(name) != nil { open.append(name) }
      }
      #expect(open.sorted() == ["0", "1", "2", "3", "4", "5"])
    }
    pool.shutdown(grace: .seconds(5))
  }
}
