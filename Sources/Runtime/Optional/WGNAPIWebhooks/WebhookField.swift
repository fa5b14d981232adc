import WGNAPIJSON

/// How the texts of a field become a value. By default, one is a string, and several are a list of strings.
public enum WebhookField: Hashable, Sendable {
  /// A string, also where the field's name has brackets.
  case text
  /// JSON: a number, `true` or `false`, or an object.
  case json
  /// A list of strings, although there is only one.
  case list
  /// A list of strings, unless the field is one empty string, which stands for no value and stays a string.
  case listOrEmpty
  /// A list of numbers or other JSON. A single empty string is that string, because it is no JSON.
  case jsonList
  /// A string, or a list of strings if there are several: what a field is that nothing is said about.
  case any
}

/// What the fields of a form are.
struct FieldKinds: Sendable {
  var named: [String: WebhookField]
  /// Fields whose names satisfy a constraint.
  var patterns: [(name: Constraint, field: WebhookField)] = []
  /// All others; nil for anything.
  var others: WebhookField?

  /// What a field is; nil if nothing is said about it.
  func kind(of name: String) -> WebhookField? {
    let kind = named[name] ?? patterns.first { Self.satisfies(name, $0.name) }?.field ?? others
    return kind == .any ? nil : kind
  }

  private static func satisfies(_ name: String, _ constraint: Constraint) -> Bool {
    guard let text = try? JSON.encode(name),
      let read = try? String.decodeReporting(
        text, constraint: constraint, selection: nil, options: JSONDecoding(validation: .report))
    else { return false }
    return read.violations.isEmpty
  }
}
