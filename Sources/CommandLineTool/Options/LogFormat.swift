/// The form of the messages on standard error.
enum LogFormat: String, CaseIterable, Sendable {
  case text
  /// One JSON object a line.
  case json
}
