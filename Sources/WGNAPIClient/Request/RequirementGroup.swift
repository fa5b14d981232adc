/// A rule for parameters of which some must be given together or alternatively.
public struct RequirementGroup: Hashable, Sendable {
  /// The number of parameters in the group that must be given.
  public enum Rule: Hashable, Sendable {
    /// One or more.
    case atLeastOne
    /// Exactly one.
    case exactlyOne
  }

  /// The number of parameters that must be given.
  public let rule: Rule
  /// The parameters' wire names.
  public let names: [String]

  /// Returns a sentence that describes the violation if the parameters `given` are present; nil if there is
  /// none.
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
