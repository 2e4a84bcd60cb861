import RunSupport
import Foundation
import Glibc
import PageModel
import Synchronization
import TestSupport
import Testing
import Workers

@testable import Review

/// Pages whose pictures take their time: nobody else waits for them.
@Suite struct SlowPageTests {
  /// Asks a server to stop.
  private final class HostSignals: SignalSource, @unchecked Sendable {
    let descriptor: CInt
    private let writing: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
      close(descriptor)
      close(writing)
    }

    func send(_ number: UInt8) {
      var byte = number
      _ = write(writing, &byte, 1)
    }

    func next() -> CInt? {
      var byte: UInt8 = 0
      return read(descriptor, &byte, 1) == 1 ? CInt(byte) : nil
    }
  }

  /// What a server on a thread of its own has said.
  private final class Host: Sendable {
    let address = Mutex<String?>(nil)
    let result = Mutex<Int32?>(nil)
  }

  private func wait<Value>(for value: () -> Value?) throws -> Value {
    for _ in 0..<60_000 {
      if let value = value() { return value }
      usleep(10_000)
    }
    throw Timeout()
  }

  private struct Timeout: Error {}

  /// A document of one page; poppler does not look at the order behind it, and the tool of the tests at nothing else.
  private func document(_ order: String) -> [UInt8] {
    PDFSample.document([.text("SLOW")]) + Array("\n\(order) \n".utf8)
  }

  @Test func `the queue and other pages are shown while a page is drawn that never ends`() throws {
    let desk = try Desk(names: ["quick.pgm"], files: ["slow.pdf": document("pdftoppm 1 hangs")])
    for name in ["pdfinfo", "pdfimages", "pdftotext", "pdftoppm"] {
      try desk.scratch.write([], to: "tools/.keep")
      try FileManager.default.copyItem(
        atPath: BuiltProgram.path("hanscan-fixture-tool"), toPath: desk.scratch.path(of: "tools/\(name)"))
    }
    var pictures = PictureSettings(executable: Desk.program)
    pictures.pdfTools = desk.scratch.path(of: "tools")
    let server = ReviewServer(store: ScanPath("\(desk.out)/hanscan.sqlite"), pictures: pictures)
    let (host, signals) = (Host(), try HostSignals())
    Thread {
      let status = try? server.run(
        until: signals, announce: { address in host.address.withLock { $0 = address } }, warn: { _ in })
      host.result.withLock { $0 = status ?? -1 }
    }.start()
    let visitor = try Visitor(address: try wait { host.address.withLock { $0 } })
    try visitor.open()
    let pages = try visitor.pages()
    func picture(_ name: String) throws -> String { try #require(pages[name]).replacing("/page/", with: "/picture/") }
    let slow = try RawHTTP.Connection(port: visitor.port)
    let head = ["Host: 127.0.0.1:\(visitor.port)", "Cookie: \(visitor.cookie)"].joined(separator: "\r\n")
    slow.send("GET \(try picture("slow.pdf")) HTTP/1.1\r\n\(head)\r\n\r\n")
    let tool = desk.scratch.path(of: "tools/pdftoppm")
    _ = try wait { Self.isRunning(tool) ? true : nil }
    #expect(try visitor.get("/?doubt=all").status == 200)
    #expect(try visitor.get(try #require(pages["slow.pdf"])).status == 200)
    let quick = try visitor.get(try picture("quick.pgm"))
    #expect(quick.status == 200 && quick.headers["content-type"]?.hasPrefix("image/") == true)
    #expect(Self.isRunning(tool))
    signals.send(UInt8(SIGINT))
    #expect(try wait { host.result.withLock { $0 } } == SIGINT)
    withExtendedLifetime(desk) {}
  }

  private static func isRunning(_ program: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.contains { name in
      let words = Int(name) == nil ? nil : FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      return words.map { String(decoding: $0, as: UTF8.self).hasPrefix(program) } ?? false
    }
  }
}
