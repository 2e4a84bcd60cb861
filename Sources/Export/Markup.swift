/// Writes XML in a fixed form: an element a line, indented, attributes in the order in which they are given.
struct Markup {
  private(set) var text = ""
  private var open: [String] = []

  /// - Parameter depth: Elements that are open around what is written.
  init(depth: Int = 0) {
    indentation = depth
  }

  private let indentation: Int

  var bytes: [UInt8] { Array(text.utf8) }

  /// Opens an element; what is written until `close` stands within it.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    begin(name, attributes)
    text += ">\n"
    open.append(name)
  }

  /// Closes the element that was opened last.
  mutating func close() {
    guard let name = open.popLast() else { return }
    indent()
    text += "</\(name)>\n"
  }

  /// An element with text alone, or with nothing where the text is nil.
  mutating func add(_ name: String, _ attributes: [(String, String)] = [], text content: String? = nil) {
    begin(name, attributes)
    text += content.map { ">\($0.markupEscaped)</\(name)>\n" } ?? "/>\n"
  }

  /// An element with everything in it: what `body` writes.
  mutating func within(_ name: String, _ attributes: [(String, String)] = [], _ body: (inout Markup) -> Void) {
    open(name, attributes)
    body(&self)
    close()
  }

  /// A line as it is.
  mutating func line(_ line: String) {
    text += line + "\n"
  }

  private mutating func begin(_ name: String, _ attributes: [(String, String)]) {
    indent()
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(value.markupEscaped)\"" }
  }

  private mutating func indent() {
    text += String(repeating: " ", count: indentation + open.count)
  }
}

extension String {
  /// The text with U+FFFD in place of each character that XML 1.0 forbids, and of the other controls, which HTML forbids.
  var replacingForbiddenInMarkup: String {
    String(UnicodeScalarView(unicodeScalars.map { $0.isForbiddenInMarkup ? "\u{FFFD}" : $0 }))
  }

  /// The text for HTML and XML, in elements and attributes.
  var markupEscaped: String {
    var result = ""
    for scalar in replacingForbiddenInMarkup.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isForbiddenInMarkup: Bool {
    switch self {
    case "\t", "\n", "\r": false
    case "\u{FFFE}", "\u{FFFF}": true
    default: properties.generalCategory == .control
    }
  }
}
