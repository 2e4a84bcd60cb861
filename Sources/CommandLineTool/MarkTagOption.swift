import Understanding

/// `--tag star=business`: what pen marks stand for; `run` and `export` share it.
enum MarkTagOption {
  static let option = Option(
    "tag", value: "SHAPE=TAG",
    "What a pen mark of a shape stands for, star=business; may be repeated. Kept for later runs; 'none' forgets all.")

  /// The tags that were given, one a line; nil where none were, empty for `none`.
  static func text(of arguments: Arguments) throws -> String? {
    let given = try arguments.texts("tag")
    if given.isEmpty { return nil }
    if given == ["none"] { return "" }
    do throws(MarkTagError) {
      // A line break within one would make two of it.
      if let line = given.first(where: { $0.unicodeScalars.contains("\n") || $0.isEmpty }) {
        throw MarkTagError(line: line.split(separator: "\n").joined(separator: " "))
      }
      return try MarkTags(given.joined(separator: "\n")).text
    } catch {
      throw CommandFailure.usage("--tag: \(error)")
    }
  }
}
