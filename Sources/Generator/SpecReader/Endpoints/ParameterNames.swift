import APIModel
import Diagnostics

/// The parameters that a spec may refer to, by label and by wire name.
struct ParameterNames {
  private var wireNames: [String: String] = [:]
  /// The wire names of those with a constant value.
  private(set) var constants: Set<String> = []
  /// Where the parameters are defined, as far as that is known.
  private var definitions: [String: SourceSpan] = [:]

  /// - Parameters:
  ///   - span: The position of the label.
  ///   - wireSpan: The position of the wire name, if it is another.
  mutating func add(
    label: String, wireName: String, definedAt span: SourceSpan? = nil,
    wireNameAt wireSpan: SourceSpan? = nil,
    isConstant: Bool = false
  ) {
    definitions[wireName] = wireSpan ?? span
    definitions[label] = span
    if isConstant { constants.insert(wireName) }
    wireNames[wireName] = wireName
    wireNames[label] = wireName
  }

  func wireName(of name: String) -> String? { wireNames[name] }

  /// The wire name of the parameter that `name` refers to. Reports an unknown name and returns nil.
  func resolve(_ name: Name, of owner: String, _ report: Report) -> Name? {
    if let wireName = wireNames[name.text] {
      report.notePlace(
        .parameter, name, definedAt: definitions[name.text])
      return Name(wireName, span: name.span)
    }
    report.error(
      .unknownParameter, "\(owner) has no parameter '\(abbreviate(name.text))'", at: name.span,
      suggestion: report.suggestion(for: name.text, in: wireNames.keys))
    return nil
  }
}
