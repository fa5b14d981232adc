import APIModel
import FlyingSocks
import Foundation
import Testing
import Thoroughness

@testable import MockServer

/// Random requests over a connection: the server answers each, and goes on.
@Suite(.timeLimit(.minutes(5))) struct HostileRequestTests {
  /// Every kind of parameter, body and pagination, and unions that nest.
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /items/{id}:
        get:
          operationId: item
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer, multipleOf: 2}}
            - {name: piped, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: integer}}}
            - {name: a, in: query, style: deepObject, explode: true, schema: {$ref: "#/components/schemas/Filter"}}
            - {name: json, in: query, content: {application/json: {schema: {type: object, properties: {a: {type: number}}}}}}
            - {name: day, in: query, schema: {type: string, format: date-time}}
            - {name: big, in: query, schema: {type: integer, format: int64, multipleOf: 3}}
            - {name: X-Level, in: header, schema: {type: array, items: {type: integer}}}
            - {name: seen, in: cookie, schema: {type: number, minimum: 0.5}}
          responses:
            "200":
              description: OK
              content:
                application/json: {schema: {const: cup}, examples: {one: {value: cup}, two: {value: pot}}}
                text/csv: {schema: {type: string}}
      /labels/{label}/{matrix}:
        get:
          operationId: labels
          parameters:
            - {name: label, in: path, required: true, style: label, explode: true, schema: {type: array, items: {type: integer}}}
            - {name: matrix, in: path, required: true, style: matrix, schema: {type: object, properties: {x: {type: integer}}}}
          responses: {"204": {description: Done}}
      /orders:
        post:
          operationId: order
          requestBody:
            content:
              application/json: {schema: {$ref: "#/components/schemas/Filter"}}
              application/x-www-form-urlencoded:
                schema: {type: object, properties: {a: {$ref: "#/components/schemas/Filter"}, b: {type: array, items: {type: integer}}}}
                encoding: {a: {style: deepObject}, b: {style: pipeDelimited}}
              multipart/form-data:
                schema: {type: object, properties: {file: {type: string, format: binary}, a: {$ref: "#/components/schemas/Filter"}}}
          responses: {"201": {description: Created}}
      /lines:
        get: {operationId: lines, responses: {"200": {description: OK, content: {application/jsonl: {itemSchema: {const: 1}}}}}}
    components:
      schemas:
        Filter:
          oneOf:
            - {type: array, items: {$ref: "#/components/schemas/Filter"}, uniqueItems: true}
            - {type: object, additionalProperties: {$ref: "#/components/schemas/Filter"}, maxProperties: 9}
            - {type: number, multipleOf: 0.5}
            - {type: string, pattern: "^[a-z]*$"}
    """

  private static let paths = [
    "/items/2", "/items/{n}", "/labels/.1.2/;matrix=x,3", "/orders", "/lines", "/nowhere", "/", "", "*", "//",
    "/v1/numbers", "/v1/numbers/plain", "/v1/offsets", "/v1/map", "/v1/cursors", "/v1/cursors/deep",
    "/v1/cursors/numbered", "/v1/elements", "/v1/links/me", "/v1/links", "/v1/top", "/v1/items", "/v1/form",
    "/v1/_search", "/v1/_search/from", "/v1/graphql", "/v1/databases/d/query", "/v1/conversations.history",
    "/v1/others/last", "/v1/others/last/deep", "/v1/others/search", "/v1/others/numbers",
    "/v1/others/links", "/v1/others/named",
  ]
  private static let names = [
    "id", "a", "a[b]", "a[0][0]", "a[]", "a[b][c][]", "a]", "[", "b", "piped", "json", "day", "big", "page",
    "per_page", "limit", "offset", "after", "before", "cursor", "from", "starting_after", "ending_before",
    "mock-page", "max_id", "ids", "channel", "size", "count", "search_after", "page_size", "start_cursor", "",
  ]
  private static let texts = [
    "", "0", "1", "2", "-1", "3", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "1e400",
    "-1e400", "1e-400", "1.5", "-0", "nan", "inf", "0x10", "1e127", "1e-128", "true", "null", "page-2",
    "ch_3",
    "%", "%f", "%ff", "%00", "%F0%9F%98%80", "a%5Bb", "é", "e\\u{301}", "\u{FEFF}", "1,2,,3", "1|2", ".",
    "..",
    ";", "=", "+", "[[[[1]]]]", #"{"a":{"a":[1]}}"#, #"{"a":-9223372036854775808}"#, #"["#, #""\ud83d""#,
    "2024-02-29T12:30:00Z", "2024-02-30T25:61:61+99:99", String(repeating: "9", count: 999),
  ]
  private static let types = [
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B",
    "multipart/form-data", "multipart/form-data; boundary=", "text/plain", "a", ";;=;", "application/json;q",
  ]

  /// Everything that is random about one request.
  private struct Maker {
    var random: SeededGenerator

    mutating func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    mutating func text() -> String {
      chance(0.9)
        ? one(of: texts) : (0..<Int.random(in: 0...40, using: &random)).map { _ in one(of: texts) }.joined()
    }

    mutating func pairs() -> String {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let deep = chance(0.1) ? String(repeating: one(of: ["[0]", "[a]", "[]"]), count: 40) : ""
        return "\(one(of: names))\(deep)=\(text())"
      }.joined(separator: one(of: ["&", "&&", ";"]))
    }

    mutating func value(_ depth: Int = 0) -> String {
      switch Int.random(in: 0...(depth < 6 ? 4 : 2), using: &random) {
      case 0:
        return one(of: ["null", "1", "0.5", "-9223372036854775808", "1e999", "\"a\"", "\"\"", "{}", "[]"])
      case 1: return text()
      case 2: return String(repeating: "[", count: one(of: [1, 90, 200])) + "1"
      case 3: return "[\((0..<3).map { _ in value(depth + 1) }.joined(separator: ","))]"
      default:
        return "{\((0..<3).map { _ in "\"\(one(of: names))\":\(value(depth + 1))" }.joined(separator: ","))}"
      }
    }

    mutating func body() -> String {
      switch Int.random(in: 0...3, using: &random) {
      case 0: return value()
      case 1: return pairs()
      case 2:
        return (0..<3).map { _ in
          "\(one(of: ["--B", "--B", "--", ""]))\r\nContent-Disposition: form-data; name=\(one(of: names))"
            + "\(one(of: ["", "; filename=x", "; filename*=", "\r\nContent-Type: application/json"]))\r\n\r\n\(value())\r\n"
        }.joined() + one(of: ["--B--\r\n", "--B", "", "--B--"])
      default: return text()
      }
    }

    mutating func request() -> [UInt8] {
      let path = one(of: paths)
      let query = chance(0.8) ? "?\(pairs())" : ""
      let method = one(of: ["GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "get", "é"])
      var head = "\(method) \(path)\(query) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      if chance(0.7) { head += "Catalog-Version: 2026-11-20\r\n" }
      let fields = [
        "Accept": [
          "*/*", "text/csv;q=nan", "application/json;q=-1", "text/csv;q=inf, */*;q=0", ",;,", "a/b", "*",
        ],
        "Prefer": [
          "example=-9223372036854775808", "example=9223372036854775807", "example=2", "status=404",
          "status=99",
          "code=x", "code=\(text())", "example=", "=;,",
        ],
        "Cookie": ["seen=\(text())", "seen", ";;=", "=seen"], "X-Level": ["1,2", ",", text()],
        "Origin": ["null", "a"], "Authorization": ["Basic é", "Bearer", "Basic"],
      ]
      for name in fields.keys.sorted() where chance(0.3) {
        head += "\(name): \(one(of: fields[name] ?? [""]))\r\n"
      }
      let body = chance(0.7) ? self.body() : ""
      head += "Content-Type: \(one(of: types))\r\n"
      if chance(0.3) {
        head += "Transfer-Encoding: chunked\r\n\r\n"
        let size = String(body.utf8.count, radix: 16)
        head +=
          chance(0.8) && !body.isEmpty
          ? "\(size)\r\n\(body)\r\n0\r\n\r\n" : "\(size)x\r\n\(body)\r\n0\r\n\r\n"
      } else {
        head += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      var bytes = Array(head.utf8)
      // Now and then, a byte is another one.
      while chance(0.15), !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return bytes
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func everyRequestIsAnswered(_ seed: UInt64) async throws {
    let folder = try API.reading(folder: "Tests/Golden/Pages/Specs")
    var options = MockOptions()
    // A mutilated request may promise more than it sends.
    options.receivingLimit = .seconds(1)
    options.allowsOrigins = seed == 2
    let servers = [
      try MockServer(document: Self.document, options: options), MockServer(folder, options: options),
    ]
    var maker = Maker(random: SeededGenerator(seed: seed))
    for server in servers {
      let listener = MockListener(server)
      let port = try await listener.start()
      for number in 0..<rounds(300) {
        let request = maker.request()
        let response = try await exchange(request, port)
        // A connection on which nothing has come that could be answered is closed.
        let isAnswered = response.isEmpty || response.hasPrefix("HTTP/1.1 ")
        #expect(isAnswered, "seed \(seed), request \(number): \(String(decoding: request, as: UTF8.self))")
      }
      let last = try await exchange(
        Array("GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8), port)
      #expect(last.hasPrefix("HTTP/1.1 404 "))
      await listener.stop()
    }
  }

  private func exchange(_ request: [UInt8], _ port: UInt16) async throws -> String {
    let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
    defer { try? socket.close() }
    var received: [UInt8] = []
    do {
      try await socket.write(Data(request))
      while true { received += try await socket.read(atMost: 4096) }
    } catch is SocketError {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Numbers of pages and examples that can't be counted with.
  @Test(arguments: [
    ("/v1/links?mock-page=-9223372036854775808", "", "rel=\"next\""),
    ("/v1/links?mock-page=9223372036854775807", "", "rel=\"prev\""),
    ("/v1/links?mock-page=99999999999999999999", "", "rel=\"prev\""),
    ("/v1/links/me?page=-9223372036854775808", "", "rel=\"next\""),
    ("/v1/numbers/plain?page=-9223372036854775808", "", "\"id\""),
    ("/v1/numbers/plain?page=9223372036854775807", "", "[]"),
    ("/v1/offsets?offset=-9223372036854775808&limit=-9223372036854775808", "", "\"data\":[]"),
    ("/v1/offsets?offset=9223372036854775807&limit=1", "", "\"data\":[]"),
    ("/v1/top", "example=-9223372036854775808", "no example has this name"),
  ])
  func numbersAtTheirLimits(_ target: String, _ preference: String, _ part: String) throws {
    let server = try MockServer(folder: "Tests/Golden/Pages/Specs")
    let response = server.get(
      target, ["Catalog-Version": "2026-11-20", "Host": "h", "Prefer": preference])
    let fields = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    #expect("\(fields)\n\(response.text)".contains(part), "\(fields)\n\(response.text)")
  }

  /// Alternatives that contain each other, nested in the names of fields: each level would double the work.
  @Test func nestedAlternativesEndInTime() throws {
    let server = try MockServer(document: Self.document)
    let names = ["x", "y", "z"].map { "a\(String(repeating: "[0]", count: 31))[\($0)]=\($0)" }.joined(
      separator: "&")
    #expect(server.get("/items/2?\(names)").status == 200)
    #expect(server.send("POST", "/orders", "application/x-www-form-urlencoded", names).status == 201)
  }
}

/// The same numbers on every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
