/// PDF documents that tests write by hand.
package enum PDFSample {
  /// One page: entries of its dictionary, what is drawn on it, and an image under the name `/Im`.
  package struct Page {
    package var entries: String
    package var content: [UInt8]
    package var image: [UInt8]?
    /// What stands in the document in place of the page: some other object, or a page without its end.
    package var object: String?
    /// What the font `/L` says that its codes mean, as a CMap; what is drawn is something else.
    package var meaning: String?

    package init(_ content: String = "", box: String = "0 0 300 200", entries: String = "", image: [UInt8]? = nil) {
      self.entries = "/MediaBox[\(box)]\(entries)"
      self.content = Array(content.utf8)
      self.image = image
    }

    /// A gray picture of these pixels, white 255, that fills a page of so many points.
    package static func scan(
      _ pixels: [UInt8], width: Int, height: Int, points: (Double, Double), entries: String = ""
    ) -> Page {
      let header = "/Width \(width)/Height \(height)/ColorSpace/DeviceGray/BitsPerComponent 8"
      return Page(
        "q \(points.0) 0 0 \(points.1) 0 0 cm/Im Do Q", box: "0 0 \(points.0) \(points.1)", entries: entries,
        image: PDFSample.stream(header: "/Type/XObject/Subtype/Image\(header)", pixels))
    }

    /// Lines of text, twelve points high.
    package static func lines(_ lines: [String], font: String = "F", mode: Int = 0) -> Page {
      let shown = lines.map { "(\($0)) Tj T*" }.joined(separator: "\n")
      return Page(
        "BT \(mode) Tr /\(font) 12 Tf 18 TL 40 \(40 + 18 * lines.count) Td\n\(shown)\nET",
        box: "0 0 420 \(80 + 18 * lines.count)")
    }

    /// A line of text in a font that every reader has.
    package static func text(
      _ text: String, size: Int = 24, box: String = "0 0 400 200", entries: String = "", mode: Int = 0
    ) -> Page {
      Page("BT \(mode) Tr /F \(size) Tf 40 100 Td (\(text)) Tj ET", box: box, entries: entries)
    }
  }

  /// A CMap by which each letter of the alphabet means the one that comes so many later.
  package static func shifted(by shift: Int) -> String {
    meaning([0x41, 0x61].flatMap { first in (0..<26).map { (first + $0, first + ($0 + shift) % 26) } })
  }

  /// A CMap by which each digit means the one that comes so many later, and all other characters what they are.
  package static func digits(shiftedBy shift: Int) -> String {
    meaning(
      (0x20..<0x7F).map { code in (code, (0x30..<0x3A).contains(code) ? 0x30 + (code - 0x30 + shift) % 10 : code) })
  }

  private static func meaning(_ pairs: [(code: Int, character: Int)]) -> String {
    let ranges = pairs.map { "<\(String($0.code, radix: 16))> <00\(String($0.character, radix: 16))>" }
    return """
      /CIDInit /ProcSet findresource begin begincmap /CMapName /T def /CMapType 2 def
      1 begincodespacerange <00> <ff> endcodespacerange
      \(ranges.count) beginbfchar
      \(ranges.joined(separator: "\n"))
      endbfchar endcmap end
      """
  }

  package static func stream(header: String = "", _ bytes: [UInt8]) -> [UInt8] {
    Array("<<\(header)/Length \(bytes.count)>>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
  }

  /// A document of these pages, with files attached to it; `count` is what it says of the pages' number.
  package static func document(
    _ pages: [Page], count: Int? = nil, attached files: [(name: String, content: [UInt8])] = []
  ) -> [UInt8] {
    var objects: [[UInt8]] = [
      Array("<</Type/Catalog/Pages 2 0 R>>".utf8), [],
      Array("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".utf8),
    ]
    var kids: [String] = []
    for page in pages {
      objects.append(stream(page.content))
      let content = objects.count
      var fonts = "/F 3 0 R"
      if let meaning = page.meaning {
        objects.append(stream(Array(meaning.utf8)))
        fonts += "/L<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode \(objects.count) 0 R>>"
      }
      var resources = "/Font<<\(fonts)>>"
      if let image = page.image {
        objects.append(image)
        resources += "/XObject<</Im \(objects.count) 0 R>>"
      }
      let usual = "<</Type/Page/Parent 2 0 R\(page.entries)/Resources<<\(resources)>>/Contents \(content) 0 R>>"
      objects.append(Array((page.object ?? usual).utf8))
      kids.append("\(objects.count) 0 R")
    }
    if !files.isEmpty {
      let names = files.map { file in
        objects.append(stream(header: "/Type/EmbeddedFile", file.content))
        return "(\(file.name))<</Type/Filespec/F(\(file.name))/EF<</F \(objects.count) 0 R>>>>"
      }
      let tree = "/Names<</EmbeddedFiles<</Names[\(names.joined())]>>>>"
      objects[0] = Array("<</Type/Catalog/Pages 2 0 R\(tree)>>".utf8)
    }
    objects[1] = Array("<</Type/Pages/Count \(count ?? pages.count)/Kids[\(kids.joined(separator: " "))]>>".utf8)
    var file = Array("%PDF-1.5\n".utf8)
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.count)
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let table = file.count
    file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
    for place in places {
      let digits = String(place)
      file += Array("\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8)
    }
    file += Array("trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n".utf8)
    return file
  }
}
