import APIModel
import Diagnostics
import Testing

@Suite struct OperationTests {
  @Test(arguments: [
    ("get", "/v1/customers", "GetCustomers", "list-customers"),
    ("get", "/v1/customers/{customer}", "GetCustomersCustomer", "get-customer"),
    ("post", "/v1/customers", "PostCustomers", "create-customer"),
    ("post", "/v1/customers/{customer}", "PostCustomersCustomer", "update-customer"),
    ("delete", "/v1/customers/{customer}", "DeleteCustomersCustomer", "delete-customer"),
    ("post", "/v1/charges/{charge}/capture", "PostChargesChargeCapture", "capture-charge"),
    ("get", "/v1/addresses/{id}/boxes", nil, "list-address-boxes"),
    ("get", "/movies/{id}", nil, "get-movie"),
    ("get", "/series/{id}", nil, "get-series"),
    ("get", "/news", nil, "get-news"),
    ("get", "/sms/{id}", nil, "get-sms"),
    ("get", "/buses/{id}", nil, "get-bus"),
    ("delete", "/databases/{id}", nil, "delete-database"),
    ("get", "/analyses/{id}", nil, "get-analysis"),
    ("get", "/indices/{id}", nil, "get-index"),
    ("get", "/apis/{id}", nil, "get-api"),
    ("post", "/caches", nil, "create-cache"),
    ("get", "/status-codes/{code}", nil, "get-status-code"),
    ("get", "/userAliases/{id}", nil, "get-userAlias"),
    ("get", "/", nil, "get"),
    ("put", "/repos/{owner}/{repo}/topics", "repos/replace-all-topics", "repos/replace-all-topics"),
    ("patch", "/pets/{id}", "42", "update-pet"),
    // FastAPI
    ("get", "/v1/models/{model_id}", "retrieve_model_v1_models__model_id__get", "retrieve_model"),
    ("post", "/v1/chat/completions", "create_chat_v1_chat_completions_post", "create_chat"),
    ("get", "/health", "health_health_get", "health"), ("put", "/a/body", "body_a_body_put", "body"),
    ("get", "/items", "list_items_get", "list-items"), ("get", "/", "root__get", "get"),
    // Litestar
    ("get", "/books/{book_id}", "BooksBookIdGetBook", "GetBook"), ("get", "/text", "TextText", "Text"),
    ("get", "/books", "BooksList", "list-books"), ("get", "/books", "BooksHelpful", "Helpful"),
    // Path and method, as OpenAPI Generator writes them
    ("get", "/pets/{petId}", "petsPetIdGet", "get-pet"),
    ("post", "/api/v2/pets", "api_v2_pets_post", "create-pet"),
    ("get", "/widget", "widgetForget", "widgetForget"),
    // Words that only end like the path and the method
    ("get", "/", "showWidget", "showWidget"),
    ("get", "/", "SHOW_WIDGET", "SHOW_WIDGET"),
    ("post", "/t", "sendOutpost", "sendOutpost"),
    ("get", "/wid", "widget", "widget"),
    ("get", "/", "read_root__get", "read_root"),
    ("get", "/items", "readItemsGet", "list-items"),
  ])
  func namesOperations(method: String, path: String, id: String?, name: String) throws {
    let (module, _) = try readDocument(
      "paths:\n  \(path):\n    \(method):\n" + (id.map { "      operationId: \($0)\n" } ?? "")
        + "      responses: {'200': {description: ok}}\n")
    #expect(module.endpoints.map(\.name.text) == [name])
  }

  /// What an author wrote stays, although a tool might make the same of method and path.
  @Test(arguments: [
    (
      "/rates: {get: {operationId: getRates}}\n  /films/{id}: {get: {operationId: getFilm}}",
      ["getRates", "getFilm"]
    ),
    ("/rates: {get: {operationId: getRates}}\n  /symbols: {get: {}}", ["getRates", "list-symbols"]),
    (
      "/rates: {get: {operationId: getRates}}\n  /rates/{id}: {get: {operationId: getRatesId}}",
      ["list-rates", "get-rate"]
    ),
    (
      "/rates: {get: {operationId: GetRates}}\n  /v1/films: {post: {operationId: PostFilms}}",
      ["list-rates", "create-film"]
    ),
    // The path has the words that the id doesn't tell apart.
    (
      "/a/spend_limit: {get: {operationId: Getaspendlimit}}\n  /films: {get: {operationId: films}}",
      ["get-a-spend_limit", "films"]
    ),
  ])
  func keepsVerbsOfAuthors(paths: String, names: [String]) throws {
    #expect(try readDocument("paths:\n  \(paths)\n").module.endpoints.map(\.name.text) == names)
  }

