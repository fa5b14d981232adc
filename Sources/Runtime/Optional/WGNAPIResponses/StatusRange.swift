/// The HTTP statuses that a format is for: one such as `404`, or a range such as `400..<500`.
public protocol StatusRange {
  /// The statuses.
  var statusRange: Range<Int> { get }
}

extension Int: StatusRange {
  /// This status alone.
  public var statusRange: Range<Int> { self..<self + 1 }
}

extension Range<Int>: StatusRange {
  /// These statuses.
  public var statusRange: Range<Int> { self }
}
