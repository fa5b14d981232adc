// Sections 4.2 and 5: for how long a response is good.
extension CacheCase {
  /// A response with some fields, and the same request three seconds later.
  private static func fresh(
    _ name: String, _ section: String, _ kind: Kind, _ expectation: CacheStep.Expectation,
    _ fields: String...,
    missing: String? = nil
  ) -> CacheCase {
    var step = CacheStep.get(pause: 3)
    step.response = fields
    return CacheCase(name, section, kind, missing: missing, step, .expect(expectation))
  }

  static let lifetimes: [CacheCase] = [
    fresh("no lifetime and no validator", "4.2", .check, .unconditional),
    fresh("max-age", "5.2.2.1", .optional, .cached, "Cache-Control: max-age=3600"),
    fresh("max-age that has passed", "5.2.2.1", .required, .new, "Cache-Control: max-age=2"),
    fresh("max-age of 0", "5.2.2.1", .required, .new, "Cache-Control: max-age=0"),
    fresh(
      "max-age below Age", "5.2.2.1", .required, .new, "Date: {+0}", "Cache-Control: max-age=10", "Age: 15"),
    fresh(
      "max-age below what Date tells", "4.2.3", .required, .new, "Date: {-60}", "Cache-Control: max-age=30"),
    fresh("max-age of 2^31", "5.2.2.1", .optional, .cached, "Cache-Control: max-age=2147483648"),
    fresh(
      "max-age of more digits", "1.2.2", .optional, .cached, "Cache-Control: max-age=99999999999999999999"),
    fresh("MaX-aGe", "5.2", .optional, .cached, "Cache-Control: MaX-aGe=3600"),
    fresh(
      "max-age and an Expires that has passed", "5.3", .optional, .cached, "Cache-Control: max-age=3600",
      "Expires: {-10000}", "Date: {+0}"),
    fresh(
      "max-age and an invalid Expires", "5.3", .optional, .cached, "Cache-Control: max-age=3600",
      "Expires: 0",
      "Date: {+0}"),
    fresh(
      "max-age of 0 and an Expires to come", "5.3", .required, .new, "Cache-Control: max-age=0",
      "Expires: {+10000}",
      "Date: {+0}"),
    fresh("an unknown directive", "5.2.3", .optional, .cached, "Cache-Control: foobar, max-age=3600"),
    fresh(
      "an unknown directive with a value", "5.2.3", .optional, .cached,
      "Cache-Control: a=\"b, c\", max-age=3600"),
    fresh(
      "s-maxage is for shared caches", "5.2.2.10", .required, .new, "Cache-Control: s-maxage=3600, max-age=1"),
    fresh(
      "s-maxage in a field of its own", "5.2.2.10", .required, .new, "Cache-Control: s-maxage=3600",
      "Cache-Control: max-age=1"),
    fresh("two fields", "5.2", .optional, .cached, "Cache-Control: private", "Cache-Control: max-age=3600"),
  ]

  static let expiry = dates + invalidDates

  private static let dates: [CacheCase] = [
    fresh("Expires to come", "5.3", .optional, .cached, "Expires: {+2592000}", "Date: {+0}"),
    fresh("Expires that has passed", "5.3", .required, .new, "Expires: {-2592000}", "Date: {+0}"),
    fresh("Expires now", "5.3", .required, .new, "Expires: {+0}", "Date: {+0}"),
    fresh("Expires before Date, both ahead", "5.3", .required, .new, "Expires: {+300}", "Date: {+400}"),
    fresh("Expires of 0", "5.3", .required, .new, "Expires: 0", "Date: {+0}"),
    fresh("Expires with an invalid Date", "5.3", .optional, .cached, "Expires: {+10}", "Date: foo"),
    fresh(
      "Expires, Age, and a slow Date", "4.2.3", .required, .new, "Date: {-10}", "Expires: {+10}", "Age: 25"),
    fresh(
      "Expires, Age, and a fast Date", "4.2.3", .required, .new, "Date: {+10}", "Expires: {+20}", "Age: 15"),
    fresh("a day in capitals", "4.2", .optional, .cached, "Expires: THU, 18 Aug 2050 02:01:18 GMT"),
    fresh("a month in capitals", "4.2", .optional, .cached, "Expires: Thu, 18 AUG 2050 02:01:18 GMT"),
    fresh("a zone in small letters", "4.2", .optional, .cached, "Expires: Thu, 18 Aug 2050 02:01:18 gMT"),
    fresh("the date of RFC 850", "4.2", .required, .cached, "Expires: Thursday, 18-Aug-50 02:01:18 GMT"),
    fresh("the date of asctime", "4.2", .required, .cached, "Expires: Thu Aug 18 02:01:18 2050"),
    fresh("another zone", "4.2", .optional, .new, "Expires: Thu, 18 Aug 2050 02:01:18 UTC"),
  ]

