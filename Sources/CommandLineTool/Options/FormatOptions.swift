import Bookkeeping
import Export
import RunSupport
import Support

/// The formats of commands that write any number of them; the list of exporters is what they take.
struct FormatOptions: OptionGroup {
  @Option("format", "f", value: "LIST", all: .named(Exporters.all.map(\.name), Exporters.named), separator: ",")
  var named: [any Exporter]
  @Option("no-bom") var isUnmarked: Bool
  @Option("export-language", value: "ko|en", .word) var language: BookLanguage?

  static var standard: any PageExporter { Exporters.ofPages[0] }

  /// The formats that were asked for: one if they go to standard output.
  func formats(toStandardOutput: Bool) throws(RunFailure) -> [any Exporter] {
    let formats = $named.isGiven ? named : [Self.standard]
    let names = formats.map(\.name)
    guard Set(names).count == names.count else {
      throw .usage("--format names a format twice: \(names.joined(separator: ","))")
    }
    if toStandardOutput, formats.count > 1 {
      throw .usage("--stdout writes one format: --format \(names.joined(separator: " or "))")
    }
    if toStandardOutput, !ResultStream.takes(formats[0]) {
      throw .usage("--stdout can't write \(names[0]): it is made of files; leave --stdout out")
    }
    return formats.map { $0 is CSVExporter ? CSVExporter(marksKorean: !isUnmarked) : $0 }
  }
}
