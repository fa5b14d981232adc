import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// A media type, and how its values are read and written.
struct MediaType {
  enum Form { case json, form, multipart, text, bytes, events, lines, sequence }

  /// As it is written, without parameters.
  var essence: String

  init(_ text: String) {
    essence = trimmed(String(text.prefix { $0 != ";" })).lowercased()
  }

  var form: Form {
    switch essence {
    case "application/json", "text/json", "*/*", "application/*": return .json
    case "application/x-www-form-urlencoded": return .form
    case "text/event-stream": return .events
    case "application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/json-lines",
      "application/ndjson":
      return .lines
    case "application/json-seq": return .sequence
    case "application/xml", "application/yaml", "application/x-yaml", "application/sdp",
      "application/javascript":
      return .text
    default: break
    }
    if essence.hasPrefix("multipart/") { return .multipart }
    if essence.hasSuffix("+json") { return .json }
    if essence.hasPrefix("text/") || essence.hasSuffix("+xml") { return .text }
    return .bytes
  }

  /// Whether a request can send it, or ask for it.
  var isWellFormed: Bool {
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts.contains(where: \.isEmpty)
      && essence.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
  }
}

extension APIReader {
  /// Reads an operation's body.
  ///
  /// - Returns: false, reported, where the operation can't be called without a body that isn't supported.
  func readBody(
    of operation: Located, _ method: Endpoint.Method, _ title: String, into endpoint: inout Endpoint
  ) -> Bool {
    guard let written = operation["requestBody"] else { return true }
    guard let value = documents.followed(written, for: "the body of \(title)") else { return false }
    let contents = value["content"]?.entries ?? []
    let isRequired = value.node["required"]?.asBool == true
    if [.get, .head, .trace].contains(method) {
      // An empty form, as Stripe's document has it, says that there is no body.
      let isEmpty = contents.allSatisfy { $0.value["schema"]?.node["properties"]?.entries?.isEmpty ?? true }
      if !isEmpty || isRequired {
        findings.leaveOut(
          "a \(method.rawValue.uppercased()) request can't have a body, so it is left out", at: written.node)
      }
      return true
    }
    guard !contents.isEmpty else {
      findings.mistake("a body needs 'content', so it is left out", at: value.node)
      return true
    }
    let preferred: [MediaType.Form] = [.json, .form, .multipart, .text, .bytes, .lines, .sequence, .events]
    let types = contents.map { (MediaType($0.name), $0.value, $0.key) }
    let chosen = preferred.lazy.compactMap { form in types.first { $0.0.form == form } }.first
    guard let (type, content, key) = chosen else { return true }
    for other in types where other.0.essence != type.essence && other.0.form != type.form {
      findings.leaveOut(
        "\(title) is sent as '\(abbreviate(type.essence))', so '\(abbreviate(other.0.essence))' is left out",
        at: other.2)
    }
    let body = body(type, content, key, isRequired: isRequired, title)
    guard let body else { return !isRequired }
    endpoint.body = body
    if let text = value.node["description"]?.text, !body.schemas.isEmpty {
      endpoint.body?.describe(documentation(text))
    }
    return true
  }

  private func body(
    _ type: MediaType, _ content: Located, _ key: YAMLNode, isRequired: Bool, _ title: String
  ) -> Endpoint.Body? {
    guard type.isWellFormed else {
      findings.leaveOut("'\(abbreviate(type.essence))' isn't a media type, so the body is left out", at: key)
      return nil
    }
    let schema = content["schema"]
    switch type.form {
    case .json:
      var value = schema.map { schemas.use($0) } ?? Schema(span: content.node.occurrence)
      if !isRequired { value.isNullable = true }
      return .json(value)
    case .form:
      guard let schema else { return nil }
      if schema.node["properties"]?.entries?.isEmpty == true { return nil }
      var value = schemas.use(schema)
      guard case .object = schemas.parameterForm(of: value) else {
        findings.leaveOut(
          "a form that isn't an object isn't supported, so the body of \(title) is left out", at: schema.node)
        return nil
      }
      if !isRequired { value.isNullable = true }
      let styles = content["encoding"]?.entries.compactMap { $0.value.node["style"]?.text } ?? []
      let isDeep = styles.contains("deepObject")
      return .form(value, lists: isDeep ? .brackets : .repeated, objects: .brackets)
    case .multipart: return multipart(schema, content["encoding"], title, at: key)
    case .text: return .text(mediaType: type.essence)
    case .bytes, .events:
      return .bytes(mediaType: type.essence.contains("*") ? "application/octet-stream" : type.essence)
    case .lines, .sequence: return .text(mediaType: type.essence)
    }
  }

  // MARK: Multipart bodies

  private func multipart(_ schema: Located?, _ encoding: Located?, _ title: String, at key: YAMLNode)
    -> Endpoint.Body?
  {
    guard let schema else { return nil }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(schema, in: documents, seen: &seen)
    for choice in facts.choices {
      for alternative in choice.alternatives {
        var own = SchemaFacts()
        own.add(alternative, in: documents, seen: &seen)
        facts.addOptional(own)
      }
    }
    guard !facts.properties.isEmpty else {
      findings.leaveOut(
        "a multipart body without properties isn't supported, so that of \(title) is left out", at: key)
      return nil
    }
    return .multipart(
      facts.properties.compactMap { name, key, values in
        guard let first = values.first, !name.isEmpty, visibleText(name) == name else { return nil }
        let value = documents.followed(first, for: "the part '\(abbreviate(name))'") ?? first
        let type = encoding?[name]?.node["contentType"]?.text.map {
          MediaType($0.prefix { $0 != "," }.description)
        }
        let isRequired = facts.required.contains(name)
        let items = value["items"].flatMap { documents.followed($0, for: "the part '\(abbreviate(name))'") }
        let content: Endpoint.Part.Content
        if isFile(value) || items.map(isFile) == true {
          content = .file(
            mediaType: type.flatMap { $0.isWellFormed && !$0.essence.contains("*") ? $0.essence : nil },
            isList: items.map(isFile) == true)
        } else {
          var schema = schemas.conjunction(values, at: key.occurrence)
          schema.isNullable = false
          content = .value(schema)
        }
        return Endpoint.Part(
          name: Name(name, span: key.occurrence), content: content, isRequired: isRequired,
          documentation: documentation(first.node["description"]?.text))
      })
  }

  private func isFile(_ value: Located) -> Bool {
    let format = value.node["format"]?.text
    if format == "binary" { return true }
    guard value.node["type"]?.text == "string" || value.node["type"] == nil else { return false }
    return value.node["contentMediaType"] != nil && value.node["contentEncoding"] == nil
  }
}

extension Endpoint.Body {
  fileprivate mutating func describe(_ words: Documentation) {
    guard words.summary != nil, var list = Optional(schemas), !list.isEmpty else { return }
    guard case .multipart = self else {
      list[0].documentation.summary = words.summary
      list[0].documentation.details = words.details
      schemas = list
      return
    }
  }
}
