import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// A path of a document as used in requests.
struct DocumentPath {
  /// The path without its leading slash.
  var text: String
  var names: [String]
  /// Constant parameters after a question mark.
  var query: [(name: String, value: String)] = []
}

extension APIReader {
  /// The path with its parameters. Reports one that can't be sent and returns nil.
  func documentPath(_ path: String, at key: YAMLNode) -> DocumentPath? {
    var text = path[...]
    if text.hasPrefix("/") {
      text = text.dropFirst()
    } else {
      findings.mistake("the path '\(abbreviate(path))' doesn't begin with '/'", at: key)
    }
    if let hash = text.firstIndex(of: "#") {
      // Some documents distinguish the operations of one path in this way.
      findings.mistake(
        "the fragment of the path '\(abbreviate(path))' isn't sent, so the path is what stands before '#'",
        at: key)
      text = text[..<hash]
    }
    var query: [(name: String, value: String)] = []
    if let mark = text.firstIndex(of: "?") {
      query = text[text.index(after: mark)...].split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }
      text = text[..<mark]
    }
    guard
      !query.contains(where: { $0.name.isEmpty || ($0.name + $0.value).contains { "{}%".contains($0) } })
    else {
      findings.leaveOut(
        "the path '\(abbreviate(path))' has parameters after a question mark, so its operations are left out",
        at: key)
      return nil
    }
    var names: [String] = []
    var rest = text
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      if name.isEmpty || names.contains(name) {
        findings.leaveOut(
          "the path '\(abbreviate(path))' has a parameter without a name, or twice, so its operations are left out",
          at: key)
        return nil
      }
      names.append(name)
      rest = rest[rest.index(after: close)...]
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let encoded = encodedPath(String(text))
    let isUsable =
      encoded.utf8.count <= 2000 && visibleText(String(text)) == text && trimmed(String(text)) == text
      && !text.contains("\\")
      && !parts.contains { $0 == "." || $0 == ".." } && !text.contains("://")
      && text.filter { $0 == "{" }.count == names.count && text.filter { $0 == "}" }.count == names.count
    guard isUsable else {
      findings.leaveOut(
        "the path '\(abbreviate(path))' can't be sent, so its operations are left out", at: key)
      return nil
    }
    return DocumentPath(text: encoded, names: names, query: query)
  }

  /// Reads the parameters of an operation and of its path.
  ///
  /// - Returns: false if the operation can't be called without an unsupported parameter, which is reported.
  func readParameters(
    of operation: Located, in layers: [Located], template: DocumentPath, _ title: String,
    into endpoint: inout Endpoint
  ) -> Bool {
    var found: [(key: String, value: Located, place: YAMLNode)] = []
    // Those that can't be read, which is reported.
    var unreadable = 0
    for list in (layers + [operation]).compactMap({ documents.child("parameters", of: $0) }) {
      if list.node.items == nil { findings.mismatch(list.node, expected: "a list", for: "'parameters'") }
      for entry in list.items {
        guard let value = documents.followed(entry, for: "a parameter of \(title)"),
          let name = value.node["name"]?.text, let location = value.node["in"]?.text
        else {
          if !documents.isBroken(entry), !documents.reportSchema(entry, inPlaceOf: "a parameter") {
            findings.mistake("a parameter needs 'name' and 'in', so it is left out", at: entry.node)
          }
          unreadable += 1
          continue
        }
        if swagger?.isOfBody(value) == true { continue }
        let key = "\(location) \(location == "header" ? name.lowercased() : name)"
        if let known = found.firstIndex(where: { $0.key == key }) {
          found[known] = (key, swagger?.parameter(value) ?? value, entry.node)
        } else {
          found.append((key, swagger?.parameter(value) ?? value, entry.node))
        }
      }
    }
    let keys = Set(found.map(\.key))
    for (_, value, place) in found {
      guard
        value.node["in"]?.text == "querystring"
          ? readQueryString(value, title, into: &endpoint)
          : readParameter(value, at: place, besides: keys, template: template, title, into: &endpoint)
      else { return false }
    }
    for (name, value) in template.query {
      var schema = Schema(span: endpoint.path.span)
      schema.types = [.string]
      schema.const = .string(value)
      endpoint.parameters.append(
        Parameter(
          name: Name(name, span: endpoint.path.span), location: .query, schema: schema, isRequired: true))
    }
    let declared = Set(endpoint.parameters.filter { $0.location == .path }.map(\.name.text))
    let missing = template.names.filter { !declared.contains($0) }
    let strangers = found.compactMap { entry -> (name: String, node: YAMLNode)? in
      let name = entry.value.node["name"]?.text ?? ""
      guard entry.value.node["in"]?.text == "path", !template.names.contains(name) else { return nil }
      return (name, entry.value.node)
    }
    reportStrangers(strangers, missing, title)
    for name in missing {
      // They may be those that can't be read, or have another name.
      if missing.count > unreadable + strangers.count {
        findings.mistake(
          "\(title) has no parameter '\(abbreviate(name))', which its path needs; any text is accepted",
          at: operation.node)
      }
      var schema = Schema(span: operation.node.occurrence)
      schema.types = [.string]
      endpoint.parameters.append(
        Parameter(
          name: Name(name, span: endpoint.path.span), location: .path, schema: schema, isRequired: true))
    }
    return true
  }

  /// Reports parameters that the path doesn't have, with the names in the path that have no parameter.
  private func reportStrangers(
    _ strangers: [(name: String, node: YAMLNode)], _ missing: [String], _ title: String
  ) {
    let names = missing.map { "'{\(abbreviate($0))}'" }.joined(separator: ", ")
    for (name, node) in strangers {
      let shown = abbreviate(name)
      findings.mistake(
        "the path of \(title) has no '{\(shown)}', so the parameter is left out"
          + (missing.isEmpty
            ? "" : "; \(names) there has none, and accepts any text: give both the same name"),
        at: node)
    }
  }

  private func readParameter(
    _ value: Located, at place: YAMLNode, besides others: Set<String>, template: DocumentPath,
    _ title: String, into endpoint: inout Endpoint
  ) -> Bool {
    let node = value.node
    let name = node["name"]?.text ?? ""
    let location = node["in"]?.text ?? ""
    let isRequired = node["required"]?.asBool == true || location == "path"
    func refuse(_ reason: String) -> Bool {
      let what = "the parameter '\(abbreviate(name))' of \(title)"
      findings.leaveOut(
        isRequired ? "\(what) \(reason), so the operation is left out" : "\(what) \(reason), and is left out",
        at: node)
      return !isRequired
    }
    guard let kind = Parameter.Location(rawValue: location), kind != .form else {
      return refuse("has a place, '\(abbreviate(location))', that isn't supported")
    }
    if kind == .header {
      if noteIgnoredHeader(name, at: node, isResponse: false) { return true }
      if transportHeaders.contains(name.lowercased()) { return refuse("is set by the transport") }
    }
    // These have been reported with the names that are missing.
    if kind == .path, !template.names.contains(name) { return true }
    guard !name.isEmpty, visibleText(name) == name else { return refuse("has a name that can't be sent") }
    findings.keepExamples(of: node)
    if kind == .header || kind == .cookie, !isToken(name) {
      return refuse("has a name that isn't valid for a header field")
    }
    guard let described = value["schema"] else {
      if let content = documents.child("content", of: value) {
        guard let written = parameter(in: content, value, kind) else {
          return refuse("is written in a media type that isn't supported")
        }
        endpoint.parameters.append(written)
        return true
      }
      findings.mistake("a parameter needs a 'schema'; any text is accepted", at: node)
      var schema = Schema(span: node.occurrence)
      schema.types = [.string]
      endpoint.parameters.append(
        Parameter(
          name: Name(name, span: node.occurrence), location: kind, schema: schema, isRequired: isRequired))
      return true
    }
    let schema = schemas.use(described)
    let style = DocumentParameterStyle(node, location: kind)
    if style.isMisplaced {
      findings.mistake(
        "the parameter '\(abbreviate(name))' of \(title) can't have the style '\(abbreviate(style.name))'; the default style is used",
        at: node)
    }
    let form = schemas.parameterForm(of: schema)
    if form == .object, style.kind != .deepObject, !schemas.hasOnlyScalars(schema) {
      if kind == .query, style.kind == .form, style.isExploded,
        let members = schemas.fieldsAndLists(of: schema),
        members.allSatisfy({ member in
          let name = member.name.text
          return !others.contains("query \(name)") && visibleText(name) == name
            && !endpoint.parameters.contains { $0.location == .query && $0.name.text == name }
        })
      {
        endpoint.parameters += members.map { field(for: $0, isRequired: isRequired) }
        return true
      }
      return refuse(
        "is an object with lists or objects in it, which its style '\(abbreviate(style.name))' can't write")
    }
    var parameter = self.parameter(value, kind, schema, isText: form == .any)
    parameter.keepsReserved =
      node["allowReserved"]?.asBool == true && (kind == .query || kind == .path)
    style.write(form, into: &parameter)
    if kind == .path { readEmptiness(of: &parameter, node, title, template, beside: endpoint) }
    endpoint.parameters.append(parameter)
    return true
  }

  /// The parameter for a member of an exploded object.
  private func field(for member: Schema.Property, isRequired: Bool) -> Parameter {
    var parameter = Parameter(
      name: member.name, location: .query, schema: member.schema,
      isRequired: isRequired && member.isRequired)
    parameter.schema.isNullable = false
    if schemas.parameterForm(of: member.schema) == .list { parameter.listStyle = .repeated }
    return parameter
  }

  /// Reads `allowEmptyValue` of a parameter in the path. OpenAPI defines it for the query; in the path, it can mean nothing
  /// else.
  private func readEmptiness(
    of parameter: inout Parameter, _ node: YAMLNode, _ title: String, _ template: DocumentPath,
    beside endpoint: Endpoint
  ) {
    guard let empty = node["allowEmptyValue"], empty.asBool == true else { return }
    parameter.mayBeEmpty = true
    var whole = Endpoint(
      name: parameter.name, methods: [.get], path: Name(template.text, span: node.span), span: node.span)
    whole.parameters = endpoint.parameters.filter(\.mayBeEmpty) + [parameter]
    var resolved = parameter.schema
    for _ in 0..<64 {
      guard let name = resolved.reference, let next = schemas.peek(name.text) else { break }
      resolved = next
    }
    let reason: String? =
      if !whole.parametersOfEmptyParts.isEmpty {
        "can't be followed, because a part in the middle of the path would be empty, and servers may drop it"
      } else if !whole.parametersOfDotParts.isEmpty {
        "can't be followed, because a part of the path would be '.' or '..', which is removed from URLs"
      } else {
        parameter.reasonNotToBeEmpty(resolved)
      }
    guard let reason else { return }
    parameter.mayBeEmpty = false
    findings.mistake(
      "'allowEmptyValue' of the parameter '\(abbreviate(parameter.name.text))' of \(title) \(reason)",
      at: empty)
  }

  /// A parameter with its documentation.
  ///
  /// - Parameter isText: whether any JSON is allowed, which text can represent.
  func parameter(_ value: Located, _ location: Parameter.Location, _ schema: Schema, isText: Bool)
    -> Parameter
  {
    let node = value.node
    var schema = schema
    if isText {
      var text = Schema(span: schema.span)
      text.types = [.string]
      text.documentation = schema.documentation
      schema = text
    }
    schema.isNullable = false
    let words = documentation(node["description"]?.text, isDeprecated: node["deprecated"]?.asBool == true)
    if words.summary != nil {
      schema.documentation.summary = words.summary
      schema.documentation.details = words.details
    }
    schema.documentation.deprecation = words.deprecation ?? schema.documentation.deprecation
    let isRequired = node["required"]?.asBool == true || location == .path
    if isRequired { schema.describeDefault() }
    return Parameter(
      name: Name(node["name"]?.text ?? "", span: node.occurrence), location: location, schema: schema,
      isRequired: isRequired)
  }

  func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}

extension Schema {
  /// Turns the default of a required parameter into words: the service assumes nothing if it isn't sent.
  mutating func describeDefault() {
    guard let value = defaultValue else { return }
    defaultValue = nil
    guard let text = value.text else { return }
    let words = "The document's default, which isn't sent by itself: `\(text)`."
    documentation.details = [documentation.details, words].compactMap(\.self).joined(separator: "\n\n")
  }
}

extension Literal {
  /// The text of a scalar that documentation can contain.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text.isEmpty || text.contains("`") || visibleText(text) != text ? nil : text
    case .number(let number): number.text
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
