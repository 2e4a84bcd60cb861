import Bookkeeping

/// `--export-language ko`: the language of workbooks and csv, which the store keeps.
struct ExportLanguageOptions: OptionGroup {
  @Option(
    "export-language", value: "ko|en", .word,
    "The language of workbooks and csv, kept by the store. Default: Korean if most receipts are Korean.")
  var language: BookLanguage?
}
