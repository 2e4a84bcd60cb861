import Foundation
import Glibc
import TestSupport
import Testing

/// Receipts that lie in several files, exported once, compared, and copied under names that say what they are.
@Suite struct OnceTests {
  /// A receipt, the same in a file of other bytes and in one of the same bytes, and another receipt; all read.
  private func filled() throws -> Desk {
    let mart = try Samples.bytes("mart-ko.png")
    let files = ["a.png": mart, "b.png": mart + [0], "c.png": try Samples.bytes("cafe-en.png"), "d.png": mart]
    return try Desk(reading: files, formats: "json")
  }

  @Test func `each receipt is once in tables, in documents and among pages`() throws {
    let desk = try filled()
    let place = desk.scratch.path(of: "once")
    let formats = ["--format", "text,csv,html,pdf"]
    let export = try desk.hanscan(["export", "--once", "--out", desk.out, "--to", place] + formats)
    #expect(export.status == 0, "\(export.errorText)")
    let files = try desk.tree(place)
    let table = String(decoding: try #require(files["hanscan.receipts.csv"]), as: UTF8.self)
    #expect(table.split(separator: "\r\n").count == 1 + 2, "\(table)")
    let names = Set(["a.png", "b.png", "c.png", "d.png"].filter { name in files.keys.contains { $0.hasPrefix(name) } })
    #expect(names == ["a.png", "c.png"], "\(files.keys.sorted())")
    let streamed = try desk.hanscan(["export", "--once", "--out", desk.out, "--stdout", "--format", "csv"])
    #expect(streamed.outputText == table)
  }

  @Test func `what the runs themselves keep holds everything, and is not made smaller by once`() throws {
    let desk = try filled()
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "csv"]).status == 0)
    for format in ["csv", "xlsx", "pdf", "html", "text,csv"] {
      let export = try desk.hanscan(["export", "--once", "--out", desk.out, "--format", format])
      #expect(export.status == 64 && export.errorText.contains("--to DIR"), "\(export.errorText)")
    }
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test func `a file of the same bytes is compared as what it repeats`() throws {
    let desk = try filled()
    let alike = try desk.hanscan(["compare", "a.png", "d.png", "--out", desk.out])
    #expect(alike.status == 0, "\(alike.errorText)")
    #expect(alike.outputText.hasPrefix("100 % of the digits agree: the same receipt"))
    let other = try desk.hanscan(["compare", "d.png", "c.png", "--out", desk.out])
    #expect(other.status == 0 && other.outputText.contains("on d.png alone"), "\(other.errorText)")
  }

  @Test func `another pattern gives other names, and the earlier ones are gone`() throws {
    let desk = try filled()
    func name(_ pattern: String, _ more: String...) throws -> [String] {
      let export = try desk.hanscan(["export", "--out", desk.out, "--name", pattern] + more)
      #expect(export.status == 0, "\(export.errorText)")
      let told = export.outputText.split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
      let there = try desk.tree().keys.filter { $0.hasPrefix("named/") }
      #expect(Set(told) == Set(there))
      return Set(told).sorted()
    }
    #expect(try name("{date}_{total}").contains("named/2025-03-14_55130.png"))
    let first = try name("{total}_{date}")
    #expect(first == ["named/20.25_2025-03-14.png", "named/55130_2025-03-14.png", "named/55130_2025-03-14_2.png"])
    #expect(try name("{total}_{date}") == first)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test func `scans are copied under their names once`() throws {
    let desk = try filled()
    let place = desk.scratch.path(of: "named")
    let export = try desk.hanscan(["export", "--once", "--out", desk.out, "--to", place, "--name", "{name}"])
    #expect(export.outputText == "a.png\ta.png\nc.png\tc.png\n", "\(export.errorText)")
    #expect(try desk.tree(place).keys.sorted() == ["a.png", "c.png"])
  }

  @Test func `nothing is exported among the scans, of which one could have a file's name`() throws {
    let desk = try filled()
    let scans = try desk.tree(desk.inbox)
    for more in [["--format", "text,pdf"], ["--name", "{name}"]] {
      let export = try desk.hanscan(["export", "--out", desk.out, "--to", "\(desk.inbox)/."] + more)
      #expect(export.status == 64 && export.errorText.contains("where the scans lie"), "\(export.errorText)")
    }
    #expect(try desk.tree(desk.inbox) == scans)
    #expect(try desk.hanscan(["export", "--out", desk.out, "--to", "\(desk.inbox)/sub"]).status == 0)
    for more in [[], ["--to", desk.scratch.path(of: "to")], ["--name", "{date}"], ["--stdout"]] {
      #expect(try desk.hanscan(["export", "--out", desk.scratch.path(of: "none")] + more).status == 66, "\(more)")
    }
  }

  @Test func `a store of no bytes is made no store by check`() throws {
    let desk = try filled()
    for suffix in ["-wal", "-shm"] { unlink(desk.store + suffix) }
    try Data().write(to: URL(fileURLWithPath: desk.store))
    for command in [["check"], ["check", "--repair"], ["export"], ["export", "--name", "{date}"]] {
      let outcome = try desk.hanscan(command + ["--out", desk.out])
      #expect(outcome.status == 73, "\(command): \(outcome.errorText)")
      #expect(outcome.errorText.contains("an empty database"), "\(command): \(outcome.errorText)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: desk.store)).isEmpty)
    }
  }
}
