extension Page {
  /// A table: cells between drawn rules, or columns of words that stand apart.
  public struct Table: Codable, Hashable, Sendable {
    /// One cell.
    public struct Cell: Codable, Hashable, Sendable {
      /// The first row, from 0.
      public let row: Int
      /// The first column, from 0.
      public let column: Int
      /// The number of rows that the cell covers.
      public let rowSpan: Int
      /// The number of columns that the cell covers.
      public let columnSpan: Int
      /// The box around the cell.
      public let box: Box
      /// The lines of text in the cell joined by a space; empty for an empty cell.
      public let text: String
      /// The lines in the cell, as indices of the page's lines.
      public let lines: [Int]
      /// The estimated share of right characters, from 0 to 1; 1 for an empty cell.
      public let confidence: Double
      private let stamp: Bool?
      private let handwritten: Bool?

      /// Whether a coloured pen wrote in the cell.
      public var isHandwritten: Bool { handwritten == true }
      /// Whether a red seal stands in the cell or covers a good part of a word.
      public var isStamped: Bool { stamp == true }
    }

    /// The box around the table.
    public let box: Box
    private let ruled: Bool
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int
    /// The mean confidence of the cells with text, from 0 to 1.
    public let confidence: Double
    /// The cells by row, then by column.
    public let cells: [Cell]

    /// Whether drawn rules divide the table.
    public var isRuled: Bool { ruled }

    /// The cell that covers a place, both numbers from 0; nil outside of the table.
    public subscript(row: Int, column: Int) -> Cell? {
      cells.first {
        // A cell that was decoded may be anywhere.
        (0..<$0.rowSpan.magnitude).contains(UInt(bitPattern: row &- $0.row))
          && (0..<$0.columnSpan.magnitude).contains(UInt(bitPattern: column &- $0.column))
      }
    }
  }

  /// A kind of page, with its probability.
  public struct Kind: Codable, Hashable, Sendable {
    /// The name of a kind.
    public enum Label: String, Codable, CaseIterable, Sendable {
      /// A receipt with items, and the slip of a card payment without them.
      case receipt, cardSlip = "card-slip"
      /// An invoice, a Korean tax invoice (세금계산서, 계산서), a statement (거래명세서), and a quote (견적서).
      case invoice, taxInvoice = "tax-invoice", statement, quote
      /// A bill of a hospital, a pharmacy, a hotel or a utility, and a certificate or form of an office.
      case bill, registration
      /// Running text, a photo, a drawing or chart, a blank page, and a picture of a screen.
      case document, photo, drawing, blank, screenshot
      /// A page that none of the other labels fits.
      case unknown
    }

    /// The name of the kind.
    public let label: Label
    /// The calibrated probability that the label is right, from 0 to 1.
    public let confidence: Double
    private let corrected: Bool?

    /// Whether a person chose the label.
    public var isCorrected: Bool { corrected == true }
  }

  /// The estimated quality of a reading, with the measures behind it.
  public struct Quality: Codable, Hashable, Sendable {
    /// A reason for which a page may have been read badly.
    public struct Reason: Codable, Hashable, Sendable {
      /// The code by which programs sort, such as `blurry` or `text-may-be-missing`; the page's schema lists all.
      public let code: String
      /// One sentence for a person.
      public let detail: String
    }

    /// The number of characters that are expected to be right, of 100 on the page.
    public let score: Int
    /// The reasons for a low score.
    public let reasons: [Reason]
    /// The skew that was removed, in degrees clockwise; nil if the picture was read as it is.
    public let skew: Double?
    /// The rotation that brought the page upright, in degrees clockwise; nil if the picture was read as it is.
    public let rotation: Int?
    /// The median height of the words in pixels; nil for a page without words.
    public let textHeight: Double?
    /// The sharpness of the text, from 0 to 1; nil if it was not measured.
    public let sharpness: Double?
    /// The darkness of the ink as a share of the paper's brightness; nil if it was not measured.
    public let contrast: Double?
    /// The share of the text that no line covers; nil if it was not measured.
    public let unread: Double?
    /// The places of that text, and of text that is too faint or blurred; nil if they were not measured.
    public let unreadBoxes: [Box]?
    /// Further measures of the picture by name; nil if it was not measured.
    public let measures: [String: Double]?
  }
}
