import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

extension SchemaReader {
  /// A value of a schema, which decides the type of scalars. Reports a value of another type and returns nil.
  func literal(_ node: YAMLNode, of schema: Schema, for what: String) -> Literal? {
    var known = knownTypes(of: schema)
    if schema.isNullable { known?.isNullable = true }
    return literal(node, types: known, for: what)
  }

  /// A value of one of the given types, or of any type.
  ///
  /// - Parameter isChecked: whether the schema is applied to the value later, so that what isn't JSON within it may be text.
  func literal(_ node: YAMLNode, types: KnownTypes?, for what: String, isChecked: Bool = false) -> Literal? {
    let isNothing = node.scalar.map { $0.text.isEmpty && $0.style == .plain && $0.tag == nil } ?? false
    var value: Literal?
    if !isNothing {
      guard let types else {
        return report.value(node, for: what, takesNumbersAsText: isChecked && node.scalar == nil)
      }
      switch node.content {
      case .scalar(let scalar): value = literal(scalar, types: types)
      case .sequence, .mapping:
        let isExpected = types.types.contains(node.items == nil ? .object : .array)
        value = isExpected ? report.value(node, for: what, takesNumbersAsText: isChecked) : nil
      }
    }
    if value == nil, !report.isBroken(node) {
      let expected = types.map { describe($0.types.union($0.isNullable ? [.null] : [])) } ?? "a value"
      let isOctal = if case .ambiguousOctal? = node.scalar?.number { true } else { false }
      report.error(
        .valueMismatch,
        "expected \(expected) for \(what), found \(SpecReader.describe(node))"
          + (isOctal ? "; a leading zero isn't allowed" : ""), at: node.occurrence)
    }
    return value
  }

  private func literal(_ scalar: YAMLScalar, types: KnownTypes) -> Literal? {
    if types.isNullable || types.types.contains(.null), scalar.asNull { return .null }
    let isNumeric = !types.types.isDisjoint(with: [.number, .integer])
    switch scalar.coreType {
    case .integer where isNumeric: return jsonNumber(of: scalar).map { .number($0) }
    case .float where types.types.contains(.number): return jsonNumber(of: scalar).map { .number($0) }
    case .boolean where types.types.contains(.boolean): return scalar.asBool.map { .boolean($0) }
    case .string where types.types.contains(.string): return .string(scalar.text)
    default: break
    }
    // "yes" is a boolean where one is expected, and 2026-11-20 is text where text is expected.
    if types.types.contains(.boolean), let value = scalar.asBool { return .boolean(value) }
    return types.types.contains(.string) ? .string(scalar.text) : nil
  }

  /// A default must satisfy the schema's enumeration and limits.
  func checkDefault(_ value: Literal?, of schema: Schema, at span: SourceSpan) {
    guard let value, value != .null else { return }
    afterReading { [self] in
      var current: Schema? = schema
      // Longer than any chain of references that a person would write.
      for _ in 0..<32 {
        guard let checked = current else { return }
        if let enumeration = checked.enumeration {
          checkMember(value, of: enumeration, at: span)
          return
        }
        if !(checked.oneOf + checked.anyOf).isEmpty {
          checkAlternative(value, of: checked, at: span)
          return
        }
        checkBounds(value, of: checked, at: span)
        current = checked.reference.flatMap { folder.schema(named: $0.text) }
      }
    }
  }

  private func checkAlternative(_ value: Literal, of union: Schema, at span: SourceSpan) {
    let union = union.normalized()
    let fitted = exampleChecker.fitted(value, to: union)
    guard let violation = exampleChecker.violations(ofExample: fitted, by: union, isWritten: true)?.first
    else { return }
    report.error(
      .valueMismatch, "the default isn't a value of the union: \(violation.message) [\(violation.keyword)]",
      at: span)
  }

  private func checkMember(_ value: Literal, of enumeration: Enumeration, at span: SourceSpan) {
    if enumeration.cases.contains(where: { $0.value == value }) { return }
    let values = enumeration.cases.map { spelling($0.value) }
    report.error(
      .valueMismatch, "the default '\(abbreviate(spelling(value)))' isn't one of the enumeration's values",
      at: span,
      suggestion: report.suggestion(for: spelling(value), in: values))
  }

  private func checkBounds(_ value: Literal, of schema: Schema, at span: SourceSpan) {
    guard case .number(let number) = value else { return }
    if let minimum = schema.limits[.minimum], number.isLess(than: minimum) {
      report.error(
        .valueMismatch, "the default \(number.text) is less than the minimum \(minimum.text)", at: span)
    }
    if let maximum = schema.limits[.maximum], maximum.isLess(than: number) {
      report.error(
        .valueMismatch, "the default \(number.text) is more than the maximum \(maximum.text)", at: span)
    }
  }

  /// A scalar value as text.
  func spelling(_ value: Literal) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .array: "[…]"
    case .object: "{…}"
    }
  }
}
