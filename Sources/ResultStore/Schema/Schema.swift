/// The tables of a store, and the steps from each version to the next.
///
/// Each step is a file of SQL beside this one. A step that has been released never changes, and a digest in the tests
/// guards it: a new version is a new step at the end. A step uses no type of the program, and a new one names every
/// column that it fills. Steps 6 and 7 are older than this rule: they fill tables that they make, by position.
enum Schema {
  /// "HScn": says in the file's header that the database is a HanScan store.
  static let applicationID: Int64 = 0x4853_636E
  static var version: Int64 { Int64(steps.count) }

  /// `steps[n]` takes a store from version n to n + 1.
  static var steps: [String] {
    [
      PackageResources.step1_sql, PackageResources.step2_sql, PackageResources.step3_sql, PackageResources.step4_sql,
      PackageResources.step5_sql, PackageResources.step6_sql, PackageResources.step7_sql, PackageResources.step8_sql,
      PackageResources.step9_sql, PackageResources.step10_sql,
    ].map { String(decoding: $0, as: UTF8.self) }
  }
}
