import APIModel
import Diagnostics
import SchemaValues

/// What a service takes in place of a value that an app leaves out, in both versions.
struct DefaultChange {
  /// What it is about: `client.item(detail:)`, or a property by its place on the wire.
  var place: String
  /// In words.
  var before: String
  var after: String
  var old: SourceSpan?
  var new: SourceSpan?

  /// Nil if the defaults are the same.
  init?(
    _ place: String, _ before: Literal?, _ after: Literal?, old: SourceSpan?, new: SourceSpan?
  ) {
    switch (before, after) {
    case (nil, nil): return nil
    case (let before?, let after?) where before.isEqual(to: after): return nil
    default: break
    }
    (self.place, self.before, self.after) = (place, Self.words(before), Self.words(after))
    (self.old, self.new) = (old, new)
  }

  private static func words(_ value: Literal?) -> String {
    guard let value else { return "has no default" }
    if case .string(let text) = value { return "the default is '\(abbreviate(text))'" }
    return "the default is \(abbreviate(value.json))"
  }
}

extension SchemaIndex {
  /// The value in place of one that is left out; nil without any, and for secrets, which aren't shown.
  func defaultValue(of schema: Schema) -> Literal? {
    let value = schema.defaultValue ?? resolved(schema).schema.defaultValue
    return value == nil || value == .null || containsSecret(schema) ? nil : value
  }
}

/// Compares the defaults of parameters.
struct DefaultValues {
  private let old: SchemaIndex
  private let new: SchemaIndex

  init(_ old: Module, _ new: Module) { (self.old, self.new) = (SchemaIndex(old), SchemaIndex(new)) }

  /// The parameters that an app may leave out, and whose default is another one.
  ///
  /// - Parameter place: What a parameter is called in reports.
  func changes(
    _ parameters: [Parameter], _ others: [Parameter], _ place: (Parameter) -> String
  ) -> [(parameter: Parameter, change: DefaultChange)] {
    parameters.compactMap { parameter in
      guard parameter.mayBeLeftOut, !parameter.isSecret,
        let other = others.first(where: { $0.isSame(as: parameter) }), other.mayBeLeftOut, !other.isSecret,
        let change = DefaultChange(
          place(parameter), old.defaultValue(of: parameter.schema), new.defaultValue(of: other.schema),
          old: parameter.name.span, new: other.name.span)
      else { return nil }
      return (parameter, change)
    }
  }
}

extension Parameter {
  fileprivate var mayBeLeftOut: Bool { !isRequired || schema.defaultValue != nil }

  /// Whether both are sent at the same place with the same name. Case doesn't count in names of header fields (RFC 9110,
  /// section 5.1).
  func isSame(as other: Parameter) -> Bool {
    guard location == other.location else { return false }
    return name.text == other.name.text
      || location == .header && name.text.lowercased() == other.name.text.lowercased()
  }
}
