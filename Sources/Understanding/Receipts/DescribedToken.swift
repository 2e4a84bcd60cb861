package import PageModel

/// A token of a receipt with its features, for programs that fit the weights of the tagger.
package struct DescribedToken: Sendable {
  /// Of the receipt's rows.
  package let row: Int
  /// Of the page's lines.
  package let line: Int
  /// Of the line's words.
  package let word: Int
  /// Scalars of the word.
  package let range: Range<Int>
  package let text: String
  package let features: [UInt32]
}

extension ReceiptReader {
  /// The tokens of each receipt on a page, in the order in which the tagger sees them.
  package func describedTokens(on page: RecognisedPage) -> [[DescribedToken]] {
    ReceiptBlocks.split(page, lexicon: lexicon).map { lines in
      let ledger = Ledger(Rows.make(page, lines), lexicon: lexicon)
      let tokens = Tokens(ledger, on: page, lexicon: lexicon)
      let features = TokenFeatures(geometry: ReceiptGeometry(tokens, ledger, lexicon: lexicon), ledger: ledger)
      return tokens.rows.indices.flatMap { row in
        let found = features.row(row)
        return zip(tokens.rows[row], found.tokens).map { token, own in
          let part = ledger.rows[row].parts[token.part]
          let start = part.range.lowerBound
          return DescribedToken(
            row: row, line: part.line, word: part.place,
            range: (token.range.lowerBound - start)..<(token.range.upperBound - start),
            text: ledger.rows[row].text(token.range), features: found.shared + own)
        }
      }
    }
  }

  /// The best candidate for each value, of each block of a page, for programs that fit the tagger's calibration.
  package func candidates(on page: RecognisedPage) -> [[TaggedCandidate]] {
    ReceiptBlocks.split(page, lexicon: lexicon).map {
      candidates(on: page, Ledger(Rows.make(page, $0), lexicon: lexicon), atMost: 1)
    }
  }

  /// The best candidates for each value of one receipt of a page.
  func candidates(on page: RecognisedPage, _ ledger: Ledger, atMost count: Int) -> [TaggedCandidate] {
    let tagging = Tagging(ledger, on: page, lexicon: lexicon, model: tagger)
    let tagged = TaggedFields(tagging, ledger, lexicon: lexicon, model: tagger)
    return TaggedValue.allCases.flatMap { (tagged.candidates[$0] ?? []).prefix(count) }
  }
}
