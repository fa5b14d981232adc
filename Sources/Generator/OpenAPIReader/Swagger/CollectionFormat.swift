import SpecReader
import SpecYAML

/// How Swagger 2.0 writes the elements of a list in a parameter.
enum CollectionFormat: String, CaseIterable {
  case csv, ssv, tsv, pipes, multi

  /// What separates the elements.
  var separator: String {
    switch self {
    case .csv, .multi: "commas"
    case .ssv: "spaces"
    case .tsv: "tabs"
    case .pipes: "pipes"
    }
  }

  /// The style of OpenAPI 3, and whether elements are separate parameters; nil if there is none.
  func style(in place: Swagger.Place) -> (name: String, isExploded: Bool)? {
    let isInQuery = place == .query || place == .field
    return switch self {
    case .csv: (isInQuery ? "form" : "simple", false)
    case .multi: isInQuery ? ("form", true) : nil
    case .ssv: isInQuery ? ("spaceDelimited", false) : nil
    case .pipes: isInQuery ? ("pipeDelimited", false) : nil
    case .tsv: nil
    }
  }
}
