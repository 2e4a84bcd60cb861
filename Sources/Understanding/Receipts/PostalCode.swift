/// Postcodes by their form, which tell an address and its country.
enum PostalCode {
  /// `OR 97204`, `TX 78701-1234`: a state of the United States and its code.
  static func isAmerican(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { state, code in
      let digits = code.prefix { $0.isDigit }
      return digits.count == 5 && (digits.count == code.count || code.dropFirst(5).first == "-" && code.count == 10)
        && ReceiptWord.state.contains(state.string)
    }
  }

  /// `K1A 0B1`: letters and digits in two words, as Canada has them.
  static func isCanadian(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { area, place in
      area.count == 3 && (Array(area) + place).map { $0.isDigit ? "9" : $0.isLatin ? "A" : "." }.joined() == "A9A9A9"
    }
  }

  private static func words(_ scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    scalars.split { $0.isSpace || $0 == "," || $0 == "." }
  }
}
