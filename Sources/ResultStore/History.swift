package import PageModel

extension ResultStore {
  /// Every run with what it read, the first one first; runs that read nothing are left out.
  ///
  /// - Parameter version: The present version of the stage `quality`; values of another count as none.
  package func history(qualityVersion version: Int) throws(StoreError) -> [RunQuality] {
    var runs: [RunQuality] = []
    try connection.forEach(
      """
      SELECT r.id, r.started, p.confidence,
        CASE WHEN json_valid(v.value) THEN json_extract(v.value, '$.score') END,
        CASE WHEN json_valid(v.value) THEN json_extract(v.value, '$.skew') END
      FROM pages p JOIN runs r ON r.id = p.run
        LEFT JOIN derived v ON v.page = p.id AND v.stage = 'quality' AND v.version = ?
      WHERE p.state = 'recognised' ORDER BY r.id, p.id
      """, [version]
    ) { row throws(StoreError) in
      let run = row.integer(0)
      if runs.last?.run != run { runs.append(RunQuality(run: run, started: try row.text(1))) }
      let last = runs.count - 1
      if !row.isNull(2) { runs[last].confidences.append(row.real(2)) }
      if !row.isNull(3) { runs[last].scores.append(row.real(3)) }
      if !row.isNull(4) { runs[last].skews.append(row.real(4)) }
    }
    return runs
  }
}
