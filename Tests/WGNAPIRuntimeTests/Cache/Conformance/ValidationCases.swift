// Sections 4.3 and 4.4: asking the server, and what changes a response or ends it.
extension CacheCase {
  private static let date = "Tue, 14 Nov 2023 20:00:00 GMT"

  static let validation: [CacheCase] = [
    CacheCase(
      "If-None-Match with a strong tag", "4.3.1", .required,
      .get("Cache-Control: max-age=2", "ETag: \"a\"", pause: 3),
      .expect(.validated, "ETag: \"a\"", sends: ["If-None-Match: \"a\""])),
    CacheCase(
      "If-None-Match with a weak tag", "4.3.1", .required,
      .get("Cache-Control: max-age=2", "ETag: W/\"a\"", pause: 3),
      .expect(.validated, "ETag: W/\"a\"", sends: ["If-None-Match: W/\"a\""])),
    CacheCase(
      "If-None-Match with a tag that lacks quotes", "4.3.1", .check,
      .get("Cache-Control: max-age=2", "ETag: a", pause: 3),
      .expect(.validated, "ETag: a", sends: ["If-None-Match: a"])),
    CacheCase(
      "If-Modified-Since", "4.3.1", .optional,
      .get("Cache-Control: max-age=2", "Last-Modified: \(date)", pause: 3),
      .expect(.validated, "Last-Modified: \(date)", sends: ["If-Modified-Since: \(date)"])),
    CacheCase(
      "both", "4.3.1", .optional,
      .get("Cache-Control: max-age=2", "ETag: \"a\"", "Last-Modified: \(date)", pause: 3),
      .expect(.validated, "ETag: \"a\"", sends: ["If-None-Match: \"a\"", "If-Modified-Since: \(date)"])),
    CacheCase(
      "the fields that Vary names are sent", "4.3.1", .required,
      .get("Cache-Control: max-age=2", "ETag: \"a\"", "Vary: Abc", request: ["Abc: 123"], pause: 3),
      .expect(.validated, "ETag: \"a\"", request: ["Abc: 123"], sends: ["Abc: 123", "If-None-Match: \"a\""])),
    CacheCase(
      "another variant's tag isn't sent", "4.1", .check,
      .get("Cache-Control: max-age=600", "ETag: \"a\"", "Vary: User-Agent"),
      .expect(.unconditional, request: ["User-Agent: other"])),
    CacheCase(
      "a new response takes the old one's place", "4.3.3", .required,
      .get("Cache-Control: max-age=2", "ETag: \"a\"", pause: 3),
      .expect(.new, "Cache-Control: max-age=600", "ETag: \"b\"", has: ["ETag: \"b\""]),
      .expect(.cached, has: ["ETag: \"b\""])),
    CacheCase(
      "a failure of the server leaves the old response", "4.3.3", .optional,
      .get("Cache-Control: max-age=2", "ETag: \"a\"", pause: 3), .expect(.new, status: 503),
      .expect(.validated, "ETag: \"a\"")),
    CacheCase(
      "after a 404, the old response is gone", "4.3.3", .check,
      .get("Cache-Control: max-age=600", "ETag: \"a\""),
      .expect(.new, status: 404, use: .reload), .expect(.unconditional)),
    CacheCase(
      "a conditional request of the caller passes", "4.3.2", .check,
      .get("Cache-Control: max-age=600", "ETag: \"a\""),
      .expect(.new, request: ["If-None-Match: \"b\""], sends: ["If-None-Match: \"b\""])),
    CacheCase(
      "a conditional request is answered from the cache", "4.3.2", .optional,
      missing: "requests that are conditional already go around the cache",
      .get("Cache-Control: max-age=600", "ETag: \"a\""), .expect(.cached, request: ["If-None-Match: \"a\""])),
    CacheCase(
      "reloading asks with a condition", "4.3.1", .optional,
      .get("Cache-Control: max-age=600", "ETag: \"a\""),
      .expect(
        .validated, "ETag: \"a\"", use: .reload, sends: ["If-None-Match: \"a\"", "Cache-Control: no-cache"])),
  ]

  static let updates =
    confirmations + newFields("ETag: \"a\"") + newFields("Last-Modified: \(date)")

  private static let confirmations: [CacheCase] = [
    confirmation("ETag: \"a\"", "ETag: \"a\"", true), confirmation("ETag: \"a\"", "ETag: W/\"a\"", true),
    confirmation("ETag: \"a\"", "ETag: \"b\"", false),
    confirmation("ETag: \"a\"", "Last-Modified: \(date)", false),
    confirmation("ETag: \"a\"", "Server: a", true, .check),
    confirmation("Last-Modified: \(date)", "Last-Modified: \(date)", true),
    confirmation("Last-Modified: \(date)", "Last-Modified: Tue, 14 Nov 2023 21:00:00 GMT", false),
    confirmation("Last-Modified: \(date)", "ETag: \"a\"", false),
  ]

