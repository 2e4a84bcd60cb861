/// All formats, in the order in which the help names them; the first is the one that a run writes unless told otherwise.
package enum Exporters {
  package static let all: [any Exporter] = [
    TextExporter(),
    JSONExporter(),
    MarkdownExporter(),
    LayoutExporter.hocr,
    LayoutExporter.tsv,
    LayoutExporter.alto,
    LayoutExporter.page,
    CSVExporter(),
    XLSXExporter(),
    PDFExporter(),
    HTMLExporter(),
  ]

  /// Those with a file for each page.
  package static let ofPages: [any PageExporter] = all.compactMap { $0 as? any PageExporter }

  /// Those with a file for each document.
  package static let ofDocuments: [any DocumentExporter] = all.compactMap { $0 as? any DocumentExporter }

  /// The exporter of a name, or nil.
  package static func named(_ name: String) -> (any Exporter)? {
    all.first { $0.name == name }
  }

  /// The exporter of pages of a name, or nil.
  package static func ofPages(named name: String) -> (any PageExporter)? {
    ofPages.first { $0.name == name }
  }
}
