import RunSupport
import Run
import Foundation
import Glibc
import PageModel
import ResultStore
import TestSupport
import Testing

/// Runs over archives and mails, with pictures that tell the worker what to do.
@Suite struct `An archive or a mail in a run` {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// A picture of one page, as `Bench.put` writes it.
  private func picture(_ name: String, _ order: String = "") -> [UInt8] {
    Array("P5\n# * \(order)\n# of \(name)\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
  }

  private func mail(_ names: [String], _ others: [ContainerSample.Part] = []) -> [UInt8] {
    ContainerSample.mail(names.map { .picture("filename=\"\($0)\"", picture($0)) } + others)
  }

  private func states(_ names: [String]) throws -> [PageState?] { try names.map { try bench.outcome($0)?.state } }

  @Test func `has its pictures read under names of their own, and is not opened again`() throws {
    try bench.scratch.write(mail(["b.pnm", "a.pnm"]), to: "in/mail.eml")
    try bench.put("z.pnm")
    let first = try bench.run()
    #expect(first.summary.pages == [.recognised: 3])
    #expect(try bench.texts() == ["z.pnm.p0001.txt"])
    let below = bench.scratch.path(of: "out/mail.eml")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: below).sorted() == ["a.pnm.p0001.txt", "b.pnm.p0001.txt"])
    // Whoever opened it now would fail: its bytes are others, though nothing tells so.
    let path = bench.scratch.path(of: "in/mail.eml")
    let second = try bench.run { $0.executable = BuiltProgram.fixtureWorker }
    #expect(second.summary.pages.isEmpty && second.summary.unchanged == 4)
    #expect(first.events.last == (4, 4) && second.events.last == (2, 2))
    // Only moved: its members are known by their content.
    #expect(rename(path, bench.scratch.path(of: "in/moved.eml")) == 0)
    let third = try bench.run()
    #expect(third.summary.pages == [.recognised: 2])
    #expect(third.events.workers == nil)
    #expect(try bench.open().document(ScanPath("mail.eml/a.pnm")) == nil)
  }

  @Test func `within another one is looked into, and the same picture is read once`() throws {
    let zip = ContainerSample.zip([.init("x/a.pnm", picture("a.pnm")), .init("c.pnm", picture("c.pnm"))])
    let forwarded = mail(["b.pnm"])
    try bench.scratch.write(
      mail(
        ["a.pnm"],
        [
          .picture("filename=scans.zip", zip, type: "application/zip"),
          .init("Content-Type: message/rfc822", forwarded),
        ]), to: "in/m.eml")
    let (summary, _) = try bench.run()
    #expect(summary.pages == [.recognised: 3, .duplicate: 1])
    #expect(
      try states(["m.eml/a.pnm", "m.eml/scans.zip/x/a.pnm", "m.eml/scans.zip/c.pnm", "m.eml/part-3.eml/b.pnm"])
        == [.recognised, .duplicate, .recognised, .recognised])
    #expect(try bench.run().summary.pages.isEmpty)
  }

  @Test func `without pictures says so quietly, once`() throws {
    try bench.scratch.write(mail([]), to: "in/m.eml")
    let (summary, _) = try bench.run()
    #expect(summary.pages == [.unsupported: 1] && summary.exitStatus(strict: false) == .success)
    guard case .unsupported(let problem)? = try bench.outcome("m.eml") else { return #expect(Bool(false)) }
    #expect(problem.message == "it is an e-mail that holds no picture and no document")
    #expect(try bench.run().summary.pages.isEmpty)
  }

  @Test func `that changed has its new members read, and lacks the old ones`() throws {
    try bench.scratch.write(mail(["a.pnm", "b.pnm"]), to: "in/m.eml")
    try bench.run()
    try bench.scratch.write(mail(["b.pnm", "c.pnm", "d.pnm"]), to: "in/m.eml")
    #expect(try bench.run().summary.pages == [.recognised: 2])
    #expect(try bench.open().document(ScanPath("m.eml/a.pnm"))?.isMissing == true)
    #expect(try bench.open().document(ScanPath("m.eml/b.pnm"))?.isMissing == false)
  }

  @Test func `has members that fail, are locked or are no pictures, each by itself`() throws {
    try bench.scratch.write(
      ContainerSample.zip([
        .init("a.pnm", picture("a")), .init("bad.pnm", picture("bad", "crash 11")), .init("empty.pnm", []),
        .init("locked.pnm", picture("l"), flags: 1), .init("text.txt", Array("no picture at all".utf8)),
        .init("winmail.dat", [0x78, 0x9F, 0x3E, 0x22, 1, 2, 3]),
      ]), to: "in/z.zip")
    let (summary, _) = try bench.run { $0.limits.attempts = 1 }
    #expect(summary.pages == [.recognised: 1, .failed: 3, .unsupported: 2])
    #expect(try bench.codes("z.zip/locked.pnm") == [.encrypted] && bench.codes("z.zip/empty.pnm") == [.empty])
    guard case .unsupported(let problem)? = try bench.outcome("z.zip/winmail.dat") else {
      return #expect(Bool(false))
    }
    #expect(problem.message.contains("winmail.dat"))
    let again = try bench.run().summary
    #expect(again.pages.isEmpty, "\(again.failures)")
  }

  @Test func `is asked by the patterns for each of its members`() throws {
    try bench.scratch.write(mail(["a.pnm", "logo.pnm"]), to: "in/m.eml")
    #expect(try bench.run { $0.exclude = ["logo.*"] }.summary.pages == [.recognised: 1])
    #expect(try bench.run { $0.exclude = ["logo.*"] }.summary.pages.isEmpty)
    #expect(try bench.run().summary.pages == [.recognised: 1])
  }

  @Test func `has its members again if its folder was away in the last run`() throws {
    try bench.scratch.write(mail(["a.pnm"]), to: "in/d/m.eml")
    try bench.put("z.pnm")
    try bench.run()
    let (folder, aside) = (bench.scratch.path(of: "in/d"), bench.scratch.path(of: "d"))
    for isMissing in [true, false] {
      #expect(isMissing ? rename(folder, aside) == 0 : rename(aside, folder) == 0)
      #expect(try bench.run().summary.read == 0)
      #expect(try bench.open().document(ScanPath("d/m.eml/a.pnm"))?.isMissing == isMissing)
    }
  }

  @Test func `has a member again whose content another input held while its own input was away`() throws {
    try bench.scratch.write(ContainerSample.zip([.init("a.pnm", picture("a.pnm"))]), to: "in/share/z.zip")
    try bench.put("local/c.pnm")
    let (share, aside) = (bench.scratch.path(of: "in/share"), bench.scratch.path(of: "share"))
    func run(_ inputs: [String]) throws -> RunSummary {
      try bench.run {
        $0.inputs = inputs.map { ScanPath(bench.scratch.path(of: "in/" + $0)) }
        $0.base = ScanPath(bench.scratch.path(of: "in"))
      }.summary
    }
    #expect(try run(["share", "local"]).read == 2)
    #expect(rename(share, aside) == 0)
    try bench.scratch.write(picture("a.pnm"), to: "in/local/b.pnm")
    #expect(try run(["local"]).read == 0)
    #expect(rename(aside, share) == 0)
    #expect(try run(["share", "local"]).read == 0)
    #expect(try bench.open().document(ScanPath("share/z.zip/a.pnm"))?.isMissing == false)
  }

  /// Takes the right to read from the run once a document has finished.
  private final class LockingSink: ResultSink {
    func documentFinished(_ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience) throws -> SinkAnswer
    {
      try beNobody()
      return .taken
    }
  }

  @Test func `keeps its members if a run may not read it`() throws {
    try bench.put("a.pnm")
    try bench.scratch.write(mail(["b.pnm"]), to: "in/m.eml")
    chmod(bench.scratch.path, 0o755)
    chmod(bench.scratch.path(of: "in/m.eml"), 0o600)
    #expect(try bench.run().summary.read == 2)
    do {
      defer { try? beNobody(false) }
      let (summary, _) = try bench.run(sink: LockingSink()) { $0.verifies = true }
      // The owner of the mail can read it.
      #expect(summary.pages == (geteuid() == 0 ? [.failed: 1] : [:]))
    }
    #expect(try bench.run().summary.read == 0)
    #expect(try bench.open().document(ScanPath("m.eml/b.pnm"))?.isMissing == false)
  }

  @Test func `has its members again if it was away and came back while two runs may not read it`() throws {
    try bench.put("a.pnm")
    try bench.scratch.write(mail(["b.pnm"]), to: "in/share/m.eml")
    chmod(bench.scratch.path, 0o755)
    chmod(bench.scratch.path(of: "in/share/m.eml"), 0o600)
    #expect(try bench.run().summary.read == 2)
    func isMissing(_ path: String) throws -> Bool? { try bench.open().document(ScanPath(path))?.isMissing }
    // Moved with its folder, it has the same inode and times.
    let (share, aside) = (bench.scratch.path(of: "in/share"), bench.scratch.path(of: "share"))
    #expect(rename(share, aside) == 0)
    try bench.run()
    #expect(try isMissing("share/m.eml") == true && isMissing("share/m.eml/b.pnm") == true)
    #expect(rename(aside, share) == 0)
    for _ in 1...2 {
      defer { try? beNobody(false) }
      let (summary, _) = try bench.run(sink: LockingSink()) { $0.verifies = true }
      #expect(summary.pages[.failed] == (geteuid() == 0 ? 1 : nil))
      #expect(try bench.open().document(ScanPath("share/m.eml"))?.entry.kind == "mail")
    }
    #expect(try bench.run().summary.read == 0)
    #expect(try isMissing("share/m.eml") == false && isMissing("share/m.eml/b.pnm") == false)
  }

  @Test func `over which its program fails is one failed page, and no process is left`() throws {
    try bench.scratch.write(Array(mail(["a.pnm"]).prefix(300)) + [0xFF], to: "in/m.eml")
    try bench.scratch.write(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0xFF, count: 200), to: "in/z.zip")
    try bench.put("a.pnm")
    let (summary, _) = try bench.run()
    #expect(summary.pages[.recognised] == 1 && summary.pages[.failed] == 1)
    #expect(try bench.codes("z.zip") == [.damaged])
    #expect(try bench.leftovers().isEmpty)
  }

  @Test func `that is interrupted is gone on with`() throws {
    try bench.scratch.write(mail(["a.pnm", "b.pnm", "c.pnm"]), to: "in/m.eml")
    let signals = try BatchRunTests.HostSignals()
    bench.whenReading = {
      signals.send(UInt8(SIGTERM))
      signals.send(UInt8(SIGTERM))
    }
    let (summary, _) = try bench.run(signals: signals) { $0.workers = 1 }
    #expect(summary.signal == SIGTERM)
    bench.whenReading = nil
    try bench.run()
    #expect(try states(["m.eml/a.pnm", "m.eml/b.pnm", "m.eml/c.pnm"]) == [.recognised, .recognised, .recognised])
  }
}
