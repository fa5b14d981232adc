import APIModel
import Diagnostics
import SpecYAML

/// The values of a module's `formats`, for formats without a Swift type, like JSON Schema's vocabularies
/// `format-assertion` and `format-annotation` (JSON Schema Validation, section 7.2).
enum FormatsChoice: String, CaseIterable {
  case checked, annotated
}

extension SchemaReader {
  /// Reports an unknown value of `formats`.
  func checkFormatsChoice(_ fields: Fields) {
    guard let choice = fields.placedText("formats"), FormatsChoice(rawValue: choice.text) == nil else {
      return
    }
    let known = FormatsChoice.allCases.map(\.rawValue)
    report.error(
      .invalidValue, "'formats' must be \(alternatives(known)), not '\(abbreviate(choice.text))'",
      at: choice.span,
      suggestion: report.suggestion(for: choice.text, in: known))
  }

  /// Reads `format` and, beside it, `checked` (JSON Schema Validation, section 7).
  func readFormat(_ fields: Fields, into schema: inout Schema) {
    let choice = fields.boolean("checked")
    guard let name = fields.placedText("format") else {
      if choice != nil, fields["format"] == nil {
        report.error(
          .misplacedKey, "'checked' needs a 'format' beside it",
          at: fields.keySpan("checked"))
      }
      return
    }
    let format = BuiltinType.format(named: name.text)
    if case .other = format {
      readOtherFormat(name, choice, fields, into: &schema)
      return
    }
    if choice != nil {
      report.error(
        .keywordMismatch,
        "'checked' has no effect on the format '\(name.text)', which has its own type and is always checked",
        at: fields.keySpan("checked"))
    }
    let expected = BuiltinType.all[name.text]?.types ?? [.string]
    if schema.types.isEmpty, schema.reference == nil {
      schema.types = expected
    } else if ownFormats.contains(name.text), let known = knownTypes(of: schema), !fits(expected, known.types)
    {
      // The module has a type for amounts in texts, for example.
      schema.format = .other(name.text)
      return
    } else if !checkFormat(name, isFor: expected, schema) {
      return
    }
    schema.format = format
  }

  /// Reads a format without a Swift type.
  private func readOtherFormat(_ name: Name, _ choice: Bool?, _ fields: Fields, into schema: inout Schema) {
    schema.format = .other(name.text)
    guard BuiltinType.otherFormats.contains(name.text) else {
      guard choice == true || !ownFormats.contains(name.text) else { return }
      let known = Array(BuiltinType.otherFormats) + BuiltinType.all.filter { $0.value.format != nil }.keys
      let message = "unknown format '\(abbreviate(name.text))', which is not checked"
      let suggestion = report.suggestion(for: name.text, in: known)
      if choice == true {
        report.error(.unknownFormat, message, at: name.span, suggestion: suggestion)
      } else {
        report.warning(.unknownFormat, message, at: name.span, suggestion: suggestion)
      }
      return
    }
    guard checkFormat(name, isFor: [.string], schema) else { return }
    let isCheckable = BuiltinType.checkableFormats.contains(name.text)
    if choice != nil, !isCheckable {
      report.error(
        .keywordMismatch, "'checked' has no effect on the format '\(name.text)', which any text matches",
        at: fields.keySpan("checked"))
    }
    schema.isFormatChecked = isCheckable && (choice ?? checksFormats)
  }

  /// Whether a format fits the schema's types, as far as they are known; reports if not.
  private func checkFormat(_ name: Name, isFor expected: [JSONType], _ schema: Schema) -> Bool {
    guard let known = knownTypes(of: schema), !fits(expected, known.types) else { return true }
    let isNumberText = known.types == [.string] && !fits(expected, [.string])
    report.error(
      .keywordMismatch,
      "the format '\(name.text)' is for \(describe(Set(expected))), not for \(describe(known.types))"
        + (isNumberText
          ? "; for a number that is written as a text, write {type: \(name.text), lenient: [numberAsString]}"
          : ""),
      at: name.span)
    return false
  }

  private func fits(_ expected: [JSONType], _ types: Set<JSONType>) -> Bool {
    // An integral JSON number may have either type.
    let wide = types.contains(.number) ? types.union([.integer]) : types
    return !wide.isDisjoint(with: expected)
      || (types.contains(.integer) && expected.contains(.number))
  }
}
