import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Reports violations of the specification in parts that can be read: unknown keys and keys that exclude each other.
/// Unused parts are checked, too.
func checkDocument(_ root: Located, version: String, _ documents: DocumentSet) {
  let findings = documents.findings
  if root["paths"] == nil, root["components"] == nil, root["webhooks"] == nil {
    findings.mistake("the document has neither 'paths' nor 'components' nor 'webhooks'", at: root.node)
  }
  if let dialect = root["jsonSchemaDialect"], let text = dialect.node.text,
    !text.contains("json-schema.org/draft/2020-12/") && !text.contains("spec.openapis.org/oas/3.")
  {
    findings.leaveOut(
      "schemas are read as JSON Schema 2020-12, whatever '\(abbreviate(text))' says", at: dialect.node)
  }
  DocumentChecker(version: version, documents: documents).check(root, as: .document)
}

/// The specification's objects and their keys.
private enum ObjectKind {
  case document, components, pathItem, operation, parameter, header, requestBody, response, mediaType,
    encoding
  case example, link, server, variable, schema, callback, securityScheme, tag

  var title: String {
    switch self {
    case .document: "a document"
    case .components: "'components'"
    case .pathItem: "a path"
    case .operation: "an operation"
    case .parameter: "a parameter"
    case .header: "a header"
    case .requestBody: "a body"
    case .response: "an answer"
    case .mediaType: "a media type"
    case .encoding: "an encoding"
    case .example: "an example"
    case .link: "a link"
    case .server: "a server"
    case .variable: "a variable"
    case .schema: "a schema"
    case .callback: "a callback"
    case .securityScheme: "a credential"
    case .tag: "a tag"
    }
  }

  /// The kinds of values in an object.
  enum Shape {
    case value
    case one(ObjectKind)
    case list(ObjectKind)
    case map(ObjectKind)
  }

  /// The keys; nil if any key is allowed.
  var keys: [String: Shape]? {
    switch self {
    case .document:
      [
        "openapi": .value, "$self": .value, "info": .value, "jsonSchemaDialect": .value,
        "servers": .list(.server),
        "paths": .map(.pathItem), "webhooks": .map(.pathItem), "components": .one(.components),
        "security": .value,
        "tags": .list(.tag), "externalDocs": .value,
      ]
    case .components:
      [
        "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
        "examples": .map(.example), "requestBodies": .map(.requestBody), "headers": .map(.header),
        "securitySchemes": .map(.securityScheme), "links": .map(.link), "callbacks": .map(.callback),
        "pathItems": .map(.pathItem), "mediaTypes": .map(.mediaType),
      ]
    case .pathItem:
      [
        "summary": .value, "description": .value, "servers": .list(.server), "parameters": .list(.parameter),
        "additionalOperations": .map(.operation), "get": .one(.operation), "put": .one(.operation),
        "post": .one(.operation), "delete": .one(.operation), "options": .one(.operation),
        "head": .one(.operation),
        "patch": .one(.operation), "trace": .one(.operation), "query": .one(.operation),
      ]
    case .operation:
      [
        "tags": .value, "summary": .value, "description": .value, "externalDocs": .value,
        "operationId": .value,
        "parameters": .list(.parameter), "requestBody": .one(.requestBody), "responses": .map(.response),
        "callbacks": .map(.callback), "deprecated": .value, "security": .value, "servers": .list(.server),
      ]
    case .parameter, .header:
      [
        "name": .value, "in": .value, "description": .value, "required": .value, "deprecated": .value,
        "allowEmptyValue": .value, "style": .value, "explode": .value, "allowReserved": .value,
        "schema": .one(.schema), "example": .value, "examples": .map(.example), "content": .map(.mediaType),
      ]
    case .requestBody: ["description": .value, "content": .map(.mediaType), "required": .value]
    case .response:
      [
        "summary": .value, "description": .value, "headers": .map(.header), "content": .map(.mediaType),
        "links": .map(.link),
      ]
    case .mediaType:
      [
        "schema": .one(.schema), "itemSchema": .one(.schema), "example": .value, "examples": .map(.example),
        "encoding": .map(.encoding), "prefixEncoding": .list(.encoding), "itemEncoding": .one(.encoding),
      ]
    case .encoding:
      [
        "contentType": .value, "headers": .map(.header), "style": .value, "explode": .value,
        "allowReserved": .value,
        "encoding": .map(.encoding), "prefixEncoding": .list(.encoding), "itemEncoding": .one(.encoding),
      ]
    case .example:
      [
        "summary": .value, "description": .value, "dataValue": .value, "serializedValue": .value,
        "value": .value,
        "externalValue": .value,
      ]
    case .link:
      [
        "operationRef": .value, "operationId": .value, "parameters": .value, "requestBody": .value,
        "description": .value, "server": .one(.server),
      ]
    case .server: ["url": .value, "description": .value, "name": .value, "variables": .map(.variable)]
    case .variable: ["enum": .value, "default": .value, "description": .value]
    case .callback, .schema, .securityScheme, .tag: nil
    }
  }

  /// Keys of later versions of the specification.
  func hasLater(_ key: String, _ version: String) -> Bool {
    if case .mediaType = self { key == "description" && version == "3.2" } else { false }
  }

  /// Whether an object may be a reference.
  func allowsReferences(_ version: String) -> Bool {
    switch self {
    case .document, .components, .operation, .encoding, .server, .variable, .tag: false
    case .mediaType: version == "3.2"
    case .pathItem, .parameter, .header, .requestBody, .response, .example, .link, .schema, .callback,
      .securityScheme:
      true
    }
  }

