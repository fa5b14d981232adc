import APIModel
import GeneratorKit

extension OpenAPIWriter {
  /// The parameters of an operation, including parameters of the client and of policies, and constant header fields.
  mutating func parameters(of endpoint: Endpoint, besides form: RequestForm) -> [SpecValue] {
    var list: [SpecValue] = []
    var taken: Set<String> = []
    for (position, own) in endpoint.parameters.enumerated()
    where !form.own.contains(position) && own.location != .url {
      // In a document, name and place together identify a parameter.
      guard taken.insert(Self.key(own)).inserted else { continue }
      list.append(parameter(own))
    }
    list += pathCredentials(of: endpoint)
    if endpoint.urlParameter == nil {
      for client in module.clientParameters(of: endpoint)
      where !form.contains(client) && taken.insert(Self.key(client)).inserted {
        list.append(
          client.location == .form
            ? parameter(client)
            : .map([("$ref", .text("#/components/parameters/\(componentName(client))"))]))
      }
    }
    if let partial = endpoint.policies.partial {
      for name in [partial.fieldsParameter, partial.extraParameter].compactMap(\.self)
      where taken.insert("query \(name)").inserted {
        list.append(Self.partial(name, separator: partial.separator))
      }
    }
    for header in module.constantHeaders(of: endpoint)
    where !Self.fieldsOfTools.contains(header.name.text.lowercased())
      && taken.insert("header \(header.name.text.lowercased())").inserted
    {
      list.append(constant(header))
    }
    return list
  }

  private static func key(_ parameter: Parameter) -> String {
    let name = parameter.name.text
    return "\(place(parameter).rawValue) \(parameter.location == .header ? name.lowercased() : name)"
  }

  /// A form in a request without a body is the query.
  private static func place(_ parameter: Parameter) -> Parameter.Location {
    parameter.location == .form ? .query : parameter.location
  }

  private static func partial(_ name: String, separator: String) -> SpecValue {
    let isList = separator == ","
    let text = SpecValue.map([("type", .text("string"))])
    return .map([
      ("name", .text(name)), ("in", .text("query")),
      ("description", .text("The names of the fields in the response, with '\(separator)' between them.")),
      ("style", isList ? .text("form") : nil), ("explode", isList ? .plain("false") : nil),
      ("schema", isList ? .map([("type", .text("array")), ("items", text)]) : text),
    ])
  }

  private func constant(_ header: ConstantHeader) -> SpecValue {
    let value: (String, SpecValue?) =
      version == .v30 ? ("enum", .texts([header.value])) : ("const", .text(header.value))
    return .map([
      ("name", .text(header.name.text)), ("in", .text("header")), ("required", .plain("true")),
      ("schema", .map([("type", .text("string")), value])),
    ])
  }

  /// Secrets in the path.
  private func pathCredentials(of endpoint: Endpoint) -> [SpecValue] {
    module.credentials.compactMap(\.pathName).filter { endpoint.path.text.contains("{\($0)}") }.map { name in
      .map([
        ("name", .text(name)), ("in", .text("path")), ("required", .plain("true")),
        ("description", .text("A secret.")), ("schema", .map([("type", .text("string"))])),
      ])
    }
  }

  /// A parameter of an operation or the client.
  func parameter(_ parameter: Parameter) -> SpecValue {
    let place = Self.place(parameter)
    let isRequired = place == .path || parameter.isRequired && parameter.schema.defaultValue == nil
    var schema = parameter.schema
    let words = schema.documentation
    schema.documentation = Documentation()
    var entries: [(String, SpecValue?)] = [
      ("name", .text(parameter.name.text)), ("in", .text(place.rawValue)),
      ("description", ModelSchemaWriter.description(words)),
      ("required", isRequired ? .plain("true") : nil),
      ("deprecated", words.deprecation == nil ? nil : .plain("true")),
    ]
    if parameter.style?.kind == .json {
      entries.append(("content", .map([("application/json", .map([("schema", schemas.value(schema))]))])))
      return .map(entries)
    }
    let style = style(of: parameter, at: place)
    entries += style.entries
    if parameter.keepsReserved, place == .query { entries.append(("allowReserved", .plain("true"))) }
    entries.append(("schema", style.isText ? .map([("type", .text("string"))]) : schemas.value(schema)))
    return .map(entries)
  }

  /// The style of the value, and whether the schema must be a text because OpenAPI has no such style.
  private func style(of parameter: Parameter, at place: Parameter.Location) -> (
    entries: [(String, SpecValue?)], isText: Bool
  ) {
    if let style = parameter.style {
      let explode: SpecValue? =
        style.isExploded == (style.kind == .form)
        ? nil : .plain(String(style.isExploded))
      return (
        [
          ("style", style.kind == place.defaultStyle ? nil : .text(style.kind.rawValue)),
          ("explode", style.kind == .deepObject ? .plain("true") : explode),
        ], false
      )
    }
    return listStyle(of: parameter, at: place)
  }

  /// The separator of a list's elements that no style has; nil for other parameters.
  func lostSeparator(of parameter: Parameter) -> String? {
    guard parameter.style == nil, case .separated(let separator) = parameter.listStyle,
      listStyle(of: parameter, at: parameter.location).isText
    else { return nil }
    return separator
  }

  /// The style of a parameter or a form's field that is a list of scalars, and whether it must be a text.
  func listStyle(of parameter: Parameter, at place: Parameter.Location) -> (
    entries: [(String, SpecValue?)], isText: Bool
  ) {
    guard index.resolved(parameter.schema).schema.types == [.array] else { return ([], false) }
    let isInQuery = place == .query || place == .form
    func joined(_ style: String) -> (entries: [(String, SpecValue?)], isText: Bool) {
      ([("style", .text(style)), ("explode", .plain("false"))], false)
    }
    switch parameter.listStyle {
    case .repeated: return ([], false)
    case .separated(by: ","): return isInQuery || place == .cookie ? joined("form") : ([], false)
    case .separated(by: "|") where isInQuery: return joined("pipeDelimited")
    case .separated(by: " ") where isInQuery: return joined("spaceDelimited")
    case .separated: return ([], true)
    }
  }
}
