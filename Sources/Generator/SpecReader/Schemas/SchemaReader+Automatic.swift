import APIModel
import Diagnostics

/// `automatic`: clients make the value of a property.
extension SchemaReader {
  /// The kinds of values that clients make, as `AutomaticValue` of the runtime does.
  private enum Automatic {
    case number, smallNumber, text, uuid

    init?(_ schema: Schema) {
      switch (schema.types, schema.format) {
      case ([.integer], nil), ([.integer], .int64), ([.integer], .uint64): self = .number
      case ([.integer], .int32), ([.integer], .uint32): self = .smallNumber
      case ([.string], nil): self = .text
      case ([.string], .uuid): self = .uuid
      default: return nil
      }
    }

    /// The words for them in messages.
    var noun: String {
      switch self {
      case .number, .smallNumber: "numbers counted from 1"
      case .text: "32 random hexadecimal digits"
      case .uuid: "a random UUID"
      }
    }

    /// Some of the values.
    var samples: [Literal] {
      switch self {
      case .number: ["1", "2", "3", "9007199254740991"].map { .number(NumberText($0)) }
      case .smallNumber: ["1", "2", "3", "2147483647"].map { .number(NumberText($0)) }
      case .text: (0..<16).map { .string(Self.digits(from: $0)) }
      case .uuid:
        (0..<16).map { first in
          var digits = Array(Self.digits(from: first).uppercased())
          (digits[12], digits[16]) = ("4", ["8", "9", "A", "B"][first % 4])
          for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
          return .string(String(digits))
        }
      }
    }

    /// 32 hexadecimal digits. Texts from all digits have each digit in each place.
    private static func digits(from first: Int) -> String {
      let digits = "0123456789abcdef"
      let start = digits.index(digits.startIndex, offsetBy: first)
      let rotated = String(digits[start...] + digits[..<start])
      return rotated + rotated
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
      if schema.defaultValue != nil || resolved.defaultValue != nil {
        report.error(
          .conflictingKeys,
          "'automatic' makes a new value for each object, so 'default' would never be used: leave out one of the two",
          at: span)
        return
      }
      if schema.isReadOnly || resolved.isReadOnly {
        report.error(
          .conflictingKeys,
          "'automatic' makes a value that clients send, but 'readOnly' says that only the service does: leave out one of the two",
          at: span)
        return
      }
      if schema.enumeration != nil || resolved.enumeration != nil {
        report.error(
          .conflictingKeys,
          "'automatic' makes a new value for each object, but 'enum' lists the values that there are: leave out 'enum', or "
            + "leave out 'automatic' and give each object a value", at: span)
        return
      }
      let kind = Automatic(resolved)
      if kind == nil, let format = resolved.format, [[.integer], [.string]].contains(resolved.types) {
        report.error(
          .keywordMismatch,
          "'automatic' makes no values of the format '\(abbreviate(format.name))': leave it out, and give each object a value",
          at: span)
        return
      }
      guard let kind, knownTypes(of: schema)?.isNullable != true else {
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
