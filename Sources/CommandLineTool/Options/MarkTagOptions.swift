import RunSupport
import Support
import Understanding

/// `--tag star=business`: what pen marks stand for; `run` and `export` share it.
struct MarkTagOptions: OptionGroup {
  @Option("tag", value: "SHAPE=TAG", all: .text) private var given: [String]

  /// The tags that were given, one a line; nil if none were, empty for `none`.
  func text() throws(RunFailure) -> String? {
    if given.isEmpty { return nil }
    if given == ["none"] { return "" }
    // A line break within one would make two of it.
    if let line = given.first(where: { $0.unicodeScalars.contains("\n") || $0.isEmpty }) {
      throw .usage("--tag: \(MarkTags.fault(line.split(separator: "\n").joined(separator: " ")))")
    }
    return try RunFailure.converting(MarkTags(given.joined(separator: "\n"))) { .usage("--tag: \($0)") }.text
  }
}
