import Documents
import Ingest
import Foundation
import Glibc
import PDFPages
import PageModel
import TestSupport
import Testing

/// What stands in a document's metadata once the fields of its receipts were added, by the real qpdf.
@Suite struct `The metadata of a document that came in` {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A document with entries of qpdf's JSON, and a packet of XMP where one is given.
  private func document(_ entries: String, packet: String? = nil) throws -> String {
    let plain = try scratch.write(PDFSample.document([.text("letter")]), to: "plain.pdf")
    let data = Data((packet ?? "").utf8).base64EncodedString()
    let stream = #""obj:21 0 R":{"stream":{"data":"\#(data)","dict":{"/Type":"/Metadata","/Subtype":"/XML"}}},"#
    let root = #""obj:1 0 R":{"value":{"/Type":"/Catalog","/Pages":"2 0 R","/Metadata":"21 0 R"}},"#
    let trailer = #""trailer":{"value":{"/Root":"1 0 R","/Size":30\#(entries.isEmpty ? "" : #","/Info":"20 0 R""#)}}"#
    let update = """
      {"qpdf":[{"jsonversion":2,"pdfversion":"1.7","maxobjectid":25},{\(packet == nil ? "" : stream + root)
      \(entries.isEmpty ? "" : #""obj:20 0 R":{"value":{\#(entries)}},"#)\(trailer)}]}
      """
    let json = try scratch.write(Array(update.utf8), to: "update.json")
    let path = scratch.path(of: "in.pdf")
    #expect(try ChildProgram.run("/usr/bin/qpdf", [plain, "--update-from-json=\(json)", path]).status == 0)
    return path
  }

  /// The lines that `pdfinfo` says of it then; nil where nothing was added.
  private func facts(_ path: String, title: String = "마트, 2026-03-01", subject: String = "total: <9>") throws
    -> [String]?
  {
    var options = ScannerOptions()
    options.settle = .zero
    let scanner = try Ingest.Scanner(inputs: [.path(ScanPath(path))], options: options)
    guard case .document(let file)? = try scanner.next() else { return nil }
    let session = try DocumentSession.open(file)
    let escaped = subject.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let descriptor = try PDFMetadata.added(
      title: (title, title), subject: (subject, escaped), to: session, tools: PDFTools())
    guard let descriptor else { return nil }
    defer { close(descriptor) }
    let made = scratch.path(of: "out.pdf")
    let bytes = try #require(FileManager.default.contents(atPath: "/proc/self/fd/\(descriptor)"))
    try scratch.write(Array(bytes), to: "out.pdf")
    #expect(try ChildProgram.run("/usr/bin/qpdf", ["--check", made]).status == 0)
    return try ChildProgram.run("/usr/bin/pdfinfo", ["-custom", made]).outputText.split(separator: "\n").map(
      String.init)
      + ChildProgram.run("/usr/bin/pdfinfo", [made]).outputText.split(separator: "\n").map(String.init)
  }

  private func holds(_ facts: [String]?, _ key: String, _ value: String) -> Bool {
    (facts ?? []).contains { $0.hasPrefix(key + ":") && $0.hasSuffix(" " + value) }
  }

  @Test func `has them where it said nothing`() throws {
    let found = try facts(try document(""))
    #expect(holds(found, "Title", "마트, 2026-03-01") && holds(found, "Subject", "total: <9>"), "\(found ?? [])")
  }

  @Test func `keeps what it said, and has them where there is room`() throws {
    let named = try facts(try document(#""/Title":"u:My scans","/Author":"u:Kim","/Subject":"u:""#))
    #expect(holds(named, "Title", "My scans") && holds(named, "Author", "Kim"), "\(named ?? [])")
    #expect(holds(named, "Subject", "total: <9>"))
    let full = try facts(try document(#""/Title":"u:a","/Subject":"u:b","/Keywords":"u:c""#))
    #expect(holds(full, "Subject", "b") && holds(full, "Keywords", "c") && holds(full, "Receipts", "total: <9>"))
  }

  @Test func `says the same as XMP, beside what that says`() throws {
    let packet = """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="uuid:7"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Mine</rdf:li></rdf:Alt>
      </dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """
    _ = try facts(try document(#""/Author":"u:Kim""#, packet: packet))
    let found = try ChildProgram.run("/usr/bin/pdfinfo", ["-meta", scratch.path(of: "out.pdf")]).outputText
    #expect(found.contains(">Mine<") && !found.contains("마트"))
    #expect(found.contains("total: &lt;9&gt;</rdf:li>") && found.matches(of: /rdf:about="uuid:7"/).count == 2)
    let check = try ChildProgram.run(
      "/usr/bin/python3", ["-c", "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin)"],
      input: Array(found.utf8))
    #expect(check.status == 0, "\(check.errorText)")
  }

  @Test func `stays where there is nothing to say`() throws {
    #expect(try facts(try document(""), title: "", subject: "") == nil)
  }
}
