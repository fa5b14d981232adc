import SpecReader
import SpecYAML

/// The objects of Swagger 2.0.
enum SwaggerObject: DocumentObject {
  case document, pathItem, operation, parameter, header, items, response, schema, credential, tag

  var title: String {
    switch self {
    case .document: "a document"
    case .pathItem: "a path"
    case .operation: "an operation"
    case .parameter: "a parameter"
    case .header: "a header"
    case .items: "'items' of a parameter"
    case .response: "a response"
    case .schema: "a schema"
    case .credential: "a credential"
    case .tag: "a tag"
    }
  }

  var keys: [String: Shape<Self>]? {
    switch self {
    case .document:
      [
        "swagger": .value, "info": .value, "host": .value, "basePath": .value, "schemes": .value,
        "consumes": .value, "produces": .value, "paths": .map(.pathItem), "definitions": .map(.schema),
        "parameters": .map(.parameter), "responses": .map(.response),
        "securityDefinitions": .map(.credential), "security": .value, "tags": .list(.tag),
        "externalDocs": .value,
      ]
    case .pathItem:
      [
        "parameters": .list(.parameter), "get": .one(.operation), "put": .one(.operation),
        "post": .one(.operation), "delete": .one(.operation), "options": .one(.operation),
        "head": .one(.operation), "patch": .one(.operation),
      ]
    case .operation:
      [
        "tags": .value, "summary": .value, "description": .value, "externalDocs": .value,
        "operationId": .value,
        "consumes": .value, "produces": .value, "parameters": .list(.parameter), "responses": .map(.response),
        "schemes": .value, "deprecated": .value, "security": .value,
      ]
    case .parameter:
      values(["name", "in", "description", "required", "allowEmptyValue", "collectionFormat"]).merging(
        ["items": .one(.items), "schema": .one(.schema)]
      ) { $1 }
    case .header: values(["description", "collectionFormat"]).merging(["items": .one(.items)]) { $1 }
    case .items: values(["collectionFormat"]).merging(["items": .one(.items)]) { $1 }
    case .response:
      ["description": .value, "schema": .one(.schema), "headers": .map(.header), "examples": .value]
    // `withOpenAPISchemas` looks at these, also in other files.
    case .schema: nil
    case .credential:
      [
        "type": .value, "description": .value, "name": .value, "in": .value, "flow": .value,
        "authorizationUrl": .value, "tokenUrl": .value, "scopes": .value,
      ]
    case .tag: ["name": .value, "description": .value, "externalDocs": .value]
    }
  }

  private func values(_ keys: [String]) -> [String: Shape<Self>] {
    Dictionary(uniqueKeysWithValues: (keys + Swagger.keywords).map { ($0, .value) })
  }

  var exclusive: [[String]] { [] }
  var isSchema: Bool { self == .schema }
  var isHeader: Bool { self == .header }
  var mayBeNull: Bool { self == .pathItem }

  func allowsReferences(_ dialect: Dialect) -> Bool {
    [.pathItem, .parameter, .response, .schema].contains(self)
  }

  /// These are reported where they are read.
  func allowsOther(_ key: String, _ dialect: Dialect) -> Bool {
    switch self {
    case .header: key == "schema"
    case .credential: ["scheme", "bearerFormat", "openIdConnectUrl", "flows"].contains(key)
    default: false
    }
  }

  func advice(for key: String, in value: Located) -> String {
    let advice: String? =
      switch self {
      case .document: Self.ofDocuments[key]
      case .pathItem, .operation: Self.ofOperations[key]
      case .parameter, .header: Self.ofParameters[key]
      case .response: Self.ofResponses[key]
      case .items, .schema, .credential, .tag: nil
      }
    return advice.map { " in Swagger 2.0; \($0)" } ?? ""
  }

  func checkMore(_ value: Located, _ dialect: Dialect, _ findings: Findings) {
    if self == .parameter, value.node["in"]?.text == "path",
      value.node["name"]?.text?.contains(where: { "{}".contains($0) }) == true
    {
      findings.mistake(
        "the name of a parameter in the path has no braces", at: value.node["name"] ?? value.node)
    }
  }
}

// MARK: Keys of OpenAPI 3

extension SwaggerObject {
  private static let ofDocuments = [
    "openapi": "a document has either 'swagger' or 'openapi'",
    "servers": "a server is described by 'schemes', 'host' and 'basePath', so this is ignored",
    "components":
      "schemas are in 'definitions', parameters and bodies in 'parameters', responses in 'responses', and credentials in "
      + "'securityDefinitions', so this is ignored",
    "securitySchemes": "credentials are in 'securityDefinitions', so this is ignored",
    "webhooks": "only OpenAPI 3.1 has it, so this is ignored",
  ]

  private static let ofOperations = [
    "requestBody":
      "a body is a parameter 'in: body', and a form has parameters 'in: formData', so this is ignored",
    "servers": "an operation has 'schemes', and the host is the document's, so this is ignored",
    "callbacks": "only OpenAPI 3 has it, so this is ignored",
    "trace": "only OpenAPI 3 has it, and it is read as there",
    "query": "only OpenAPI 3.2 has it, and it is read as there",
  ]

  private static let ofParameters = [
    "content": "'type' and further keywords are beside 'name', so this is ignored",
    "style": "'collectionFormat' says how a list is written, so this is ignored",
    "explode": "'collectionFormat: multi' repeats a parameter, so this is ignored",
    "deprecated": "only OpenAPI 3 has it, and it is read as there",
    "example": "only OpenAPI 3 has it, so this is ignored",
    "examples": "only OpenAPI 3 has it, so this is ignored",
    "required": "only OpenAPI 3 has it, and it is read as there",
  ]

  private static let ofResponses = [
    "content":
      "a response has a 'schema', and its media types are those that the operation 'produces', so this is ignored",
    "links": "only OpenAPI 3 has it, so this is ignored",
    "example": "'examples' are by media type, so this is ignored",
  ]
}
