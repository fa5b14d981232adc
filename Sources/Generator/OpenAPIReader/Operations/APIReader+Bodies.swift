import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Whether a part is one file or several.
private enum FileCount { case one, several }

/// The parts of a multipart body beside another body.
struct MultipartAlternative {
  var parts: [Endpoint.Part]
  var mediaType: Name
}

extension APIReader {
  /// Reads an operation's body.
  ///
  /// - Returns: the parts of a multipart body beside the endpoint's own, or `.some(nil)` without one; nil if the
  ///   operation can't be called without an unsupported body, which is reported.
  func readBody(
    of operation: Located, in layers: [Located], _ method: Endpoint.Method, _ title: String,
    into endpoint: inout Endpoint
  ) -> MultipartAlternative?? {
    let body =
      if let swagger {
        swagger.body(of: operation, in: layers, method, title)
      } else {
        operation["requestBody"]
      }
    guard let written = body else { return .some(nil) }
    guard let value = documents.followed(written, for: "the body of \(title)") else { return nil }
    let contents = documents.child("content", of: value)?.allEntries ?? []
    let isRequired = value.node["required"]?.asBool == true
    if !method.allowsBody {
      // An empty form, as in Stripe's document, means that there is no body.
      let isEmpty = contents.allSatisfy { $0.value["schema"]?.node["properties"]?.entries?.isEmpty ?? true }
      if !isEmpty || isRequired {
        findings.leaveOut(
          "a \(method.rawValue.uppercased()) request can't have a body, so it is left out", at: written.node)
      }
      return .some(nil)
    }
    guard !contents.isEmpty else {
      if !findings.isBroken(value.node["content"]) {
        findings.mistake("a body needs 'content', so it is left out", at: value.node)
      }
      return .some(nil)
    }
    for content in contents { findings.keepExamples(of: content.value.node) }
    // Without fields, there is nothing to send, whether or not the body is required.
    let areEmptyForms = contents.allSatisfy {
      DocumentMediaType($0.name).form == .form
        && $0.value["schema"]?.node["properties"]?.entries?.isEmpty == true
    }
    if areEmptyForms { return .some(nil) }
    let (bodies, omitted) = self.bodies(contents, title)
    guard var first = bodies.first else { return isRequired ? nil : .some(nil) }
    let others = bodies.filter { !$0.body.isMultipart }
    let multipart = bodies.lazy.compactMap { body in
      if case .multipart(let parts) = body.body {
        MultipartAlternative(parts: parts, mediaType: body.mediaType)
      } else {
        nil
      }
    }.first
    if let only = others.first { first = only }
    endpoint.body = others.count > 1 ? .alternatives(others) : first.body
    endpoint.omittedBodies = omitted
    endpoint.textSchemas = textSchemas(contents, title)
    endpoint.isBodyOptional = !isRequired && !first.body.isMultipart
    if !isRequired { decideAboutParts(of: &endpoint.body, value, title) }
    if let text = value.node["description"]?.text { endpoint.body?.describe(documentation(text)) }
    return .some(others.isEmpty ? nil : multipart)
  }

