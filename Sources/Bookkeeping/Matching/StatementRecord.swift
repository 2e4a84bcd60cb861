import Foundation
import Understanding

extension BookDay: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(number: try decoder.singleValueContainer().decode(Int.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension StatementLine {
  /// The names of lines that stay the same if a list is downloaded again: what they say, and which of equal ones they are.
  package static func names(of lines: [StatementLine]) -> [String] {
    var counts: [String: Int] = [:]
    return lines.map { line in
      let parts: [String?] = [
        line.day.iso, line.minute.map(String.init), line.amount.text(places: 4), line.approvalNumber, line.cardDigits,
        line.businessNumber, line.shop, line.installmentRound.map(String.init),
      ]
      let text = parts.map { $0 ?? "" }.joined(separator: "|")
      counts[text, default: 0] += 1
      return "\(text)|\(counts[text] ?? 1)"
    }
  }

  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package init?(json: String) {
    guard let line = try? JSONDecoder().decode(StatementLine.self, from: Data(json.utf8)) else { return nil }
    self = line
  }

  /// The line in a few words.
  package var outline: String {
    let parts: [String?] = [day.iso, shop, amount.text(in: "KRW"), approvalNumber]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}