  @Test func givesOperationsNamesOfTheirOwn() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a: {get: {operationId: read}}
        /b: {get: {operationId: read}}
        /c: {get: {operationId: get-b}}
      """)
    #expect(module.endpoints.map(\.name.text) == ["read", "get-b", "get-b2"])
    #expect(messages.count == 1)
  }

  @Test func tellsOneFromAllWithoutNumbers() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /f/{id}: {get: {}, delete: {}}
        /f: {get: {}}
        /g/{id}: {get: {}}
        /x: {get: {operationId: read_it_x_get}}
        /y: {get: {operationId: read_it_y_get}}
      """)
    #expect(
      module.endpoints.map(\.name.text)
        == ["get-f-by-id", "delete-f-by-id", "get-f", "get-g", "read_it", "get-y"])
  }

  /// django-ninja writes the module's name before that of each function, which says nothing. What names a resource, or what
  /// is done, stays.
  @Test(arguments: [
    (
      ["main_list_books", "main_get_book", "main_login", "main_f"], ["list_books", "get_book", "login", "f"]
    ),
    (
      ["app_api_list", "app_api_read_it", "app_api_a", "app_api_b"], ["list-list_books", "read_it", "a", "b"]
    ),
    (
      ["main_list_books", "main_get_book", "main_login"], ["main_list_books", "main_get_book", "main_login"]
    ),
    (["main_a", "main_b", "main_c", "mainly"], ["main_a", "main_b", "main_c", "mainly"]),
    (["get_w", "get_x", "get_y", "get_z"], ["get_w", "get_x", "get_y", "get_z"]),
    (["p0s_a", "p0s_b", "p0s_c", "p0s_1"], ["p0s_a", "p0s_b", "p0s_c", "p0s_1"]),
    (["shelf_a", "shelf_b", "shelf_c", "shelf_d"], ["shelf_a", "shelf_b", "shelf_c", "shelf_d"]),
    (["main_a", "main_b", "main_c", ""], ["main_a", "main_b", "main_c", "list-shelves"]),
  ])
  func leavesOutWhatAllIDsBeginWith(ids: [String], names: [String]) throws {
    let paths = ["list_books", "b", "c", "shelves"]
    let operations = zip(paths, ids).map { path, id in
      "  /\(path): {get: {\(id.isEmpty ? "" : "operationId: \(id)")}}\n"
    }
    let (module, _) = try readDocument("paths:\n" + operations.joined())
    #expect(module.endpoints.map(\.name.text) == names)
  }

  /// NestJS writes the controller's name before the method's.
  @Test func controllersAreGroups() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /pets: {get: {operationId: PetsController_findAll, tags: [pets]}}
        /a: {get: {operationId: AppController_hello}}
        /rate_limit: {get: {operationId: rate-limit/get, tags: [rate-limit]}}
      """)
    #expect(module.endpoints.map(\.name.text) == ["findAll", "AppController_hello", "get"])
  }

  @Test func groupsOperationsByTheirTags() throws {
    let (module, _) = try readDocument(
      """
      tags: [{name: Repos, description: Repositories}]
      paths:
        /a: {get: {operationId: repos/list-all, tags: [Repos]}, put: {operationId: list-all, tags: [repos, x]}}
        /b: {get: {operationId: list-all2}}
      """)
    #expect(module.endpoints.map { $0.group.map(\.text) } == [["Repos"], ["Repos"], []])
    #expect(module.endpoints.map(\.name.text) == ["list-all", "list-all2", "list-all2"])
    #expect(module.groups.map(\.documentation.summary) == ["Repositories"])
  }

  @Test func readsParameters() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a/{id}:
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
            - {name: q, in: query, schema: {type: integer}}
          get:
            parameters:
              - {name: q, in: query, required: true, schema: {type: string}}
              - {name: l, in: query, schema: {type: array, items: {type: string}}}
              - {name: m, in: query, explode: false, style: pipeDelimited, schema: {type: array, items: {type: string}}}
              - {name: Authorization, in: header, schema: {type: string}}
              - {name: o, in: query, schema: {type: object}}
              - {name: gone, in: path, required: true, schema: {type: string}}
      """)
    let endpoint = try #require(module.endpoints.first)
    #expect(endpoint.path.text == "a/{id}")
    #expect(endpoint.parameters.map(\.name.text) == ["id", "q", "l", "m"])
    #expect(endpoint.parameters.map(\.isRequired) == [true, true, false, false])
    #expect(endpoint.parameters[2].listStyle == .repeated)
    #expect(endpoint.parameters[3].style == Parameter.Style(.pipeDelimited))
    #expect(messages.count == 3)
  }

  /// A service need not assume the default of a required parameter.
  @Test func requiresParametersWithDefaults() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a/{version}:
          get:
            parameters:
              - {name: version, in: path, required: true, schema: {type: string, default: v1}}
              - {name: limit, in: query, required: true, schema: {type: integer, default: 12}}
              - {name: X-Mode, in: header, required: true, schema: {$ref: '#/components/schemas/Mode', default: fast}}
              - {name: page, in: query, schema: {type: integer, default: 1}}
      components: {schemas: {Mode: {type: string, enum: [fast, slow]}}}
      """)
    let parameters = try #require(module.endpoints.first).parameters
    #expect(parameters.map(\.isRequired) == [true, true, true, false])
    #expect(parameters.map { $0.schema.defaultValue != nil } == [false, false, false, true])
    #expect(parameters[1].schema.documentation.details?.contains("`12`") == true)
    #expect(messages == [])
  }

  @Test func omitsOperationsWithUnsupportedRequirements() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a: {get: {parameters: [{name: o, in: query, required: true, schema: {type: object}}]}}
        /b#c: {get: {}}
        /d/../e: {get: {}}
        /f?beta=true: {get: {}}
      """)
    // A fragment isn't sent: it only distinguishes operations of one path.
    #expect(module.endpoints.map(\.path.text) == ["b", "f"])
    #expect(module.endpoints.last?.parameters.map(\.schema.const) == [.string("true")])
    #expect(messages.count == 3)
  }

  @Test func readsResponses() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /a:
          get:
            responses:
              '200': {content: {application/json: {schema: {type: string}}}}
              '201': {content: {application/json: {schema: {type: string}}}}
              304: {description: same}
              '404': {content: {application/problem+json: {schema: {type: object, properties: {a: {type: string}}}}}}
              default: {description: other}
        /b:
          get: {responses: {default: {content: {text/csv: {}}}}}
        /c:
          get: {responses: {'200': {content: {text/event-stream: {itemSchema: {properties: {data: {contentSchema: {type: integer}}}}}}}}}
        /d:
          head: {responses: {'200': {content: {application/json: {}}}}}
      """, version: "3.2.0")
    let responses = module.endpoints.map(\.responses)
    #expect(responses[0].map(\.statuses) == [200...299])
    #expect(module.endpoints[0].failures.map(\.statuses) == [404...404, Endpoint.Response.otherStatuses])
    #expect(responses[1].map(\.payload) == [.text])
    guard case .stream(.events(until: nil), let event) = responses[2][0].payload else {
      Issue.record("no stream: \(responses[2])")
      return
    }
    #expect(event.types == [.integer])
    #expect(responses[3].map(\.payload) == [.empty])
  }

  @Test func splitsStreamsFromOtherResponses() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /a:
          post:
            operationId: talk
            responses:
              '200': {content: {application/json: {schema: {type: string}}, text/event-stream: {schema: {type: string}}}}
      """)
    #expect(module.endpoints.map(\.name.text) == ["talk", "talk-stream"])
    #expect(module.endpoints.map { $0.responses.allSatisfy(\.payload.isStream) } == [false, true])
  }

  @Test func readsCredentials() throws {
    let (module, messages) = try readDocument(
      """
      security: [{key: []}]
      paths:
        /a: {get: {}}
        /b: {get: {security: []}}
        /c: {get: {security: [{flow: [new]}, {}]}}
        /d: {get: {security: [{odd: []}]}}
      components:
        securitySchemes:
          key: {type: apiKey, in: query, name: k}
          flow: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://example.com/t, scopes: {old: Old}}}}
          odd: {type: http, scheme: digest}
      """)
    let uses = module.endpoints.map(\.policies.authentication)
    #expect(uses[0] == .credentials(module.authentication ?? []))
    #expect(uses[1] == .some(.none))
    guard case .credentials(let either) = uses[2] else {
      Issue.record("no credentials: \(String(describing: uses[2]))")
      return
    }
    #expect(either.map { $0.map(\.name.text) } == [["flow"], []])
    guard case .oauth2(let flows) = module.credentials[1].scheme else {
      Issue.record("no OAuth 2: \(module.credentials)")
      return
    }
    #expect(flows.scopes.map(\.text) == ["old", "new"])
    #expect(messages.count == 1)
  }

  @Test func leavesPropertiesThatOnlyResponsesHaveOutOfRequests() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /a:
          post:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
            responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}
        /c:
          put:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}
            responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}}
      components:
        schemas:
          A: {type: object, required: [id, a], properties: {id: {type: string, readOnly: true}, a: {type: string}}}
          B:
            type: object
            required: [id, w, both]
            properties:
              id: {type: string, readOnly: true}
              w: {type: string, writeOnly: true}
              both: {type: string, readOnly: true, writeOnly: true}
          C:
            type: object
            required: [id]
            properties: {id: {type: string, readOnly: true}, input: {$ref: '#/components/schemas/CInput'}}
          CInput: {type: object, properties: {x: {type: string}}}
      """)
    #expect(module.schemas.map(\.name.text) == ["A", "B", "C", "CInput"])
    var sink = DiagnosticSink()
    let separated = API(modules: [module]).separatingDirections(into: &sink).modules[0].schemas
    #expect(sink.isEmpty)
    let properties = Dictionary(
      uniqueKeysWithValues: separated.map {
        ($0.name.text, $0.schema.object.properties.map { "\($0.name.text)\($0.isRequired ? "" : "?")" })
      })
    #expect(
      properties == [
        "A": ["a"], "B": ["id", "both"], "C": ["id", "input?"], "CInput": ["x?"], "CInput2": ["input?"],
      ])
  }

  @Test func sharesTheFailuresOfMostOperations() throws {
    let paths = (0..<8).map { position in
      "  /a\(position): {get: {responses: {'200': {description: ok}, '404': {content: {application/json: {schema: {$ref: '#/components/schemas/\(position < 6 ? "A" : "B")'}}}}}}}\n"
    }
    let (module, _) = try readDocument(
      "paths:\n" + paths.joined()
        + "components: {schemas: {A: {type: object, properties: {a: {type: string}}}, B: {type: object, properties: {b: {type: string}}}}}\n"
    )
    #expect(module.failures.map(\.statuses) == [404...404])
    #expect(module.endpoints.map(\.failures.count) == [0, 0, 0, 0, 0, 0, 1, 1])
  }

  @Test func readsSeveralFiles() throws {
    let (module, messages) = try readDocument(
      "paths: {/a: {$ref: 'paths/a.yaml'}}\n",
      files: [
        "paths/a.yaml":
          "get: {responses: {'200': {content: {application/json: {schema: {$ref: '../schemas.json#/definitions/Pet'}}}}}}\n",
        "schemas.json":
          ##"{"definitions": {"Pet": {"type": "object", "properties": {"owner": {"$ref": "#/definitions/Owner"}}}, "Owner": {"type": "object", "properties": {"pet": {"$ref": "schemas.json#/definitions/Pet"}}}}}"##,
      ])
    #expect(module.schemas.map(\.name.text) == ["Pet", "Owner"])
    #expect(messages == [])
  }

  @Test func aParameterWithAnotherNameThanInThePathIsOneMistake() throws {
    func messages(_ path: String, _ parameters: String) throws -> [String] {
      try readDocument(
        "paths:\n  \(path): {get: {operationId: a, responses: {'204': {}}, parameters: [\(parameters)]}}\n"
      ).messages
    }
    let ix = "{name: ix, in: path, required: true, schema: {type: string}}"
    #expect(
      try messages("/a/{id}", ix) == [
        "4: the path of GET /a/{id} has no '{ix}', so the parameter is left out; '{id}' there has none, and accepts any text: give both the same name"
      ])
    #expect(
      try messages("/a", ix) == ["4: the path of GET /a has no '{ix}', so the parameter is left out"])
    #expect(
      try messages("/a/{id}", "") == [
        "4: GET /a/{id} has no parameter 'id', which its path needs; any text is accepted"
      ])
  }
}
