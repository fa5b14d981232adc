import APIModel
import Diagnostics
import SpecYAML

/// Reads parameters: named ones, and those of endpoints.
struct ParameterReader {
  let schemas: SchemaReader
  private var folder: SpecFolder { schemas.folder }
  var report: Report { schemas.report }

  func readParameters() {
    for definition in folder.definitions[.parameters] ?? [] {
      let read = parameter(definition)
      folder.parameters[definition.name.text] = read
      if !read.hasLocation { report.warnOfHeaderName(read.parameter, at: read.parameter.name.span) }
    }
  }

  /// Reads a parameter. Without `in`, the endpoint decides its location.
  func parameter(_ definition: Definition) -> ReadParameter {
    let node = definition.node
    let fields = node.mapping == nil ? nil : ParameterFields(node, report: report)
    let schema = schemas.schema(node, at: .parameter, beside: ParameterFields.keys)
    let label = definition.name
    var wireName = label
    if let name = fields?.name,
      report.checkWireName(name, of: "a parameter")
    {
      wireName = name
    }
    let location = fields?.location
    if location == .header || location == .cookie {
      let kind = location == .header ? "a header" : "a cookie"
      if report.checkToken(wireName, of: kind), location == .header,
        let problem = headerProblem(wireName.text, in: .parameter)
      {
        report.error(.reservedName, problem, at: wireName.span)
      }
    }
    var parameter = Parameter(
      name: wireName, location: location ?? .query, schema: schema,
      isRequired: !definition.isMarkedOptional && schema.defaultValue == nil && node["default"] == nil)
    // Whoever has a signed URL may use it.
    parameter.isSecret = location == .url || schema.isSecret || schemas.resolved(schema).isSecret
    parameter.isBatched = node["batched"]?.asBool ?? false
    parameter.mayBeEmpty = fields?.mayBeEmpty ?? false
    if let separator = fields?.separator {
      parameter.listStyle = separator == "repeat" ? .repeated : .separated(by: separator)
    }
    let style = node.mapping == nil ? WrittenStyle() : WrittenStyle(node, report: report)
    checkShape(of: parameter, style, in: node)
    return ReadParameter(
      label: label, parameter: parameter, hasLocation: location != nil, style: style,
      emptySpan: node.mapping?.entry(for: "mayBeEmpty")?.key.occurrence)
  }

  /// Parameters are text: scalars and lists of scalars. With a style, they may be more.
  private func checkShape(of parameter: Parameter, _ style: WrittenStyle, in node: YAMLNode) {
    let place = parameter.schema.span
    let shape = schemas.resolved(parameter.schema)
    if parameter.schema.isNullable || shape.isNullable || shape.types == [.null] {
      report.error(
        .parameterType,
        "a parameter can't be null; if it is optional, write a '?' after its name",
        at: place)
    }
    let isList = shape.types == [.array]
    if style.span != nil {
      checkShape(shape, in: style, at: place)
    } else if isUnsendable(shape) {
      report.error(
        .parameterType,
        "a parameter must be a scalar or a list of scalars; an object needs a 'style', such as deepObject, form or json",
        at: place)
    } else if isList, let element = shape[.items].map(schemas.resolved),
      isUnsendable(element) || element.types == [.array]
    {
      report.error(
        .parameterType,
        "the elements of a parameter must be scalars; others need 'style: deepObject' or 'style: json'",
        at: element.span)
    }
    if parameter.location == .url, let coder = schemas.ownType(of: parameter.schema)?.coder {
      report.error(
        .keywordMismatch, "the type of a whole URL is its own coder; leave '\(abbreviate(coder.text))' out",
        at: coder.span)
    }
    if parameter.location == .url, shape.types != [.string] || ![nil, .uri].contains(shape.format) {
      report.error(
        .parameterType,
        "a whole URL is a 'uri' or a 'string', with constraints such as a 'pattern' if you like", at: place)
    }
    let isKnown = !shape.types.isEmpty
    if isKnown, !isList {
      for key in ["batched", "separator"] where node[key] != nil {
        report.error(
          .keywordMismatch,
          "'\(key)' applies to lists and has no effect on \(schemas.describe(Set(shape.types)))",
          at: node.mapping?.entry(for: key)?.key.occurrence)
      }
    } else if parameter.isBatched, (parameter.schema.counts[.maxItems] ?? shape.counts[.maxItems]) == nil {
      report.error(
        .missingKey, "a batched parameter needs 'maxItems', the number of elements in one request",
        at: node.mapping?.entry(for: "batched")?.key.occurrence)
    } else if parameter.isBatched, (parameter.schema.counts[.maxItems] ?? shape.counts[.maxItems]) == 0 {
      report.error(
        .valueOutOfRange, "'maxItems' is 0, but a batched parameter needs at least 1",
        at: node["maxItems"]?.occurrence)
    }
  }

  private func isUnsendable(_ schema: Schema) -> Bool {
    schema.types.contains(.object) || (schema.types.contains(.array) && schema.types.count > 1)
      || !schema.object.properties.isEmpty
  }
}

/// A parameter's keys beside those of a schema. The schema's reader reports unknown ones.
struct ParameterFields {
  static let keys = WrittenStyle.keys.union(["in", "name", "mayBeEmpty"])

  var name: Name?
  var location: Parameter.Location?
  var separator: String?
  var mayBeEmpty: Bool

  init(_ node: YAMLNode, report: Report) {
    name = node["name"].flatMap { report.name($0, for: "'name'") }
    if let place = node["in"], let text = report.text(place, for: "'in'") {
      location = Parameter.Location(rawValue: text)
      if location == nil {
        let known = Parameter.Location.allCases.map(\.rawValue)
        let hint = text == "body" ? "; a body is not a parameter: write 'body: type' beside 'parameters'" : ""
        report.error(
          .invalidValue, "'in' must be \(alternatives(known)), not '\(abbreviate(text))'\(hint)",
          at: place.occurrence,
          suggestion: text == "formData" ? "form" : report.suggestion(for: text, in: known))
      }
    }
    separator = node["separator"].flatMap { report.text($0, for: "'separator'") }
    mayBeEmpty = node["mayBeEmpty"].flatMap { report.boolean($0, for: "'mayBeEmpty'") } ?? false
  }
}
