/// The positions from 0 up to `count`, sorted, and in their order where none precedes the other.
///
/// The standard library's sort is specialized for each type of element; this one is compiled once.
@inline(never)
package func sortedPositions(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  var positions = Array(0..<count)
  positions.sort(by: precedes)
  return positions
}

/// The positions of texts, sorted by the texts.
@inline(never)
package func sortedPositions(of texts: [String]) -> [Int] {
  texts.count > 1 ? sortedPositions(texts.count) { texts[$0] < texts[$1] } : Array(texts.indices)
}
