import APIModel
import Testing

@testable import SpecCall

/// What is said of arguments that the spec doesn't allow, with the line of the spec; nothing is sent.
@Suite struct ArgumentTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: {url: "https://{region}.example.com/{stage}", variables: {region: {enum: [eu, us], default: eu}, stage: {default: v1}}}, old: https://old.example.com/}
      parameters: [locale]
      credentials: {key: {scheme: apiKey, header: X-Key}, login: {scheme: basic}}
      authentication: {anyOf: [key, login]}
    parameters:
      locale?: {type: string, maxLength: 2}
    endpoints:
      find:
        get: items
        servers: [main]
        parameters:
          search: {type: string, minLength: 3}
          kind?: {enum: [cup, pot]}
          ids?: {type: "[integer]", maxItems: 3}
          limit?: {type: integer, maximum: 100}
          note?: {type: string, in: header}
        requires: [{exactlyOne: [kind, ids]}]
        response: "[Item]"
      item: {get: "items/{id}", parameters: {id: string}, authentication: none, response: Item}
      secretive: {get: secret, authentication: none, parameters: {pin: {type: string, minLength: 4, secret: true}}, response: empty}
      create: {post: items, authentication: none, body: Item, response: empty}
      log: {post: log, authentication: none, parameters: {in: string}, body: {text: text/plain}, response: empty}
      choose: {post: choose, authentication: none, body: {application/json: Item, text/csv: text}, response: empty}
      upload: {post: upload, authentication: none, body: {multipart: {picture: {file: image/png}, "title?": string}}, response: empty}
      fetch: {get: "{url}", authentication: none, parameters: {url: {type: uri, in: url}}, response: empty}
    schemas:
      Item:
        properties:
          id: {type: integer, minimum: 1}
          name?: string
          password?: {type: string, secret: true}
          size?: {properties: {width?: integer, height?: integer}}
    """

  private static let keys = ["WGNAPI_SHOP_KEY": "key-0123456789"]

  private func problems(
    _ name: String, _ arguments: [String], _ environment: [String: String] = keys,
    files: [String: String] = [:], _ change: (inout CallInput) -> Void = { _ in }
  ) throws -> [String] {
    try API.reading(specs: Self.specs).refusals(
      name, arguments, environment: environment, files: files, change)
  }

  @Test(arguments: [
    (["search=gar", "kind=cup"], []),
    (["search=ga", "kind=cup"], ["14: 'search': shorter than 3 characters [minLength]"]),
    (["kind=cup"], ["14: 'search' is missing"]),
    (["search=gar"], ["19: one of 'kind', 'ids' is needed"]),
    (["search=gar", "kind=cup", "ids=1"], ["19: only one of 'kind', 'ids' is allowed"]),
    (["search=gar", "ids=1,2,3,4"], ["16: 'ids': 4 elements, at most 3 expected [maxItems]"]),
    (["search=gar", "ids=1,x"], ["16: 'ids' at /1: expected integer, found string \"x\" [type]"]),
    (["search=gar", "ids=1", "limit=200"], ["17: 'limit': must not be greater than 100 [maximum]"]),
    (["search=gar", "ids=1", "locale=deu"], ["8: 'locale': longer than 2 characters [maxLength]"]),
    (
      ["search=gar", "kind=cupp"],
      [
        "15: warning: 'kind': expected one of \"cup\", \"pot\", found \"cupp\" [enum]; the spec allows values that it "
          + "doesn't list, so it is sent; did you mean 'cup'?"
      ]
    ),
    (
      ["search=gar", "kind=cup", "note=a\nb"],
      [
        "18: 'note': a header field can't contain line breaks or control characters, or begin or end with white space"
      ]
    ),
    (
      ["search=gar", "kind=cup", "limt=5"],
      [
        "10: find has no argument 'limt'; did you mean 'limit'?; it takes 'search', 'kind', 'ids', 'limit', 'note', "
          + "'locale'"
      ]
    ),
    (
      ["search=gar", "kind=cup", "limit"],
      ["'limit' isn't an argument; write name=value, name:=JSON or name=@file"]
    ),
    (
      ["search=gar", "kind=cup", "limit:=1,2"],
      ["'limit' isn't JSON: expected the end, found ,, at byte 1"]
    ),
    (
      ["search=gar", "kind=cup", "limit=1", "limit=2"], ["'limit' is given 2 times, and is one value"]
    ),
    (["search=@none", "kind=cup"], ["'search': the file 'none' can't be read"]),
  ])
  func parameters(_ arguments: [String], _ expected: [String]) throws {
    #expect(try problems("find", arguments) == expected)
  }

  @Test func valuesInPathsMayBeEmpty() throws {
    let api = try API.reading(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://example.com/v1}}
        endpoints:
          state:
            get: "state/{type}/{+key}"
            parameters: {type: string, key: {type: string, mayBeEmpty: true}}
            response: empty
        """)
    for (key, url) in [
      ("", "https://example.com/v1/state/topic/"), ("a/b", "https://example.com/v1/state/topic/a/b"),
    ] {
      #expect(try api.call("state", ["type=topic", "key=\(key)"]).composed().url == url)
    }
    let problem = "'type': a value in the path can't be empty, '.' or '..'"
    #expect(try api.refusals("state", ["type=", "key="]).map { $0.drop { $0 != "'" } } == [problem[...]])
  }

  @Test func pathsAndURLs() throws {
    #expect(
      try problems("item", ["id=.."]) == ["21: 'id': a value in the path can't be empty, '.' or '..'"])
    #expect(try problems("item", ["id="]) == ["21: 'id': a value in the path can't be empty, '.' or '..'"])
    for (url, problem) in [
      ("ftp://example.com/", "'url': isn't a URL that can be called"),
      ("http://example.com/", "'url': the URL must begin with https://, as that of the server does"),
    ] {
      #expect(try problems("fetch", [], ["WGNAPI_SHOP_URL": url]) == ["27: \(problem)"])
    }
    #expect(try problems("fetch", [], ["WGNAPI_SHOP_URL": "https://example.com/a?b"]) == [])
  }

  @Test func secretsComeFromTheEnvironment() throws {
    #expect(
      try problems("find", ["search=gar", "ids=1"], [:]) == [
        "6: find needs a credential; set WGNAPI_SHOP_KEY, or WGNAPI_SHOP_LOGIN_USER and WGNAPI_SHOP_LOGIN_PASSWORD "
          + "in the environment"
      ])
    #expect(try problems("find", ["search=gar", "ids=1"], ["WGNAPI_SHOP_LOGIN_USER": "ada"]) == [])
    #expect(
      try problems("secretive", ["pin=1234"]) == [
        "'pin' is a secret, which others could read among the arguments; set the environment variable "
          + "WGNAPI_SHOP_PIN, or pass a file with @"
      ])
    #expect(
      try problems("secretive", []) == ["22: 'pin' is missing; set the environment variable WGNAPI_SHOP_PIN"])
    // Its value isn't in the message.
    #expect(
      try problems("secretive", [], ["WGNAPI_SHOP_PIN": "123"])
        == ["22: 'pin': the secret value breaks it [minLength]"])
    // The transport would replace the line break, so that the text wasn't recognized any more where it is repeated.
    #expect(
      try problems("find", ["search=gar", "ids=1"], ["WGNAPI_SHOP_KEY": "abcd\nX-Other: 1"]) == [
        "WGNAPI_SHOP_KEY: a header field can't contain line breaks or control characters, or begin or end with white space"
      ])
    #expect(try problems("secretive", ["pin=@pin"], files: ["pin": "1234\n"]) == [])
  }

  @Test func bodies() throws {
    #expect(try problems("create", []) == ["23: the body is missing; give it with --body, or its properties"])
    #expect(try problems("create", ["id=0"]) == ["31: 'body' at /id: must not be less than 1 [minimum]"])
    #expect(
      try problems("create", ["id=1", "size.width=x"])
        == ["34: 'body' at /size/width: expected integer, found string \"x\" [type]"])
    #expect(
      try problems("create", ["id=1", "password=1234"]) == [
        "'password' is a secret, which others could read among the arguments; set the environment variable "
          + "WGNAPI_SHOP_PASSWORD, or pass a file with @"
      ])
    #expect(
      try problems("create", []) { $0.body = #"{"id": 1, "password": "x"}"# } == [
        "'--body' has a secret, which others could read among the arguments; pass it with --body @file or --body -, "
          + "or leave it out, and set WGNAPI_SHOP_PASSWORD in the environment"
      ])
    #expect(
      try problems("create", []) { $0.body = #"{"id": 1, "nam": "x"}"# }
        == ["30: 'body' at /nam: the schema has no property \"nam\" [properties]; did you mean 'name'?"])
    #expect(try problems("create", [], files: ["-": #"{"id": 1}"#]) { $0.body = "-" } == [])
    #expect(
      try problems("create", []) { $0.body = "{" } == [
        "'--body' isn't JSON: expected a key, found the end, at byte 1"
      ])
    #expect(try problems("item", ["id=1"]) { $0.body = "{}" } == ["21: --body: item has no body"])
    #expect(
      try problems("choose", []) { $0.bodyType = "text/html" }.first
        == "25: --body-type 'text/html' isn't one of the bodies: 'application/json', 'text/csv'")
    #expect(
      try problems("create", ["id=1"]) { $0.bodyType = "text/csv" }
        == ["--body-type text/csv: create has no choice of bodies"])
    #expect(try problems("upload", ["picture=x"]).first == "'picture' is a file; write picture=@path")
    #expect(try problems("upload", ["title=x"]) == ["26: 'picture' is missing"])
    #expect(
      try problems("upload", ["picture=@a", "picture=@a"], files: ["a": "x"]).first
        == "'picture' takes only one file")
    #expect(
      try problems("upload", ["picture=@a"], files: ["a": "x"]) { $0.body = "x" } == [
        "'--body' can't be given as a whole, because it has several parts; write name=value or name=@file"
      ])
  }

  @Test func servers() throws {
    let found = ["search=gar", "ids=1"]
    func url(_ change: (inout CallInput) -> Void) throws -> String {
      try API.reading(specs: Self.specs).call("find", found, environment: Self.keys, change).composed().url
    }
    #expect(try url { _ in } == "https://eu.example.com/v1/items?search=gar&ids=1")
    #expect(
      try url { $0.variables = ["region": "us", "stage": "a b"] }
        == "https://us.example.com/a%20b/items?search=gar&ids=1")
    #expect(
      try url { $0.server = "http://127.0.0.1:8080/x" } == "http://127.0.0.1:8080/x/items?search=gar&ids=1")
    for (server, variables, expected) in [
      (
        "mai", [:],
        "3: there is no server 'mai'; did you mean 'main'?; the spec has 'main', and a URL can be passed, too"
      ),
      ("old", [:], "12: the server 'old' doesn't have 'find', which is at 'main'"),
      ("ftp://x/", [:], "the server can't be called: its base URL must begin with http:// or https://"),
      ("main", ["region": "xx"], "3: --variable region=xx: it is one of 'eu', 'us'"),
      (
        "main", ["regio": "eu"],
        "3: the URL of the server 'main' has no variable 'regio'; did you mean 'region'?"
      ),
      (
        "main", ["stage": ".."],
        "the server's URL: its variable 'stage' must be a part of a path, neither empty nor '.' nor '..'"
      ),
      ("http://x/", ["stage": "a"], "--variable stage: a URL has no variables; write the value into it"),
    ] as [(String, [String: String], String)] {
      let problems = try problems("find", found) {
        $0.server = server
        $0.variables = variables
      }
      #expect(problems == [expected])
    }
  }

  /// As clients write them.
  @Test(arguments: ["7", "7.0", "70e-1", "0.7e1", "7E0"])
  func integers(_ text: String) throws {
    let api = try API.reading(specs: Self.specs)
    for argument in ["limit=\(text)", "limit:=\(text)"] {
      let call = try api.call("find", ["search=gar", "ids=1", argument], environment: Self.keys)
      #expect(call.composed().url.hasSuffix("&limit=7"), "\(call.composed().url)")
    }
  }

  // MARK: Arguments by position

  @Test func names() throws {
    let api = try API.reading(specs: Self.specs)
    let endpoints = CallableEndpoints(api)
    for name in ["find", "Shop.find", "client.find"] { #expect(try endpoints.find(name).name == "Shop.find") }
    #expect(throws: CallRefusal.self) { try endpoints.find("fin") }
    do {
      _ = try endpoints.find("Shop.fnd")
    } catch {
      #expect(
        error.problems.map(\.message) == [
          "the specs have no endpoint 'Shop.fnd'; did you mean 'Shop.find'?; without a name, 'call' lists all"
        ])
    }
    #expect(endpoints.lines.first == "Shop.find       search= [+4]")
    #expect(endpoints.lines[3] == "Shop.create     --body")
  }

  /// A name of a parameter that the body has, too.
  @Test func bodyPropertiesAreToldFromParameters() throws {
    let api = try API.reading(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example.com/}}
        endpoints:
          change: {put: "items/{id}", parameters: {id: integer}, body: Item, response: empty}
        schemas: {Item: {properties: {id: integer, other_name?: string, size?: {properties: {width: integer}}}}}
        """)
    let call = try api.call("change", ["id=1", "body.id=2", "otherName=x", "size.width=3"])
    #expect(call.composed().url == "https://shop.example.com/items/1")
    #expect(
      String(decoding: CallSender.body(of: call.composed()).bytes, as: UTF8.self)
        == #"{"id":2,"other_name":"x","size":{"width":3}}"#)
  }

  private static let constants = """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/}}
    endpoints:
      plain: {post: a, body: {properties: {kind: {const: one}, n: integer}}, response: empty}
      query: {post: b, parameters: {kind: {const: one}, n: integer}, response: empty}
      only: {post: c, body: {properties: {kind: {const: one}, note?: string}}, response: empty}
      deep: {post: d, body: {properties: {n: integer, head: Head, rows?: "[X]"}}, response: empty}
      union: {post: e, body: {oneOf: [X, Y], discriminator: kind}, response: empty}
      either: {post: l, body: {oneOf: [X, Z], discriminator: kind}, response: empty}
      form: {post: f, body: {form: {properties: {grant: {const: code}, n: integer}}}, response: empty}
      parts: {post: g, body: {multipart: {purpose: {const: import}, n: integer}}, response: empty}
      choice: {post: h, body: {application/json: X, text/csv: text}, response: empty}
      optional: {post: i, body: {json: {properties: {kind: {const: one}, n?: integer}}, optional: true}, response: empty}
      free: {post: j, body: {properties: {kind?: {const: one}, n: integer}}, response: empty}
      constant: {post: k, body: {const: ping}, response: empty}
    schemas:
      Head: {properties: {version: Version, note?: string}}
      Version: {const: 2}
      X: {properties: {kind: {const: x}, n: integer}}
      Y: {properties: {kind: {const: y}, m: integer, n?: string}}
      Z: {properties: {kind: {const: z}, n: integer}}
    """

  /// Constants in bodies aren't arguments.
  @Test(arguments: [
    ("plain", ["n=1"], nil, #"{"kind":"one","n":1}"#),
    ("plain", ["n=1", "kind=one"], nil, #"{"n":1,"kind":"one"}"#),
    ("plain", [], #"{"n": 1}"#, #"{"kind":"one","n":1}"#), ("only", [], nil, #"{"kind":"one"}"#),
    ("only", ["note=a"], nil, #"{"kind":"one","note":"a"}"#),
    ("deep", ["n=1"], nil, #"{"n":1,"head":{"version":2}}"#),
    ("deep", ["n=1", "head.note=a"], nil, #"{"n":1,"head":{"version":2,"note":"a"}}"#),
    (
      "deep", ["n=1", #"rows:=[{"n":1},{"n":2,"kind":"x"}]"#], nil,
      #"{"n":1,"head":{"version":2},"rows":[{"kind":"x","n":1},{"kind":"x","n":2}]}"#
    ),
    ("union", ["m=1"], nil, #"{"kind":"y","m":1}"#), ("union", ["n:=1"], nil, #"{"kind":"x","n":1}"#),
    ("union", [], #"{"m": 1, "n": "a"}"#, #"{"kind":"y","m":1,"n":"a"}"#),
    ("form", ["n=1"], nil, "grant=code&n=1"), ("choice", ["n=1"], nil, #"{"kind":"x","n":1}"#),
    ("optional", [], nil, ""), ("optional", ["n=1"], nil, #"{"kind":"one","n":1}"#),
    ("free", ["n=1"], nil, #"{"n":1}"#), ("constant", [], nil, #""ping""#),
  ])
  func constantsOfBodies(_ name: String, _ arguments: [String], _ body: String?, _ sent: String) throws {
    let call = try API.reading(specs: Self.constants).call(name, arguments) { $0.body = body }
    #expect(String(decoding: CallSender.body(of: call.composed()).bytes, as: UTF8.self) == sent)
  }

  private static let mapped = """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/}}
    endpoints:
      draw: {post: a, body: Shape, response: empty}
      list: {post: b, body: {properties: {shapes: "[Shape]"}}, response: empty}
      both: {post: c, body: {oneOf: [Circle, Ring], discriminator: {property: form, mapping: {c: Circle, r: Ring}}}, response: empty}
      count: {post: d, body: {oneOf: [One, Two], discriminator: {property: n, mapping: {1: One, 2: Two}}}, response: empty}
    schemas:
      Shape: {oneOf: [Circle, Square], discriminator: {property: form, mapping: {round: Circle, even: Square}}}
      Circle: {properties: {form: string, radius: number}}
      Ring: {properties: {form: string, radius: number}}
      Square: {properties: {form: string, side: number}}
      One: {properties: {n: integer, a: string}}
      Two: {properties: {n: integer, b: string}}
    """

  /// Tags that only a mapping knows.
  @Test(arguments: [
    ("draw", ["radius=1"], #"{"form":"round","radius":1}"#),
    ("draw", ["side=2"], #"{"form":"even","side":2}"#),
    ("draw", ["side=2", "form=even"], #"{"side":2,"form":"even"}"#),
    (
      "list", [#"shapes:=[{"side":1},{"radius":2}]"#],
      #"{"shapes":[{"form":"even","side":1},{"form":"round","radius":2}]}"#
    ),
    ("both", ["radius=1", "form=r"], #"{"radius":1,"form":"r"}"#),
    ("count", ["b=x"], #"{"n":2,"b":"x"}"#),
  ])
  func tagsOfMappings(_ name: String, _ arguments: [String], _ sent: String) throws {
    let call = try API.reading(specs: Self.mapped).call(name, arguments)
    #expect(String(decoding: CallSender.body(of: call.composed()).bytes, as: UTF8.self) == sent)
  }

  @Test func constantsAreNoArguments() throws {
    let api = try API.reading(specs: Self.constants)
    #expect(
      CallableEndpoints(api).lines == [
        "Shop.plain     --body", "Shop.query     n=", "Shop.only", "Shop.deep      --body",
        "Shop.union     --body", "Shop.either    --body",
        "Shop.form      --body", "Shop.parts     n=", "Shop.choice    --body", "Shop.optional",
        "Shop.free      --body",
        "Shop.constant",
      ])
    #expect(
      try api.refusals("plain", ["m=1"]) == ["4: plain has no argument 'm'; it takes 'n'"])
    #expect(try api.refusals("plain", ["kind=two", "n=1"]).count == 1)
    // Which alternative is meant, the arguments don't say.
    #expect(
      try api.refusals("either", ["n=1"]).map { $0.drop { $0 != "w" } } == [
        "warning: the body is none of the alternatives, or could be several; give 'kind'"
      ])
    #expect(try api.refusals("either", ["n=1", "kind=z"]).isEmpty)
    #expect(try api.refusals("union", ["kind=y"]).contains { $0.contains("m") })
    let parts = try api.call("parts", ["n=1"]).composed()
    guard case .parts(let sent) = parts.body else { throw MistakenSpecs(description: "no parts") }
    #expect(sent.map { String(decoding: $0.bytes, as: UTF8.self) } == ["import", "1"])
  }
}