  /// The bodies by media type. One that only writes the same value differently is omitted without a warning.
  private func bodies(_ contents: [(key: YAMLNode, name: String, value: Located)], _ title: String)
    -> (sent: [Endpoint.Body.Alternative], omitted: [Endpoint.OmittedBody])
  {
    var bodies: [Endpoint.Body.Alternative] = []
    var omitted: [Endpoint.OmittedBody] = []
    let preferred = contents.enumerated().sorted { one, two in
      (rank(one.element.name), one.offset) < (rank(two.element.name), two.offset)
    }
    for (_, entry) in preferred {
      let type = DocumentMediaType(entry.name)
      guard let content = documents.mediaType(entry.value),
        let body = body(type, content, entry.key, title)
      else { continue }
      if let schema = body.schemas.first, !body.isMultipart {
        let same = bodies.filter { other in
          !other.body.isMultipart && other.body.schemas.first.map { $0.meansTheSame(as: schema) } == true
        }
        // How a patch changes a value depends on its media type.
        let isKnown = same.contains {
          $0.mediaType.text == type.name || !type.isPatch && !DocumentMediaType($0.mediaType.text).isPatch
        }
        if isKnown, let substitute = same.first {
          omitted.append(.init(body: body, substitute: substitute.mediaType))
          noteSameValue(type, beside: bodies, title, at: entry.key)
          continue
        }
      }
      // A service that accepts an object as `text/plain`, too, means JSON.
      if type.essence == "text/plain", !mayBeText(content["schema"]),
        bodies.contains(where: { DocumentMediaType($0.mediaType.text).form == .json })
      {
        continue
      }
      if body.isMultipart, bodies.contains(where: { $0.body.isMultipart }) { continue }
      // An object without files can equally be sent as JSON or a form.
      if case .multipart(let parts) = body, !parts.contains(where: \.isFile),
        let substitute = bodies.first(where: { !$0.body.schemas.isEmpty })
      {
        omitted.append(.init(body: body, substitute: substitute.mediaType))
        continue
      }
      let name = body.mediaType(type)
      if bodies.contains(where: { $0.mediaType.text == name }) {
        if !body.schemas.isEmpty {
          findings.leaveOut(
            "another body of \(title) is '\(abbreviate(name))', too, so this one is left out", at: entry.key)
        }
        continue
      }
      bodies.append(.init(mediaType: Name(name, span: entry.key.occurrence), body: body))
    }
    return (bodies, omitted)
  }

  /// Notes that the client doesn't send a JSON media type, because another one has the same schema.
  private func noteSameValue(
    _ type: DocumentMediaType, beside bodies: [Endpoint.Body.Alternative], _ title: String, at key: YAMLNode
  ) {
    let json = bodies.first { DocumentMediaType($0.mediaType.text).form == .json }
    guard type.form == .json, !type.essence.contains("*"), type.essence != "text/json", let json,
      json.mediaType.text != type.name
    else { return }
    findings.ignore(
      "the body of \(title) is sent as '\(abbreviate(json.mediaType.text))'; '\(abbreviate(type.name))', which has the same schema, is left out",
      at: key)
  }

  /// JSON comes first, because other forms of the same value are omitted.
  private func rank(_ name: String) -> Int {
    switch DocumentMediaType(name).form {
    case .json: 0
    case .form: 1
    default: 2
    }
  }

  private func body(_ type: DocumentMediaType, _ content: Located, _ key: YAMLNode, _ title: String)
    -> Endpoint.Body?
  {
    guard type.isWellFormed else {
      findings.leaveOut("'\(abbreviate(type.essence))' isn't a media type, so the body is left out", at: key)
      return nil
    }
    let schema = content["schema"]
    switch type.form {
    case .json:
      let isRange = type.essence.contains("*")
      if isRange || schema.map(isFile) == true, schema.map(isText) ?? true {
        return isRange ? .file(mediaType: type.essence) : .bytes(mediaType: type.name)
      }
      let value = schema.map { schemas.use($0) } ?? Schema(span: content.node.occurrence)
      let isUsual = isRange || type.name == "application/json"
      return isUsual ? .json(value) : .jsonOfType(value, mediaType: type.name)
    case .form:
      guard let schema else {
        findings.leaveOut(
          "a form without a schema isn't supported, so the body of \(title) is left out", at: key)
        return nil
      }
      guard documents.followed(schema, for: "the body of \(title)") != nil else { return nil }
      if schema.node["properties"]?.entries?.isEmpty == true { return nil }
      let value = schemas.use(schema)
      guard case .object = schemas.parameterForm(of: value) else {
        if documents.isBroken(schema) { return nil }
        findings.leaveOut(
          "a form that isn't an object isn't supported, so the body of \(title) is left out", at: schema.node)
        return nil
      }
      return form(value, documents.child("encoding", of: content), title)
    case .multipart: return multipart(type, schema, documents.child("encoding", of: content), title, at: key)
    case .text, .lines, .sequence:
      tellUnchecked(schema, "the body of \(title)")
      return .text(mediaType: type.name)
    case .bytes, .events:
      let isRange = type.essence.contains("*")
      return isRange ? .file(mediaType: type.essence) : .bytes(mediaType: type.name)
    }
  }

