// Sections 4 and 4.1: which response is for which request.
extension CacheCase {
  static let reuse: [CacheCase] = [
    CacheCase(
      "a reused response has an Age", "4", .required, .get("Expires: {+2592000}", "Date: {+0}", pause: 5),
      .expect(.cached, has: ["Age: 5"])),
    CacheCase(
      "Age is brought up to date, with Expires", "4", .required,
      .get("Expires: {+2592000}", "Date: {+0}", "Age: 30", pause: 5), .expect(.cached, has: ["Age: 35"])),
    CacheCase(
      "Age is brought up to date, with max-age", "4", .required,
      .get("Cache-Control: max-age=600", "Date: {+0}", "Age: 30", pause: 5),
      .expect(.cached, has: ["Age: 35"])),
    CacheCase(
      "Date stays as it was", "4", .required, .get("Cache-Control: max-age=600", "Date: {+0}", pause: 5),
      .expect(.cached, has: ["Date: Tue, 14 Nov 2023 22:13:20 GMT"])),
    CacheCase(
      "other arguments are another request", "4", .required,
      .get("Cache-Control: max-age=600", path: "/thing?a=1"), .expect(.new, path: "/thing?a=2")),
    CacheCase(
      "a response with arguments is reused", "4", .optional,
      .get("Cache-Control: max-age=600", path: "/thing?a=1"), .expect(.cached, path: "/thing?a=1")),
    CacheCase(
      "the response to a HEAD isn't given to a GET", "4", .required,
      .send("HEAD", "Cache-Control: max-age=600"),
      .expect(.new)),
    CacheCase(
      "the response to a POST isn't given to a GET", "4", .required,
      .send("POST", "Cache-Control: max-age=600"),
      .expect(.new)),
    CacheCase(
      "the response to an unknown method isn't given to a GET", "4", .required,
      .send("FOO", "Cache-Control: max-age=600"), .expect(.new)),
    CacheCase(
      "an attachment is reused", "4", .check,
      .get("Cache-Control: max-age=600", "Content-Disposition: attachment; filename=a.txt"), .expect(.cached)),
  ]

  private static let kept = ["Expires: {+5000}", "Last-Modified: {-3000}", "Date: {+0}"]

  /// First a request with some fields and a response that varies; then another one.
  private static func vary(
    _ name: String, _ kind: Kind, on vary: [String], _ first: [String], then second: [String],
    _ expectation: CacheStep.Expectation, missing: String? = nil
  ) -> CacheCase {
    var step = CacheStep.get(request: first)
    step.response = kept + vary.map { "Vary: \($0)" }
    return CacheCase(name, "4.1", kind, missing: missing, step, .expect(expectation, request: second))
  }

  static let varying = variants + anyVariants

  private static let variants: [CacheCase] = [
    vary("a matching request", .optional, on: ["Foo"], ["Foo: 1"], then: ["Foo: 1"], .cached),
    vary("another value", .required, on: ["Foo"], ["Foo: 1"], then: ["Foo: 2"], .unconditional),
    vary("no value", .required, on: ["Foo"], ["Foo: 1"], then: [], .unconditional),
    vary("a value where there was none", .required, on: ["Foo"], [], then: ["Foo: 1"], .unconditional),
    vary("another User-Agent", .required, on: ["User-Agent"], [], then: ["User-Agent: other"], .new),
    vary(
      "the same User-Agent", .optional, on: ["User-Agent"], ["User-Agent: a"], then: ["User-Agent: a"],
      .cached),
    vary(
      "names in any case of letters", .required, on: ["uSER-aGENT"], [], then: ["User-Agent: other"], .new),
    vary(
      "two fields that match", .optional, on: ["Foo, Bar"], ["Foo: 1", "Bar: abc"],
      then: ["Foo: 1", "Bar: abc"],
      .cached),
    vary(
      "two fields of which one doesn't match", .required, on: ["Foo, Bar"], ["Foo: 1", "Bar: abc"],
      then: ["Foo: 2", "Bar: abc"], .new),
    vary("two fields that are left out", .required, on: ["Foo, Bar"], ["Foo: 1"], then: [], .new),
    vary(
      "three fields that match", .optional, on: ["Foo, Bar, Baz"], ["Foo: 1", "Bar: abc", "Baz: 789"],
      then: ["Foo: 1", "Bar: abc", "Baz: 789"], .cached),
    vary(
      "three fields of which the first doesn't match", .required, on: ["Foo, Bar, Baz"],
      ["Foo: 1", "Bar: abc", "Baz: 789"], then: ["Foo: 2", "Bar: abc", "Baz: 789"], .new),
    vary(
      "three fields of which the second doesn't match", .required, on: ["Foo, Bar, Baz"],
      ["Foo: 1", "Bar: abc4", "Baz: 789"], then: ["Foo: 1", "Bar: abc", "Baz: 789"], .new),
    vary(
      "three fields of which one is left out both times", .optional, on: ["Foo, Bar, Baz"],
      ["Foo: 1", "Baz: 789"],
      then: ["Foo: 1", "Baz: 789"], .cached),
    vary(
      "a field that isn't named", .optional, on: ["Foo"], ["Foo: 1", "Other: 2"],
      then: ["Foo: 1", "Other: 3"],
      .cached, missing: "all fields of a request are part of its key"),
    vary(
      "values that mean the same, but for blanks", .optional, on: ["Foo"], ["Foo: 1,2"], then: ["Foo: 1, 2"],
      .cached, missing: "values are compared byte by byte"),
    vary(
      "values in one field and in two", .optional, on: ["Foo"], ["Foo: 1, 2"], then: ["Foo: 1", "Foo: 2"],
      .cached,
      missing: "values are compared byte by byte"),
    vary(
      "languages in another order", .optional, on: ["Accept-Language"], ["Accept-Language: en, de"],
      then: ["Accept-Language: de, en"], .cached, missing: "values are compared byte by byte"),
    CacheCase(
      "another variant doesn't replace the one that is kept", "4.1", .optional,
      .get("Cache-Control: max-age=600", "Vary: Foo", request: ["Foo: 1"]),
      .expect(.new, "Cache-Control: max-age=600", "Vary: Foo", request: ["Foo: 2"]),
      .expect(.cached, request: ["Foo: 1"])),
  ]

  private static let anyVariants: [CacheCase] = [
    ["*"], ["*, *"], ["*", "*"], [", *"], ["", "*"], ["*, Foo"], ["Foo, *"], ["Foo", "*"],
  ].map { (lines: [String]) -> CacheCase in
    vary(
      "Vary: \(lines.joined(separator: " and "))", .required, on: lines, ["Foo: 1"], then: ["Foo: 1"],
      .unconditional)
  }
}
