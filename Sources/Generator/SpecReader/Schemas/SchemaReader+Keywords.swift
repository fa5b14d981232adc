import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// Reads a schema that is written as a mapping of keywords.
  func schema(ofKeywords node: YAMLNode, at place: SchemaPlace, beside keys: Set<String>) -> Schema {
    var schema = Schema(span: node.occurrence)
    guard
      let fields = Fields(
        node, what: place.noun, keys: keys.isEmpty ? SchemaKeywords.all : SchemaKeywords.all.union(keys),
        hints: SchemaKeywords.hints.merging(hintsForProperties(node, beside: keys)) { first, _ in first },
        report: report)
    else { return schema }
    readType(fields, at: place, into: &schema)
    readEnumeration(fields, into: &schema)
    if schema.types.isEmpty, schema.reference == nil, schema.format == nil, let type = impliedType(of: node) {
      schema.types = [type]
    }
    readFormat(fields, into: &schema)
    checkRange(of: schema)
    schema.documentation = schemaDocumentation(fields)
    readStandardKeywords(fields, into: &schema)
    readTuple(fields, into: &schema)
    readElementNames(fields, into: &schema)
    readObjectKeywords(fields, at: place, into: &schema)
    checkUnion(fields)
    checkAlternatives(fields, of: schema)
    readAnnotations(fields, into: &schema)
    let examples = readExamples(fields, into: &schema)
    readLanguageKeywords(fields, at: place, into: &schema)
    checkApplicability(fields, of: schema)
    checkLenientParts(of: schema)
    checkExamples(examples + exampleOfOwnType(fields, of: schema), of: schema)
    return schema
  }

  /// The keywords whose values are types or schemas.
  private static let keywordsOfSchemas: Set<String> = [
    "type", "$ref", "format", "items", "additionalProperties", "unevaluatedItems", "unevaluatedProperties",
    "propertyNames", "contains", "keys", "not", "then", "else",
  ]

  /// Hints for unknown keys that look like properties, because their values are types.
  private func hintsForProperties(_ node: YAMLNode, beside keys: Set<String>) -> [String: String] {
    var hints: [String: String] = [:]
    for entry in node.entries ?? []
    where !SchemaKeywords.all.contains(entry.name) && !keys.contains(entry.name)
      && looksLikeSchema(entry.value)
      && report.suggestion(for: entry.name, in: Self.keywordsOfSchemas) == nil
    {
      hints[entry.name] = "a property belongs under 'properties'; check the indentation"
    }
    return hints
  }

  private func looksLikeSchema(_ node: YAMLNode) -> Bool {
    guard let text = node.text else {
      return ["type", "properties", "$ref", "enum"].contains { node[$0] != nil }
    }
    let name = text.hasByteSuffix("?") ? String(text.dropLast()) : text
    return BuiltinType.all[name] != nil || folder.definition(name, in: .schemas) != nil
  }

  private func readType(_ fields: Fields, at place: SchemaPlace, into schema: inout Schema) {
    fields.requireAtMostOne(of: ["type", "$ref"], in: "a schema")
    if let node = fields["type"] {
      if let list = node.items {
        readTypes(list, for: node, into: &schema)
      } else if node.mapping != nil {
        report.mismatch(
          node, expected: "a type", for: "'type'", hint: "a type in braces needs quotes")
      } else {
        let span = schema.span
        schema = self.schema(ofType: node, at: place, isTypeKeyword: true)
        schema.span = span
      }
    } else if let name = fields.placedText("$ref") {
      if name.text.contains("/") || name.text.contains("#") {
        let last = name.text.byteParts(separatedBy: "/").last ?? ""
        report.error(
          .unknownType, "'$ref' needs the name of a schema, not a path: '\(abbreviate(name.text))'",
          at: name.span, suggestion: folder.definition(last, in: .schemas) == nil ? nil : last)
      } else if BuiltinType.all[name.text] != nil {
        report.error(
          .unknownType, "'$ref' needs the name of a schema; write 'type: \(name.text)'", at: name.span)
      } else {
        schema.reference = schemaName(name)
      }
    }
  }

  /// `type: [string, "null"]` (JSON Schema Validation, section 6.1.1).
  private func readTypes(_ items: [YAMLNode], for node: YAMLNode, into schema: inout Schema) {
    var types: [JSONType] = []
    for item in items {
      guard let text = item.text else {
        report.mismatch(item, expected: "a type of JSON", for: "an item of 'type'")
        continue
      }
      guard let type = JSONType(rawValue: text) else {
        let isKnown = BuiltinType.all[text] != nil || folder.definition(text, in: .schemas) != nil
        let hint = isKnown && items.count == 1 ? "; a list type needs quotes: \"[\(text)]\"" : ""
        report.error(
          .unknownType,
          "'\(abbreviate(text))' isn't a JSON type, and a list under 'type' can contain only those\(hint)",
          at: item.occurrence,
          suggestion: isKnown ? nil : report.suggestion(for: text, in: JSONType.allCases.map(\.rawValue)))
        continue
      }
      if types.contains(type) {
        report.error(.duplicateValue, "the type '\(text)' is listed twice", at: item.occurrence)
      } else {
        types.append(type)
      }
    }
    if items.isEmpty { report.mismatch(node, expected: "a type", for: "'type'") }
    if types.count > 1, types.contains(.null) {
      schema.isNullable = true
      types.removeAll { $0 == .null }
    }
    // Integers are numbers.
    if types.contains(.number) { types.removeAll { $0 == .integer } }
    schema.types = types
  }

  private func schemaDocumentation(_ fields: Fields) -> Documentation {
    var documentation = Documentation(summary: fields.text("title"), deprecation: fields.deprecation())
    guard let description = fields.text("description") else { return documentation }
    if documentation.summary == nil {
      // The first paragraph is the summary, as in Swift's documentation comments.
      let parts = splitParagraph(description)
      documentation.summary = parts.first
      documentation.details = parts.rest
    } else {
      documentation.details = description
    }
    return documentation
  }

  private func readAnnotations(_ fields: Fields, into schema: inout Schema) {
    if let node = fields["default"] {
      schema.defaultValue = literal(node, of: schema, for: "'default'")
      checkDefault(schema.defaultValue, of: schema, at: node.occurrence)
    }
    schema.isReadOnly = fields.boolean("readOnly") ?? false
    schema.isWriteOnly = fields.boolean("writeOnly") ?? false
    if schema.isReadOnly, schema.isWriteOnly {
      report.error(
        .conflictingKeys, "a schema can't be both read-only and write-only", at: fields.keySpan("writeOnly"))
    }
    _ = fields.text("$comment")
  }

  /// Reports keywords without effect on the schema's type: a mistake, although JSON Schema tolerates it.
  private func checkApplicability(_ fields: Fields, of schema: Schema) {
    guard let known = knownTypes(of: schema), !known.types.isEmpty else { return }
    reportInapplicable(fields, to: known.types)
  }

  /// Reports keywords for values of other types.
  func reportInapplicable(_ fields: Fields, to known: Set<JSONType>) {
    for (types, noun, keywords) in SchemaKeywords.byType where known.isDisjoint(with: types) {
      for keyword in keywords where fields[keyword] != nil {
        // `required: true` has been reported.
        if keyword == "required", fields[keyword]?.asBool != nil { continue }
        report.error(
          .keywordMismatch,
          "'\(keyword)' applies to \(noun) and has no effect on \(describe(known))",
          at: fields.keySpan(keyword))
      }
    }
  }

  /// "a string", "a string or a number".
  func describe(_ types: Set<JSONType>) -> String {
    JSONType.allCases.filter(types.contains).map { type in
      switch type {
      case .null: "null"
      case .array: "a list"
      case .integer: "an integer"
      case .object: "an object"
      case .boolean, .number, .string: "a \(type.rawValue)"
      }
    }.joined(separator: " or ")
  }
}

/// The first paragraph as one line, and the rest.
private func splitParagraph(_ text: String) -> (first: String, rest: String?) {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop {
    $0.allSatisfy(\.isWhitespace)
  }
  let first = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
  let rest = lines.dropFirst(first.count).drop { $0.allSatisfy(\.isWhitespace) }
  return (first.joined(separator: " "), rest.isEmpty ? nil : rest.joined(separator: "\n"))
}
