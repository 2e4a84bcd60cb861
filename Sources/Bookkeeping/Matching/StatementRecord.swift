import Foundation
import Understanding

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

  /// Lines in order of date, each purchase of several lists once.
  ///
  /// A card company and the tax office list a purchase with different names of the shop, but with the same day, amount
  /// and approval number, or digits of the card. Two equal purchases of one list stay two.
  package static func joined(_ lines: [StatementLine]) -> [StatementLine] {
    var joined: [StatementLine] = []
    var lists: [Set<Int>] = []
    var places: [[Int64]: [Int]] = [:]
    for line in lines {
      let key = [Int64(line.day.number), line.amount.units]
      let same = places[key, default: []].first {
        !lists[$0].contains(line.list) && joined[$0].isSamePurchase(as: line)
      }
      if let same {
        joined[same].fill(from: line)
        lists[same].insert(line.list)
      } else {
        places[key, default: []].append(joined.count)
        joined.append(line)
        lists.append([line.list])
      }
    }
    return joined
  }

  private func isSamePurchase(as other: StatementLine) -> Bool {
    if let round = installmentRound, let its = other.installmentRound, round != its { return false }
    if let number = approvalNumber, let its = other.approvalNumber {
      return number.drop { $0 == "0" } == its.drop { $0 == "0" }
    }
    guard let digits = cardDigits, let its = other.cardDigits else { return false }
    return digits.hasSuffix(its) || its.hasSuffix(digits)
  }

  private mutating func fill(from other: StatementLine) {
    minute = minute ?? other.minute
    (supply, tax) = (supply ?? other.supply, tax ?? other.tax)
    (shop, businessNumber) = (shop ?? other.shop, businessNumber ?? other.businessNumber)
    (approvalNumber, cardDigits) = (approvalNumber ?? other.approvalNumber, cardDigits ?? other.cardDigits)
    (installmentMonths, installmentRound) =
      (installmentMonths ?? other.installmentMonths, installmentRound ?? other.installmentRound)
    (currency, foreignAmount) = (currency ?? other.currency, foreignAmount ?? other.foreignAmount)
    postingDay = postingDay ?? other.postingDay
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
