import APIModel
import Diagnostics
import SpecYAML

/// Changes schemas of a document as a folder says: names, and what the document has wrong.
struct SchemaCorrection {
  let schemas: SchemaReader
  private var report: Report { schemas.report }

  /// The place of a schema, which determines the corrections it can have.
  enum Place {
    case named, property, parameter, whole
  }

  private static let schemaKeys = [
    "type", "nullable", "lenient", "secret", "deprecated", "properties", "values", "open", "swift", "reason",
  ]

  private static func keys(at place: Place) -> [String] {
    switch place {
    case .named: schemaKeys.filter { $0 != "nullable" } + ["name"]
    case .property: schemaKeys + ["name", "optional"]
    case .parameter: schemaKeys.filter { $0 != "properties" } + ["name", "optional", "mayBeEmpty"]
    case .whole: schemaKeys + ["name"]
    }
  }

  private static let hints = [
    "required": "write 'optional: true' or 'optional: false'", "swiftName": "write 'name'",
    "enum": "write 'values: {value: name}'", "items": "write the 'properties' of a list's elements directly",
    "title": "write 'name'", "in": DocumentFolder.urlHint,
  ]

  /// Changes a schema, and the property or parameter that has it.
  ///
  /// - Parameters:
  ///   - node: what the folder says.
  ///   - what: the schema in the words of a message.
  func correct(_ schema: inout Schema, _ node: YAMLNode, of what: String, at place: Place) {
    guard
      let fields = Fields(
        node, what: what, keys: Self.keys(at: place), hints: Self.hints, form: "{name: other}", report: report
      )
    else { return }
    _ = fields.text("reason")
    if let type = fields["type"] { replace(&schema, with: type, beside: fields, what) }
    if let node = fields["swift"] {
      schema.ownType = schemas.ownType(node)
      schemas.checkExamples(schemas.exampleOfOwnType(fields, of: schema), of: schema)
    }
    if let flag = fields.boolean("nullable") {
      let isNullable = schemas.resolved(schema).isNullable || schema.isNullable
      needsChange(isNullable != flag, "\(what) \(flag ? "may be null" : "is never null")", fields, "nullable")
      schema.isNullable = flag
    }
    if let flag = fields.boolean("secret") { schema.isSecret = flag }
    if fields["deprecated"] != nil { schema.documentation.deprecation = fields.deprecation() }
    if let flag = fields.boolean("open") {
      if let span = schema.onlyName?.span {
        return reportReference(schema, what, span: span, fields.keySpan("open"))
      }
      schema.isOpen = flag
    }
    if let node = fields["lenient"] {
      for name in report.names(node, of: "words", for: "'lenient'") {
        if let lenience = Lenience(rawValue: name.text) {
          if place == .named, !lenience.isForNumbers {
            report.error(
              .misplacedKey,
              "'\(name.text)' belongs on a property or a parameter; only numbers have 'lenient' elsewhere",
              at: name.span)
          }
          schema.lenience.insert(lenience)
          schemas.checkLenience(of: schema, lenience, at: name.span)
        } else {
          report.unknown(
            .invalidValue, "word", name,
            among: Lenience.allCases.map(\.rawValue), tail: " under 'lenient'")
        }
      }
    }
    if place == .property, let name = fields.swiftName("name") { schema.swiftName = name }
    if let node = fields["values"] { nameValues(of: &schema, node, of: what) }
    if let node = fields["properties"] { correctProperties(of: &schema, node, of: what) }
  }

  /// Changes whether a property or parameter must be there.
  private func correctPresence(_ isRequired: inout Bool, _ node: YAMLNode, of what: String) {
    guard let optional = node["optional"], let flag = report.boolean(optional, for: "'optional'") else {
      return
    }
    if isRequired != flag {
      reportNeedless(
        "the document says already that \(what) \(flag ? "may be absent" : "is always there")",
        at: optional.occurrence, report)
    }
    isRequired = !flag
  }

  private func needsChange(_ isNeeded: Bool, _ fact: String, _ fields: Fields, _ key: String) {
    guard !isNeeded, fields["type"] == nil else { return }
    reportNeedless("the document says already that \(fact)", at: fields.keySpan(key), report)
  }

  /// Takes another schema, and keeps what is said to people.
  private func replace(_ schema: inout Schema, with node: YAMLNode, beside fields: Fields, _ what: String) {
    var other = schemas.schema(node, at: .inside).normalized()
    if other.withoutPlaces() == schema.withoutPlaces(), schema.isNullable == other.isNullable {
      reportNeedless("the document gives \(what) this type already", at: fields.keySpan("type"), report)
    }
    if other.documentation.summary == nil { other.documentation = schema.documentation }
    other.isReadOnly = schema.isReadOnly
    other.isWriteOnly = schema.isWriteOnly
    schema = other
  }

