extension String {
  /// The text with U+FFFD in place of each character that XML 1.0 forbids, and of the other controls, which HTML forbids.
  var replacingForbiddenInMarkup: String {
    String(UnicodeScalarView(unicodeScalars.map { $0.isForbiddenInMarkup ? "\u{FFFD}" : $0 }))
  }

  /// The text for HTML and XML, in elements and attributes.
  package var markupEscaped: String {
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
