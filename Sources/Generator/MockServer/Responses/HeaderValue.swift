import APIModel
import SchemaValues
import WGNAPIResponses

/// Reads described header fields of responses, in the forms in which clients read them.
package struct HeaderValue {
  let checker: ValueChecker
  private var index: SchemaIndex { checker.index }

  package init(_ checker: ValueChecker) { self.checker = checker }

  /// What is wrong with the number of fields of a name; nil if nothing is.
  package func problem(_ name: String, _ texts: [String], _ schema: Schema) -> String? {
    isList(schema) ? nil : HeaderForms.problem(name, texts)
  }

  /// The value of the fields of a name: the first form that the schema accepts. If it accepts none, the likeliest one, whose
  /// violations say most: a value that only a limit refuses was read.
  package func value(_ name: String, _ texts: [String], _ schema: Schema) -> Literal {
    let texts = texts.map { withoutOuterSpaces($0) }
    let forms = isList(schema) ? HeaderForms.list(name, texts) : HeaderForms.value(texts)
    let values = forms.compactMap { try? JSONText.value(of: $0) }
    var best: (value: Literal, rank: Int)?
    for value in values {
      let rank = rank(value, schema)
      if rank < best?.rank ?? .max { best = (value, rank) }
      if rank == 0 { break }
    }
    return best?.value ?? .string(texts.joined(separator: ", "))
  }

  /// How little a schema accepts a value: 0 if it does, more if the value isn't of its type.
  private func rank(_ value: Literal, _ schema: Schema) -> Int {
    guard let violations = checker.violations(of: value, by: schema) else { return 4 }
    let keywords = Set(violations.map(\.keyword))
    if keywords.isEmpty { return 0 }
    return keywords.contains("type") ? 3 : keywords.contains("format") ? 2 : 1
  }

  /// Whether the field is a list in Swift, and so one with commas.
  private func isList(_ schema: Schema) -> Bool {
    let resolved = index.resolved(schema)
    guard !resolved.isNullable, index.ownType(of: schema) == nil else { return false }
    if case .array = index.shape(of: resolved.schema) { return true }
    return false
  }
}
