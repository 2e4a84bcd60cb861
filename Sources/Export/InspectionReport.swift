import FoundationEssentials
package import PageModel

/// The files of an inspection: pictures, a page for browsers that shows them, and all of it as JSON.
package struct InspectionReport {
  /// Names and bytes, `index.html` last: where it lies, everything that it shows is there.
  package private(set) var files: [(name: String, bytes: [UInt8])] = []

  package init(_ inspection: PageInspection, of facts: InspectionFacts) throws {
    var data = inspection
    add("overview.png", &data.overview)
    for index in data.prepared.indices { add(Self.prepared(index), &data.prepared[index]) }
    for line in data.lines.indices {
      for reading in data.lines[line].readings.indices {
        add(Self.crop(line, reading), &data.lines[line].readings[reading].picture)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    files.append(("inspection.json", Array(try encoder.encode(data)) + [0x0A]))
    files.append(("index.html", Array(InspectionPage(inspection: inspection, facts: facts).html.utf8)))
  }

  /// The picture becomes a file, and is left out of the JSON.
  private mutating func add(_ name: String, _ picture: inout EncodedPicture) {
    files.append((name, Array(picture.png)))
    picture.png = Data()
  }

  static func prepared(_ index: Int) -> String { "prepared-\(index + 1).png" }
  /// Lines and readings are counted from 1, as people are shown them.
  static func crop(_ line: Int, _ reading: Int) -> String { "line-\(line + 1)-\(reading + 1).png" }

  /// Writes the files into a directory, which is made if there is none.
  package func write(to directory: ScanPath) throws(ExportError) {
    let writer = try FileWriter(directory)
    for file in files { try writer.write(file.bytes, to: [Array(file.name.utf8)]) }
    try writer.sync()
  }
}
