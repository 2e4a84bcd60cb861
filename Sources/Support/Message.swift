import Synchronization

/// The languages that the program speaks.
package enum MessageLanguage: String, CaseIterable, Sendable {
  case korean = "ko"
  case english = "en"

  private static let chosen = Mutex<MessageLanguage>(.english)

  /// The language of the user, which the program sets at its start; English elsewhere.
  package static var current: MessageLanguage {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }
}

/// A sentence for people, written in English where it is used and translated where it is shown.
///
/// `"no code for \(name); --codes gives it"` keeps the template `no code for %@; --codes gives it` and its argument. The
/// template is the key of the catalogue; a translation may number the arguments: `%2@`. Arguments may be messages.
/// Joined messages are looked up as one template first and then one by one.
package struct Message: ExpressibleByStringInterpolation, Sendable, CustomStringConvertible {
  fileprivate enum Argument: Sendable {
    case text(String)
    /// A path or a name, which is never translated.
    case name(String)
    case message(Message)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var arguments: [Argument] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { template += literal }

    package mutating func appendInterpolation<Value>(_ value: Value) {
      template += "%@"
      switch value {
      case let message as Message: arguments.append(.message(message))
      case let error as any ExplainedError: arguments.append(.message(error.message))
      case let text as String: arguments.append(.text(text))
      case let error as any Error: arguments.append(.text("\(error)"))
      default: arguments.append(.name("\(value)"))
      }
    }
  }

  private let template: String
  /// The English template if it differs from the key: a plural.
  private let plural: String?
  private let arguments: [Argument]
  private let parts: [Message]

  package init(stringLiteral text: String) { (template, plural, arguments, parts) = (text, nil, [], []) }

  package init(stringInterpolation text: StringInterpolation) {
    (template, plural, arguments, parts) = (text.template, nil, text.arguments, [])
  }

  /// `1 page`, `2 pages`.
  package init(_ count: Int, _ noun: String) {
    (template, plural, arguments, parts) = ("%@ \(noun)", count == 1 ? nil : "%@ \(noun)s", [.name("\(count)")], [])
  }

  private init(_ parts: [Message]) {
    self.parts = parts
    (template, plural, arguments) = (parts.map(\.template).joined(), nil, parts.flatMap(\.arguments))
  }

  package static func + (left: Message, right: Message) -> Message {
    Message((left.parts.isEmpty ? [left] : left.parts) + (right.parts.isEmpty ? [right] : right.parts))
  }

  /// The English text, which logs, stores and exports have.
  package var description: String { text(in: .english) }

  /// The text in the user's language.
  package var text: String { text(in: .current) }

  package var isEmpty: Bool { template.isEmpty }

  package func text(in language: MessageLanguage) -> String {
    // The program's name before a sentence and the end of the line behind it are no part of the key.
    if language == .korean, case let key = MessageCatalogue.key(of: template),
      let translation = MessageCatalogue.korean[key]
    {
      return template[..<key.startIndex].replacing("; ", with: ". ") + filled(translation, language)
        + template[key.endIndex...]
    }
    return parts.isEmpty ? filled(plural ?? template, language) : parts.map { $0.text(in: language) }.joined()
  }

  /// The template with the arguments in place of `%@`, or of `%2@` for the second one.
  private func filled(_ template: String, _ language: MessageLanguage) -> String {
    guard !arguments.isEmpty else { return template }
    let values = arguments.map { argument in
      switch argument {
      case .name(let name): name
      case .text(let text): language == .korean ? MessageCatalogue.korean.translated(text) : text
      case .message(let message): message.text(in: language)
      }
    }
    return MessageCatalogue.filled(template, values)
  }
}

extension Sequence where Element == Message {
  package func joined(separator: Message = "") -> Message {
    reduce(into: nil as Message?) { joined, part in joined = joined.map { $0 + separator + part } ?? part } ?? ""
  }
}

/// An error whose sentence is a message.
package protocol ExplainedError: Error, CustomStringConvertible {
  var message: Message { get }
}

extension ExplainedError {
  package var description: String { message.description }
}
