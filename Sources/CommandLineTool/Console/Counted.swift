import Support

/// `1 page`, `2 pages`.
func counted(_ count: Int, _ noun: String) -> Message { Message(count, noun) }

/// `3 recognised`, which other languages order otherwise.
func counted(_ count: Int, as word: String) -> Message {
  var text = Message.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
  text.appendInterpolation(count)
  text.appendLiteral(" \(word)")
  return Message(stringInterpolation: text)
}

/// The sentence in the user's language, as a part of a result for people.
func said(_ message: Message) -> String { message.text }

extension RawRepresentable<String> {
  /// The word in the user's language.
  var shown: String { said(Message(stringLiteral: rawValue)) }
}
