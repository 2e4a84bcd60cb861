struct RowInk {
  /// A run of ink: its middle, its row and its length.
  typealias Run = (x: Float, row: Float, weight: Float)
  let width: Int
  let height: Int
  private var runs: [Run]
  /// The first run of each row.
  private var starts: [Int]

  init(_ ink: InkComponents, isText: [Bool], dewarp: Dewarp?) {
    width = ink.width
    height = ink.height
    let longest = 24
    var unsorted: [Run] = []
    unsorted.reserveCapacity(ink.runs.count)
    starts = Array(repeating: 0, count: ink.height + 1)
    for run in ink.runs where isText[Int(run.component)] {
      // Split long runs, whose parts may lie in different rows of a curled page.
      var from = Int(run.from)
      while from < Int(run.to) {
        let to = min(from + longest, Int(run.to))
        let x = Double(from + to) / 2
        let y = Double(run.row) + 0.5
        // Round first: a Double just below a row's number may round up to it as Float.
        let row = Float(dewarp?.row(x: x, y: y) ?? y)
        if row >= 0, row < Float(ink.height) {
          unsorted.append((Float(x), row, Float(to - from)))
          starts[Int(row) + 1] += 1
        }
        from = to
      }
    }
    for row in 0..<ink.height { starts[row + 1] += starts[row] }
    var next = starts
    runs = Array(repeating: (0, 0, 0), count: unsorted.count)
    for run in unsorted {
      runs[next[Int(run.row)]] = run
      next[Int(run.row)] += 1
    }
  }

  func runs(from top: Int, to bottom: Int) -> ArraySlice<Run> {
    let (low, high) = (min(max(0, top), height), min(max(0, bottom), height))
    return runs[starts[low]..<starts[max(low, high)]]
  }

  /// Ink by row between two columns, of some rows or all; a last number is that of the row below them.
  func profile(from left: Double = 0, to right: Double = .infinity, rows: Range<Int>? = nil) -> [Float] {
    let rows = rows ?? 0..<height
    var profile = [Float](repeating: 0, count: rows.count + 1)
    for run in runs(from: rows.lowerBound, to: rows.upperBound) where Double(run.x) >= left && Double(run.x) < right {
      // A run counts for the two rows that it lies between.
      let place = run.row - Float(rows.lowerBound) - 0.5
      let row = max(0, Int(place))
      let rest = max(0, place - Float(row))
      profile[row] += run.weight * (1 - rest)
      profile[min(row + 1, profile.count - 1)] += run.weight * rest
    }
    return profile
  }
}
