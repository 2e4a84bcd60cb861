/// One connected piece of ink: its upright box and its count of pixels.
struct Component: Hashable, Sendable {
  var left: Int
  var top: Int
  /// The first column and row outside.
  var right: Int
  var bottom: Int
  var area: Int
  var width: Int { right - left }
  var height: Int { bottom - top }
  var centreX: Double { Double(left + right) / 2 }
  var centreY: Double { Double(top + bottom) / 2 }

  func isDash(textHeight: Double) -> Bool {
    Double(height) < 0.36 * textHeight && Double(width) > 0.2 * textHeight
  }
}

struct InkRun: Sendable {
  var row: Int32
  var from: Int32
  var to: Int32
  var component: Int32 = -1

  init(row: Int, from: Int, to: Int) {
    (self.row, self.from, self.to) = (Int32(row), Int32(from), Int32(to))
  }
}

/// Pixels darker than a threshold, gathered into connected pieces (eight neighbours) (`Measurements.md`).
struct InkComponents: Sendable {
  private(set) var components: [Component] = []
  private(set) var runs: [InkRun] = []
  let width: Int
  let height: Int

  /// The runs of each component, by row, then by column.
  var runsOfEach: [[InkRun]] {
    var each = [[InkRun]](repeating: [], count: components.count)
    for run in runs { each[Int(run.component)].append(run) }
    return each
  }

  init(of image: GrayImage, darkerThan threshold: UInt8) {
    self = image.pixels.withUnsafeBufferPointer { pixels in
      Self(width: image.width, height: image.height) { pixels[$1 &* image.width &+ $0] < threshold }
    }
  }

  /// Joins the runs of ink that are at least `least` long, gaps of up to `bridge` pixels bridged.
  @inline(__always)
  init(width: Int, height: Int, least: Int = 1, bridge: Int = 0, isInk: (_ x: Int, _ y: Int) -> Bool) {
    var runs: [InkRun] = []
    for y in 0..<height {
      var (from, to) = (-1, -1)
      for x in 0..<width where isInk(x, y) {
        if from < 0 || x - to > bridge {
          if from >= 0, to - from >= least { runs.append(InkRun(row: y, from: from, to: to)) }
          from = x
        }
        to = x + 1
      }
      if from >= 0, to - from >= least { runs.append(InkRun(row: y, from: from, to: to)) }
    }
    self.init(joining: runs, width: width, height: height)
  }

  /// - Parameter found: Runs by row, then by column, with gaps between them; of no component yet.
  init(joining found: [InkRun], width: Int, height: Int) {
    self.width = width
    self.height = height
    var runs = found
    var parents: [Int32] = []
    func root(_ label: Int32) -> Int32 {
      var label = label
      while parents[Int(label)] != label {
        parents[Int(label)] = parents[Int(parents[Int(label)])]
        label = parents[Int(label)]
      }
      return label
    }
    var first = 0
    var above = 0..<0
    while first < runs.count {
      let row = runs[first].row
      // Runs of an earlier row than the one above touch nothing.
      if above.isEmpty || runs[above.lowerBound].row != row - 1 { above = first..<first }
      var candidate = above.lowerBound
      var index = first
      while index < runs.count, runs[index].row == row {
        let (from, to) = (runs[index].from, runs[index].to)
        var label: Int32 = -1
        // Runs of the row above that touch this one, diagonally too.
        while candidate < above.upperBound, runs[candidate].to < from { candidate += 1 }
        var touching = candidate
        while touching < above.upperBound, runs[touching].from <= to {
          let other = root(runs[touching].component)
          if label < 0 {
            label = other
          } else if other != label {
            parents[Int(max(other, label))] = min(other, label)
            label = min(other, label)
          }
          touching += 1
        }
        if label < 0 {
          label = Int32(parents.count)
          parents.append(label)
        }
        runs[index].component = label
        index += 1
      }
      above = first..<index
      first = index
    }
    var numbers = [Int32](repeating: -1, count: parents.count)
    var components: [Component] = []
    for index in runs.indices {
      let label = Int(root(runs[index].component))
      let run = runs[index]
      let (row, from, to) = (Int(run.row), Int(run.from), Int(run.to))
      if numbers[label] < 0 {
        numbers[label] = Int32(components.count)
        components.append(Component(left: from, top: row, right: to, bottom: row + 1, area: 0))
      }
      let number = Int(numbers[label])
      runs[index].component = Int32(number)
      components[number].left = min(components[number].left, from)
      components[number].right = max(components[number].right, to)
      components[number].bottom = row + 1
      components[number].area += to - from
    }
    self.components = components
    self.runs = runs
  }
}
