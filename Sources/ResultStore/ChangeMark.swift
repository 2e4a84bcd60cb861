extension ResultStore {
  /// A number that is another one as soon as another program has changed the store; own changes don't count.
  public func changeMark() throws(StoreError) -> Int64 {
    try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }
}
