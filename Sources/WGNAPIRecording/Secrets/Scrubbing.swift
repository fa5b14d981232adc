/// The values, texts and header fields to remove from a recording, in addition to the secrets that a client knows.
///
/// A client knows its credentials, its secret parameters and those of its requests. They are removed wherever they occur in
/// URLs, header fields and bodies, in each encoding: percent-encoded, as a form, with the escapes of JSON and HTML, in Base64
/// and in hexadecimal digits.
public struct Scrubbing: Sendable {
  /// The names of parameters, keys and header fields whose values are secrets. Letter case, `_` and `-` are ignored.
  public var names: Set<String>
  /// Texts that are secrets.
  public var secrets: [String]
  /// The names of header fields to leave out.
  public var omittedFields: Set<String>

  /// Creates rules in addition to the standard ones.
  ///
  /// - Parameters:
  ///   - names: Further names of parameters, keys and header fields whose values are secrets.
  ///   - keeping: Names in ``standardNames`` whose values aren't secrets.
  ///   - secrets: Texts that are secrets, of at least four bytes.
  ///   - omittedFields: Further header fields to leave out.
  public init(
    names: Set<String> = [], keeping: Set<String> = [], secrets: [String] = [],
    omittedFields: Set<String> = []
  ) {
    let kept = Set(keeping.map { Self.plain($0) })
    self.names = Self.standardNames.filter { !kept.contains(Self.plain($0)) }.union(names)
    self.secrets = secrets
    self.omittedFields = Self.standardOmittedFields.union(omittedFields)
  }

  /// The standard rules.
  public static let standard = Scrubbing()

  /// The names whose values are secrets in any service.
  public static let standardNames: Set<String> = [
    "access_token", "api_key", "api_secret", "api_token", "assertion", "auth_token", "authorization",
    "bearer_token",
    "client_assertion", "client_secret", "code_verifier", "cookie", "csrf_token", "device_code", "id_token",
    "jwt",
    "new_password", "old_password", "passphrase", "passwd", "password", "private_key", "proxy_authorization",
    "refresh_token", "secret", "secret_key", "session_token", "set_cookie", "signing_secret", "token",
    "webhook_secret", "x_access_token", "x_amz_security_token", "x_api_key", "x_auth_token", "x_csrf_token",
  ]

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

  /// The name in lowercase, without `_` and `-`.
  static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
