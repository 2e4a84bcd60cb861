/// The pairs of the cheapest alignment of two sequences, by the places on both sides; nil opposite a gap.
///
/// If several cost the same, it returns the one whose pairs are nearest to the end. Other modules get a copy of it for their elements.
@inlinable
package func aligned<Element>(
  _ left: [Element], _ right: [Element], gap: Int, cost: (Element, Element) -> Int
) -> [(left: Int?, right: Int?)] {
  let width = right.count + 1
  var costs = [Int](repeating: 0, count: (left.count + 1) * width)
  for i in 0...left.count {
    for j in 0...right.count where i + j > 0 {
      var best = Int.max
      if i > 0 { best = min(best, costs[(i - 1) * width + j] + gap) }
      if j > 0 { best = min(best, costs[i * width + j - 1] + gap) }
      if i > 0, j > 0 { best = min(best, costs[(i - 1) * width + j - 1] + cost(left[i - 1], right[j - 1])) }
      costs[i * width + j] = best
    }
  }
  var pairs: [(left: Int?, right: Int?)] = []
  var (i, j) = (left.count, right.count)
  while i > 0 || j > 0 {
    let here = costs[i * width + j]
    if i > 0, j > 0, here == costs[(i - 1) * width + j - 1] + cost(left[i - 1], right[j - 1]) {
      (i, j) = (i - 1, j - 1)
      pairs.append((i, j))
    } else if i > 0, here == costs[(i - 1) * width + j] + gap {
      i -= 1
      pairs.append((i, nil))
    } else {
      j -= 1
      pairs.append((nil, j))
    }
  }
  return pairs.reversed()
}
