import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  private static let bodyKeys = ["json", "bytes", "form", "text", "file", "multipart"]

  /// `body`: a schema, or a mapping that says how it is sent.
  func readBody(_ fields: Fields, into endpoint: inout Endpoint) {
    guard let node = fields["body"] else { return }
    endpoint.body = body(node, at: fields.keySpan("body"), of: &endpoint)
    guard endpoint.isBodyOptional, case .multipart = endpoint.body else { return }
    report.error(
      .conflictingKeys, "the parts of a multipart body are optional one by one: mark their names with a '?'",
      at: fields.keySpan("body"))
  }

  private func body(_ node: YAMLNode, at span: SourceSpan, of endpoint: inout Endpoint) -> Endpoint.Body? {
    if !endpoint.methods.contains(where: \.allowsBody) {
      report.error(.conflictingKeys, "a GET, HEAD or TRACE request can't have a body", at: span)
    }
    let keys = Self.bodyKeys
    if node.mapping?.entries.contains(where: { $0.name.hasByte("/") }) == true {
      return bodyByMediaType(node, of: &endpoint)
    }
    guard let mapping = node.mapping,
      (keys + ["codec"]).contains(where: { mapping[$0] != nil }) || isMisspelledForm(mapping)
    else {
      checkTextBody(node)
      return .json(schemas.schema(node, at: .inside))
    }
    guard
      let fields = Fields(
        node, what: "a body", keys: keys + ["codec", "lists", "objects", "styles", "optional"],
        hints: ["required": "write 'optional: true' if it may be left out"], report: report)
    else {
      return nil
    }
    endpoint.isBodyOptional = fields.boolean("optional") ?? false
    endpoint.bodyCodec = schemas.codec(fields, besides: fields.requireAtMostOne(of: keys, in: "a body"))
    if fields["form"] == nil {
      for key in ["lists", "objects", "styles"] where fields[key] != nil {
        report.error(.conflictingKeys, "'\(key)' is for a 'form'", at: fields.keySpan(key))
      }
    }
    if let json = fields["json"] { return .json(schemas.schema(json, at: .inside)) }
    if let form = fields["form"] {
      return self.form(form, lists: fields["lists"], objects: fields["objects"], styles: fields["styles"])
    }
    if let parts = fields["multipart"] { return multipart(parts) }
    if let text = fields["text"] {
      guard let type = mediaType(text, for: "text") else { return nil }
      if type.contains(";") {
        report.error(
          .invalidValue, "a text is sent in UTF-8, and its media type has no parameters", at: text.occurrence)
      }
      return .text(mediaType: type)
    }
    if let file = fields["file"] { return mediaType(file, for: "file").map { .file(mediaType: $0) } }
    return fields["bytes"].flatMap { mediaType($0, for: "bytes") }.map { .bytes(mediaType: $0) }
  }

  /// Whether the only key looks like a misspelled `multipart`, `form` or the like, and not like a keyword of a schema.
  private func isMisspelledForm(_ mapping: YAMLMapping) -> Bool {
    guard let name = mapping.entries.first?.name, mapping.entries.count == 1,
      !SchemaKeywords.all.contains(name), SchemaKeywords.hints[name] == nil
    else { return false }
    return report.suggestion(for: name, in: SchemaKeywords.all.union(Self.bodyKeys))
      .map(Self.bodyKeys.contains) ?? false
  }

  /// `body: bytes` and `body: string` are strings in JSON, unlike `response: bytes`.
  private func checkTextBody(_ node: YAMLNode) {
    let forms = [
      "bytes": ("a string in JSON, in Base64", "{bytes: application/octet-stream}"),
      "string": ("a string in JSON, in quotes", "{text: text/plain}"),
    ]
    guard let word = node.text, let (sent, form) = forms[word] else { return }
    report.warning(
      .wrongType, "the body is \(sent); write \(form) if it is sent as it is, otherwise {json: \(word)}",
      at: node.occurrence)
  }

  func form(_ node: YAMLNode, lists: YAMLNode?, objects: YAMLNode?, styles: YAMLNode? = nil)
    -> Endpoint.Body?
  {
    let schema = schemas.schema(node, at: .inside)
    let shape = schemas.resolved(schema)
    if shape.isNullable || !(shape.types == [.object] || !shape.object.properties.isEmpty) {
      report.error(.wrongType, "a form must be an object: its members are the fields", at: node.occurrence)
    }
    let lists =
      lists.flatMap { report.choice($0, of: Endpoint.Body.FormLists.self, for: "lists") }
      ?? .brackets
    let objects =
      objects.flatMap { report.choice($0, of: Endpoint.Body.FormObjects.self, for: "objects") }
      ?? .brackets
    let fields = styles.map { self.styles($0, of: shape) } ?? []
    return .form(schema, lists: lists, objects: objects, fields: fields)
  }

  /// `styles: {tags: {style: pipeDelimited}}`: the fields of a form that are written otherwise.
  private func styles(_ node: YAMLNode, of form: Schema) -> [StyledField] {
    report.entries(node, for: "'styles'", areWireNames: true).compactMap { entry in
      let name = Name(entry.name, span: entry.key.occurrence)
      guard let property = form.object.properties.first(where: { $0.name.text == name.text }) else {
        report.error(
          .invalidValue, "the form has no property '\(abbreviate(name.text))'", at: name.span,
          suggestion: report.suggestion(for: name.text, in: form.object.properties.map(\.name.text)))
        return nil
      }
      guard
        Fields(
          entry.value, what: "a style", keys: ["style", "explode", "reserved", "lists"], report: report)
          != nil
      else { return nil }
      let style = WrittenStyle(entry.value, report: report)
      guard let span = style.span else {
        report.error(
          .missingKey, "a style needs 'style', 'explode' or 'reserved'", at: entry.value.occurrence)
        return nil
      }
      ParameterReader(schemas: schemas).checkShape(schemas.resolved(property.schema), in: style, at: span)
      var parameter = Parameter(name: name, location: .form, schema: property.schema, isRequired: false)
      style.resolve(&parameter, report: report)
      return parameter.style.map {
        StyledField(name: name, style: $0, keepsReserved: parameter.keepsReserved)
      }
    }
  }

  // MARK: Multipart bodies

  func multipart(_ node: YAMLNode) -> Endpoint.Body? {
    guard node.mapping != nil else {
      report.mismatch(node, expected: "a mapping of parts", for: "'multipart'")
      return nil
    }
    if let entries = node.entries, let schema = entries.first(where: { $0.name == "properties" }),
      schema.value.mapping != nil,
      entries.allSatisfy({ ["properties", "required", "type"].contains($0.name) })
    {
      report.error(
        .misplacedKey, "the parts are directly under 'multipart', without 'properties'",
        at: schema.key.occurrence)
      return nil
    }
    let parts = report.entries(node, for: "'multipart'", areWireNames: true).compactMap(part)
    if node.entries?.isEmpty == true {
      report.error(.valueOutOfRange, "'multipart' is empty, but needs at least one part", at: node.occurrence)
    }
    return .multipart(parts)
  }

  private func part(_ entry: YAMLMapping.Entry) -> Endpoint.Part? {
    let marked = MarkedName(entry.name)
    let name = Name(marked.name, span: entry.key.occurrence)
    guard report.checkWireName(name, of: "a part") else { return nil }
    if isFileOfOpenAPI(entry.value) {
      report.error(
        .wrongType, "the part '\(abbreviate(name.text))' is a file; write {file: application/octet-stream}",
        at: entry.value.occurrence)
      return nil
    }
    guard let mapping = entry.value.mapping, mapping["file"] != nil || mapping["files"] != nil else {
      return value(entry.value, named: name, isRequired: !marked.isOptional)
    }
    guard
      let fields = Fields(
        entry.value, what: "a file", keys: ["file", "files", "description", "swiftName"], report: report)
    else { return nil }
    fields.requireAtMostOne(of: ["file", "files"], in: "a part")
    let isList = fields["files"] != nil
    let type = fields[isList ? "files" : "file"].flatMap {
      mediaType($0, for: isList ? "files" : "file", allowsSeveral: true)
    }
    return Endpoint.Part(
      name: name, content: .file(mediaType: type, isList: isList), isRequired: !marked.isOptional,
      documentation: Documentation(summary: fields.text("description")), swiftName: fields.swiftName())
  }

  /// A value, and beside its schema how it is written.
  private func value(_ node: YAMLNode, named name: Name, isRequired: Bool) -> Endpoint.Part {
    let schema = schemas.schema(node, at: .inside, beside: ["style", "explode", "lists", "mediaType"])
    var part = Endpoint.Part(
      name: name, content: .value(schema), isRequired: isRequired, documentation: schema.documentation,
      swiftName: schema.swiftName)
    guard node.mapping != nil else { return part }
    let style = WrittenStyle(node, report: report)
    if let span = style.span {
      ParameterReader(schemas: schemas).checkShape(schemas.resolved(schema), in: style, at: span)
      var parameter = Parameter(name: name, location: .form, schema: schema, isRequired: false)
      style.resolve(&parameter, report: report)
      part.style = parameter.style
    }
    part.mediaType = node["mediaType"].flatMap { mediaType($0, for: "mediaType") }
    return part
  }

  /// `file`, or OpenAPI's `{type: string, format: binary}`.
  private func isFileOfOpenAPI(_ node: YAMLNode) -> Bool {
    if let word = node.text { return word == "file" && folder.definition(word, in: .schemas) == nil }
    return node["format"]?.text == "binary" || node["type"]?.text == "file"
  }

  /// - Parameter allowsSeveral: whether there may be several, with commas between them, of which the caller sends one.
  func mediaType(_ node: YAMLNode, for key: String, allowsSeveral: Bool = false) -> String? {
    if allowsSeveral, let items = node.items, case let texts = items.compactMap({ $0.scalar?.text }),
      !texts.isEmpty, texts.count == items.count
    {
      report.error(
        .wrongType, "the media types of '\(key)' are one text, with commas between them", at: node.occurrence,
        suggestion: "\"\(texts.joined(separator: ", "))\"")
      return nil
    }
    guard let text = report.text(node, for: "'\(key)'") else { return nil }
    let types = allowsSeveral ? text.split(separator: ",", omittingEmptySubsequences: false) : [text[...]]
    guard types.allSatisfy(\.isMediaType) else {
      report.error(
        .invalidValue,
        "'\(abbreviate(text))' isn't a media type; write one such as application/octet-stream",
        at: node.occurrence)
      return nil
    }
    if text.hasByte("*"), ["bytes", "text", "mediaType"].contains(key) {
      let what = key == "mediaType" ? "value" : "body"
      report.error(
        .invalidValue,
        "'\(abbreviate(text))' is a range; a \(what) has one media type, or write {file: \(abbreviate(text))} for one that the caller chooses",
        at: node.occurrence)
    }
    return text
  }
}