  private static let invalidDates: [CacheCase] = [
    "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT",
    "Thu, 18-Aug-2050 02:01:18 GMT", "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT",
  ].map { (date: String) -> CacheCase in
    fresh("Expires: \(date)", "5.3", .check, .new, "Expires: \(date)", "Date: {+0}")
  }

  static let malformed = oddLists + oddLifetimes

  private static let oddLists: [CacheCase] = [
    fresh(
      "the first of two max-age counts", "4.2.1", .required, .new, "Cache-Control: max-age=1, max-age=1800"),
    fresh(
      "the first of two max-age in two fields counts", "4.2.1", .required, .new, "Cache-Control: max-age=1",
      "Cache-Control: max-age=1800"),
    fresh(
      "the first of two max-age, and it is the longer one", "4.2.1", .check, .cached,
      "Cache-Control: max-age=1800, max-age=1"),
    fresh(
      "the first of two max-age in two fields, and it is the longer one", "4.2.1", .check, .cached,
      "Cache-Control: max-age=1800", "Cache-Control: max-age=1"),
    fresh("two Expires", "4.2.1", .check, .new, "Expires: {+60}", "Expires: {+120}"),
    fresh(
      "max-age in quotes is no directive", "5.2", .required, .new,
      "Cache-Control: extension=\"max-age=3600\", max-age=1"),
    fresh(
      "max-age in quotes after the real one", "5.2", .required, .new,
      "Cache-Control: max-age=1, extension=\"max-age=3600\""),
    fresh("a quoted value", "5.2", .check, .cached, "Cache-Control: max-age=\"3600\""),
    fresh("zeros in front", "1.2.2", .optional, .cached, "Cache-Control: max-age=003600"),
    fresh(
      "no-store without a comma before it", "5.2.2.5", .check, .unconditional,
      "Cache-Control: max-age=3600 no-store"),
    fresh(
      "no-store after a semicolon", "5.2.2.5", .check, .unconditional, "Cache-Control: max-age=3600;no-store"),
    fresh(
      "no-store in quotes that don't end", "5.2.2.5", .check, .unconditional, "Cache-Control: a=\"b, no-store"
    ),
    fresh(
      "no-cache without a comma before it", "5.2.2.4", .check, .new, "Cache-Control: max-age=3600 no-cache"),
    fresh(
      "no-store with a value", "5.2.2.5", .check, .unconditional, "Cache-Control: no-store=1, max-age=3600"),
  ]

  private static let oddLifetimes: [CacheCase] = [
    "max-age =3600", "max-age= 3600", "max-age='3600'", "max-age=3600.0", "max-age=3600.5", "max-age=a3600",
    "max-age=3600a", "max-age=-3600", "max-age=+3600", "max-age", "max-age=", "max-age=\"3600",
    "\"max-age=3600\"",
    "max-age=3600 public",
  ].map { (list: String) -> CacheCase in
    fresh(list, "4.2.1", .optional, .new, "Cache-Control: \(list)", "Expires: {+3600}")
  }

  static let ages = singleAges + repeatedAges

