import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// Reads a schema: a type expression, `true` or `false`, or a mapping of keywords.
  ///
  /// - Parameter keys: keys that the place allows beside a schema's.
  func schema(_ node: YAMLNode, at place: SchemaPlace, beside keys: Set<String> = []) -> Schema {
    switch node.content {
    case .scalar(let scalar):
      if scalar.coreType == .boolean, let value = scalar.asBool {
        var schema = Schema(span: node.occurrence)
        schema.isNever = !value
        return schema
      }
      return schema(ofType: node, at: place)
    case .sequence(let sequence):
      var hint = "a list type needs quotes"
      if sequence.items.count == 1, let text = sequence.items[0].text {
        hint += ": \"[\(abbreviate(text))]\""
      }
      report.mismatch(node, expected: "a schema", hint: hint)
      return Schema(span: node.occurrence)
    case .mapping(let mapping):
      if let text = unquotedMap(mapping) {
        report.mismatch(node, expected: "a schema", hint: "a map type needs quotes: \"\(text)\"")
        return Schema(span: node.occurrence)
      }
      guard schemaDepth < Self.maximumSchemaDepth else {
        report.error(
          .nestingTooDeep,
          "schemas are nested deeper than \(Self.maximumSchemaDepth) levels; give some of them names",
          at: node.occurrence
        )
        return Schema(span: node.occurrence)
      }
      schemaDepth += 1
      defer { schemaDepth -= 1 }
      return schema(ofKeywords: node, at: place, beside: keys)
    }
  }

  /// `{AccountID: Player?}` without quotes is a mapping with one key that isn't a keyword.
  private func unquotedMap(_ mapping: YAMLMapping) -> String? {
    guard mapping.style == .flow, mapping.entries.count == 1, let entry = mapping.entries.first,
      !SchemaKeywords.all.contains(entry.name), SchemaKeywords.hints[entry.name] == nil,
      let value = entry.value.text,
      BuiltinType.all[entry.name] != nil || folder.definition(entry.name, in: .schemas) != nil
    else { return nil }
    return value.isEmpty ? "{\(entry.name)}" : "{\(entry.name): \(abbreviate(value))}"
  }

  /// Reads a type expression. An invalid one becomes a schema that allows anything.
  func schema(ofType node: YAMLNode, at place: SchemaPlace, isTypeKeyword: Bool = false) -> Schema {
    guard let scalar = node.scalar, !scalar.text.isEmpty else {
      report.mismatch(node, expected: "a type")
      return Schema(span: node.occurrence)
    }
    do {
      var schema = schema(
        of: try TypeExpressionParser.parse(node), isTypeKeyword: isTypeKeyword, allowsPayload: isHole(place))
      schema.span = node.occurrence
      return schema
    } catch {
      report.error(.invalidTypeExpression, error.message, at: error.span)
      return Schema(span: node.occurrence)
    }
  }

  private func isHole(_ place: SchemaPlace) -> Bool {
    if case .envelopeProperty = place { return true }
    return false
  }

  /// - Parameters:
  ///   - isTypeKeyword: whether JSON Schema's own `object` and `array` are allowed.
  ///   - allowsPayload: whether it is the type of an envelope's property.
  private func schema(of expression: TypeExpression, isTypeKeyword: Bool, allowsPayload: Bool) -> Schema {
    var schema = Schema(span: expression.span)
    switch expression {
    case .nullable(let inner, let span):
      schema = self.schema(of: inner, isTypeKeyword: isTypeKeyword, allowsPayload: allowsPayload)
      schema.span = span
      // `null?` and `any?` allow null by themselves.
      if schema.types != [.null] { schema.isNullable = true }
    case .list(let element, _):
      schema.types = [.array]
      schema[.items] = self.schema(of: element, isTypeKeyword: false, allowsPayload: false)
    case .map(let key, let value, _):
      schema.types = [.object]
      schema[.additionalProperties] = self.schema(of: value, isTypeKeyword: false, allowsPayload: false)
      if let key { schema.object.keys = Indirect(mapKey(key)) }
    case .name(let name):
      if let builtin = BuiltinType.all[name.text] {
        schema.types = builtin.types
        schema.format = builtin.format
      } else if isTypeKeyword, let type = BuiltinType.schemaOnly[name.text] {
        schema.types = [type]
      } else if name.text == BuiltinType.payload {
        schema.isPayloadHole = allowsPayload
        if !allowsPayload {
          report.error(
            .payloadHole, "'payload' may only be the type of a property of an envelope", at: name.span)
        }
      } else {
        schema.reference = schemaName(name)
      }
    }
    return schema
  }

  private func mapKey(_ name: Name) -> Schema {
    var schema = schema(of: .name(name), isTypeKeyword: false, allowsPayload: false)
    schema.span = name.span
    checkMapKey(schema)
    return schema
  }

  /// Formats whose Swift types can't be keys.
  private static let formatsWithoutKeys: Set<Format> = [
    .dateTime, .timestamp, .timestampMilliseconds, .uri, .uuid, .bytes, .base64URL, .flag,
  ]

  /// A map's keys are strings in JSON, but may represent integers.
  func checkMapKey(_ schema: Schema) {
    let known = knownTypes(of: schema)
    if schema.reference != nil, known == nil { return }
    // The schema may refer to one that hasn't been read yet.
    afterReading { [self] in
      // A user-defined type says itself what its keys are.
      guard ownType(of: schema) == nil, let format = resolved(schema).format,
        Self.formatsWithoutKeys.contains(format),
        resolved(schema).isNewtype
          || !ownFormats.contains(where: { BuiltinType.format(inDocuments: $0) == format })
      else { return }
      reportMapKey(schema)
    }
    if let known, !known.isNullable, known.types == [.string] || known.types == [.integer] { return }
    if schema.types.isEmpty, schema.reference == nil, schema.format == nil, report.sink.hasErrors { return }
    reportMapKey(schema)
  }

  private func reportMapKey(_ schema: Schema) {
    report.error(
      .keywordMismatch, "the keys of a map must be strings, dates or integers, or named schemas of those",
      at: schema.span)
  }

  /// The name of a schema that may be used here. Reports any other and returns nil.
  func schemaName(_ name: Name) -> Name? {
    if let definition = folder.definition(name.text, in: .schemas) {
      report.notePlace(.schema, name, definedAt: definition.name.span)
      return name
    }
    if report.isFull || folder.hasLostSchemas { return nil }
    let names = report.suggests ? folder.visibleNames(in: .schemas) + BuiltinType.all.keys : []
    report.error(
      .unknownType, "unknown type '\(abbreviate(name.text))'", at: name.span,
      notes: folder.notImported(name.text, in: .schemas),
      suggestion: BuiltinType.otherNames[name.text] ?? report.suggestion(for: name.text, in: names))
    return nil
  }
}
