package import PageModel

extension ResultStore {
  /// Every run with what it read, the first one first; runs that read nothing are left out.
  ///
  /// - Parameter version: The present version of the stage `quality`; values of another count as none.
  package func history(qualityVersion version: Int) throws(StoreError) -> [RunQuality] {
    var runs: [RunQuality] = []
    var run: (number: Int64, started: String)?
    var (scores, skews, confidences): ([Double], [Double], [Double]) = ([], [], [])
    func finishRun() {
      guard let (number, started) = run else { return }
      runs.append(RunQuality(run: number, started: started, scores: scores, skews: skews, confidences: confidences))
      (scores, skews, confidences) = ([], [], [])
    }
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
      if run?.number != row.integer(0) {
        finishRun()
        run = (row.integer(0), try row.text(1))
      }
      if !row.isNull(2) { confidences.append(row.real(2)) }
      if !row.isNull(3) { scores.append(row.real(3)) }
      if !row.isNull(4) { skews.append(row.real(4)) }
    }
    finishRun()
    return runs
  }
}
