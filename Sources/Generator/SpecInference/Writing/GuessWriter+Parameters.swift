import GeneratorKit

extension GuessWriter {
  /// - Parameter isForm: Whether parameters are in a form if they don't say where they are.
  package func entry(_ parameter: ParameterGuess, isForm: Bool) -> SpecValue.Entry {
    SpecValue.Entry(
      key: parameter.isRequired ? parameter.name : "\(parameter.name)?",
      value: value(parameter, isForm: isForm),
      comment: parameter.comment ?? parameter.guess.comment)
  }

  /// - Parameter asEntries: Whether the type is always written as entries.
  func value(_ parameter: ParameterGuess, isForm: Bool = false, asEntries: Bool = false) -> SpecValue {
    var extra: [(String, SpecValue?)] = []
    if let name = parameter.wireName { extra.append(("name", .text(name))) }
    switch parameter.location {
    case .header: extra.append(("in", .text("header")))
    case .query where isForm: extra.append(("in", .text("query")))
    case .form where !isForm: extra.append(("in", .text("form")))
    default: break
    }
    if let separator = parameter.separator { extra.append(("separator", .text(separator))) }
    if extra.isEmpty, !asEntries { return value(parameter.guess) }
    return .map(SpecValue.map(extra).entries + entries(parameter.guess))
  }
}
