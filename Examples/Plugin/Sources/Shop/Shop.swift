// A target needs a Swift file of its own: without one, SwiftPM ignores the target. It may extend what is generated.

extension Item {
  /// The item's title and price, for lists.
  public var summary: String { "\(title), \(price.amount) \(price.currency)" }
}
