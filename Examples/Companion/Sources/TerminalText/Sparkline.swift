private let bars = Array("▁▂▃▄▅▆▇█")

/// Returns a chart of one line: ▁▂▃▅▇.
///
/// - Parameters:
///   - values: The values; one that isn't a finite number becomes a space.
///   - base: The value of the lowest bar; nil for the smallest value, which shows small changes of large numbers.
public func sparkline(_ values: [Double], from base: Double? = nil) -> String {
  let finite = values.filter(\.isFinite)
  guard let smallest = finite.min(), let highest = finite.max() else {
    return String(repeating: " ", count: values.count)
  }
  let lowest = min(base ?? smallest, smallest)
  let steps = Double(bars.count - 1)
  return String(
    values.map { value in
      guard value.isFinite else { return " " }
      // Equal values are drawn in the middle.
      guard highest > lowest else { return bars[bars.count / 2 - 1] }
      // Dividing first keeps huge numbers from overflowing.
      let height = value / (highest - lowest) - lowest / (highest - lowest)
      return bars[Int((min(max(height.isFinite ? height : 0, 0), 1) * steps).rounded())]
    })
}

/// Returns a horizontal bar, exact to an eighth of a column.
public func bar(_ share: Double, columns: Int) -> String {
  let parts = Array("▏▎▍▌▋▊▉█")
  let eighths = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(columns * 8)).rounded())
  let rest = eighths % 8
  return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(parts[rest - 1]) : "")
}