  /// Keys that exclude each other.
  var exclusive: [[String]] {
    switch self {
    case .parameter, .header: [["example", "examples"], ["schema", "content"], ["content", "style"]]
    case .mediaType:
      [["example", "examples"], ["encoding", "prefixEncoding"], ["encoding", "itemEncoding"]]
    case .encoding: [["encoding", "prefixEncoding"], ["encoding", "itemEncoding"]]
    case .example:
      [
        ["value", "externalValue"], ["value", "dataValue"], ["value", "serializedValue"],
        ["serializedValue", "externalValue"],
      ]
    case .link: [["operationId", "operationRef"]]
    default: []
    }
  }
}

private struct DocumentChecker {
  let version: String
  let documents: DocumentSet
  var findings: Findings { documents.findings }

  func check(_ value: Located, as kind: ObjectKind) {
    let node = value.node
    guard node.mapping != nil else {
      let isSchema = if case .schema = kind { node.scalar?.coreType == .boolean } else { false }
      // The readers report mistakes in the parts that they read.
      if !isSchema { findings.mismatch(node, expected: "a mapping", for: kind.title) }
      return
    }
    guard node["$ref"] == nil else {
      if !kind.allowsReferences(version) { _ = documents.object(value, kind.title) }
      return
    }
    for pair in kind.exclusive where pair.allSatisfy({ node[$0] != nil }) {
      guard let key = node.mapping?.entry(for: pair[1])?.key else { continue }
      findings.mistake("\(kind.title) can't have both \(alternatives(pair, last: "and"))", at: key)
    }
    checkMore(value, as: kind)
    guard let keys = kind.keys else { return }
    for (key, name, _) in value.entries {
      guard let shape = keys[name] else {
        if kind.hasLater(name, version) { continue }
        findings.mistake("\(kind.title) has no '\(abbreviate(name))'", at: key)
        continue
      }
      guard let child = value[name], !isReference(child, at: name, of: value, shape) else { continue }
      switch shape {
      case .value: break
      case .one(let inner): check(child, as: inner)
      case .list(let inner):
        if child.node.items == nil {
          findings.mismatch(child.node, expected: "a list", for: "'\(name)'")
        }
        for item in child.items { check(item, as: inner) }
      case .map(let inner):
        if child.node.mapping == nil, !child.node.asNull {
          findings.mismatch(child.node, expected: "a mapping", for: "'\(name)'")
        }
        for entry in child.entries {
          if case .pathItem = inner, entry.value.node.asNull { continue }
          if case .header = inner, !isToken(entry.name) {
            findings.mistake("'\(abbreviate(entry.name))' can't be the name of a header", at: entry.key)
          }
          check(entry.value, as: inner)
        }
      }
    }
  }

  /// Whether a list or a map is only a reference, which is reported.
  private func isReference(
    _ child: Located, at key: String, of value: Located, _ shape: ObjectKind.Shape
  ) -> Bool {
    switch shape {
    case .value, .one: return false
    case .list, .map:
      return documents.child(key, of: value).map { SchemaStore.Spot($0) != SchemaStore.Spot(child) } ?? true
    }
  }

  /// Rules that the table can't express.
  private func checkMore(_ value: Located, as kind: ObjectKind) {
    let node = value.node
    switch kind {
    case .parameter:
      let place = node["in"]?.text
      if let reserved = node.mapping?.entry(for: "allowReserved")?.key,
        version == "3.2" ? place == "header" : place != "query"
      {
        findings.mistake(
          "'allowReserved' has no meaning for a parameter in the \(abbreviate(place ?? "place"))",
          at: reserved)
      }
      if place == "querystring", let schema = node.mapping?.entry(for: "schema")?.key {
        findings.mistake("a parameter in the 'querystring' has 'content', not 'schema'", at: schema)
      }
      if place == "path", let name = node["name"], name.text?.contains(where: { "{}".contains($0) }) == true {
        findings.mistake("the name of a parameter in the path has no braces", at: name)
      }
    case .header:
      if let reserved = node.mapping?.entry(for: "allowReserved")?.key {
        findings.mistake("'allowReserved' has no meaning for a header", at: reserved)
      }
    case .schema:
      if let xml = node["xml"], let kind = xml.mapping?.entry(for: "nodeType")?.key,
        xml["attribute"] != nil || xml["wrapped"] != nil
      {
        findings.mistake("'nodeType' can't be combined with 'attribute' or 'wrapped'", at: kind)
      }
    case .pathItem:
      for entry in value["additionalOperations"]?.entries ?? []
      where Endpoint.Method(rawValue: entry.name.lowercased()) != nil {
        findings.mistake("'\(abbreviate(entry.name))' is written as a key of the path itself", at: entry.key)
      }
      checkQueryStrings(value["parameters"]?.items ?? [])
    case .operation: checkQueryStrings(value["parameters"]?.items ?? [])
    default: break
    }
  }

  /// A parameter for the whole query excludes others.
  private func checkQueryStrings(_ parameters: [Located]) {
    let whole = parameters.filter { $0.node["in"]?.text == "querystring" }
    guard let last = whole.last else { return }
    if whole.count > 1 || parameters.contains(where: { $0.node["in"]?.text == "query" }) {
      findings.mistake(
        "a parameter in the 'querystring' is the whole query, and can't have others beside it", at: last.node)
    }
  }

  private func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
