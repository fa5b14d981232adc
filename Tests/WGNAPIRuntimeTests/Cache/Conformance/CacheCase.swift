import Testing
import WGNAPICache
import WGNAPIPartial
import WGNAPIRuntime

/// One requirement on a private cache, as requests and responses in turn and what is expected of some of them.
struct CacheCase: Sendable, CustomTestStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    /// A MUST of RFC 9111 (or of the RFC that the section names).
    case required
    /// A SHOULD or a MAY: what a good cache does.
    case optional
    /// What the RFC leaves open: what this cache does.
    case check
  }

  let name: String
  /// The section of RFC 9111.
  let section: String
  let kind: Kind
  let steps: [CacheStep]
  /// Why this cache does without; such a case must fail, so that this stays true.
  let missing: String?

  init(_ name: String, _ section: String, _ kind: Kind, missing: String? = nil, _ steps: CacheStep...) {
    self.name = name
    self.section = section
    self.kind = kind
    self.steps = steps
    self.missing = missing
  }

  var testDescription: String { "\(section) \(name)" }

  static let all =
    storing + storedFields + reuse + varying + lifetimes + expiry + malformed + ages + stale + validation
    + updates + invalidation + requestDirectives + responseDirectives + redirects
}

/// A request, the server's response to it, and the expected result.
struct CacheStep: Sendable {
  enum Expectation: Sendable {
    /// The server wasn't asked.
    case cached
    /// The server was asked, with or without a condition, and its new response was given.
    case new
    /// The server was asked without a condition.
    case unconditional
    /// The server was asked with a condition, said that the response holds, and it was given.
    case validated
    /// An old response was given in place of an error.
    case stale
    /// There is no response.
    case error
  }

  var method = "GET"
  var path = "/thing"
  var request: [String] = []
  var use = CacheUse.default
  /// The response's status; 0 where the connection is lost.
  var status = 200
  /// `Name: value`; `{+10}` is replaced by the date in ten seconds.
  var response: [String] = []
  /// Redirects before the response: their statuses and fields.
  var redirects: [(status: Int, fields: [String])] = []
  /// The time that passes afterwards, in seconds.
  var pause = 0
  var expectation: Expectation?
  /// Fields that the response has, and names of those that it hasn't.
  var responseFields: [String] = []
  var missingFields: [String] = []
  /// Fields that the request had when it reached the server.
  var sentFields: [String] = []

  /// A request whose response is looked at no further.
  static func get(
    _ response: String..., status: Int = 200, request: [String] = [], path: String = "/thing", pause: Int = 0
  ) -> CacheStep {
    CacheStep(path: path, request: request, status: status, response: response, pause: pause)
  }

  /// A request of which something is expected.
  static func expect(
    _ expectation: Expectation, _ response: String..., status: Int = 200, request: [String] = [],
    path: String = "/thing", use: CacheUse = .default, pause: Int = 0, has responseFields: [String] = [],
    lacks missingFields: [String] = [], sends sentFields: [String] = []
  ) -> CacheStep {
    CacheStep(
      path: path, request: request, use: use, status: status, response: response, pause: pause,
      expectation: expectation, responseFields: responseFields, missingFields: missingFields,
      sentFields: sentFields)
  }

  /// A request of another method.
  static func send(
    _ method: String, _ response: String..., status: Int = 200, request: [String] = [],
    path: String = "/thing"
  ) -> CacheStep {
    CacheStep(method: method, path: path, request: request, status: status, response: response)
  }

  /// A request whose response comes by redirects.
  static func redirected(
    _ redirects: [(status: Int, fields: [String])], _ response: String..., pause: Int = 0
  ) -> CacheStep {
    CacheStep(response: response, redirects: redirects, pause: pause)
  }
}
