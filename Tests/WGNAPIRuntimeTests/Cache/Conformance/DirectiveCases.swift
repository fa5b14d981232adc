// Section 5.2, as far as it isn't about lifetimes, and redirects.
extension CacheCase {
  /// A fresh response, and a request with a field.
  private static func asking(
    _ field: String, kind: Kind = .optional, section: String, _ expectation: CacheStep.Expectation,
    missing: String? = nil, after response: [String] = []
  ) -> CacheCase {
    var step = CacheStep.get()
    step.response = ["Cache-Control: max-age=3600"] + response
    return CacheCase(
      "a request with \(field)", section, kind, missing: missing, step,
      .expect(expectation, request: [field]))
  }

  private static let use = "the call says so with CallOptions.cache"

  static let requestDirectives: [CacheCase] = [
    asking("Cache-Control: max-age=0", section: "5.2.1.1", .new),
    asking("Cache-Control: max-age=1", section: "5.2.1.1", .new, missing: use, after: ["Age: 1800"]),
    CacheCase(
      "a request with Cache-Control: max-stale", "5.2.1.2", .optional, missing: use,
      .get("Cache-Control: max-age=2", pause: 3), .expect(.stale, request: ["Cache-Control: max-stale=1000"])),
    asking("Cache-Control: min-fresh=4000", section: "5.2.1.3", .new, missing: use),
    asking("Cache-Control: no-cache", section: "5.2.1.4", .new),
    asking("Cache-Control: no-cache", section: "5.2.1.4", .validated, after: ["ETag: \"a\""]),
    asking(
      "Cache-Control: no-cache", section: "5.2.1.4", .validated,
      after: ["Last-Modified: Tue, 14 Nov 2023 20:00:00 GMT"]),
    asking("Cache-Control: no-store", section: "5.2.1.5", .new),
    asking("Pragma: no-cache", kind: .check, section: "5.4", .new),
    CacheCase(
      "the response to a request with no-store isn't stored", "5.2.1.5", .required,
      .get("Cache-Control: max-age=3600", request: ["Cache-Control: no-store"]), .expect(.new)),
    CacheCase(
      "only-if-cached without a response", "5.2.1.7", .optional, missing: use,
      .expect(.error, request: ["Cache-Control: only-if-cached"])),
    CacheCase(
      "CacheUse.cacheOnly without a response", "5.2.1.7", .check, .expect(.error, use: .cacheOnly)),
    CacheCase(
      "CacheUse.ignore leaves what is kept", "5.2.1.5", .check, .get("Cache-Control: max-age=3600"),
      .expect(.new, use: .ignore), .expect(.cached)),
  ]

  static let responseDirectives: [CacheCase] = [
    CacheCase(
      "private is for private caches", "5.2.2.7", .optional, .get("Cache-Control: private, max-age=3600"),
      .expect(.cached)),
    CacheCase(
      "no-cache isn't reused without asking", "5.2.2.4", .required,
      .get("Cache-Control: max-age=10000, no-cache", "Expires: {+10000}", "Date: {+0}"), .expect(.new)),
    CacheCase(
      "no-cache in any case of letters", "5.2.2.4", .required, .get("Cache-Control: max-age=10000, No-CaChE"),
      .expect(.new)),
    CacheCase(
      "no-cache is kept to be validated", "5.2.2.4", .optional,
      .get("Cache-Control: no-cache", "ETag: \"a\""),
      .expect(.validated, "ETag: \"a\"")),
    CacheCase(
      "no-cache with a lifetime is kept to be validated", "5.2.2.4", .optional,
      .get("Cache-Control: max-age=10000, no-cache", "ETag: \"a\""), .expect(.validated, "ETag: \"a\"")),
    CacheCase(
      "no-cache with names counts for all", "5.2.2.4", .check,
      .get("Cache-Control: no-cache=\"a, b\", max-age=3600", "A: 1"), .expect(.new)),
    CacheCase(
      "must-revalidate, fresh", "5.2.2.2", .optional,
      .get("Cache-Control: max-age=10000, must-revalidate", "ETag: \"a\""), .expect(.cached)),
    CacheCase(
      "must-revalidate, stale", "5.2.2.2", .required,
      .get("Cache-Control: max-age=2, must-revalidate", "ETag: \"a\""), .expect(.cached, pause: 3),
      .expect(.validated, "ETag: \"a\"")),
    CacheCase(
      "immutable, fresh", "RFC 8246, 2", .optional,
      .get("Cache-Control: max-age=10000, immutable", "ETag: \"a\""),
      .expect(.cached)),
    CacheCase(
      "immutable, stale", "RFC 8246, 2", .required,
      .get("Cache-Control: max-age=2, immutable", "ETag: \"a\"", pause: 3), .expect(.validated, "ETag: \"a\"")
    ),
    CacheCase(
      "Pragma in a response says nothing", "5.4", .check,
      .get("Cache-Control: max-age=3600", "Pragma: no-cache"),
      .expect(.cached)),
  ]

