package import PageModel
import Support
import Understanding

/// The metadata of a document, for PDF and for XMP: a title, and a line of all fields of its receipts.
package struct PDFFacts {
  package private(set) var title = ""
  package private(set) var subject = ""

  /// By this element of its metadata, which is not compressed, a PDF is known as one that HanScan made.
  package static let producer = "<pdf:Producer>HanScan</pdf:Producer>"

  package init(title: String = "") { self.title = title.replacingForbiddenInMarkup }

  /// Whether nothing is known.
  package var isEmpty: Bool { title.isEmpty && subject.isEmpty }

  /// From the first page's receipts; empty if there is none.
  package init(_ page: PageRecord) {
    guard let receipts = page.derived.value(of: ReceiptsStage.self), let first = receipts.first else { return }
    let total = [FieldName.total, .currency].compactMap { first.fields[$0]?.value }.joined(separator: " ")
    title =
      [first.fields[.merchant]?.value ?? "", first.fields[.date]?.value ?? "", total]
      .filter { !$0.isEmpty }.joined(separator: ", ").replacingForbiddenInMarkup
    subject =
      receipts.map { receipt in
        FieldName.allCases.compactMap { name in receipt.fields[name].map { "\(name.rawValue): \($0.value)" } }
          .joined(separator: "; ")
      }.joined(separator: " | ").replacingForbiddenInMarkup
  }

  /// Writes the catalogue and what it needs beside the pages, and closes the file.
  func finish(_ pdf: inout PDFFile) throws {
    // The colour space sRGB (IEC 61966-2-1) as a profile of version 2 (ICC.1:2001-04).
    let profile = try pdf.add(stream: PackageResources.srgb_icc, "/N 3")
    let packet = Self.packet.text([
      "mark": "\u{FEFF}", "producer": .string(Self.producer), "title": .string(title), "subject": .string(subject),
    ])
    // Archives read it without unpacking anything.
    let metadata = try pdf.add(stream: Array(packet.utf8.dropLast()), "/Type/Metadata/Subtype/XML", isCompressed: false)
    let intent = try pdf.add(
      """
      <</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile \(profile.text)>>
      """)
    let catalogue = try pdf.add(
      "<</Type/Catalog/Pages \(pdf.tree.text)/Metadata \(metadata.text)/OutputIntents[\(intent.text)]>>")
    var entries = "/Producer\(PDFFile.string("HanScan"))"
    if !title.isEmpty { entries += "/Title\(PDFFile.string(title))" }
    if !subject.isEmpty { entries += "/Subject\(PDFFile.string(subject))" }
    let information = try pdf.add("<<\(entries)>>")
    try pdf.finish(catalogue: catalogue, information: information)
  }

  private static let packet = Template(PackageResources.metadata_xmp) { $0.markupEscaped }
}
