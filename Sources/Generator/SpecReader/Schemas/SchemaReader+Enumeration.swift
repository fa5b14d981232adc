import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

extension SchemaReader {
  /// `enum` and `const` (JSON Schema Validation, sections 6.1.2 and 6.1.3), and the language's second form of `enum`:
  /// wire value to Swift name.
  ///
  /// A schema without a type gets that of the values. Null among them makes the schema nullable.
  func readEnumeration(_ fields: Fields, into schema: inout Schema) {
    let isTyped = !schema.types.isEmpty || schema.reference != nil || schema.format != nil
    if let node = fields["enum"] {
      let inferred = isTyped ? nil : typesOfEnumeration(node)
      if !isTyped { reportMixedTypes(node) }
      if let inferred {
        schema.types = JSONType.allCases.filter(inferred.types.contains)
        schema.isNullable = inferred.isNullable
      }
      var known = isTyped ? knownTypes(of: schema) : inferred
      // A list of values may include null.
      if node.items?.contains(where: \.asNull) == true, known?.types.contains(.string) == false {
        known?.isNullable = true
      }
      schema.enumeration = enumeration(node, types: known, isNullable: &schema.isNullable)
    }
    if let node = fields["const"] {
      schema.const = literal(node, types: isTyped ? knownTypes(of: schema) : nil, for: "'const'")
      if !isTyped, fields["enum"] == nil, let value = schema.const { schema.types = [jsonType(of: value)] }
    }
  }

  /// A `1` beside words is ambiguous: it may be text or a number.
  private func reportMixedTypes(_ node: YAMLNode) {
    let values = node.items ?? node.entries?.map(\.key) ?? []
    let scalars = values.compactMap(\.scalar).filter { $0.coreType != .null }
    guard let text = scalars.first(where: { $0.coreType == .string }),
      let other = scalars.first(where: { $0.coreType != .string })
    else { return }
    report.error(
      .valueMismatch,
      "the values of 'enum' are of several types: \(SpecReader.describe(text)), "
        + "\(SpecReader.describe(other)); put quotes around \(abbreviate(other.text)), or write 'type: string'",
      at: node.occurrence)
  }

  /// The values of an enumeration must be in the range of their Swift type.
  func checkRange(of schema: Schema) {
    let range: (least: String, most: String)? =
      switch schema.format {
      case .int32: ("\(Int32.min)", "\(Int32.max)")
      case .uint32: ("0", "\(UInt32.max)")
      case .int64: ("\(Int64.min)", "\(Int64.max)")
      case .uint64: ("0", "\(UInt64.max)")
      default: nil
      }
    guard let range else { return }
    for item in schema.enumeration?.cases ?? [] {
      guard case .number(let number) = item.value,
        number.isLess(than: NumberText(range.least)) || NumberText(range.most).isLess(than: number)
      else { continue }
      report.error(
        .valueOutOfRange,
        "the value \(abbreviate(number.text)) doesn't fit the type, whose range is \(range.least) to \(range.most)",
        at: item.span)
    }
  }

  private func enumeration(_ node: YAMLNode, types: KnownTypes?, isNullable: inout Bool) -> Enumeration? {
    var cases: [Enumeration.Case] = []
    if let items = node.items {
      for item in items {
        if let value = literal(item, types: types, for: "a value of 'enum'") {
          cases.append(.init(value: value, span: item.occurrence))
        }
      }
    } else if let entries = node.entries {
      for entry in entries {
        guard let value = literal(entry.key, types: types, for: "a value of 'enum'") else { continue }
        cases.append(enumerationCase(value, at: entry.key.occurrence, entry.value))
      }
    } else {
      let hint = node.text.map { "write [\(abbreviate($0))]" }
      report.mismatch(
        node, expected: "a list of values, or a mapping of values to Swift names", for: "'enum'", hint: hint)
      return nil
    }
    if cases.isEmpty, node.items?.isEmpty ?? node.entries?.isEmpty ?? false {
      report.error(.valueOutOfRange, "'enum' is empty, but needs at least one value", at: node.occurrence)
    }
    checkDuplicates(of: cases)
    if cases.count > 1, cases.contains(where: { $0.value == .null }) {
      isNullable = true
      cases.removeAll { $0.value == .null }
    }
    return cases.isEmpty ? nil : Enumeration(cases: cases)
  }

  /// A value with its Swift name, or `{name: …, summary: …}`.
  private func enumerationCase(_ value: Literal, at span: SourceSpan, _ node: YAMLNode) -> Enumeration.Case {
    var item = Enumeration.Case(value: value, span: span)
    if node.asNull { return item }
    if node.mapping != nil {
      guard
        let fields = Fields(
          node, what: "a value of 'enum'", keys: ["name", "summary"],
          hints: ["description": "write 'summary'", "swiftName": "write 'name'"], report: report)
      else { return item }
      item.swiftName = fields.name("name")
      item.summary = fields["summary"].flatMap { report.text($0, for: "'summary'") }
    } else {
      item.swiftName = report.name(node, for: "a Swift name in 'enum'")
    }
    if let given = item.swiftName, !report.checkSwiftName(given) { item.swiftName = nil }
    return item
  }

  private func checkDuplicates(of cases: [Enumeration.Case]) {
    var values: [Literal: SourceSpan] = [:]
    var names: [String: SourceSpan] = [:]
    for item in cases {
      if let first = values.updateValue(item.span, forKey: item.value) {
        report.error(
          .duplicateValue,
          "the value '\(abbreviate(spelling(item.value)))' is listed twice in the enumeration",
          at: item.span, notes: [.init("first listed here", at: first)])
      }
      guard let name = item.swiftName, let first = names.updateValue(name.span, forKey: name.text) else {
        continue
      }
      report.error(
        .duplicateName, "two values of the enumeration have the Swift name '\(name.text)'", at: name.span,
        notes: [.init("first given here", at: first)])
    }
  }

  private func jsonType(of value: Literal) -> JSONType {
    switch value {
    case .null: .null
    case .boolean: .boolean
    case .number(let number): number.text.utf8.allSatisfy { isDigit($0) || $0 == 0x2D } ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
