import Foundation
import TestSupport
import Testing

/// Electronic tax invoices in directories, archives and mails, as the program reads them.
@Suite struct `An electronic tax invoice` {
  /// The file that the fuzzer begins with.
  private func invoice() throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: tests.appending(path: "FuzzTests/Seeds/invoice/items")))
  }

  @Test func `is a document wherever it lies, exact or refused, and other XML is not read`() throws {
    let desk = try Desk()
    let file = try invoice()
    try desk.put(file, "a.xml")
    try desk.put(Array("<?xml version='1.0'?><a/>".utf8), "b.xml")
    try desk.put(Array(file.prefix(900)), "c.xml")
    try desk.put(ContainerSample.zip([.init("d.xml", file + [0x0A])]), "d.zip")
    let part = ContainerSample.Part.picture("filename=\"e.xml\"", file + [0x20], type: "application/xml")
    try desk.put(ContainerSample.mail([part]), "e.eml")
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "json,text", "--settle", "0"])
    #expect(run.status == 65)
    let tree = try desk.tree()
    func page(_ name: String) throws -> [String: Any] {
      let file = try #require(tree["\(name).p0001.json"], "\(name)")
      return try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    }
    for name in ["a.xml", "d.zip/d.xml", "e.eml/e.xml"] {
      let page = try page(name)
      let receipts = try #require(page["receipts"] as? [[String: Any]], "\(name)")
      let fields = receipts[0]["fields"] as? [String: [String: Any]] ?? [:]
      let found = ["merchant", "businessNumber", "buyer", "date", "supply", "tax", "total"].map {
        fields[$0]?["value"] as? String
      }
      #expect(
        found == ["견본전자&", "123-45-67891", "예시상사", "2026-03-14", "30000", "3000", "33000"], "\(name): \(found)")
      #expect(fields.values.allSatisfy { $0["proof"] as? String == "document" })
      #expect((page["kinds"] as? [[String: Any]])?.first?["label"] as? String == "tax-invoice")
      #expect((page["tables"] as? [Any])?.count == 4)
    }
    let text = String(decoding: try #require(tree["a.xml.p0001.txt"]), as: UTF8.self)
    #expect(text.hasPrefix("전자세금계산서\n") && text.contains("전자서명 없음"))
    #expect(try page("b.xml")["state"] as? String == "unsupported")
    let refused = try page("c.xml")
    #expect(refused["state"] as? String == "failed")
    #expect("\(refused)".contains("it is cut or not well formed"))
  }

  @Test func `has visible text in its PDF and in the evidence of its month`() throws {
    let desk = try Desk()
    try desk.put(try invoice(), "a.xml")
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "pdf", "--settle", "0"])
    #expect(run.status == 0, "\(run.errorText)")
    let made = try desk.hanscan(["book", "--out", desk.out, "--month", "2026-03", "--format", "evidence"])
    #expect(made.status == 0, "\(made.errorText)")
    for name in ["a.xml.pdf", "hanscan.evidence.2026-03.pdf"] {
      let path = "\(desk.out)/\(name)"
      let text = try ChildProgram.run("/usr/bin/pdftotext", [path, "-"]).outputText
      #expect(text.contains("전자서명 없음") && text.contains("공급받는자") && text.contains("33000"), "\(name): \(text)")
      let fonts = try ChildProgram.run("/usr/bin/pdffonts", [path]).outputText.split(separator: "\n").dropFirst(2)
      #expect(fonts.count == 1 && fonts.allSatisfy { $0.contains("HANSCN+Text") && $0.contains(" yes ") }, "\(fonts)")
      #expect(try ChildProgram.run("/usr/bin/qpdf", ["--check", path]).status == 0)
    }
  }
}
