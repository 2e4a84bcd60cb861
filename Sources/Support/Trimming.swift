extension StringProtocol {
  /// Without the characters of a kind at both ends.
  package func trimming(while condition: (Character) -> Bool) -> String {
    var text = self[...].drop(while: condition)
    while let last = text.last, condition(last) { text = text.dropLast() }
    return String(text)
  }
}
