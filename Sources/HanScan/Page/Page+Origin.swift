public import FoundationEssentials

extension Page {
  /// The path of a scan.
  public struct Source: Codable, Hashable, Sendable {
    /// The path below the scanned directory, or the name of a single file; bytes that are no UTF-8 appear as `\xHH`.
    public let path: String
    /// The bytes of a path that is no UTF-8; nil for any other path.
    public let bytes: Data?
  }

  /// The models and the engine that read a page.
  public struct Reader: Codable, Hashable, Sendable {
    /// One model.
    public struct Model: Codable, Hashable, Sendable {
      /// The name, such as `kor`.
      public let name: String
      /// The SHA-256 of the model as 64 hexadecimal digits.
      public let digest: String
    }

    /// A digest of models, settings and version; equal keys promise equal text for equal pictures.
    public let key: String
    /// The engine with its version.
    public let engine: String
    /// The models in the order of the engine.
    public let models: [Model]
  }

  /// The changes that were made to a picture before it was read.
  public struct Preparation: Codable, Hashable, Sendable {
    /// The rotation that brought the page upright: 0, 90, 180 or 270 degrees clockwise, after the EXIF orientation.
    public let rotation: Int
    /// The skew that was removed, in degrees clockwise.
    public let angle: Double
    /// The prepared pixels for one original pixel.
    public let scale: Double
    /// The part of the original picture that was read; nil for all of it.
    public let crop: Box?
    /// The names of the steps, in order.
    public let steps: [String]
    /// Faults of the file that left its picture readable: `end-missing`, `surplus` or `cut-off`; nil for none.
    public let warnings: [String]?
    /// `pdf-text`, `pdf-text-and-picture` or `document` if the file has text of its own; nil for text read from pixels.
    public let source: String?
  }

  /// The reason for which a page was not read.
  public struct Problem: Codable, Hashable, Sendable {
    /// The code by which programs sort, such as `damaged`, `encrypted` or `timedOut`; the page's schema lists all.
    public let code: String
    /// One sentence for a person: the event and the remedy.
    public let message: String
  }

  /// One failed attempt at a page.
  public struct Attempt: Codable, Hashable, Sendable {
    /// The attempt's number, from 1.
    public let number: Int
    /// The code by which programs sort; the page's schema lists all.
    public let code: String
    /// One sentence for a person: the event and the remedy.
    public let message: String
  }

  /// Another page.
  public struct Reference: Codable, Hashable, Sendable {
    /// The path of its scan.
    public let source: Source
    /// Its number in the document, from 1.
    public let page: Int
  }

  /// Another page that holds the same receipt.
  public struct SameReceipt: Codable, Hashable, Sendable {
    /// The path of its scan below the scanned directory.
    public let document: String
    /// Its number in the document, from 1.
    public let page: Int
    /// The share of digits that agree, of all digits of both.
    public let similarity: Double
    /// The fields that agree, in words.
    public let by: String
  }

  /// The place of a page in a stack that separator sheets divide into documents.
  public struct Part: Codable, Hashable, Sendable {
    /// The number of its document in the stack, from 1.
    public let number: Int
    /// The documents of the stack.
    public let count: Int
    /// The page's number in its document, from 1.
    public let page: Int
    /// The pages of its document.
    public let pages: Int
    /// The archive number on the document, such as `ASN00042`; nil for none.
    public let name: String?
  }
}
