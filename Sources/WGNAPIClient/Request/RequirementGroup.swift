/// Parameters of which some must be given.
public struct RequirementGroup: Hashable, Sendable {
  /// How many of the group must be given.
  public enum Rule: Hashable, Sendable {
    /// One or more.
    case atLeastOne
    /// One and no more.
    case exactlyOne
  }

  /// How many must be given.
  public let rule: Rule
  /// The parameters' wire names.
  public let names: [String]

  /// A sentence on what is wrong where `given` of the names are given; nil where nothing is.
  func problem(given: [String]) -> String? {
    let list = names.joined(separator: ", ")
    return switch rule {
    case .atLeastOne where given.isEmpty: "at least one of \(list) must be given"
    case .exactlyOne where given.isEmpty: "one of \(list) must be given"
    case .exactlyOne where given.count > 1:
      "only one of \(list) may be given, not \(given.joined(separator: " and "))"
    default: nil
    }
  }
}
