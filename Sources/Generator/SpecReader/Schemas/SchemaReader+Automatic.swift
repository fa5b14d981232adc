import APIModel
import Diagnostics

/// `automatic`: clients make the value of a property.
extension SchemaReader {
  /// The kinds of values that clients make, as `AutomaticValue` of the runtime does.
  private enum Automatic {
    case number, text, uuid

    init?(_ schema: Schema) {
      switch (schema.types, schema.format) {
      case ([.integer], nil), ([.integer], .int64), ([.integer], .uint64): self = .number
      case ([.string], nil): self = .text
      case ([.string], .uuid): self = .uuid
      default: return nil
      }
    }

    /// The words for them in messages.
    var noun: String {
      switch self {
      case .number: "numbers counted from 1"
      case .text: "32 random hexadecimal digits"
      case .uuid: "a random UUID"
      }
    }

    /// Some of the values.
    var samples: [Literal] {
      switch self {
      case .number: ["1", "2", "3", "9007199254740991"].map { .number(NumberText($0)) }
      case .text:
        ["0f1e2d3c4b5a69788796a5b4c3d2e1f0", "a3c5e70918273645f0e1d2c3b4a59687"].map { .string($0) }
      case .uuid:
        ["5B0F2B6E-5C1B-4B7A-9F0D-3E2A1C4D6F80", "E2A91C34-7D60-4F5B-8A1E-09B8C7D6E5F4"].map { .string($0) }
      }
    }
  }

  func readAutomatic(_ fields: Fields, into schema: inout Schema) {
    guard fields.boolean("automatic") == true else { return }
    schema.isAutomatic = true
    let span = fields.keySpan("automatic")
    // What is wrong with a type is reported where it is written.
    let isLost =
      schema.types.isEmpty && schema.reference == nil
      && (fields["$ref"] != nil || fields["type"].map { !["any", "any?"].contains($0.text) } ?? false)
    guard !isLost else { return }
    let schema = schema
    afterReading { [self] in
      let resolved = resolved(schema)
      if let constant = schema.const ?? resolved.const {
        report.error(
          .conflictingKeys,
          "'automatic' makes a new value for each object, but 'const' says that it is always "
            + "\(abbreviate(spelling(constant))), which clients send anyway: leave 'automatic' out", at: span)
        return
      }
      if schema.enumeration != nil || resolved.enumeration != nil {
        report.error(
          .conflictingKeys,
          "'automatic' makes a new value for each object, but 'enum' lists the values that there are: leave out 'enum', or "
            + "leave out 'automatic' and give each object a value", at: span)
        return
      }
      guard let kind = Automatic(resolved), knownTypes(of: schema)?.isNullable != true else {
        report.error(
          .keywordMismatch,
          "'automatic' is for an integer, which is counted, a string, which is random, and a uuid; none of them may be null: "
            + "leave it out, and give each object a value",
          at: span)
        return
      }
      if let what = remarkOnOwnType(of: schema) {
        report.error(
          .conflictingKeys,
          "'automatic' is for types that are generated, but \(what): leave it out, and give each object a value",
          at: span)
        return
      }
      checkValues(kind, of: schema, at: span)
    }
  }

  /// Reports limits that values which clients make don't keep.
  private func checkValues(_ kind: Automatic, of schema: Schema, at span: SourceSpan) {
    let schema = schema.normalized()
    for sample in kind.samples {
      let value = exampleChecker.canonical(sample, schema)
      guard let violation = exampleChecker.violations(of: value, by: schema)?.first else { continue }
      report.error(
        .conflictingKeys,
        "'automatic' makes \(kind.noun), which the schema doesn't accept: \(violation.message) [\(violation.keyword)]; "
          + "leave out the limit, or leave out 'automatic' and give each object a value",
        at: span)
      return
    }
  }

  /// Reports properties that clients make but that may be absent: nothing would be sent.
  func checkAutomatic(_ object: Schema.ObjectKeywords) {
    for property in object.properties where property.schema.isAutomatic && !property.isRequired {
      report.error(
        .keywordMismatch,
        "'automatic' is for a property that is always there, but '\(abbreviate(property.name.text))' may be absent: make it "
          + "required, or leave out 'automatic'",
        at: property.name.span)
    }
  }
}
