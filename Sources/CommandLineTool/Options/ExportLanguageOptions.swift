import Bookkeeping

/// `--export-language ko`: the language of workbooks and csv, which the store keeps.
struct ExportLanguageOptions: OptionGroup {
  @Option("export-language", value: "ko|en", .word) var language: BookLanguage?
}
