import Support
import Understanding

/// Scores a line and a receipt: the sum of the weights of all evidence for and against them.
struct PairScore {
  let table: BookTable

  /// Tips of more than a quarter are not seen.
  private static let tipShare: Int64 = 4
  /// Card companies round instalments to ten won and add the difference to the first one; in ten-thousandths.
  private static let instalmentRounding: Int64 = 100_000

  /// The clocks of tills and of card companies differ by so much.
  private static let sameMinutes = 3
  /// Guests often pay some minutes after the bill was printed.
  private static let nearMinutes = 15

  func score(_ evidence: [MatchEvidence]) -> Double { evidence.reduce(0) { $0 + table.weight($1) } }

  /// The evidence, without what neither side tells; nil if a purchase meets a refund.
  func evidence(_ line: MatchFacts, _ receipt: MatchFacts) -> [MatchEvidence]? {
    guard line.isNegative == receipt.isNegative else { return nil }
    var found: [MatchEvidence] = []
    found.reserveCapacity(8)
    let approval = approval(line, receipt)
    if let approval { found.append(approval) }
    if let day = day(line, receipt) { found.append(day) }
    if let amount = amount(line, receipt, isSameApproval: approval == .approvalEqual) { found.append(amount) }
    if !line.card.isEmpty, !receipt.card.isEmpty {
      // Receipts often have fewer digits than lists.
      let count = min(line.card.count, receipt.card.count)
      found.append(line.card.suffix(count) == receipt.card.suffix(count) ? .cardEqual : .cardDiffers)
    }
    let business = business(line, receipt)
    if let business { found.append(business) }
    if business != .businessEqual, let shop = shop(line, receipt) { found.append(shop) }
    if let time = time(line, receipt) { found.append(time) }
    if line.isCancelled { found.append(.lineCancelled) }
    return found
  }

  /// The number of characters that differ; nil for texts whose lengths differ by more than one misread character.
  private func differences(_ one: [UInt8], _ other: [UInt8]) -> Int? {
    one.count == other.count ? zip(one, other).count { $0 != $1 } : editDistance(one, other, limit: 1)
  }

  private func approval(_ line: MatchFacts, _ receipt: MatchFacts) -> MatchEvidence? {
    guard !line.approval.isEmpty, !receipt.approval.isEmpty else { return nil }
    switch differences(line.approval, receipt.approval) {
    case 0: return .approvalEqual
    case 1: return .approvalMisread
    // Two numbers of six characters and more are hardly ever so similar by chance.
    case 2 where line.approval.count >= 6: return .approvalSimilar
    default: return .approvalDiffers
    }
  }

  private func day(_ line: MatchFacts, _ receipt: MatchFacts) -> MatchEvidence? {
    guard let day = line.day, let other = receipt.day else { return nil }
    if day == other { return .dayEqual }
    if line.postingDay == other { return .dayPosted }
    if line.usualLags.contains(day - other) { return .dayUsual }
    switch abs(day - other) {
    case 1: return .dayNear
    case 2, 3: return .dayApart
    default: return differences(Array(day.compact.utf8), Array(other.compact.utf8)) == 1 ? .dayMisread : .dayDiffers
    }
  }

  private func amount(_ line: MatchFacts, _ receipt: MatchFacts, isSameApproval: Bool) -> MatchEvidence? {
    guard let amount = line.amount, let total = receipt.amount else { return nil }
    if let currency = receipt.currency {
      guard let foreign = line.foreignAmount else {
        guard isSameApproval, total > 0 else { return .amountDiffers }
        let rate = Double(amount) / Double(total)
        return table.rates[currency].map { $0.contains(rate) } ?? true ? .amountPlausible : .amountDiffers
      }
      guard line.foreignCurrency.isEmpty || line.foreignCurrency == currency else { return .amountDiffers }
      return foreign == total ? .amountForeign : compared(foreign, total)
    }
    // A receipt whose currency was not read may have the foreign amount.
    if line.foreignAmount == total { return .amountForeign }
    if line.amounts.contains(total) { return line.isCommon ? .amountCommon : .amountEqual }
    if line.months > 1, abs(amount * Int64(line.months) - total) <= Self.instalmentRounding * Int64(line.months) {
      return .amountInstalment
    }
    return compared(amount, total)
  }

  private func compared(_ amount: Int64, _ total: Int64) -> MatchEvidence {
    if amount > total, amount - total <= total / Self.tipShare { return .amountWithTip }
    return differences(Array(String(amount).utf8), Array(String(total).utf8)) == 1 ? .amountMisread : .amountDiffers
  }

  private func business(_ line: MatchFacts, _ receipt: MatchFacts) -> MatchEvidence? {
    guard !line.business.isEmpty, !receipt.business.isEmpty else { return nil }
    if line.business == receipt.business { return .businessEqual }
    return differences(line.business, receipt.business) == 1 ? .businessMisread : .businessDiffers
  }

  private func shop(_ line: MatchFacts, _ receipt: MatchFacts) -> MatchEvidence? {
    // The names on lists are cut and changed: half of the pairs of letters is what a branch's name leaves of a chain's.
    switch line.shop.similarity(to: receipt.shop) {
    case nil: nil
    case .some(0.5...): .shopSimilar
    case .some(0.2...): .shopPartly
    case .some: .shopDiffers
    }
  }

  private func time(_ line: MatchFacts, _ receipt: MatchFacts) -> MatchEvidence? {
    guard let minute = line.minute, let other = receipt.minute else { return nil }
    var days = 0
    if let day = line.day, let otherDay = receipt.day, !line.usualLags.contains(day - otherDay) {
      days = day - otherDay
    }
    // A date that was misread says nothing against the time.
    if abs(days) > 1 { return abs(minute - other) <= Self.sameMinutes ? .timeEqual : nil }
    // Over midnight the days differ, and the minutes since midnight with them.
    let minutes = abs(days * 1440 + minute - other)
    return minutes <= Self.sameMinutes ? .timeEqual : minutes <= Self.nearMinutes ? .timeNear : .timeDiffers
  }
}
