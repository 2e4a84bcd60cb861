import PageModel

/// Writes the won sign for the backslash that Debian's Korean networks write in its place.
///
/// Their character sets have no won sign. Korean codes (KS X 1003) put it in the backslash's place and Korean fonts
/// draw it there, so the networks learnt to write a backslash. Only a backslash right before an amount is a won sign;
/// any other stays.
enum WonSign {
  static func restore(in words: inout [WordReading]) {
    for index in words.indices where words[index].word.text.hasPrefix("\\") {
      let rest = words[index].word.text.dropFirst()
      let next = rest.first ?? (index + 1 < words.count ? words[index + 1].word.text.first : nil)
      guard let next, ("0"..."9").contains(next) else { continue }
      words[index].rewrite { $0.hasPrefix("\\") ? "₩" + $0.dropFirst() : nil }
    }
  }
}
