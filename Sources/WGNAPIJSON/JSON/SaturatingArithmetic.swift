// Sums of numbers that a server or a stored state gave: near the limits of the type, they stay there instead of trapping.
extension FixedWidthInteger {
  /// The sum, or the number nearest to it that fits.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the number nearest to it that fits.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