  /// Adds endpoints for a multipart body beside another one.
  func addMultipart(_ alternative: MultipartAlternative, besideEndpointsFrom first: Int) {
    for position in first..<module.endpoints.count {
      var endpoint = module.endpoints[position]
      endpoint.name.text = freeName([endpoint.name.text + "-multipart"], in: endpoint.group)
      endpoint.body = .multipart(alternative.parts)
      endpoint.isBodyOptional = false
      module.endpoints.append(endpoint)
    }
  }

  // MARK: Multipart bodies

  private func multipart(
    _ type: DocumentMediaType, _ schema: Located?, _ encoding: Located?, _ title: String, at key: YAMLNode
  ) -> Endpoint.Body? {
    guard type.essence == "multipart/form-data" || type.essence.contains("*") else {
      findings.leaveOut(
        "'\(abbreviate(type.essence))' isn't supported, only 'multipart/form-data' is, so this body of \(title) is left out",
        at: key)
      return nil
    }
    guard let schema else {
      findings.leaveOut(
        "a multipart body without a schema isn't supported, so that of \(title) is left out", at: key)
      return nil
    }
    guard documents.followed(schema, for: "the body of \(title)") != nil else { return nil }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(schema, in: documents, seen: &seen)
    for union in facts.unions {
      for alternative in union.alternatives {
        var own = SchemaFacts()
        own.add(alternative, in: documents, seen: &seen)
        facts.addOptional(own)
        schemas.leaveOut(own.conditions, "of a multipart body")
      }
    }
    guard !facts.properties.isEmpty else {
      if documents.isBroken(schema) || findings.isBroken(schema.node["properties"]) { return nil }
      findings.leaveOut(
        "a multipart body without properties isn't supported, so that of \(title) is left out", at: key)
      return nil
    }
    schemas.leaveOut(facts.conditions, "of a multipart body")
    return .multipart(
      facts.properties.compactMap { name, key, values in
        guard let first = values.first else { return nil }
        guard !name.isEmpty, visibleText(name) == name else {
          findings.leaveOut(
            "a part of \(title) \(name.isEmpty ? "has no name" : "has a name that can't be sent"), so it is left out",
            at: key)
          return nil
        }
        let value = documents.followed(first, for: "the part '\(abbreviate(name))'") ?? first
        let encoding = encoding?[name].flatMap { documents.object($0, "an encoding") }
        let isRequired = facts.required.contains(name)
        var known: [SchemaStore.Spot: FileCount?] = [:]
        let file = fileForm(of: value, &known)
        if file == .several, let node = countOfFiles(of: value) {
          findings.leaveOut(
            "how many files the part '\(abbreviate(name))' of \(title) may have isn't checked", at: node)
        } else if file == nil, let other = fileAmongOthers(in: value) {
          findings.leaveOut(
            "a part that is a file or something else isn't supported, so '\(abbreviate(name))' of \(title) is sent as a value, "
              + "which can't be a file", at: other.node)
        }
        if let headers = encoding.flatMap({ documents.child("headers", of: $0) }),
          headers.node.entries?.isEmpty == false
        {
          findings.leaveOut(
            "the header fields of the part '\(abbreviate(name))' aren't supported, and are left out",
            at: headers.node)
        }
        let types = mediaTypes(encoding)
        var part = Endpoint.Part(
          name: Name(name, span: key.occurrence),
          content: .file(mediaType: types, isList: file == .several),
          isRequired: isRequired, documentation: documentation(first.node["description"]?.text))
        let own = types.map { DocumentMediaType($0.prefix { $0 != "," }.description) }
        if file != nil || isText(value) && own.map(isTextOfOwn) == true { return part }
        var schema = schemas.conjunction(values)
        schema.isNullable = false
        part.content = .value(schema)
        guard encoding != nil else { return part }
        let form = schemas.parameterForm(of: schema)
        if let style = self.style(of: encoding, form, schema, named: name, isMultipart: true, title) {
          part.style = style.style
        } else if let own, form == .object || form == .list || form == .any, own.form != .json,
          own.essence != "text/plain"
        {
          let isList = value.node["type"]?.text == "array"
          findings.leaveOut(
            "the part '\(abbreviate(name))' of \(title) is '\(abbreviate(own.name))', so it is sent as you write it, and its schema is left out",
            at: encoding?.node ?? key)
          part.content = .file(mediaType: types, isList: isList)
        } else if let own, own.form == .json, form == .object || form == .list {
          if form == .list { part.style = Parameter.Style(.json) }
          part.mediaType = form == .list || own.name != "application/json" ? own.name : nil
        }
        return part
      })
  }

