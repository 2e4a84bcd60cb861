/// Postcodes by their form, which tell an address and its country.
enum PostalCode {
  /// `OR 97204`, `TX 78701-1234`: a state of the United States and its code.
  static func isAmerican(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { state, code in
      let digits = code.prefix { $0.isDigit }
      return digits.count == 5 && (digits.count == code.count || code.dropFirst(5).first == "-" && code.count == 10)
        && states.contains(state.string)
    }
  }

  /// `K1A 0B1`: letters and digits in two words, as Canada has them.
  static func isCanadian(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { area, place in
      area.count == 3 && (Array(area) + place).map { $0.isDigit ? "9" : $0.isLatin ? "A" : "." }.joined() == "A9A9A9"
    }
  }

  private static let states = Set(
    """
    AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI
    SC SD TN TX UT VT VA WA WV WI WY DC PR
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  private static func words(_ scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    scalars.split { $0.isSpace || $0 == "," || $0 == "." }
  }
}