  private static let singleAges: [CacheCase] = [
    ("abc", true), ("-7200", true), ("7200.0", true), ("", true), ("7200,0", false), ("7200, 7200", false),
    ("0,7200", true), ("0, 0", true), (" , 7200", false), ("99999999999999999999", false),
  ].map { (value: String, isReused: Bool) -> CacheCase in
    fresh(
      "Age: \(value)", "5.1", .optional, isReused ? .cached : .new, "Date: {+0}",
      "Cache-Control: max-age=3600",
      "Age: \(value)")
  }

  private static let repeatedAges: [CacheCase] = [
    ("7200", "0", false), ("0", "7200", true), ("0", "0", true), ("7200", "7200", false),
  ].map { (first: String, second: String, isReused: Bool) -> CacheCase in
    fresh(
      "Age: \(first) and Age: \(second)", "5.1", .optional, isReused ? .cached : .new, "Date: {+0}",
      "Cache-Control: max-age=3600", "Age: \(first)", "Age: \(second)")
  }

  static let stale =
    staleResponses + [500, 502, 503, 504].map(coveredStatus)
    + [400, 401, 403, 404, 410, 429, 501].map(otherStatus)

  private static let staleResponses: [CacheCase] = [
    CacheCase(
      "no response, and nothing allows an old one", "4.2.4", .required,
      .get("Cache-Control: max-age=2", pause: 3),
      .expect(.error, status: 0)),
    CacheCase(
      "503, and nothing allows an old one", "4.2.4", .required, .get("Cache-Control: max-age=2", pause: 3),
      .expect(.new, status: 503)),
    CacheCase(
      "stale-if-error and no response", "RFC 5861, 4", .optional,
      .get("Cache-Control: max-age=2, stale-if-error=60", pause: 3),
      .expect(.stale, status: 0, has: ["Age: 3"])),
    CacheCase(
      "stale-if-error that has passed", "RFC 5861, 4", .required,
      .get("Cache-Control: max-age=2, stale-if-error=60", pause: 63), .expect(.error, status: 0)),
    CacheCase(
      "must-revalidate before stale-if-error", "5.2.2.2", .required,
      .get("Cache-Control: max-age=2, stale-if-error=60, must-revalidate", pause: 3),
      .expect(.error, status: 0)),
    CacheCase(
      "no-cache before stale-if-error", "5.2.2.4", .required,
      .get("Cache-Control: max-age=2, stale-if-error=60, no-cache", "ETag: \"a\"", pause: 3),
      .expect(.error, status: 0)),
    CacheCase(
      "must-revalidate and no response", "5.2.2.2", .required,
      .get("Cache-Control: max-age=2, must-revalidate", pause: 3), .expect(.error, status: 0)),
    CacheCase(
      "no-cache and no response", "5.2.2.4", .required, .get("Cache-Control: max-age=2, no-cache", pause: 3),
      .expect(.error, status: 0)),
    CacheCase(
      "stale-while-revalidate", "RFC 5861, 3", .optional,
      .get("Cache-Control: max-age=2, stale-while-revalidate=60", pause: 3), .expect(.stale)),
    CacheCase(
      "stale-while-revalidate that has passed", "RFC 5861, 3", .required,
      .get("Cache-Control: max-age=2, stale-while-revalidate=60", pause: 63), .expect(.new)),
  ]

  private static func coveredStatus(_ status: Int) -> CacheCase {
    CacheCase(
      "stale-if-error and \(status)", "RFC 5861, 4", .optional,
      .get("Cache-Control: max-age=2, stale-if-error=60", pause: 3), .expect(.stale, status: status),
      .expect(.stale, status: status))
  }

  private static func otherStatus(_ status: Int) -> CacheCase {
    CacheCase(
      "stale-if-error and \(status)", "RFC 5861, 4", .required,
      .get("Cache-Control: max-age=2, stale-if-error=60", pause: 3), .expect(.new, status: status))
  }
}