  /// The media types of a part, with commas between several of them; nil if they aren't described.
  private func mediaTypes(_ encoding: Located?) -> String? {
    let types = (encoding?.node["contentType"]?.text ?? "").split(separator: ",").map {
      DocumentMediaType(String($0))
    }
    let usable = types.filter(\.isWellFormed).map(\.name)
    return usable.isEmpty ? nil : usable.joined(separator: ", ")
  }

  /// Whether a text is sent with a media type that identifies its kind.
  private func isTextOfOwn(_ type: DocumentMediaType) -> Bool {
    type.isWellFormed && type.essence != "text/plain" && !type.essence.contains("*")
  }

  /// Whether a part is a file, or several: as in OpenAI's document, it may be a union of both.
  ///
  /// - Parameter known: the results so far. A schema that contains itself isn't a file.
  private func fileForm(of value: Located, _ known: inout [SchemaStore.Spot: FileCount?]) -> FileCount? {
    guard known.count < Self.maximumFileForms, let value = documents.followed(value, for: "the part") else {
      return nil
    }
    let spot = SchemaStore.Spot(value)
    if let form = known[spot] { return form }
    known[spot] = .some(nil)
    let form = ownFileForm(of: value, &known)
    known[spot] = .some(form)
    return form
  }

  /// The maximum number of schemas that are looked at for a part.
  private static var maximumFileForms: Int { 500 }

  private func ownFileForm(of value: Located, _ known: inout [SchemaStore.Spot: FileCount?]) -> FileCount? {
    if isFile(value) { return .one }
    if let items = value["items"] { return fileForm(of: items, &known).map { _ in .several } }
    let parts = value["allOf"]?.items.filter { !schemas.onlyAnnotates($0, besides: "") } ?? []
    if let only = parts.first, parts.count == 1 { return fileForm(of: only, &known) }
    let alternatives = ((value["anyOf"]?.items ?? []) + (value["oneOf"]?.items ?? [])).filter {
      !schemas.isNull($0)
    }
    let forms = alternatives.map { fileForm(of: $0, &known) }
    guard !forms.isEmpty, !forms.contains(nil) else { return nil }
    return forms.contains(.several) ? .several : .one
  }

  /// A limit of the number of files, of the part or of one of its alternatives.
  private func countOfFiles(of value: Located) -> YAMLNode? {
    let alternatives =
      (value["anyOf"]?.items ?? []) + (value["oneOf"]?.items ?? []) + (value["allOf"]?.items ?? [])
    return ([value] + alternatives).lazy.compactMap { part in
      let part = self.documents.followed(part, for: "a part") ?? part
      return part.node["minItems"] ?? part.node["maxItems"]
    }.first
  }

  /// An alternative or a member that is a file, of a part that isn't only files.
  private func fileAmongOthers(in value: Located) -> Located? {
    let properties = value["properties"]?.entries.map(\.value) ?? []
    let members = properties + [value["additionalProperties"]].compactMap(\.self)
    return ((value["anyOf"]?.items ?? []) + (value["oneOf"]?.items ?? []) + members).first { part in
      var known: [SchemaStore.Spot: FileCount?] = [:]
      return fileForm(of: part, &known) != nil
    }
  }
}

extension Endpoint.Body {
  fileprivate var isMultipart: Bool { if case .multipart = self { true } else { false } }

  fileprivate func mediaType(_ type: DocumentMediaType) -> String {
    switch self {
    case .bytes(let mediaType), .file(let mediaType): mediaType
    // A form has no other media type, whatever its parameters.
    case .form, .multipart: type.essence
    default: type.essence.contains("*") ? "application/json" : type.name
    }
  }

  fileprivate mutating func describe(_ words: Documentation) {
    switch self {
    case .json, .jsonOfType, .form: break
    case .alternatives, .bytes, .text, .file, .multipart: return
    }
    guard words.summary != nil, var schema = schemas.first else { return }
    schema.documentation.summary = words.summary
    schema.documentation.details = words.details
    schemas = [schema]
  }
}

extension Endpoint.Part {
  fileprivate var isFile: Bool { if case .file = content { true } else { false } }
}
