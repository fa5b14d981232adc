import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct InferenceTests {
  private static let api = "https://api.example.com"

  /// Infers a spec of answers to one endpoint, which must be without a mistake.
  private func spec(_ answers: [JSON], path: String = "/things") -> String {
    var har = HAR()
    for answer in answers { har.add(Self.api + path, answer: answer) }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  @Test func absentAndNullAreToldApart() {
    let text = spec([
      ["a": 1, "b": nil, "c": 2, "d": 1], ["a": 1, "b": "x", "c": 2.5, "d": 1], ["a": 1, "b": "x", "c": 2],
    ])
    #expect(text.contains("a: integer"))
    #expect(text.contains("b: \"string?\""))
    #expect(text.contains("c: number"))
    #expect(text.contains("\"d?\": integer"))
  }

  @Test func textsWithAFormHaveAType() {
    let text = spec([
      [
        "at": "2026-11-20T10:00:00Z", "day": "2026-11-20", "link": "https://a.example/",
        "key": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "mail": "ada@example.com", "created_at": 1_763_979_300, "moved_at": 1_763_979_300_123,
        "zone": "2026-11-20T10:00:00",
      ]
    ])
    for line in [
      "at: date-time", "day: date", "link: uri", "key: uuid", "format: email", "created_at: timestamp",
      "moved_at: timestampMilliseconds", "zone: string",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test func keysThatAreDataMakeAMap() {
    #expect(spec([["a": 1, "list": ["12": ["n": 1], "13": nil]]]).contains("list: \"{integer: List?}\""))
    #expect(spec([["a": 1, "days": ["2026-11-20": 3, "2026-11-21": 4]]]).contains("{date: integer}"))
    let words = (0..<6).map { number -> JSON in
      let keys = (0..<4).map { ("w\((number * 7 + $0 * 3) % 23)", JSON.number(1)) }
      return ["a": 1, "counts": .object(JSONObject(keys))]
    }
    #expect(spec(words).contains("counts: \"{integer}\""))
  }

  /// Two values are no enumeration if nobody should read them in a spec.
  @Test(arguments: [
    "auth", "pwd_hint", "user_pass", "kennwort", "tokens", "diagnosis", "customer", "assigned_to", "nonce",
    "one_time_code", "inviteCode", "invitation_link", "magic_link", "onetimecode", "hmac", "salt", "verifier",
    "license",
    "twofa", "challenge",
  ])
  func confidentialTextsAreNoEnumeration(name: String) {
    let many = (0..<40).map { number -> JSON in
      [
        "state": .string(["open", "shut"][number % 2]),
        .init(name): .string(["hunter2", "letmein"][number % 2]),
      ]
    }
    let text = spec(many)
    #expect(text.contains("state: {enum:") && !text.contains("hunter2"), "\(text)")
  }

  /// Codes that somebody was given are no words, and words with a number are.
  @Test func shortCodesAreNoEnumeration() {
    func values(_ words: [String]) -> String {
      spec((0..<40).map { ["state": .string(words[$0 % 2])] })
    }
    #expect(values(["h264", "mp3"]).contains("enum:"))
    #expect(!values(["7f3k2p", "9q2r5t"]).contains("7f3k2p"))
    #expect(!values(["a1B2c3", "x9Y8z7"]).contains("a1B2c3"))
  }

  /// JSON-RPC and its like say with the status of success that something went wrong.
  @Test(arguments: [1, 2]) func failuresBesideAResult(paths: Int) throws {
    var har = HAR()
    for number in 0..<15 {
      for path in 0..<paths {
        let rest: (String, JSON) =
          number < 10
          ? ("result", ["x": .number(JSONNumber(number))]) : ("error", ["code": -32601, "message": "nope"])
        har.add(
          "POST", "\(Self.api)/rpc\(path)", answer: ["jsonrpc": "2.0", "id": 7, .init(rest.0): rest.1],
          body: #"{"method": "m"}"#)
      }
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.crowded)")
    for line in [
      "result?: payload", "when: error", "code: error.code", "message: error.message", "envelope: standard",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  /// With a flag, with null in place of what isn't there, and with a word in place of an object.
  @Test(
    arguments: [
      (
        ["ok": true, "user": ["id": 1]], ["ok": false, "error": "not_found"],
        "failure: {when: {ok: false}, code: error}"
      ),
      (
        ["result": ["x": 1], "error": nil, "id": 1],
        ["result": nil, "error": ["code": 3, "message": "m"], "id": 1],
        "failure: {when: error, code: error.code, message: error.message}"
      ),
      (["response": [1, 2]], ["error": ["error_code": 5, "error_msg": "n o"]], "message: error.error_msg"),
    ] as [(JSON, JSON, String)])
  func failuresOfOneEndpoint(success: JSON, failure: JSON, line: String) {
    var har = HAR()
    for number in 0..<12 { har.add("\(Self.api)/x", answer: number < 8 ? success : failure) }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.crowded)")
    #expect(spec.text.contains(line), "\(spec.text)")
  }

  @Test func failuresThatNoEnvelopeDescribesAreReported() {
    var har = HAR()
    for number in 0..<8 {
      har.add(
        "\(Self.api)/users/\(number)",
        answer: number < 5 ? ["name": "a"] : ["error": ["message": "there is no such user"]])
      har.add("\(Self.api)/users", status: 400, text: "bad request", type: "text/plain")
      har.add("\(Self.api)/users", answer: [["name": "a"]])
    }
    let notes = har.infer().crowded.map { "\($0.place): \($0.text)" }
    #expect(
      notes.contains {
        $0.hasPrefix("GET /users/{}: 3 answers with status 200 say that something went wrong, which")
      },
      "\(notes)")
    #expect(
      notes.contains { $0.hasPrefix("GET /users: 8 bodies of status 400 aren't JSON (text/plain)") },
      "\(notes)")
  }

  /// What looks like another type is a code or a message nevertheless.
  @Test(
    arguments: [
      ["error": ["code": "0b5c1e4e-1c1c-4b3a-8f1a-0123456789ab", "message": "m"]],
      ["code": "https://e.example/1", "message": "m"], ["error": "2026-01-01T00:00:00Z"],
      ["code": "A1", "message": "https://e.example/1"],
      ["error": ["code": "2026-01-01", "detail": "a@b.example"]],
      [
        "success": false, "error": ["code": "0b5c1e4e-1c1c-4b3a-8f1a-0123456789ab", "message": "2026-01-01"],
      ],
    ] as [JSON])
  func codesOfAnyForm(body: JSON) {
    var har = HAR()
    for _ in 0..<4 {
      for path in ["a", "b"] {
        har.add("\(Self.api)/\(path)", status: 400, answer: body)
        har.add("\(Self.api)/\(path)", answer: ["success": true, "data": ["n": 1]])
      }
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
  }

  @Test func numbersWithAnEnding() {
    var har = HAR()
    for number in 0..<6 {
      har.add("\(Self.api)/products/\(632910 + number).json", answer: ["id": .number(JSONNumber(number))])
      har.add("\(Self.api)/files/\(number)\(number % 2 == 0 ? ".pdf" : ".png")", answer: ["id": 1])
      har.add("\(Self.api)/v1.json", answer: ["id": 1])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(
      spec.text.contains("get: \"products/{id}.json\"") || spec.text.contains("get: products/{id}.json"),
      "\(spec.text)")
    #expect(spec.text.contains("id: integer") && spec.text.contains("id: string"), "\(spec.text)")
  }

  @Test func aDateBeforeAllPathsIsAVersion() {
    var har = HAR()
    for number in 0..<8 { har.add("\(Self.api)/2010-04-01/things/\(number)", answer: ["id": 1]) }
    let text = har.infer().text
    #expect(!text.contains("date") && text.contains("2010-04-01"), "\(text)")
  }

  /// Nobody has a signature in advance.
  @Test func signaturesAreNoCredentials() {
    var har = HAR()
    for number in 0..<6 {
      har.add(
        "\(Self.api)/orders?timestamp=\(number)&signature=\(number)abcdef0123456789abcdef", answer: ["id": 1],
        fields: [("X-Api-Key", "k0123456789abcdef"), ("X-Signature", "s\(number)0123456789abcdef")])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("authentication: xAPIKey"), "\(spec.text)")
    #expect(
      spec.text.contains("in: header, type: string, secret: true") || spec.text.contains("X-Signature:"),
      "\(spec.text)")
    #expect(!spec.text.contains("header: X-Signature"))
    // Middleware adds them when the rest of the request is known.
    for name in ["signature?: {", "X-Signature?: {"] { #expect(spec.text.contains(name), "\(spec.text)") }
    #expect(spec.text.contains("timestamp: "))
  }

  /// What the module's failures can't describe.
  @Test func textsAsBodiesOfFailures() {
    var har = HAR()
    for number in 0..<3 {
      har.add("\(Self.api)/books/\(number)", answer: ["id": 1])
      har.add(
        "\(Self.api)/books/9\(number)", status: 404, text: "There is no book \(number).", type: "text/plain")
      har.add("\(Self.api)/books/8\(number)", status: 400, text: "\"Not a number: \(number)\"")
      har.add(
        "\(Self.api)/books/7\(number)", status: 409, answer: ["message": .string("Lent \(number) times.")])
      har.add("\(Self.api)/books/6\(number)", status: 403, text: "<html>No</html>", type: "text/html")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(
      spec.text.contains("failures: {400: string, 404: text}")
        || spec.text.contains("400: string\n      404: text"), "\(spec.text)")
  }

  /// A `Double` would lose digits, also beside fractions.
  @Test func integersBeyond64BitsAreDecimals() {
    let answers: [JSON] = ["18446744073709551616", "1", "2.5"].compactMap { JSONNumber($0) }.map { number in
      ["mixed": .number(number), "token": .number(number), "plain": 1]
    }
    let text = spec(answers)
    #expect(text.contains("mixed: decimal   # integers beyond 64 bits"), "\(text)")
    #expect(text.contains("token: {type: decimal, secret: true}"), "\(text)")
  }

  /// In GraphQL, errors are beside the data: no envelope tells that something went wrong.
  @Test func listsOfErrorsArePartsOfAnswers() {
    var har = HAR()
    for number in 0..<4 {
      har.add("\(Self.api)/graphql", answer: ["data": ["author": ["name": .string("Ann \(number)")]]])
      har.add(
        "\(Self.api)/graphql",
        answer: ["data": nil, "errors": [["message": .string("No author \(number)."), "path": ["author"]]]])
      har.add("\(Self.api)/graphql", answer: ["errors": [["message": .string("Syntax error at \(number).")]]])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("\"errors?\": ") && spec.text.contains("message: string"), "\(spec.text)")
    #expect(!spec.text.contains("failure:"), "\(spec.text)")
  }

  @Test func listsWithATypeForEachPosition() {
    let candles = (0..<4).map { number -> JSON in
      ["rows": [[.number(JSONNumber(number)), "0.5", 5, nil], [7, "1.5", 6, true]]]
    }
    let text = spec(candles)
    #expect(text.contains(#"prefixItems: [integer, string, integer, "boolean?"]"#), "\(text)")
    // Neither lists of one type, nor those that differ in length.
    #expect(!spec((0..<4).map { _ in ["at": [1.5, 2]] }).contains("prefixItems"))
    #expect(!spec((0..<4).map { ["a": $0 < 2 ? [1, "x"] : [1, "x", 2]] }).contains("prefixItems"))
    #expect(!spec((0..<4).map { ["a": $0 < 2 ? [1, "x"] : ["x", 1]] }).contains("prefixItems"))
  }

  @Test func headerFieldsThatNobodyCanSend() {
    var har = HAR()
    for _ in 0..<3 {
      har.add("\(Self.api)/a", answer: ["id": 1], fields: [("X-(odd)", "1"), ("X-Tenant", "t")])
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && !spec.text.contains("odd") && spec.text.lowercased().contains("tenant"),
      "\(spec.text)")
  }

  @Test func credentialsThatAllRequestsHaveAreNeededTogether() {
    var har = HAR()
    for number in 0..<20 {
      har.add(
        "https://api.example.com/x/\(number)?api_key=QQ",
        answer: ["id": .number(JSONNumber(number)), "a": "b"],
        fields: [("Authorization", "Bearer s")])
    }
    let text = har.infer().text
    #expect(text.contains("authentication: [token, apiKey]"), "\(text)")
  }

  @Test func fewWordsInManySamplesAreAnEnumeration() {
    let many = (0..<40).map { number -> JSON in
      ["state": .string(["open", "shut", "lost"][number % 3]), "name": .string("n\(number % 2)x")]
    }
    let text = spec(many)
    #expect(
      text.contains("state: {enum: [open, lost, shut]}") || text.contains("state: {enum: [open, shut, lost]}")
    )
    #expect(text.contains("name: string"))
    #expect(spec(Array(many.prefix(5))).contains("state: string"))
  }

  /// However often each page was read.
  @Test func cursorsAreNoEnumerations() {
    var har = HAR()
    for _ in 0..<12 {
      for (query, next) in [("", "c5"), ("?cursor=c5", "c10"), ("?cursor=c10", nil)] as [(String, String?)] {
        har.add(
          Self.api + "/things" + query,
          answer: ["items": [["id": 1]], "next_cursor": next.map { .string($0) } ?? .null])
      }
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(
      spec.text.contains("\"cursor?\": string") && spec.text.contains("next_cursor: \"string?\""),
      "\(spec.text)")
    #expect(
      spec.text.contains("pagination: {style: cursor, cursor: cursor, next: next_cursor}"), "\(spec.text)")
    #expect(!spec.text.contains("c5") && !spec.text.contains("c10"))
  }

  @Test func aTagMakesAUnion() {
    let list: JSON = [
      ["kind": "photo", "url": "https://a.example/1"], ["kind": "note", "text": "x y"],
      ["kind": "photo", "url": "https://a.example/2"], ["kind": "note", "text": "z z"],
    ]
    let text = spec([list, list])
    #expect(text.contains("discriminator: kind"))
    #expect(text.contains("kind: {const: photo}"))
    // The same structure isn't a union.
    #expect(
      !spec([
        [["kind": "a", "n": 1], ["kind": "b", "n": 2], ["kind": "a", "n": 1], ["kind": "b", "n": 2]]
      ]).contains("oneOf"))
  }

  @Test func deviationsAreLenient() {
    let text = spec([
      ["a": 1, "b": [], "c": "", "d": [1, 2]], ["a": "2", "b": ["7": 1], "c": "2026-11-20", "d": 3],
    ])
    #expect(text.contains("a: {type: integer, lenient: [numberInString]}"))
    #expect(text.contains("lenient: [emptyListAsMap]"))
    #expect(
      text.contains("c: {type: \"date?\", lenient: [emptyAsNull]}")
        || text.contains("c: {type: date?, lenient: [emptyAsNull]}"))
    #expect(text.contains("lenient: [singleAsList]"))
  }

  @Test func pathsHaveParameters() {
    var har = HAR()
    for number in [17, 42] {
      har.add("\(Self.api)/v1/users/\(number)", answer: ["id": 1, "name": "x", "mail": "y"])
      har.add(
        "\(Self.api)/v1/users/\(number)/orders/f81d4fae-7dec-11d0-a765-00a0c91e6bf\(number % 10)",
        answer: ["order_id": 1, "user_id": 17])
    }
    har.add("\(Self.api)/v1/users?limit=3", answer: [["id": 1, "name": "x", "mail": "y"]])
    har.add("\(Self.api)/v1/users?limit=4&active=true", answer: [["id": 1, "name": "x", "mail": "y"]])
    har.add("DELETE", "\(Self.api)/v1/users/17", status: 204)
    har.add(
      "POST", "\(Self.api)/v1/users", status: 201, answer: ["id": 1, "name": "x", "mail": "y"],
      body: #"{"name":"x"}"#)
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "get: \"users/{id}\"", "get: \"users/{user_id}/orders/{order_id}\"", "delete: \"users/{id}\"",
      "response: empty", "createUser:",
      "limit: integer", "\"active?\": boolean", "basePath: v1/", "response: \"[User]\"", "response: User",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  @Test func multipartBodiesHaveParts() {
    var har = HAR()
    let body =
      "--xyz\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA map\r\n--xyz\r\n"
      + "Content-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n..\r\n--xyz--\r\n"
    har.add(
      "POST", "\(Self.api)/maps", answer: ["id": 1], body: body, bodyType: "multipart/form-data; boundary=xyz"
    )
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(
      spec.text.contains("multipart: {title: string, photo: {file: image/png}}"),
      "\(spec.text)")
  }

  /// The generator accepts neither secret parts nor bodies of GET requests.
  @Test func whatTheLanguageDoesNotHaveIsLeftOut() {
    var har = HAR()
    let part = "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\n17ab44c0ffee\r\n--x--\r\n"
    har.add(
      "POST", "\(Self.api)/maps", answer: ["id": 1], body: part, bodyType: "multipart/form-data; boundary=x")
    har.add("GET", "\(Self.api)/maps/search", answer: ["id": 1], body: "{\"query\": \"a\"}")
    har.add("GET", "\(Self.api)/maps/find?a%20b=1", answer: ["id": 1])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("multipart: {csrf_token: string}"), "\(spec.text)")
    #expect(spec.text.contains("# one request; its requests have a body, which a GET can't have here"))
    #expect(
      HAR.read(har.bytes).collector.evidence.leftOut
        == ["parameters whose names look like values": 1])
  }

  /// Bodies of several endpoints with the same keys have a type's name.
  @Test func typesOfSharedBodiesBeginWithACapital() {
    var har = HAR()
    for (name, id) in [("maps", 11), ("shops", 12), ("users", 13)] {
      har.add(
        "PATCH", "\(Self.api)/\(name)/\(id)", answer: ["ok": true],
        body: "{\"width\": 1, \"note\": \"a\", \"deep\": 2}")
    }
    let text = har.infer().text
    #expect(text.contains("  UpdateMapEntry:"), "\(text)")
  }

  @Test func keysInFieldsAreCredentials() {
    var har = HAR()
    for number in 1...3 {
      har.add(
        "\(Self.api)/parcels/\(number)", answer: ["id": 1],
        fields: [("X-Parcelo-Key", "pk-00\(number)"), ("X-Idempotency-Key", "k\(number)")])
    }
    let text = har.infer().text
    #expect(text.contains("{scheme: apiKey, header: X-Parcelo-Key}"), "\(text)")
    #expect(text.contains("x-idempotency-key: "), "\(text)")
  }

  @Test func pagesWithFlagsAndNumbers() {
    var har = HAR()
    for page in 1...3 {
      har.add(
        "\(Self.api)/news?cursor=abc\(page)", answer: ["items": [1], "next_cursor": "x", "has_more": true])
      har.add("\(Self.api)/claims?page=\(page)", answer: ["items": [1], "pages": 7])
    }
    let text = har.infer().text
    #expect(text.contains("{style: cursor, cursor: cursor, next: next_cursor, more: has_more}"), "\(text)")
    #expect(text.contains("{style: page, page: page, pages: pages}"), "\(text)")
  }

  @Test func anOddPathLeavesOtherWordsAlone() {
    var har = HAR()
    for path in ["books", "a%20b", "shops"] { har.add("\(Self.api)/\(path)", answer: [.init(path): 1]) }
    let text = har.infer().text
    #expect(text.contains("get: books"))
    #expect(text.contains("get: shops"))
  }

  @Test func envelopesAndErrorsAreFound() {
    var har = HAR()
    for name in ["books", "shops", "orders"] {
      har.add(
        "\(Self.api)/\(name)",
        answer: ["status": "ok", "data": [["title": "x", "\(name)": 1]], "meta": ["total": 3]])
    }
    har.add(
      "\(Self.api)/books", answer: ["status": "error", "error": ["code": 407, "message": "INVALID_SEARCH"]])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "envelope: standard", "data?: payload", "when: {status: error}", "code: error.code",
      "407: INVALID_SEARCH",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  @Test func aFlagBesideThePayloadIsAnEnvelope() {
    var har = HAR()
    har.add(
      "POST", "\(Self.api)/chat.post", answer: ["ok": true, "channel": "C1", "ts": "1.2"],
      body: "channel=C1&text=hi", bodyType: "application/x-www-form-urlencoded")
    har.add(
      "POST", "\(Self.api)/chat.delete", answer: ["ok": true, "channel": "C1"], body: "channel=C1",
      bodyType: "application/x-www-form-urlencoded")
    har.add(
      "POST", "\(Self.api)/chat.delete", answer: ["ok": false, "error": "channel_not_found"],
      body: "channel=C2", bodyType: "application/x-www-form-urlencoded")
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "payload: rest", "when: {ok: false}", "code: error", "channel_not_found:", "channel: string",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  @Test func identifiersThatRecurAreNewtypes() {
    let text = spec([
      [
        "book_id": 1, "shop": ["shop_id": 2, "best_book": ["book_id": 3, "n": 1, "m": 2]], "related_ids": [1],
      ]
    ])
    #expect(text.contains("BookID: {type: integer, newtype: true}"))
    #expect(text.contains("book_id: BookID"))
    #expect(!text.contains("ShopID"))
    let suffixed = spec([
      ["book_id": 1, "shop": ["best_book_id": 2, "last_book_id": 4, "book": ["book_id": 3]]]
    ])
    #expect(suffixed.contains("best_book_id: BookID"))
  }

  @Test func structuresThatAreTheSameAreOneSchema() {
    let price: JSON = ["amount": 1.5, "currency": "EUR", "tax": 0.3]
    let text = spec([
      ["price": price, "shipping": price, "items": [["unit": price, "count": 1, "name": "x"]]]
    ])
    #expect(text.components(separatedBy: "currency: string").count == 2)
  }

  @Test func aTreeRefersToItself() {
    let leaf: JSON = ["text": "x y", "likes": 1, "replies": []]
    let tree: JSON = [
      "text": "x y", "likes": 1, "replies": [["text": "x y", "likes": 1, "replies": [leaf]]],
    ]
    let text = spec([[tree, leaf]], path: "/comments")
    #expect(text.contains("replies: \"[Comment]\"") || text.contains("replies: \"[Reply]\""), "\(text)")
    #expect(text.components(separatedBy: "likes: integer").count == 2)
  }

  @Test func parametersThatAreListsOrCredentials() {
    var har = HAR()
    for path in ["a", "b", "c"] {
      har.add("\(Self.api)/\(path)s?ids=1,2&tag=x&tag=y&api_key=k3yk3yk3y&lang=en", answer: ["n": 1])
      har.add("\(Self.api)/\(path)s?ids=3&tag=x&api_key=k3yk3yk3y&lang=de", answer: ["n": 1])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "ids: \"[integer]\"", "separator: repeat", "query: api_key", "scheme: apiKey", "parameters: [lang]",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  /// A header field that all endpoints have is said once.
  @Test func parametersWithTheSameSwiftNameKeepTheirOwn() {
    var har = HAR()
    har.add("https://api.example.com/box?user_id=1&userId=2", answer: ["id": 1])
    let text = har.infer().text
    #expect(text.contains("user_id: integer"), "\(text)")
    #expect(text.contains("userId2: {name: userId, type: integer}"), "\(text)")
  }

  @Test func headerFieldsOfAllEndpointsAreTheClients() {
    var har = HAR()
    for path in ["a", "b", "c"] {
      for number in 0..<2 {
        let own = [("X-Trace", "t\(number)")] + (path == "c" && number == 0 ? [] : [("X-Branch", "north")])
        har.add("https://api.example.com/\(path)", answer: ["id": 1], fields: own)
      }
    }
    let spec = har.infer()
    let text = spec.text
    #expect(text.contains("parameters: [branch]"), "\(text)")
    #expect(text.contains("branch?: {name: x-branch, in: header, type: string}"), "\(text)")
    #expect(text.split(separator: "x-branch").count == 2, "\(text)")
    #expect(text.split(separator: "x-trace").count == 4, "\(text)")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
  }
}
