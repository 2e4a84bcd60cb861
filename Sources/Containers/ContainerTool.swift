package import Documents
import Glibc
package import PDFPages
import PictureFormats
package import Sandbox

/// The program that unpacks archives and mails with libarchive and GMime, one process for each answer.
package struct ContainerTool: Sendable, Hashable {
  package static let name = "hanscan-members"
  package var path: String
  /// The programs for PDF documents, of which one copies the files that are attached to them; this one has their limits.
  package var pdfTools: PDFTools

  /// - Parameter program: The program that reads pages; this one lies beside it, or in `../lib/hanscan`.
  package init(beside program: String, pdfTools: PDFTools = PDFTools()) {
    let folder = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    let places = ["\(folder)/\(Self.name)", "\(folder)/../lib/hanscan/\(Self.name)"]
    path = places.first { access($0, X_OK) == 0 } ?? places[0]
    self.pdfTools = pdfTools
  }

  package var isMissing: Bool { access(path, X_OK) != 0 }

  /// The layers of its sandbox; nil if it does not run.
  package func layers() -> [SandboxLayer]? { introduction()?.process.layers }

  /// The libraries that it unpacks with, as they are loaded; none if it does not run.
  package func versions() -> [(name: String, version: String)] {
    let lines = String(decoding: introduction()?.text() ?? [], as: UTF8.self).split(separator: "\n")
    return lines.compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 ? (name: String(words[0]), version: String(words[1])) : nil
    }
  }

  /// Its description of itself, from inside its sandbox.
  private func introduction() -> ConfinedRun? { pdfTools.introduction(of: path, ["versions"]) }

  /// Starts to copy members, one alone of a PDF document; the descriptor is closed in any case.
  func copy(
    _ numbers: [Int], of format: ContainerFormat, on descriptor: CInt, output: UInt64
  ) throws(DocumentError) -> ConfinedRun {
    guard format == .pdf, let number = numbers.first else {
      return try start([format.rawValue, "copy"] + numbers.map { "\($0)" }, on: descriptor, output: output)
    }
    return try pdfTools.copyStream(number, of: descriptor, output: output)
  }

  /// Starts it; the descriptor is closed in any case.
  package func start(
    _ arguments: [String], on descriptor: CInt, output: UInt64
  ) throws(DocumentError) -> ConfinedRun {
    try pdfTools.start(path, arguments, on: descriptor, output: output)
  }
}
