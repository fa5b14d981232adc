import WGNAPIClient

/// Requests that are sealed.
public struct Sealed: PolicyValue {
  public init() {}
}

/// Requests that are written down.
public struct Audited: PolicyValue {
  public init() {}
}

/// Requests like most others, with a name that is a keyword of Swift.
public struct Plain: PolicyValue {
  public init() {}
}

/// Where requests stand in a queue.
public struct Rank: PolicyValue {
  public var place: Int
  public init(place: Int) { self.place = place }
}

extension Policy {
  public static var sealed: Policy { Policy(Sealed()) }
  public static var audited: Policy { Policy(Audited()) }
  public static var `default`: Policy { Policy(Plain()) }
  public static func rank(_ place: Int) -> Policy { Policy(Rank(place: place)) }
}
