/// A model that could not be found, read or built: a code for callers, and a sentence for a person.
package struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// No installed model serves a language; `package` names the one to install.
    case languageMissing
    /// The settings name a model that is not installed.
    case modelMissing
    /// The settings name a language or model in a way that no file name allows.
    case badName
    /// A setting has an invalid value, such as a number that is none.
    case badSetting
    case unreadable
    /// The file is wrong, cut off or hostile.
    case damaged
    /// The file is sound but of a kind that HanScan cannot use.
    case unsupported
    case unwritable
  }

  package let code: Code
  /// One sentence: the fault, and the remedy if there is one.
  package let message: String
  /// The Debian package that would help.
  package let package: String?

  package init(_ code: Code, _ message: String, package: String? = nil) {
    self.code = code
    self.message = message
    self.package = package
  }

  package var description: String { message }

  /// Whether the settings are wrong, rather than the installation.
  package var isOfSettings: Bool { code == .badName || code == .badSetting }
}
