import StoreFiles
package import RunSupport
package import PageModel
package import ResultStore
package import Understanding

/// Counts of the changes of a reader in a whole store.
package struct ReadingTally: Sendable {
  package private(set) var pages = 0
  package private(set) var lines = 0
  package private(set) var same = 0
  /// Corrected lines and fields.
  package private(set) var corrected = 0
  package private(set) var correctedFields = 0
  /// Those of them that are read right now, better or worse than before.
  package private(set) var verdicts: [ReadingComparison.Verdict: Int] = [:]
  /// Totals that are proven now and were not, and the other way round.
  package private(set) var provenNow = 0
  package private(set) var provenBefore = 0

  package init() {}

  package mutating func add(_ comparison: ReadingComparison, provenNow: Int, provenBefore: Int) {
    pages += 1
    lines += comparison.lines
    same += comparison.same
    corrected += comparison.corrected
    correctedFields += comparison.correctedFields
    for change in comparison.changes where change.right != nil { verdicts[change.verdict, default: 0] += 1 }
    self.provenNow += provenNow
    self.provenBefore += provenBefore
  }
}

extension KeptReading {
  /// The new reader's page; empty if it found no ink.
  package var newPage: RecognisedPage {
    new.reading ?? RecognisedPage(width: 1, height: 1, confidence: 0, lines: [])
  }

  /// The values of the page from a reading alone, without corrections.
  package func understood(_ reading: RecognisedPage, by stages: DerivedStages) -> ReadingComparison.Understood {
    let isBlank = reading.lines.isEmpty
    let record = PageRecord(
      path: ScanPath(""), index: 0, pageCount: 1, content: nil, reader: nil,
      outcome: isBlank ? .blank(width: reading.width, height: reading.height) : .recognised(reading))
    let derived = stages.derive(record)
    return ReadingComparison.Understood(
      receipts: derived.value(of: ReceiptsStage.self) ?? [],
      kind: derived.value(of: KindsStage.self)?.first?.label.rawValue)
  }
}

extension PageCorrections {
  /// Lets one page, or all, show the readings of another reader that are kept for them, and returns how many they are.
  ///
  /// Each page is one transaction, and corrections stay with their lines. `writeFiles` then makes the files again.
  package func accept(_ reader: ReaderKey, of page: PageID? = nil) throws(RunFailure) -> Int {
    try RunFailure.catching {
      var waiting: [PageID] = []
      try store.forEachKept(by: reader, of: page) { kept in
        waiting.append(kept.page)
        return true
      }
      let stages = try store.derivedStages()
      for id in waiting {
        var found: KeptReading?
        try store.forEachKept(by: reader, of: id) { kept in
          found = kept
          return false
        }
        guard let kept = found, let page = try store.page(id) else { continue }
        var record = page.record
        record.outcome = kept.new
        record.reader = kept.reader
        if case .recognised(let reading) = kept.new {
          record.outcome = .recognised(reading.corrected(by: record.corrections))
        }
        let derived = stages.derive(record)
        try store.transaction { () throws(StoreError) in
          try store.exchange(kept, derived: derived)
          _ = try DerivedUpdate(store: store, writer: nil).joinReceipts(of: [id], stages)
        }
      }
      return waiting.count
    }
  }
}