  private func reportReference(_ schema: Schema, _ what: String, span: SourceSpan, _ place: SourceSpan) {
    let name = schema.onlyName?.text ?? ""
    report.error(
      .unusedOverride,
      "\(what) has the type '\(abbreviate(name))', which others may have, too; write this under 'types', at '\(abbreviate(name))'",
      at: place, notes: [.init("the document says it here", at: span)])
  }

  // MARK: Values

  private func nameValues(of schema: inout Schema, _ node: YAMLNode, of what: String) {
    if schema[.items] != nil, var items = schema[.items] {
      nameValues(of: &items, node, of: what)
      schema[.items] = items
      return
    }
    if let span = schema.onlyName?.span { return reportReference(schema, what, span: span, node.startSpan) }
    for entry in report.entries(node, for: "'values'", areWireNames: true, form: "{value: name}") {
      guard let name = report.name(entry.value, for: "the name of a value"), report.checkSwiftName(name)
      else {
        continue
      }
      let cases = schema.enumeration?.cases ?? []
      guard let position = cases.firstIndex(where: { $0.value.spelling == entry.name }) else {
        report.unknown(
          .unusedOverride, "value", Name(entry.name, span: entry.key.occurrence),
          among: cases.map(\.value.spelling), tail: " of \(what)")
        continue
      }
      schema.enumeration?.cases[position].swiftName = name
    }
  }

  // MARK: Properties

  private func correctProperties(of schema: inout Schema, _ node: YAMLNode, of what: String) {
    // A list's elements and a map's values have the properties that are meant.
    for applicator in [Applicator.items, .additionalProperties] where schema.object.properties.isEmpty {
      guard var inner = schema[applicator] else { continue }
      correctProperties(of: &inner, node, of: what)
      schema[applicator] = inner
      return
    }
    if let span = schema.onlyName?.span { return reportReference(schema, what, span: span, node.startSpan) }
    for entry in report.entries(node, for: "'properties'", areWireNames: true, form: "{name: …}") {
      guard let position = schema.object.properties.firstIndex(where: { $0.name.text == entry.name }) else {
        report.unknown(
          .unusedOverride, "property", Name(entry.name, span: entry.key.occurrence),
          among: schema.object.properties.map(\.name.text), tail: " of \(what)")
        continue
      }
      var property = schema.object.properties[position]
      let what = "the property '\(abbreviate(entry.name))'"
      correct(&property.schema, entry.value, of: what, at: .property)
      correctPresence(&property.isRequired, entry.value, of: what)
      schema.object.properties[position] = property
    }
  }

  // MARK: Operations

  /// Changes what an operation sends and its responses.
  ///
  /// - Parameter newTypes: takes the types that the folder names.
  func correct(_ endpoint: inout Endpoint, _ entry: YAMLMapping.Entry, newTypes: inout [NamedSchema]) {
    if let node = entry.value["parameters"] { correctParameters(of: &endpoint, node) }
    if let node = entry.value["payload"] {
      if var list = endpoint.body?.schemas, !list.isEmpty {
        correctWhole(&list[0], node, of: "the payload", &newTypes)
        endpoint.body?.schemas = list
      } else {
        reportMissing("payload", at: entry)
      }
    }
    guard let node = entry.value["response"] else { return }
    if let word = node.text { return describeResponse(of: &endpoint, as: word, node) }
    let position = endpoint.responses.firstIndex { $0.statuses.lowerBound < 300 && $0.payload.schema != nil }
    guard let position else { return reportMissing("response", at: entry) }
    endpoint.responses[position].payload.changeSchema {
      correctWhole(&$0, node, of: "the response", &newTypes)
    }
  }

  /// Says what the response is of which the document says nothing.
  private func describeResponse(of endpoint: inout Endpoint, as word: String, _ node: YAMLNode) {
    guard let payload = ["bytes": Endpoint.Response.Payload.bytes, "text": .text][word] else {
      return report.error(
        .wrongType, "expected 'bytes', 'text' or a mapping for the response, found '\(abbreviate(word))'",
        at: node.occurrence)
    }
    guard
      let position = endpoint.responses.firstIndex(where: {
        $0.statuses.lowerBound < 300 && $0.payload == .empty && $0.statuses != 204...204
          && $0.statuses != 205...205
      })
    else {
      return report.error(
        .unusedOverride, "the document says what the response is, so it can't be '\(word)'",
        at: node.occurrence)
    }
    endpoint.responses[position].payload = payload
  }

  private func reportMissing(_ key: String, at entry: YAMLMapping.Entry) {
    report.error(
      .unusedOverride, "the operation has no \(key) with a schema",
      at: entry.value.mapping?.entry(for: key)?.key.occurrence ?? entry.key.occurrence)
  }

