import WGNAPISecrets

/// The values, texts and header fields to remove from a recording, in addition to the secrets that a client knows.
///
/// A client knows its credentials, its secret parameters and those of its requests. They are removed wherever they occur in
/// URLs, header fields and bodies, in each encoding: percent-encoded, as a form, with the escapes of JSON and HTML, in Base64
/// and in hexadecimal digits.
///
/// Other secrets are found by their names, also those that end in words such as `token` or `password`
/// (`X-Shopify-Access-Token`), unless they are about places in a list (`nextPageToken`). Header fields such as `X-Shop-Key` are
/// secrets, too. And they are found by their form: users and passwords in URLs, `Bearer …` and `Basic …`, JSON Web Tokens, private
/// keys, and tokens with the prefixes of well-known services.
public struct Scrubbing: Sendable {
  /// The names of parameters, keys and header fields whose values are secrets. Letter case, `_` and `-` are ignored.
  public var names: Set<String>
  /// Texts that are secrets.
  public var secrets: [String]
  /// The names of header fields to leave out.
  public var omittedFields: Set<String>
  /// Names whose values aren't secrets, in lowercase and without `_` and `-`.
  let kept: Set<String>

  /// Creates rules in addition to the standard ones.
  ///
  /// - Parameters:
  ///   - names: Further names of parameters, keys and header fields whose values are secrets.
  ///   - keeping: Names whose values aren't secrets, although they are in ``standardNames`` or end like names of secrets.
  ///   - secrets: Texts that are secrets, of at least four bytes.
  ///   - omittedFields: Further header fields to leave out.
  public init(
    names: Set<String> = [], keeping: Set<String> = [], secrets: [String] = [],
    omittedFields: Set<String> = []
  ) {
    let kept = Set(keeping.map { SecretNames.plain($0) })
    self.kept = kept
    self.names = Self.standardNames.filter { !kept.contains(SecretNames.plain($0)) }.union(names)
    self.secrets = secrets
    self.omittedFields = Self.standardOmittedFields.union(omittedFields)
  }

  /// The standard rules.
  public static let standard = Scrubbing()

  /// The names whose values are secrets in any service.
  public static let standardNames: Set<String> = SecretNames.standard

  /// The header fields about the time, the machine or the connection of a message.
  public static let standardOmittedFields: Set<String> = [
    "accept-encoding", "age", "alt-svc", "cf-cache-status", "cf-ray", "connection", "content-encoding",
    "content-length", "date", "expires", "host", "keep-alive", "nel", "proxy-connection", "report-to",
    "server",
    "server-timing", "strict-transport-security", "te", "traceparent", "tracestate", "trailer",
    "transfer-encoding",
    "upgrade", "user-agent", "via", "x-amzn-requestid", "x-amzn-trace-id", "x-cache", "x-request-id",
    "x-runtime",
    "x-served-by", "x-timer",
  ]
}

extension SecretNames {
  /// The names of the rules, and further ones.
  init(_ rules: Scrubbing, and others: [String]) {
    self.init(rules.names.union(others), keeping: rules.kept)
  }
}
