import APIModel
import Testing

@Suite struct ModuleTests {
  @Test func `a whole module is read`() throws {
    let files = [
      "Wargaming/module.yaml": "wgnapi: 1\nmodule: {library: true}\n",
      "Wargaming/shared.yaml": """
      wgnapi: 1
      parameters:
        application_id: {type: string, secret: true}
        language?: {enum: [en, ru]}
      schemas:
        Meta: {properties: {count: integer, total?: Total}}
        Total: integer
        Unused: string
      envelopes:
        wargaming:
          properties:
            status: {enum: [ok, error]}
            meta?: Meta?
            data?: payload
            error?: {properties: {code: integer, message: string, field?: string?, value?: any}}
          failure:
            when: {status: error}
            code: error.code
            message: error.message
            field: error.field
            value: error.value
        other: {properties: {data: payload}}
      errors: {407: "INVALID_*"}
      """,
      "WOT/module.yaml": """
      wgnapi: 1
      module:
        summary: World of Tanks
        import: [Wargaming]
        basePath: wot
        servers:
          eu: https://api.worldoftanks.eu
          na: {url: https://api.worldoftanks.com/, summary: North America}
        parameters: [application_id, language]
        envelope: wargaming
        cache: 10 min
        retry: {attempts: 3, statuses: [503, 504], errors: [requestLimitExceeded]}
        limits: {application: 10/s, address: 20/min, errors: [requestLimitExceeded, "INVALID_NAME", 504]}
        partial: {fields: fields, extra: extra, maximum: 100}
        tokenFlow: {login: login}
      """,
      "WOT/account.yaml": """
      wgnapi: 1
      errors: {504: {SOURCE_NOT_AVAILABLE: {name: gone, retryable: true, summary: Later.}}}
      endpoints:
        searchPlayers:
          get: account/list/
          parameters:
            search: {type: string, minLength: 3}
            limit?: {type: integer, maximum: 100, default: 100}
          response: "[Player]"
          errors: {402: SEARCH_NOT_SPECIFIED, 407: REQUEST_LIMIT_EXCEEDED}
        login:
          post: auth/login/
          omit: [language]
          partial: false
          envelope: none
          parameters: {nofollow?: flag, where: {type: string, in: query}}
          response: {properties: {location: uri}}
      schemas:
        Player: {properties: {account_id: integer, statistics: {properties: {all: Battles}}}}
        Battles: {properties: {battles: integer}}
      slices:
        Card: {of: Player, fields: [account_id, statistics.all.battles]}
      """,
    ]
    let api = read(files)
    #expect(api.modules.map(\.name.text) == ["WOT"])
    let module = try #require(api.modules.first)
    #expect(module.basePath == "wot/")
    #expect(module.servers.map(\.url) == ["https://api.worldoftanks.eu/", "https://api.worldoftanks.com/"])
    #expect(module.clientParameters.map(\.isSecret) == [true, false])
    #expect(module.clientParameters.map(\.isRequired) == [true, false])
    #expect(
      module.limits == [
        .init(scope: .application, count: 10, seconds: 1), .init(scope: .address, count: 20, seconds: 60),
      ])
    #expect(
      module.limitErrors.map { $0.message?.text ?? $0.code } == [
        "REQUEST_LIMIT_EXCEEDED", "INVALID_NAME", "504",
      ])
    #expect(module.tokenFlow?.login?.text == "login")
    #expect(module.errors.map(\.message.text) == ["SOURCE_NOT_AVAILABLE", "INVALID_*"])
    #expect(module.errors.first?.isRetryable == true)
    // What the library has and nothing uses stays there.
    #expect(module.schemas.map(\.name.text) == ["Player", "Battles", "Meta", "Total"])
    #expect(module.schemas.map(\.library) == [nil, nil, "Wargaming", "Wargaming"])
    #expect(module.envelopes.map(\.name.text) == ["wargaming"])
    #expect(module.envelopes.first?.library == "Wargaming")
    #expect(module.slices.first?.fields.map(\.text) == ["account_id", "statistics.all.battles"])
    checkEnvelope(try #require(module.envelopes.first))
    try checkEndpoints(module)
  }

  private func checkEnvelope(_ envelope: Envelope) {
    #expect(envelope.payload?.text == "data")
    #expect(envelope.schema.object.properties.map(\.name.text) == ["status", "meta", "error"])
    #expect(envelope.failure?.value == .string("error"))
    #expect(envelope.failure?.paths.code?.components == ["error", "code"])
    #expect(envelope.failure?.paths.rejectedValue?.components == ["error", "value"])
  }

  private func checkEndpoints(_ module: Module) throws {
    #expect(module.endpoints.map(\.name.text) == ["searchPlayers", "login"])
    let search = try #require(module.endpoints.first)
    #expect(search.methods == [.get])
    #expect(search.parameters.map(\.location) == [.query, .query])
    #expect(search.parameters.map(\.isRequired) == [true, false])
    #expect(search.envelope?.text == "wargaming")
    #expect(search.policies.cache == .lifetime(seconds: 600))
    #expect(search.policies.partial?.maximum == 100)
    #expect(search.policies.retry?.isIdempotent == true)
    #expect(search.policies.retry?.errors.map(\.message?.text) == ["REQUEST_LIMIT_EXCEEDED"])
    #expect(search.responses.map(\.statuses) == [200...299])
    #expect(search.errors.map(\.code) == [.integer(402), .integer(407)])
    let login = try #require(module.endpoints.last)
    #expect(login.parameters.map(\.location) == [.form, .query])
    #expect(login.omittedClientParameters.map(\.text) == ["language"])
    #expect(login.envelope == nil)
    #expect(login.policies.cache == nil)
    #expect(login.policies.partial == nil)
    #expect(login.policies.retry?.isIdempotent == false)
  }

  @Test func `parameters are placed, referred to and grouped`() throws {
    let module = try readModule(
      """
      parameters:
        player: {type: integer, name: account_id}
      endpoints:
        a:
          methods: [get, post]
          path: "players/{account_id}/{page}"
          parameters:
            who: {$parameter: player}
            page: integer
            ids?: {type: "[string]", separator: repeat}
            tank_ids?: {type: "[integer]", maxItems: 100, batched: true, separator: "|"}
            key?: {type: string, in: header, name: X-Key, secret: true}
          requires: [{exactlyOne: [ids, tank_ids]}]
          response: "{string}"
      """)
    let endpoint = try #require(module.endpoints.first)
    #expect(endpoint.parameters.map(\.name.text) == ["account_id", "page", "ids", "tank_ids", "X-Key"])
    #expect(endpoint.parameters.map(\.location) == [.path, .path, .query, .query, .header])
    #expect(endpoint.parameters.map(\.listStyle)[2] == .repeated)
    #expect(endpoint.parameters.map(\.listStyle)[3] == .separated(by: "|"))
    #expect(endpoint.parameters.map(\.isBatched) == [false, false, false, true, false])
    #expect(endpoint.parameters.map(\.isSecret) == [false, false, false, false, true])
    #expect(endpoint.requirements.map(\.kind) == [.exactlyOne])
    #expect(endpoint.requirements.first?.parameters.map(\.text) == ["ids", "tank_ids"])
  }

  @Test func `responses, bodies and pagination are read`() throws {
    let module = try readModule(
      """
      envelopes:
        e: {properties: {meta: {properties: {total: integer}}, data: payload}}
      schemas:
        Item: {properties: {id: integer}}
      endpoints:
        list:
          get: items/
          envelope: e
          parameters: {page_no?: integer, limit?: integer}
          response: "[Item]"
          pagination: {style: page, page: page_no, size: limit, total: meta.total, identity: id}
        ids:
          get: ids/
          response: {properties: {ids: "[integer]"}}
          pagination: {style: snapshot, ids: ids, fetch: some, parameter: id, size: 100}
        some: {get: some/, parameters: {id: "[integer]"}, response: "[Item]"}
        file: {get: file/, envelope: none, response: bytes}
        put:
          put: items/
          body: Item
          queue: {key: {header: Idempotency-Key}}
          authentication: bearer
          responses: {200: Item, 404: empty, 5XX: any}
        upload: {post: upload/, body: {bytes: image/png}, response: empty}
      """)
    let endpoints = Dictionary(uniqueKeysWithValues: module.endpoints.map { ($0.name.text, $0) })
    let pagination = try #require(endpoints["list"]?.policies.pagination)
    guard case .page(.parameter(let page), .parameter(let size)?) = pagination.style else {
      Issue.record("no pages")
      return
    }
    #expect(page.text == "page_no")
    #expect(size.text == "limit")
    #expect(pagination.total?.components == ["meta", "total"])
    #expect(pagination.identity.map(\.text) == ["id"])
    #expect(endpoints["file"]?.responses.map(\.payload) == [.bytes])
    #expect(endpoints["put"]?.responses.map(\.statuses) == [200...200, 404...404, 500...599])
    #expect(endpoints["put"]?.policies.queue == .allowedWithKey(header: "Idempotency-Key"))
    #expect(endpoints["put"]?.policies.authentication == .bearer)
    #expect(endpoints["upload"]?.body == .bytes(mediaType: "image/png"))
    #expect(endpoints["upload"]?.responses.map(\.payload) == [.empty])
    guard case .snapshot(_, let fetch, _, 100) = endpoints["ids"]?.policies.pagination?.style else {
      Issue.record("no snapshot")
      return
    }
    #expect(fetch.text == "some")
  }

  @Test func `a module's partial is for GET endpoints that response with JSON`() throws {
    let module = try SpecReaderTests.readModule(
      "  partial: {fields: fields}\n",
      """
      endpoints:
        get: {get: a, response: any}
        either: {methods: [post, get], path: b, response: any}
        post: {post: c, response: any}
        asked: {post: d, response: any, partial: true}
        head: {head: e}
        bytes: {get: f, response: bytes}
        empty: {get: g, response: empty}
        delete: {delete: h, response: any}
      """)
    let partial = module.endpoints.filter { $0.policies.partial != nil }.map(\.name.text)
    #expect(partial == ["get", "either", "asked"])
  }

  @Test func `documents of one file and files of one folder come together in order`() {
    let api = read([
      "B/b.yaml": "wgnapi: 1\nschemas: {C: string}\n",
      "B/a.yaml": "wgnapi: 1\nschemas: {B: string}\n---\nwgnapi: 1\nschemas: {A: C}\n",
      "B/notes.txt": "not a spec",
      "A/deep/er/x.yml": "wgnapi: 1\nschemas: {X: string}\n",
      "wgnapi.schema.json": "{}",
    ])
    #expect(api.modules.map(\.name.text) == ["A", "B"])
    #expect(api.modules.last?.schemas.map(\.name.text) == ["B", "A", "C"])
  }
}

extension ModuleTests {
  private func readModule(_ definitions: String) throws -> Module {
    try SpecReaderTests.readModule("", definitions)
  }
}
