import Documents
import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

/// What a scan gives, as one line for each entry: the relative path, and the code of a refusal.
func scan(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [String] {
  try entries(inputs, options).map { entry in
    switch entry {
    case .document(let file): file.relative.description
    case .unsettled(let file): "\(file.relative) unsettled"
    case .refused(let refusal): "\(refusal.relative) \(refusal.problem.code.rawValue)"
    }
  }
}

func entries(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [ScanEntry] {
  let scanner = try Scanner(inputs: inputs, options: options)
  var entries: [ScanEntry] = []
  while let entry = try scanner.next() { entries.append(entry) }
  return entries
}

func documents(_ inputs: [ScanInput], _ options: ScannerOptions = .now) throws -> [ScanFile] {
  try entries(inputs, options).compactMap { if case .document(let file) = $0 { file } else { nil } }
}

extension ScannerOptions {
  /// Takes files that were written a moment ago.
  static var now: ScannerOptions {
    var options = ScannerOptions()
    options.settle = .zero
    return options
  }
}
