package import Documents
import CPosix
import Foundation
import Sandbox
import Support

/// Adds the facts of a document's receipts to its metadata, without changing existing entries.
package enum PDFMetadata {
  /// A text, unchanged and escaped for XML.
  package typealias Text = (plain: String, escaped: String)

  private typealias Values = [String: Any]

  /// Bytes of qpdf's account of one object; larger metadata stays unchanged.
  private static let longest: UInt64 = 16 << 20

  /// The document with it, as an open file that the caller closes; nil if nothing can or need be added.
  ///
  /// Nothing is written for an empty text. The subject of a document that has one already becomes a keyword, or else an
  /// entry of its own, `Receipts`.
  package static func added(
    title: Text, subject: Text, to session: DocumentSession, tools: PDFTools
  ) throws(DocumentError) -> CInt? {
    guard session.file.size <= PDFTools.largestRewritten, !title.plain.isEmpty || !subject.plain.isEmpty else {
      return nil
    }
    guard let first = try Self.objects(["trailer"], of: session, tools: tools),
      let trailer = first.objects["trailer"] as? Values, let own = trailer["value"] as? Values,
      let root = own["/Root"] as? String
    else { return nil }
    let info = own["/Info"] as? String
    let names = [root] + (info.map { [$0] } ?? [])
    guard let second = try Self.objects(names, of: session, tools: tools) else { return nil }
    let catalogue = Self.value(root, in: second.objects)
    let entries = info.map { Self.value($0, in: second.objects) } ?? own["/Info"] as? Values ?? [:]
    guard let wanted = additions(to: entries, title, subject), !catalogue.isEmpty else { return nil }
    let name = info ?? "\((first.header["maxobjectid"] as? Int ?? 0) + 1) 0 R"
    var changed: Values = ["obj:\(name)": ["value": entries.merging(wanted.entries) { _, new in new }]]
    if info == nil { changed["trailer"] = ["value": own.merging(["/Info": name]) { _, new in new }] }
    if let metadata = catalogue["/Metadata"] as? String,
      let stream = try Self.objects([metadata], of: session, tools: tools, withData: true)?.objects["obj:\(metadata)"],
      let packet = Self.packet(stream, adding: wanted.elements)
    {
      changed["obj:\(metadata)"] = packet
    }
    let header: Values = ["jsonversion": 2, "pdfversion": first.header["pdfversion"] ?? "1.7", "maxobjectid": 1]
    // qpdf takes a stream's data from the file as it is: an escaped slash would be no letter of base 64.
    guard
      let update = try? JSONSerialization.data(
        withJSONObject: ["qpdf": [header, changed]], options: [.sortedKeys, .withoutEscapingSlashes])
    else { return nil }
    return try Self.updated(session, by: Array(update), tools: tools)
  }

  /// The entries that a document lacks, and the same as elements of XMP; nil for none.
  private static func additions(to entries: Values, _ title: Text, _ subject: Text) -> (
    entries: [String: String], elements: [(name: String, element: String)]
  )? {
    func lacks(_ key: String) -> Bool {
      // Strings are `u:` and a text, or `b:` and digits.
      entries[key] == nil || (entries[key] as? String).map { $0.utf8.count <= 2 } == true
    }
    func alternatives(_ name: String, _ text: Text) -> (String, String) {
      let entry = "<rdf:li xml:lang=\"x-default\">\(text.escaped)</rdf:li>"
      return (name, "<\(name)><rdf:Alt>\(entry)</rdf:Alt></\(name)>")
    }
    var added: [String: String] = [:]
    var elements: [(name: String, element: String)] = []
    if !title.plain.isEmpty, lacks("/Title") {
      added["/Title"] = "u:\(title.plain)"
      elements.append(alternatives("dc:title", title))
    }
    if !subject.plain.isEmpty {
      let key = ["/Subject", "/Keywords"].first(where: lacks) ?? "/Receipts"
      added[key] = "u:\(subject.plain)"
      if key == "/Subject" { elements.append(alternatives("dc:description", subject)) }
      if key == "/Keywords" { elements.append(("pdf:Keywords", "<pdf:Keywords>\(subject.escaped)</pdf:Keywords>")) }
    }
    return added.isEmpty || (added.count == 1 && entries["/Receipts"] != nil && added["/Receipts"] != nil)
      ? nil : (added, elements)
  }

  /// The stream of metadata with the missing elements; nil if it stays.
  private static func packet(_ object: Any, adding elements: [(name: String, element: String)]) -> Values? {
    guard let stream = (object as? Values)?["stream"] as? Values, var dictionary = stream["dict"] as? Values,
      let bytes = (stream["data"] as? String).flatMap({ Data(base64Encoded: $0) }),
      var text = String(validating: bytes, as: UTF8.self),
      let end = text.range(of: "</rdf:RDF>", options: .backwards)
    else { return nil }
    let lacking = elements.filter { !text.contains($0.name) }
    // All statements about a document use one name for it.
    guard !lacking.isEmpty, let about = text.firstMatch(of: /rdf:about\s*=\s*("[^"]*"|'[^']*')/)?.1 else { return nil }
    let description = """
      <rdf:Description rdf:about=\(about) xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:pdf="http://ns.adobe.com/pdf/1.3/">\(lacking.map(\.element).joined())</rdf:Description>

      """
    text.insert(contentsOf: description, at: end.lowerBound)
    for key in ["/Filter", "/DecodeParms", "/Length"] { dictionary[key] = nil }
    return ["stream": ["data": Data(text.utf8).base64EncodedString(), "dict": dictionary]]
  }

  private static func value(_ reference: String, in objects: Values) -> Values {
    (objects["obj:\(reference)"] as? Values)?["value"] as? Values ?? [:]
  }

  /// qpdf's account of objects, `12 0 R`, and of the file.
  private static func objects(
    _ names: [String], of session: DocumentSession, tools: PDFTools, withData: Bool = false
  ) throws(DocumentError) -> (header: Values, objects: Values)? {
    let asked = names.map { name in
      let parts = name.split(separator: " ")
      return "--json-object=\(parts.count == 3 ? "\(parts[0]),\(parts[1])" : name)"
    }
    let data = withData ? ["--json-stream-data=inline", "--decode-level=all"] : []
    let arguments =
      ["--json=2", "--json-key=qpdf"] + data + asked + ["--warning-exit-0", "--no-warn", "/proc/self/fd/0"]
    guard let run = try PDFOverlay.run(.qpdf, arguments, session, tools: tools, output: longest),
      let answer = try? JSONSerialization.jsonObject(with: Data(run.text())) as? Values,
      let parts = answer["qpdf"] as? [Values], parts.count == 2
    else { return nil }
    return (parts[0], parts[1])
  }

  private static func updated(
    _ session: DocumentSession, by update: [UInt8], tools: PDFTools
  ) throws(DocumentError) -> CInt? {
    var file = hanscan_memory_file("hanscan-update")
    defer { if file >= 0 { close(file) } }
    // A pipe might take less; a file in memory takes all or fails.
    guard file >= 0, write(file, update, update.count) == update.count else { return nil }
    // The program uses 0 to 3.
    if file < 4 { file = (try? SystemError.check("a descriptor", cposix_move_descriptor(file, 4))) ?? -1 }
    guard file >= 4 else { return nil }
    return try PDFOverlay.rewritten(session, by: ["--update-from-json=/proc/self/fd/3"], second: file, tools: tools)
  }
}
