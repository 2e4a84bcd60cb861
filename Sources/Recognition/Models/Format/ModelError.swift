/// Why a model could not be found, read or built: a code that callers decide by, and a sentence for a person.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// No installed model serves a language; `package` names what would bring it.
    case languageMissing
    /// A model was asked for by name and is not installed.
    case modelMissing
    /// The settings name a language or model in a way that no file name allows.
    case badName
    /// A setting holds what cannot be written down, such as a number that is none.
    case badSetting
    /// The file cannot be opened or read.
    case unreadable
    /// The file is not what it should be: wrong, cut off or hostile.
    case damaged
    /// The file is sound but of a kind that HanScan cannot use.
    case unsupported
    /// The file cannot be written.
    case unwritable
  }

  public let code: Code
  /// One sentence: what is wrong, and what to do where something can be done.
  public let message: String
  /// The Debian package that would help.
  public let package: String?

  public init(_ code: Code, _ message: String, package: String? = nil) {
    self.code = code
    self.message = message
    self.package = package
  }

  public var description: String { message }

  /// Whether the settings are wrong, and not what is installed.
  public var isOfSettings: Bool { code == .badName || code == .badSetting }
}
