import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// The objects of OpenAPI 3.
enum OpenAPIObject: DocumentObject {
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
    case .response: "a response"
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

  var keys: [String: Shape<Self>]? {
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

  func allowsOther(_ key: String, _ dialect: Dialect) -> Bool {
    if case .mediaType = self { key == "description" && dialect == .openAPI32 } else { false }
  }

  func advice(for key: String, in value: Located) -> String { "" }

  var isSchema: Bool { if case .schema = self { true } else { false } }
  var isHeader: Bool { if case .header = self { true } else { false } }
  var mayBeNull: Bool { if case .pathItem = self { true } else { false } }

  func allowsReferences(_ dialect: Dialect) -> Bool {
    switch self {
    case .document, .components, .operation, .encoding, .server, .variable, .tag: false
    case .mediaType: dialect == .openAPI32
    case .pathItem, .parameter, .header, .requestBody, .response, .example, .link, .schema, .callback,
      .securityScheme:
      true
    }
  }

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

extension OpenAPIObject {
  func checkMore(_ value: Located, _ dialect: Dialect, _ findings: Findings) {
    let node = value.node
    switch self {
    case .parameter:
      let place = node["in"]?.text
      if let reserved = node.mapping?.entry(for: "allowReserved")?.key,
        dialect == .openAPI32 ? place == "header" : place != "query"
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
      checkQueryStrings(value["parameters"]?.items ?? [], findings)
    case .operation: checkQueryStrings(value["parameters"]?.items ?? [], findings)
    default: break
    }
  }

  /// A parameter for the whole query excludes others.
  private func checkQueryStrings(_ parameters: [Located], _ findings: Findings) {
    let whole = parameters.filter { $0.node["in"]?.text == "querystring" }
    guard let last = whole.last else { return }
    if whole.count > 1 || parameters.contains(where: { $0.node["in"]?.text == "query" }) {
      findings.mistake(
        "a parameter in the 'querystring' is the whole query, and can't have others beside it", at: last.node)
    }
  }
}
