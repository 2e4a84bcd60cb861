import CPosix
import Foundation
import Glibc
import Sandbox
import TestSupport
import Testing

/// A program in the sandbox of tools, which does what its input orders.
@Suite struct `A tool in its sandbox` {
  private struct Answer {
    var exit: ConfinedProcess.Exit
    var output: String
    var layers: [SandboxLayer]
  }

  /// A file in memory whose number is none of those that a tool is given, whatever else is open here.
  private static func memoryFile() -> CInt { cposix_move_descriptor(hanscan_memory_file("test"), 5) }

  private func order(
    _ text: String, memory: UInt64 = 256 << 20, time: Duration = .seconds(30), output limit: UInt64 = 1 << 16,
    wanted: [SandboxLayer] = SandboxLayer.allCases
  ) throws -> Answer {
    let files = (0..<3).map { _ in Self.memoryFile() }
    defer { for file in files { close(file) } }
    let bytes = Array(text.utf8)
    let written = write(files[0], bytes, bytes.count)
    #expect(written == bytes.count)
    let tool = try ConfinedProcess(
      BuiltProgram.path("hanscan-fixture-tool"), [], input: files[0], output: files[1], errors: files[2],
      limits: ConfinedProcess.Limits(memory: memory, time: time, output: limit), wanted: wanted)
    let exit = try #require(tool.wait(atMost: .seconds(60)))
    var answer = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(0, pread(files[1], &answer, answer.count, 0))
    return Answer(exit: exit, output: String(decoding: answer[..<count], as: UTF8.self), layers: tool.layers)
  }

  @Test func `reads the one file that it is given, writes another, and has every layer that there is`() throws {
    let result = try order("says hello")
    #expect(result.exit == .exited(status: 0) && result.output == "hello")
    #expect(result.layers == SandboxLayer.available)
  }

  @Test func `has neither another descriptor nor anything of the user's environment`() throws {
    #expect(try order("descriptors").output == "0 1 2 ")
    #expect(try order("environment").output == "LC_ALL=C.UTF-8\n")
  }

  @Test func `opens no file but its libraries and fonts, and changes none`() throws {
    let scratch = try ScratchFolder()
    let victim = try scratch.write("secret", to: "victim")
    for path in [victim, "/etc/passwd", "/proc/self/environ", "/proc/\(getpid())/environ", "/dev/null"] {
      #expect(try order("reads \(path)").output == "EACCES\n", "\(path)")
    }
    for path in ["/", "/home", "/etc", scratch.path, "/proc", "/tmp"] {
      #expect(try order("lists \(path)").output == "EACCES\n", "\(path)")
    }
    #expect(try order("lists /usr/lib").output == "opened\n")
    // The file that it was given, once more.
    #expect(try order("reads /proc/self/fd/0").output == "opened\n")
    for path in [victim, scratch.path(of: "fresh"), "/usr/lib/fresh", "/proc/self/oom_score_adj", "/dev/shm/fresh"] {
      #expect(try order("writes \(path)").output == "EPERM\n", "\(path)")
    }
    #expect(try order("removes \(victim)").output == "EPERM\n")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "secret")
    // The same by either layer alone.
    #expect(try order("reads \(victim)", wanted: [.landlock]).output == "EACCES\n")
    #expect(try order("writes \(victim)", wanted: [.landlock]).output == "EACCES\n")
    #expect(try order("reads \(victim)", wanted: []).output == "opened\n")
  }

  @Test func `starts no other program, process or thread, and reaches no other process and no network`() throws {
    #expect(try order("executes /bin/true").output == "EACCES\n")
    for attempt in ["socket", "forks", "traces", "signals"] {
      #expect(try order(attempt).exit == .killed(signal: SIGSYS), "\(attempt)")
    }
    #expect(try order("lingers").output == "EPERM")
    #expect(try order("raises").output == "EPERM")
  }

  @Test func `is held to its memory, its time and what it may write`() throws {
    let eaten = try order("eats", memory: 100 << 20)
    #expect(eaten.exit == .exited(status: 0))
    #expect(try #require(UInt64(eaten.output)) < 100 << 20)
    #expect(try order("hangs", time: .seconds(1)).exit == .stalled)
    #expect(try order("floods", output: 10_000).exit == .killed(signal: SIGXFSZ))
    #expect(try order("crashes").exit == .killed(signal: SIGSEGV))
    let spinning = try order("spins", time: .seconds(3)).exit
    #expect(spinning == .timedOut || spinning == .killed(signal: SIGKILL) || spinning == .killed(signal: SIGXCPU))
  }

  @Test func `is gone with its owner`() throws {
    let files = (0..<3).map { _ in Self.memoryFile() }
    defer { for file in files { close(file) } }
    let written = write(files[0], "hangs", 5)
    #expect(written == 5)
    var tool: ConfinedProcess? = try ConfinedProcess(
      BuiltProgram.path("hanscan-fixture-tool"), [], input: files[0], output: files[1], errors: files[2],
      limits: ConfinedProcess.Limits(memory: 1 << 28, time: .seconds(60), output: 1))
    let pid = try #require(tool?.pid)
    #expect(Glibc.kill(pid, 0) == 0)
    tool = nil
    #expect(Glibc.kill(pid, 0) < 0 && errno == ESRCH)
  }

  @Test func `that is not there is said to be missing`() throws {
    let file = hanscan_memory_file("any")
    defer { close(file) }
    #expect(throws: (any Error).self) {
      _ = try ConfinedProcess(
        "/usr/bin/no-such-tool", [], input: file, output: file, errors: file,
        limits: ConfinedProcess.Limits(memory: 1 << 28, time: .seconds(60), output: 1))
    }
  }
}
