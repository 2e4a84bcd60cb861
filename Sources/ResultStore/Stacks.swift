package import PageModel

/// A page of a stack that separator sheets divide.
///
/// The part is the document of the stack that a page belongs to, as the store keeps it.
package typealias StackPage = (page: PageID, isSeparator: Bool, codes: [String], part: DerivedValues.Value?)

extension ResultStore {
  /// The pages, in order, of each finished file that has a separator sheet or was divided before.
  package func stacks() throws(StoreError) -> [[StackPage]] {
    guard try text(.splitCodes) != nil else { return [] }
    var stacks: [[StackPage]] = []
    var last: String?
    try connection.forEach(
      """
      SELECT p.id, d.id, p.content, s.value IS NOT NULL, p.signals, v.version, v.value
      FROM documents d JOIN pages p ON p.content = d.content AND p.ordinal < d.page_count
        LEFT JOIN derived s ON s.page = p.id AND s.stage = 'separator'
        LEFT JOIN derived v ON v.page = p.id AND v.stage = 'part'
      WHERE d.page_count > 1 AND d.id = \(Slots.representative)
        AND (SELECT count(*) FROM pages q WHERE q.content = d.content AND q.ordinal < d.page_count) = d.page_count
        AND EXISTS (SELECT 1 FROM pages q JOIN derived o ON o.page = q.id AND o.stage IN ('separator', 'part')
          WHERE q.content = d.content AND o.value IS NOT NULL)
      ORDER BY p.content, p.ordinal
      """
    ) { row throws(StoreError) in
      let content = try row.text(2)
      if content != last { stacks.append([]) }
      last = content
      let signals = try decodeIfAny(PageSignals.self, row, 4)
      stacks[stacks.count - 1].append(
        (
          row.pageID, row.bool(3), signals?.barcodes.map(\.text) ?? [],
          row.isNull(5) ? nil : DerivedValues.Value(version: row.int(5), json: try row.textIfAny(6))
        ))
    }
    return stacks
  }

  /// The stored places of a document's pages in a stack, by their indices.
  package func stackParts(of document: DocumentID) throws(StoreError) -> [(index: Int, part: DerivedValues)] {
    guard try text(.splitCodes) != nil else { return [] }
    return try connection.all(
      """
      SELECT p.ordinal, v.version, v.value FROM documents d JOIN pages p ON p.content = d.content
        JOIN derived v ON v.page = p.id AND v.stage = 'part'
      WHERE d.id = ? AND p.ordinal < d.page_count AND v.value IS NOT NULL ORDER BY p.ordinal
      """, [document]
    ) { row throws(StoreError) in
      var values = DerivedValues()
      values["part"] = DerivedValues.Value(version: row.int(1), json: try row.textIfAny(2))
      return (row.int(0), values)
    }
  }
}
