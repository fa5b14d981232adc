import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Paths, parameters, credentials, pages and bodies.
@Suite struct InferredRequestTests {
  private static let api = "https://api.example.com"

  /// Infers a spec of responses to one endpoint, which must be without a mistake.
  private func spec(_ responses: [JSON], path: String = "/things") -> String {
    var har = HAR()
    for response in responses { har.add(Self.api + path, response: response) }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  @Test func aDateBeforeAllPathsIsAVersion() {
    var har = HAR()
    for number in 0..<8 { har.add("\(Self.api)/2010-04-01/things/\(number)", response: ["id": 1]) }
    let text = har.infer().text
    #expect(!text.contains("date") && text.contains("2010-04-01"), "\(text)")
  }

  /// Nobody has a signature in advance.
  @Test func signaturesAreNoCredentials() {
    var har = HAR()
    for number in 0..<6 {
      har.add(
        "\(Self.api)/orders?timestamp=\(number)&signature=\(number)abcdef0123456789abcdef",
        response: ["id": 1],
        fields: [("X-Api-Key", "k0123456789abcdef"), ("X-Signature", "s\(number)0123456789abcdef")])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("authentication: xAPIKey"), "\(spec.text)")
    #expect(
      spec.text.contains("type: string, secret: true, in: header") || spec.text.contains("X-Signature:"),
      "\(spec.text)")
    #expect(!spec.text.contains("header: X-Signature"))
    // Middleware adds them when the rest of the request is known.
    for name in ["signature?: {", "X-Signature?: {"] { #expect(spec.text.contains(name), "\(spec.text)") }
    #expect(spec.text.contains("timestamp: "))
  }

  @Test func headerFieldsThatNobodyCanSend() {
    var har = HAR()
    for _ in 0..<3 {
      har.add("\(Self.api)/a", response: ["id": 1], fields: [("X-(odd)", "1"), ("X-Tenant", "t")])
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
        response: ["id": .number(JSONNumber(number)), "a": "b"],
        fields: [("Authorization", "Bearer s")])
    }
    let text = har.infer().text
    #expect(text.contains("authentication: [token, apiKey]"), "\(text)")
  }

  @Test func pathsHaveParameters() {
    var har = HAR()
    for number in [17, 42] {
      har.add("\(Self.api)/v1/users/\(number)", response: ["id": 1, "name": "x", "mail": "y"])
      har.add(
        "\(Self.api)/v1/users/\(number)/orders/f81d4fae-7dec-11d0-a765-00a0c91e6bf\(number % 10)",
        response: ["order_id": 1, "user_id": 17])
    }
    har.add("\(Self.api)/v1/users?limit=3", response: [["id": 1, "name": "x", "mail": "y"]])
    har.add("\(Self.api)/v1/users?limit=4&active=true", response: [["id": 1, "name": "x", "mail": "y"]])
    har.add("DELETE", "\(Self.api)/v1/users/17", status: 204)
    har.add(
      "POST", "\(Self.api)/v1/users", status: 201, response: ["id": 1, "name": "x", "mail": "y"],
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

  /// The keys of parts are what is sent, whatever they are called in Swift.
  @Test func partsKeepTheirNames() {
    var har = HAR()
    let parts = ["ids[]", "user_id", "userId"].map {
      "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n7\r\n"
    }
    har.add(
      "POST", "\(Self.api)/parts", response: ["id": 1], body: parts.joined() + "--x--\r\n",
      bodyType: "multipart/form-data; boundary=x")
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    for name in [#""ids[]": "#, "user_id: ", "userId: {swiftName: userId2, type: integer}"] {
      #expect(spec.text.contains(name), "\(spec.text)")
    }
  }

  @Test func multipartBodiesHaveParts() {
    var har = HAR()
    let body =
      "--xyz\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA map\r\n--xyz\r\n"
      + "Content-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n..\r\n--xyz--\r\n"
    har.add(
      "POST", "\(Self.api)/maps", response: ["id": 1], body: body,
      bodyType: "multipart/form-data; boundary=xyz"
    )
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(
      spec.text.contains("multipart: {title: string, photo: {file: image/png}}"),
      "\(spec.text)")
  }

  @Test func keysInFieldsAreCredentials() {
    var har = HAR()
    for number in 1...3 {
      har.add(
        "\(Self.api)/parcels/\(number)", response: ["id": 1],
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
        "\(Self.api)/news?cursor=abc\(page)", response: ["items": [1], "next_cursor": "x", "has_more": true])
      har.add("\(Self.api)/claims?page=\(page)", response: ["items": [1], "pages": 7])
    }
    let text = har.infer().text
    #expect(text.contains("{style: cursor, cursor: cursor, next: next_cursor, more: has_more}"), "\(text)")
    #expect(text.contains("{style: page, page: page, pages: pages}"), "\(text)")
  }

  @Test func anOddPathLeavesOtherWordsAlone() {
    var har = HAR()
    for path in ["books", "a%20b", "shops"] { har.add("\(Self.api)/\(path)", response: [.init(path): 1]) }
    let text = har.infer().text
    #expect(text.contains("get: books"))
    #expect(text.contains("get: shops"))
  }

  @Test func parametersThatAreListsOrCredentials() {
    var har = HAR()
    for path in ["a", "b", "c"] {
      har.add("\(Self.api)/\(path)s?ids=1,2&tag=x&tag=y&api_key=k3yk3yk3y&lang=en", response: ["n": 1])
      har.add("\(Self.api)/\(path)s?ids=3&tag=x&api_key=k3yk3yk3y&lang=de", response: ["n": 1])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "ids: \"[integer]\"", "separator: repeat", "query: api_key", "scheme: apiKey", "parameters: [lang]",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  /// A parameter in the URL says so where parameters are fields of a form otherwise.
  @Test(arguments: ["QUERY", "POST"])
  func parametersOfTheURLAreNoFieldsOfForms(_ method: String) {
    var har = HAR()
    har.add(method, "https://api.example.com/items?sort=name", response: ["id": 1])
    let text = har.infer().text
    #expect(text.contains("sort: {type: string, in: query}"), "\(text)")
  }

  /// A header field that all endpoints have is said once.
  @Test func parametersWithTheSameSwiftNameKeepTheirOwn() {
    var har = HAR()
    har.add("https://api.example.com/box?user_id=1&userId=2", response: ["id": 1])
    let text = har.infer().text
    #expect(text.contains("user_id: integer"), "\(text)")
    #expect(text.contains("userId2: {type: integer, name: userId}"), "\(text)")
  }

  @Test func headerFieldsOfAllEndpointsAreTheClients() {
    var har = HAR()
    for path in ["a", "b", "c"] {
      for number in 0..<2 {
        let own = [("X-Trace", "t\(number)")] + (path == "c" && number == 0 ? [] : [("X-Branch", "north")])
        har.add("https://api.example.com/\(path)", response: ["id": 1], fields: own)
      }
    }
    let spec = har.infer()
    let text = spec.text
    #expect(text.contains("parameters: [branch]"), "\(text)")
    #expect(text.contains("branch?: {type: string, name: x-branch, in: header}"), "\(text)")
    #expect(text.split(separator: "x-branch").count == 2, "\(text)")
    #expect(text.split(separator: "x-trace").count == 4, "\(text)")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
  }
}
