// Section 3: what is stored, and what of it.
extension CacheCase {
  static let storing = statuses + statusesWithoutLifetime + directives

  private static let directives: [CacheCase] = [
    CacheCase(
      "no-store isn't stored", "5.2.2.5", .required, .get("Cache-Control: no-store"), .expect(.unconditional)),
    CacheCase(
      "no-store isn't stored, with a validator", "5.2.2.5", .required,
      .get("Cache-Control: no-store", "ETag: \"a\""), .expect(.unconditional)),
    CacheCase(
      "no-store in any case of letters", "5.2.2.5", .required, .get("Cache-Control: No-StOrE"),
      .expect(.unconditional)),
    CacheCase(
      "no-store isn't stored, with a lifetime", "5.2.2.5", .required,
      .get("Cache-Control: max-age=10000, no-store", "Expires: {+10000}", "Date: {+0}"),
      .expect(.unconditional)),
    CacheCase(
      "no-store in a field of its own", "5.2.2.5", .required,
      .get("Cache-Control: max-age=10000", "Cache-Control: no-store"), .expect(.unconditional)),
    CacheCase(
      "a new no-store response ends the old one", "5.2.2.5", .check, .get("Cache-Control: max-age=10000"),
      .expect(.new, "Cache-Control: no-store", use: .reload), .expect(.new)),
    CacheCase(
      "a part isn't taken for the whole", "3.3", .required,
      .get("Cache-Control: max-age=3600", "Content-Range: bytes 0-4/10", status: 206), .expect(.new)),
    CacheCase(
      "a part isn't given to a request for the whole", "3.4", .required,
      .get(
        "Cache-Control: max-age=3600", "Content-Range: bytes 0-4/10", status: 206,
        request: ["Range: bytes=0-4"]),
      .expect(.new)),
    CacheCase(
      "a part is kept for the same part", "3.3", .optional, missing: "parts are out of scope",
      .get(
        "Cache-Control: max-age=3600", "Content-Range: bytes 0-4/10", status: 206,
        request: ["Range: bytes=0-4"]),
      .expect(.cached, status: 206, request: ["Range: bytes=0-4"])),
    CacheCase(
      "a part is taken out of the whole", "3.4", .optional, missing: "parts are out of scope",
      .get("Cache-Control: max-age=3600"), .expect(.cached, request: ["Range: bytes=0-0"])),
    CacheCase(
      "an incomplete response isn't stored", "3.3", .required, .get("Cache-Control: max-age=3600", status: 0),
      .expect(.new)),
    CacheCase(
      "a response to a request with credentials is reused by a private cache", "3.5", .optional,
      .get("Cache-Control: max-age=3600", request: ["Authorization: Bearer a"]),
      .expect(.cached, request: ["Authorization: Bearer a"])),
    CacheCase(
      "a response to other credentials isn't", "3.5", .check,
      .get("Cache-Control: max-age=3600", request: ["Authorization: Bearer a"]),
      .expect(.new, request: ["Authorization: Bearer b"])),
    CacheCase(
      "must-understand doesn't lift no-store", "5.2.2.3", .check,
      .get("Cache-Control: max-age=3600, no-store, must-understand"), .expect(.unconditional)),
  ]

  private static let statuses: [CacheCase] = [
    200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599,
  ].flatMap { (status: Int) -> [CacheCase] in
    [
      CacheCase(
        "a fresh \(status) is reused", "3", .optional,
        .get("Cache-Control: max-age=3600", status: status, pause: 3),
        .expect(.cached)),
      CacheCase(
        "a stale \(status) isn't reused", "4.2", .required,
        .get("Cache-Control: max-age=2", status: status, pause: 3), .expect(.new)),
    ]
  }

  private static let statusesWithoutLifetime: [CacheCase] =
    [201, 202, 403, 502, 503, 504, 599].map(unknownLifetime)
    + [200, 203, 204, 404, 405, 410, 414, 501].map(guessedLifetime)

  private static func unknownLifetime(_ status: Int) -> CacheCase {
    CacheCase(
      "a \(status) without a lifetime isn't reused", "3", .required,
      .get("Last-Modified: {-86400}", "Date: {+0}", status: status), .expect(.new))
  }

  private static func guessedLifetime(_ status: Int) -> CacheCase {
    CacheCase(
      "a \(status) is reused by a lifetime that is guessed", "4.2.2", .optional,
      missing: "no lifetime is guessed: the description of the endpoint gives it",
      .get("Last-Modified: {-86400}", "Date: {+0}", status: status), .expect(.cached))
  }

  static let storedFields = keptFields + leftFields + otherFields

  private static let keptFields: [CacheCase] = [
    "Test-Header: a", "X-Test-Header: a", "Content-Type: text/plain", "X-Frame-Options: deny",
    "Strict-Transport-Security: a", "WWW-Authenticate: Basic", "Content-Language: de", "Link: </a>; rel=next",
  ].map { (field: String) -> CacheCase in
    CacheCase(
      "\(field.prefix { $0 != ":" }) is kept", "3.1", .required,
      .get(field, "Cache-Control: max-age=3600", pause: 3),
      .expect(.cached, has: [field]))
  }

  private static let leftFields: [CacheCase] = [
    "Connection: close", "Keep-Alive: timeout=5", "Proxy-Authenticate: Basic", "Proxy-Authentication-Info: a",
    "Proxy-Connection: close", "TE: trailers", "Trailer: A", "Upgrade: a",
  ].map { (field: String) -> CacheCase in
    let name = String(field.prefix { $0 != ":" })
    return CacheCase(
      "\(name) isn't kept", "3.1", .required, .get(field, "Cache-Control: max-age=3600"),
      .expect(.cached, lacks: [name]))
  }

  private static let otherFields: [CacheCase] = [
    CacheCase(
      "what Connection names isn't kept", "3.1", .required,
      .get("Connection: a, b", "A: 1", "B: 2", "C: 3", "Cache-Control: max-age=3600"),
      .expect(.cached, has: ["C: 3"], lacks: ["Connection", "A", "B"])),
    CacheCase(
      "Set-Cookie doesn't keep a response from being reused", "3", .optional,
      .get("Set-Cookie: a=b", "Cache-Control: max-age=3600"), .expect(.cached)),
    CacheCase(
      "Set-Cookie isn't kept", "7.3", .check, .get("Set-Cookie: a=b", "Cache-Control: max-age=3600"),
      .expect(.cached, lacks: ["Set-Cookie"])),
  ]
}