  /// Whether a 304 with one field speaks of a response with another one.
  private static func confirmation(
    _ kept: String, _ field: String, _ isConfirmed: Bool, _ kind: Kind = .required
  ) -> CacheCase {
    CacheCase(
      "a 304 with \(field) for a response with \(kept)", "4.3.4", kind,
      .get("Cache-Control: max-age=2", kept, pause: 3),
      isConfirmed ? .expect(.validated, field) : .expect(.unconditional, field, status: 304))
  }

  private static func newFields(_ validator: String) -> [CacheCase] {
    let kind = validator.prefix(4)
    var cases = [
      "Test-Header: b", "X-Test-Header: b", "Content-Foo: b", "X-Content-Foo: b",
      "Content-Type: text/plain;charset=utf-8", "Content-MD5: N7UdGUp1E+RbVvZSTy1R8g==",
      "Content-Location: /b",
      "Content-Security-Policy: default-src b", "X-Frame-Options: sameorigin",
      "Expires: Thu, 18 Aug 2050 02:01:18 GMT",
    ].map { (field: String) -> CacheCase in
      let name = String(field.prefix { $0 != ":" })
      return CacheCase(
        "a 304 brings a new \(name), with \(kind)", "3.2", .required,
        .get("Cache-Control: max-age=2", validator, "\(name): a", pause: 3),
        .expect(.validated, validator, "Cache-Control: max-age=3600", field, has: [field]),
        .expect(.cached, has: [field]))
    }
    cases.append(
      CacheCase(
        "what a 304 leaves out stays, with \(kind)", "4.3.4", .required,
        .get("Cache-Control: max-age=2", validator, "Test-Header: a", pause: 3),
        .expect(.validated, validator, "Cache-Control: max-age=3600", has: ["Test-Header: a"]),
        .expect(.cached, has: ["Test-Header: a"])))
    cases.append(
      CacheCase(
        "a 304 brings no new Content-Length, with \(kind)", "3.2", .required,
        .get("Cache-Control: max-age=2", validator, "Content-Length: 1", pause: 3),
        .expect(.validated, validator, "Content-Length: 10", has: ["Content-Length: 1"])))
    cases.append(
      CacheCase(
        "a 304 brings a new lifetime, with \(kind)", "4.3.4", .required,
        .get("Cache-Control: max-age=2", validator, pause: 3),
        .expect(.validated, validator, "Cache-Control: max-age=10", pause: 9), .expect(.cached, pause: 2),
        .expect(.new)))
    return cases
  }

  static let invalidation =
    ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"].flatMap(unsafe) + ["HEAD", "OPTIONS", "TRACE"].map(safe)

  private static func unsafe(_ method: String) -> [CacheCase] {
    [
      CacheCase(
        "\(method) ends the response", "4.4", .required, .get("Cache-Control: max-age=3600"), .send(method),
        .expect(.new)),
      CacheCase(
        "\(method) with other fields ends it, too", "4.4", .required,
        .get("Cache-Control: max-age=3600", request: ["Accept: a", "Accept-Language: de"]),
        .send(
          method,
          request: ["Authorization: Bearer a", "If-Match: \"a\"", "Idempotency-Key: 1", "Content-Type: a"]),
        .expect(.new, request: ["Accept: a", "Accept-Language: de"])),
      CacheCase(
        "\(method) answered by a redirect ends it", "4.4", .required, .get("Cache-Control: max-age=3600"),
        .send(method, status: 303), .expect(.new)),
      CacheCase(
        "\(method) that failed leaves it", "4.4", .optional, .get("Cache-Control: max-age=3600"),
        .send(method, status: 500), .expect(.cached)),
      CacheCase(
        "\(method) of another URL leaves it", "4.4", .optional, .get("Cache-Control: max-age=3600"),
        .send(method, path: "/thing?a=1"), .expect(.cached)),
      CacheCase(
        "\(method) ends that of its Location", "4.4", .optional,
        .get("Cache-Control: max-age=3600", path: "/thing/2"),
        .send(method, "Location: /thing/2", status: 201), .expect(.new, path: "/thing/2")),
      CacheCase(
        "\(method) ends that of its Content-Location", "4.4", .optional,
        .get("Cache-Control: max-age=3600", path: "/thing/2"),
        .send(method, "Content-Location: https://API.example.com:443/thing/2"),
        .expect(.new, path: "/thing/2")),
      CacheCase(
        "\(method) leaves what another origin's Location names", "4.4", .required,
        .get("Cache-Control: max-age=3600", path: "/thing/2"),
        .send(method, "Location: https://other.example.com/thing/2", status: 201),
        .expect(.cached, path: "/thing/2")),
    ]
  }

  private static func safe(_ method: String) -> CacheCase {
    CacheCase(
      "\(method) leaves the response", "4.4", .optional, .get("Cache-Control: max-age=3600"), .send(method),
      .expect(.cached))
  }
}
