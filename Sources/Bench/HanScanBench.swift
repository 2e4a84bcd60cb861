import Support
import Foundation

/// The `hanscan-bench` program: what `Sources/Training` asks of the modules.
package enum HanScanBench {
  static let usage = String(decoding: PackageResources.usage_txt.dropLast(), as: UTF8.self)

  /// Runs the program and returns its exit status.
  ///
  /// - Parameter print: where results go; messages go to standard error.
  package static func run(_ arguments: [String], print: (String) -> Void = { Swift.print($0) }) -> Int32 {
    if arguments.contains("--help") || arguments.isEmpty {
      print(usage)
      return arguments.isEmpty ? 64 : 0
    }
    do {
      var words = arguments
      var options: [String: String] = [:]
      for option in ["--lexicon", "--tagger", "--json"] {
        guard let place = words.firstIndex(of: option) else { continue }
        guard place + 1 < words.endIndex else { throw TextFault("\(option) wants a value") }
        options[option] = words[place + 1]
        words.removeSubrange(place...place + 1)
      }
      guard words.count == 3 else { return refuse() }
      let (folder, output, tagger) = (words[1], words[2], options["--tagger"])
      switch words[0] {
      case "receipts":
        let bench = ReceiptBench(folder: folder, output: output, lexicon: options["--lexicon"], tagger: tagger)
        let report = try bench.run()
        print(report.description)
        if let path = options["--json"] { try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: path)) }
      case "tokens", "candidates":
        let areCandidates = words[0] == "candidates"
        print(try TokenBench(folder: folder, output: output, tagger: tagger, areCandidates: areCandidates).run())
      case "kinds":
        print(try KindBench(store: folder, output: output).run())
      default: return refuse()
      }
      return 0
    } catch {
      say("hanscan-bench: \(error)")
      return 1
    }
  }

  private static func refuse() -> Int32 {
    say(usage)
    return 64
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

extension FileManager {
  /// All files below a folder with this ending, in order.
  static func files(in root: String, ending: String) -> [String] {
    (FileManager.default.subpaths(atPath: root) ?? []).filter { !$0.hasPrefix(".") && $0.hasSuffix(ending) }.sorted()
  }
}