  private func correctWhole(
    _ schema: inout Schema, _ node: YAMLNode, of what: String, _ newTypes: inout [NamedSchema]
  ) {
    correct(&schema, node, of: what, at: .whole)
    guard let name = node["name"].flatMap({ report.name($0, for: "'name'") }),
      report.checkDefinitionName(name, of: "a type")
    else { return }
    if schema[.items] != nil, schema.object.properties.isEmpty, var items = schema[.items] {
      give(name, to: &items, what, &newTypes)
      schema[.items] = items
    } else {
      give(name, to: &schema, what, &newTypes)
    }
  }

  /// Makes a schema a type with a name.
  private func give(_ name: Name, to schema: inout Schema, _ what: String, _ newTypes: inout [NamedSchema]) {
    if let span = schema.onlyName?.span { return reportReference(schema, what, span: span, name.span) }
    if let other = schemas.folder.index[.schemas]?[name.text] {
      return report.duplicate("the type '\(abbreviate(name.text))'", at: name.span, first: other.name.span)
    }
    var own = schema
    own.isNullable = false
    newTypes.append(NamedSchema(name: name, schema: own))
    let definition = Definition(
      name: name, isMarkedOptional: false,
      node: .emptyMapping(at: name.span))
    schemas.folder.index[.schemas, default: [:]][name.text] = definition
    schemas.folder.owners[.schemas, default: [:]][name.text] = schemas.folder
    schemas.folder.schemas[name.text] = own
    var reference = Schema(span: schema.span)
    reference.reference = name
    reference.documentation = schema.documentation
    reference.isNullable = schema.isNullable
    schema = reference
  }

  private func correctParameters(of endpoint: inout Endpoint, _ node: YAMLNode) {
    for entry in report.entries(node, for: "'parameters'", areWireNames: true, form: "{name: …}") {
      let position = endpoint.parameters.firstIndex { [$0.name.text, $0.label?.text].contains(entry.name) }
      guard let position else {
        report.unknown(
          .unusedOverride, "parameter", Name(entry.name, span: entry.key.occurrence),
          among: endpoint.parameters.map { ($0.label ?? $0.name).text }, tail: " of the operation")
        continue
      }
      var parameter = endpoint.parameters[position]
      let what = "the parameter '\(abbreviate(entry.name))'"
      correct(&parameter.schema, entry.value, of: what, at: .parameter)
      correctPresence(&parameter.isRequired, entry.value, of: what)
      parameter.isSecret = parameter.isSecret || parameter.schema.isSecret
      if parameter.location == .path { parameter.isRequired = true }
      correctEmptiness(of: &parameter, entry.value, what)
      if let node = entry.value["name"], let name = report.name(node, for: "'name'"),
        report.checkSwiftName(name)
      {
        parameter.label = name
      }
      endpoint.parameters[position] = parameter
      if parameter.mayBeEmpty, endpoint.parametersOfEmptyParts.contains(parameter) {
        report.error(
          .pathParameter,
          "\(what) can't be empty, because it is a whole part of the path before the last one, and servers may drop an "
            + "empty part", at: entry.key.occurrence)
      }
      if parameter.mayBeEmpty, endpoint.parametersOfDotParts.contains(parameter) {
        report.error(
          .pathParameter,
          "\(what) can't be empty, because its part of the path would be '.' or '..', which is removed from URLs",
          at: entry.key.occurrence)
      }
    }
  }

  /// Says whether a parameter in the path may be empty.
  private func correctEmptiness(of parameter: inout Parameter, _ node: YAMLNode, _ what: String) {
    guard let place = node["mayBeEmpty"], let flag = report.boolean(place, for: "'mayBeEmpty'") else {
      return
    }
    let key = node.mapping?.entry(for: "mayBeEmpty")?.key.occurrence ?? place.occurrence
    if flag, let reason = parameter.reasonNotToBeEmpty(schemas.resolved(parameter.schema)) {
      return report.error(.keywordMismatch, "'mayBeEmpty' \(reason)", at: key)
    }
    if parameter.mayBeEmpty == flag {
      reportNeedless(
        "the document says already that \(what) \(flag ? "may be empty" : "is never empty")", at: key, report)
    }
    parameter.mayBeEmpty = flag
  }
}

extension Schema {
  /// The name that is all that the schema says.
  fileprivate var onlyName: Name? {
    types.isEmpty && object.properties.isEmpty && oneOf.isEmpty && anyOf.isEmpty ? reference : nil
  }
}

extension Literal {
  /// A scalar as specs write it.
  fileprivate var spelling: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): String(flag)
    case .number(let number): number.text
    case .string(let text): text
    case .array, .object: ""
    }
  }
}