  private static func redirect(
    _ name: String, _ kind: Kind, _ expectation: CacheStep.Expectation, after pause: Int = 3,
    _ redirects: (status: Int, fields: [String])..., response: String...
  ) -> CacheCase {
    var step = CacheStep.redirected(redirects, pause: pause)
    step.response = ["Cache-Control: max-age=60"] + response
    return CacheCase(name, "3", kind, step, .expect(expectation))
  }

  static let redirects =
    [301, 308].flatMap(permanent) + [302, 303, 307].flatMap(temporary) + severalRedirects

  private static func permanent(_ status: Int) -> [CacheCase] {
    [
      redirect("a \(status)", .optional, .cached, (status, [])),
      redirect("a \(status) with no-store", .required, .unconditional, (status, ["Cache-Control: no-store"])),
      redirect("a \(status) with no-cache", .required, .unconditional, (status, ["Cache-Control: no-cache"])),
      redirect("a \(status) that has had its time", .required, .new, (status, ["Cache-Control: max-age=2"])),
      redirect("a \(status) of which the end has had its time", .required, .new, after: 61, (status, [])),
    ]
  }

  private static func temporary(_ status: Int) -> [CacheCase] {
    [
      redirect("a \(status)", .required, .unconditional, (status, [])),
      redirect(
        "a \(status) before a response with a tag", .required, .unconditional, (status, []),
        response: "ETag: \"a\""),
      redirect("a \(status) with a lifetime", .optional, .cached, (status, ["Cache-Control: max-age=10"])),
      redirect(
        "a \(status) that has had its time", .required, .new, after: 11,
        (status, ["Cache-Control: max-age=10"])),
      redirect(
        "a \(status) with no-store", .required, .unconditional,
        (status, ["Cache-Control: no-store, max-age=9"])),
      redirect(
        "a \(status) that is old already", .required, .new, (status, ["Cache-Control: max-age=9", "Age: 9"])),
      redirect(
        "a \(status) with Vary: *", .required, .new, (status, ["Cache-Control: max-age=9", "Vary: *"])),
    ]
  }

  private static let severalRedirects: [CacheCase] = [
    redirect("a 301 and a 307", .required, .unconditional, (301, []), (307, [])),
    redirect("a 307 and a 301", .required, .unconditional, (307, []), (301, [])),
    redirect(
      "two with lifetimes", .required, .new, after: 6, (307, ["Cache-Control: max-age=60"]),
      (302, ["Cache-Control: max-age=5"])),
    redirect(
      "a response that came by a redirect isn't validated", .required, .unconditional, after: 61, (301, []),
      response: "ETag: \"a\""),
    CacheCase(
      "stale-if-error holds no longer than the redirect", "RFC 5861, 4", .required,
      .redirected(
        [(307, ["Cache-Control: max-age=10"])], "Cache-Control: max-age=2, stale-if-error=600", pause: 3),
      .expect(.stale, status: 0), .expect(.stale, status: 0, pause: 8), .expect(.error, status: 0)),
  ]
}
