import Support
import TestSupport

/// Workbooks that tests write: whole ones by other programs, hostile ones by hand.
enum WorkbookSample {
  /// Runs a Python program that writes a file to the path in its argument.
  static func python(_ program: String, _ name: String, in scratch: ScratchFolder) throws -> String {
    let path = scratch.path(of: name)
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-X", "utf8", "-c", program, path])
    guard outcome.status == 0 else { throw WorkbookSampleError(message: outcome.errorText) }
    return path
  }

  /// A workbook of one sheet with the given XML.
  static func workbook(
    sheet: String, strings: String? = nil, more: [ContainerSample.Entry] = []
  ) -> [UInt8] {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    var parts = [
      ("xl/workbook.xml", "<workbook><sheets><sheet name=\"A\" sheetId=\"1\" id=\"rId1\"/></sheets></workbook>"),
      (
        "xl/_rels/workbook.xml.rels",
        """
        <Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>\
        <Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>
        """
      ),
      ("xl/worksheets/sheet1.xml", sheet),
    ]
    if let strings { parts.append(("xl/sharedStrings.xml", strings)) }
    return ContainerSample.zip(parts.map { .init($0.0, Array((head + $0.1).utf8)) } + more)
  }

  /// The same with the rows of its sheet.
  static func workbook(rows: String) -> [UInt8] {
    workbook(sheet: "<worksheet><sheetData>\(rows)</sheetData></worksheet>")
  }

  /// A compound file that has entries of these names, and nothing in them.
  static func compoundFile(_ names: [String]) -> [UInt8] {
    var entries: [UInt8] = []
    for name in names {
      let letters: [UInt8] = Array(name.utf16.map { [UInt8($0), 0] }.joined())
      entries += letters + [UInt8](repeating: 0, count: 64 - letters.count) + [UInt8(letters.count + 2), 0, 2]
      entries += [UInt8](repeating: 0, count: 61)
    }
    return [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 504) + entries
  }
}

struct WorkbookSampleError: Error {
  let message: String
}
