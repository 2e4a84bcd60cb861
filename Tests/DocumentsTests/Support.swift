import Documents
import Foundation
import PageModel
import TestSupport
import Testing

/// The files of a scratch folder, as a scan meets them.
func files(in scratch: ScratchFolder) throws -> [ScanFile] {
  try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted().map { name in
    let path = scratch.root.appending(Array(name.utf8))
    return ScanFile(path: path, relative: ScanPath(name), facts: try FileStatus.of(path: path).get())
  }
}

/// Opens the only file of a scratch folder with these bytes.
func session(of bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) throws -> DocumentSession {
  let scratch = try ScratchFolder()
  try scratch.file("scan", bytes)
  let file = try #require(try files(in: scratch).first)
  return try withExtendedLifetime(scratch) { try DocumentSession.open(file, limits: limits) }
}

/// The reasons of a document's pages; nil for one that can be read.
func problems(_ session: DocumentSession) -> [PageProblem.Code?] {
  (0..<session.pageCount).map { index in
    switch session.page(at: index)?.state {
    case .failed(let problem)?, .unsupported(let problem)?: problem.code
    default: nil
    }
  }
}
